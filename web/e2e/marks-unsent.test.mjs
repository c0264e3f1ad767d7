// The same game twice, once with marks of all kinds and once without: the page sends the same bytes, in the same order, and asks for the same things.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGame, PHONE, Player, startStage } from './fixtures.mjs';
import { PATIENT_LIMITS } from './secrecy-stage.mjs';

// A ping is answered: how many there are depends on how long a game takes.
const { server, browser } = await startStage({ flags: PATIENT_LIMITS });

const MOVES = ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5e5'];

/** Everything that a page sent: frames of its sockets, requests, and addresses. @param {Player} player */
function recordSent({ page }) {
  /** @type {string[]} */
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(`frame ${payload.toString()}`)));
  page.on('request', (request) => sent.push(`request ${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  page.on('framenavigated', (frame) => sent.push(`address ${frame.url()}`));
  return sent;
}

/** @param {Player} player */
async function mark({ page }) {
  await page.getByRole('button', { name: 'Marks', exact: true }).click();
  await page.getByRole('button', { name: 'Set up their pieces' }).click();
  await page.locator('[data-tool="c:n"]').click();
  await page.locator('[data-cell="f6"]').click();
  await page.locator('[data-tool="empty"]').click();
  await page.locator('[data-cell="c4"]').click();
  await page.keyboard.press('Escape');
  await page.locator('[data-cell="c6"]').click({ button: 'right' });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'knight' }).click();
  await dialog.getByRole('button', { name: 'bishop' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+z');
}

/**
 * Plays the line, and returns what White's page sent, with the names of this game and of its commands masked.
 * @param {boolean} marks
 */
async function play(marks) {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, {})]);
  try {
    // The same random numbers name the same commands.
    await white.page.addInitScript(() => {
      let seed = 4_711;
      const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
      Math.random = chance;
      crypto.getRandomValues = (array) => {
        const bytes = /** @type {Uint8Array} */ (/** @type {unknown} */ (array));
        for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(chance() * 256);
        return array;
      };
      crypto.randomUUID = () => `00000000-0000-4000-8000-${String(Math.floor(chance() * 1e12)).padStart(12, '0')}`;
    });
    // After some seconds the page asks for the part that keeps it without a network.
    await white.leaveTime(3_000);
    const link = await makeGame(server, white);
    const sent = recordSent(white);
    // The board is there at once: what a page asks for while it waits for the other player depends on how long it waits.
    await black.join(link);
    await black.waitForFrame(({ type }) => type === 'joined');
    await white.page.goto(link);
    await white.page.getByRole('button', { name: 'Marks', exact: true }).waitFor();
    await white.page.locator('[data-cell="e2"]').waitFor();
    await white.page.waitForLoadState('networkidle');
    for (const [ply, move] of MOVES.entries()) {
      const mover = ply % 2 === 0 ? white : black;
      await mover.waitForTurn('yours');
      if (marks && ply === 2) await mark(white);
      await mover.move(move.slice(0, 2), move.slice(2));
      for (const player of [white, black]) await player.waitForFrame((frame) => frame.ply === ply + 1);
    }
    assert.equal((await white.page.locator('[data-marked]').count()) > 10, marks);
    const token = await white.page.evaluate((key) => localStorage.getItem(key), `bc:${link.split('/').at(-1)}`);
    return sent.map((text) => text.replaceAll(link.split('/').at(-1) ?? link, 'GAME').replaceAll(token ?? link, 'TOKEN'));
  } finally {
    await Promise.all([white.context.close(), black.context.close()]);
  }
}

test('a page sends the same with marks and without', async () => {
  const [without, withMarks] = [await play(false), await play(true)];
  const frames = (/** @type {string[]} */ sent) => sent.filter((text) => text.startsWith('frame'));
  assert.ok(frames(without).length >= 4, 'too few frames');
  assert.deepEqual(frames(withMarks), frames(without));
  // The parts of the page come in an order of their own.
  assert.deepEqual([...withMarks].sort(), [...without].sort());
});
