// Talk at a game: between players and with who watches, as text and nothing else, counted while it is out of sight, muted and reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, meet, PHONE, Player, stage } from './support.mjs';

const { server, browser } = await stage({ log: 'info' });

/** @param {Player} player @param {string} text */
async function say(player, text) {
  await player.page.getByRole('textbox', { name: 'Say something' }).fill(text);
  await player.press('Send');
}

/** A message as it is shown. @param {Player} player @param {string | RegExp} text */
const message = (player, text) => player.page.locator('[data-message]').filter({ hasText: text });

/** @param {Player} player @param {string} name */
const named = (player, name) => player.page.addInitScript((text) => localStorage.setItem('tabula:name', text), name);

test('players and somebody who watches talk; nothing that is said is more than text', async () => {
  const white = await Player.sit(browser, DESKTOP);
  const black = await Player.sit(browser, PHONE);
  const guest = await Player.sit(browser, DESKTOP);
  await named(white, 'Ada Lovelace');
  await named(guest, 'Grace Hopper');
  const link = await meet(server, white, black, { mode: 'Open' });

  await say(white, '<img src=x onerror="document.title=1"> & <b>hello</b>');
  await message(white, '<b>hello</b>').waitFor();
  // Out of sight it is counted, and in sight it is read.
  await black.page.getByRole('button', { name: 'Talk (1)' }).waitFor();
  await black.accessible('a game with talk');
  await black.page.getByRole('button', { name: 'Talk (1)' }).click();
  await message(black, '<img src=x onerror="document.title=1"> & <b>hello</b>').waitFor();
  assert.equal(await black.page.locator('[data-message] img, [data-message] b').count(), 0);
  await message(black, 'Ada Lovelace').waitFor();
  await say(black, 'Good evening!');
  await message(white, 'Good evening!').waitFor();
  assert.equal(await message(white, 'Good evening!').count(), 1);
  await black.accessible('talk');
  await black.fits('talk');
  await black.press('Talk');
  await black.page.getByRole('button', { name: 'Talk', exact: true }).waitFor();

  await guest.page.goto(link);
  await guest.page.getByRole('link', { name: 'Watch the game' }).click();
  await guest.page.locator('[data-delay="0"]').waitFor();
  await white.page.getByText('Grace Hopper came to watch.').waitFor();
  await white.page.locator('[data-watching="1"]').waitFor();
  assert.equal(await message(guest, 'Good evening!').count(), 0, 'who comes later hears what is said from then on');
  await say(guest, 'What a position');
  await message(white, 'What a position').waitFor();
  await black.page.getByRole('button', { name: 'Talk (1)' }).waitFor();
  await guest.accessible('watching');
  // ---- another name, for who watches and for who plays
  await guest.press('Change name');
  await guest.accessible('a name to change');
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('ada lovelace');
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Change name' }).click();
  await guest.page.getByText('That name cannot be used here.').waitFor();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Rear Admiral');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('You are Rear Admiral.').waitFor();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('You are Grace Hopper.').waitFor();
  await guest.press('Close');
  await guest.page.getByText('You watch as Grace Hopper.').waitFor();
  assert.equal(guest.said.filter(({ type }) => type === 'spectator.join').length, 4, 'no new socket for a name');
  await guest.page.getByRole('button', { name: 'Turn the board' }).click();

  // ---- reported, and no longer heard
  await message(white, 'What a position').locator('summary').click();
  await white.page.getByRole('button', { name: 'Report this message of Grace Hopper' }).click();
  await message(white, 'Reported').waitFor();
  await white.page.getByRole('button', { name: 'Mute Grace Hopper' }).click();
  await message(white, 'What a position').waitFor({ state: 'detached' });
  await say(guest, 'Is anybody there?');
  await black.page.getByRole('button', { name: 'Talk (2)' }).waitFor();
  await say(white, 'I hear nothing.');
  await message(guest, 'I hear nothing.').waitFor();
  assert.equal(await message(white, 'Is anybody there?').count(), 0);
  assert.ok(white.heard.every((frame) => frame.type !== 'chat.message' || frame.message !== 'Is anybody there?'), 'the server does not send it');
  await white.page.getByRole('button', { name: 'Hear Grace Hopper again' }).click();
  await say(guest, 'And now?');
  await message(white, 'And now?').waitFor();
  await message(white, 'And now?').locator('summary').click();
  await white.page.getByRole('button', { name: 'Mute Grace Hopper' }).click();

  await guest.context.close();
  await white.page.getByText('Grace Hopper left.').waitFor();
  // A reload does not take the way back.
  await white.page.reload();
  const again = white.page.getByRole('button', { name: 'Hear Grace Hopper again' });
  await again.click();
  await again.waitFor({ state: 'detached' });
  assert.deepEqual([...white.complaints, ...black.complaints], []);
  await white.context.close();
  await black.context.close();
});

