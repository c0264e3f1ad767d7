// A variant from a chat: pasted into the rule lab, saved, and played blind with a friend, in less than two minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ flags: ['--guest-rules'] });

/** The manifest with its patterns below, as chats leave them: quotes and spaces of typesetting, other line ends, and a fence of code. */
const TEXT = `\`\`\`
{
  “id”: “centaurs”,
  “name”: “Centaurs”,
  “styles”: { “G”: “Game” },
  “sides”: { “first”: “white”, “second”: “black” },
  “pieces”: {
    “G:K”: { “name”: “king”, “san”: “K” },
    “G:R”: { “name”: “rook”, “san”: “R” },
    “G:N”: { “name”: “knight”, “san”: “N” },
    “G:P”: { “name”: “pawn”, “san”: “” }
  },
  “initial”: “rnk^nr/ppppp/5/PPPPP/RNK^NR / G/g”,
  “constraints”: [“royal-safety”],
  “endings”: [
    { “status”: “checkmate”, “result”: “loss” },
    { “status”: “stalemate”, “result”: “draw” },
    { “status”: “repetition”, “result”: “draw”, “count”: 3, “identity”: “rights” },
    { “status”: “resignation”, “result”: “loss” },
    { “status”: “agreement”, “result”: “draw” },
    { “status”: “timelimit”, “result”: “loss” }
  ]
}
\`\`\`

K^: K
R:\u00a0 R
N:\u00a0 NK
P:\u00a0 mfW cfF from ranks 2-4 promotes R N to rank 5
`.replace(/\n/g, '\r\n');

test('a pasted variant is saved, shared, and played blind in two minutes', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  const { page } = white;
  const begun = Date.now();
  await page.goto(`${server.url}/lab`);
  await white.press('Open');
  await white.press('Paste a game');
  const pasting = page.getByRole('dialog', { name: 'Paste a game' });
  await pasting.getByRole('textbox').fill(TEXT);
  await white.screenshot('pasted-game-phone');
  await pasting.getByRole('button', { name: 'Open' }).click();
  await page.locator('.name').getByText('Centaurs').waitFor();
  await page.locator('[data-progress="done"]').getByText('No faults.').first().waitFor({ state: 'attached' });
  await white.screenshot('pasted-game-lab-phone');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save this game' });
  await saving.getByText('Unlisted', { exact: true }).click();
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  assert.match(await saving.getByLabel('Link to this game').inputValue(), /\/lab\?game=g-[0-9a-f]{40}$/);
  await white.press('Close');
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play this game with a friend' });
  await dialog.getByText('Blind', { exact: true }).click();
  await dialog.getByText('White', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create game' }).click();
  const link = page.getByLabel('Link to the game');
  await link.waitFor();

  await black.page.goto(await link.inputValue());
  await black.page.getByRole('heading', { name: 'Invitation: Centaurs, blind' }).waitFor();
  await black.press('Join');
  for (const [ply, [player, move]] of /** @type {const} */ ([[white, 'd2d3'], [black, 'b5a3']]).entries()) {
    await player.waitForTurn('yours');
    await player.move(move.slice(0, 2), move.slice(2));
    await Promise.all([white, black].map((each) => each.waitForFrame((frame) => frame.ply === ply + 1)));
  }
  await black.waitForLabel('d3', /unseen/);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`a pasted variant is saved, shared and begun blind in ${seconds.toFixed(1)} s`);
  assert.ok(seconds < 120, `${seconds} seconds`);
  await white.screenshot('pasted-game-play-phone');
  await black.screenshot('pasted-game-play-desktop');
  assert.deepEqual([...white.errors, ...black.errors], []);
  await Promise.all([white, black].map(({ context }) => context.close()));
});