test('a blind game has no talk unless it is asked for, and who watches it sees no piece', async () => {
  const white = await Player.sit(browser, DESKTOP);
  const black = await Player.sit(browser, DESKTOP);
  const guest = await Player.sit(browser, PHONE);
  const link = await meet(server, white, black);
  for (const player of [white, black]) {
    assert.equal(await player.page.getByRole('textbox', { name: 'Say something' }).count(), 0);
  }
  await guest.page.goto(link);
  await guest.page.getByRole('link', { name: 'Watch the game' }).click();
  await guest.page.locator('[data-standing]').waitFor();
  assert.equal(await guest.page.locator('.upper').getByText('Black', { exact: true }).count(), 1);
  await white.move('e2', 'e4');
  await guest.page.getByText('Black to move').waitFor();
  // Without talk, too, players see that somebody watches, and say how they are called.
  await black.page.locator('.own [data-watchers="1"]').getByText('1 person watches').waitFor();
  await black.press('More');
  await black.page.getByRole('dialog').getByText('1 person watches').waitFor();
  await black.page.getByLabel('Your name').fill('Moderator');
  await black.page.getByText(/and is not White or Black/).waitFor();
  await black.page.getByLabel('Your name').fill('Judit');
  await black.press('Change name');
  await black.page.getByText('You are Judit.').waitFor();
  await black.accessible('more, with a name');
  await black.press('Close');
  await white.page.locator('.peer').getByText('Judit').waitFor();
  await guest.page.locator('.upper').getByText('Judit').waitFor();
  // Whoever plays is led back from the link to watch.
  const tab = await white.anotherTab();
  await tab.page.goto(link.replace('/g/', '/w/'));
  await tab.page.getByRole('link', { name: 'Back to your game' }).waitFor();
  for (const frame of guest.heard) assert.deepEqual(frame.pieces ?? [], [], JSON.stringify(frame).slice(0, 200));
  await guest.accessible('watching a blind game');
  // ---- the end, and the way to the next game
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await guest.page.getByText('White won: Black resigned.').waitFor();
  assert.equal(await guest.page.locator('[data-delay]').count(), 0, 'nothing is late any more');
  await white.press('Rematch');
  await guest.page.getByRole('link', { name: 'Watch the rematch' }).click();
  await guest.page.getByText('The game has not begun.').waitFor();
  assert.deepEqual([...white.complaints, ...black.complaints, ...guest.complaints], []);
  for (const player of [white, black, guest]) await player.context.close();
});

test('a game that is not to be watched says so', async () => {
  const white = await Player.sit(browser, DESKTOP);
  const black = await Player.sit(browser, DESKTOP);
  const guest = await Player.sit(browser, PHONE);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('Name, watching and talk').click();
  await page.getByRole('switch', { name: /Let people watch/ }).click();
  await page.getByRole('switch', { name: /Talk/ }).click();
  await white.press('Create game');
  const link = await page.getByLabel('Link to the game').inputValue();
  await black.page.goto(link);
  await black.page.getByRole('grid').waitFor();
  await guest.page.goto(link.replace('/g/', '/w/'));
  await guest.page.getByText('The players keep it to themselves.').waitFor();
  await guest.accessible('a game that cannot be watched');
  for (const player of [white, black, guest]) await player.context.close();
});
