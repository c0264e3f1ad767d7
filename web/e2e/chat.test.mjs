// Chat of players and spectators: rendered as text, counted while hidden, muted and reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, startGame, PHONE, Player, startStage } from './fixtures.mjs';

const { server, browser } = await startStage({ log: 'info' });

/** @param {Player} player @param {string} text */
async function say(player, text) {
  await player.page.getByRole('textbox', { name: 'Say something' }).fill(text);
  await player.press('Send');
}

/** Returns a shown message. @param {Player} player @param {string | RegExp} text */
const message = (player, text) => player.page.locator('[data-message]').filter({ hasText: text });

/** @param {Player} player @param {string} name */
const named = (player, name) => player.page.addInitScript((text) => localStorage.setItem('tabula:name', text), name);

// Requirements gambit-24, gambit-102, gambit-104, gambit-108, gambit-109.
test('players and a spectator chat; messages are rendered as text', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, PHONE);
  const guest = await Player.open(browser, DESKTOP);
  await named(white, 'Ada Lovelace');
  await named(guest, 'Grace Hopper');
  await startGame(server, white, black, { mode: 'Open' });

  await say(white, '<img src=x onerror="document.title=1"> & <b>hello</b>');
  await message(white, '<b>hello</b>').waitFor();
  // A hidden chat counts messages, a visible one has none unread.
  await black.page.getByRole('button', { name: 'Chat (1)' }).waitFor();
  await black.checkAccessibility('a game with talk');
  await black.page.getByRole('button', { name: 'Chat (1)' }).click();
  await message(black, '<img src=x onerror="document.title=1"> & <b>hello</b>').waitFor();
  assert.equal(await black.page.locator('[data-message] img, [data-message] b').count(), 0);
  await message(black, 'Ada Lovelace').waitFor();
  await say(black, 'Good evening!');
  await message(white, 'Good evening!').waitFor();
  assert.equal(await message(white, 'Good evening!').count(), 1);
  await black.checkAccessibility('talk');
  await black.checkLayout('talk');
  await black.press('Chat');
  await black.page.getByRole('button', { name: 'Chat', exact: true }).waitFor();

  await guest.page.goto(await white.watchLink());
  await guest.page.locator('[data-delay="0"]').waitFor();
  await white.page.getByText('Grace Hopper is watching.').waitFor();
  await white.page.locator('[data-watching="1"]').waitFor();
  assert.equal(await message(guest, 'Good evening!').count(), 0, 'a spectator receives messages from joining on');
  // Spectators are among themselves until the end.
  await guest.page.getByText('Players read this after the game.').waitFor();
  await say(guest, 'What a position');
  await message(guest, 'What a position').waitFor();
  await guest.checkAccessibility('watching');
  // ---- another name, for a spectator and for a player
  await guest.press('Change name');
  await guest.checkAccessibility('a name to change');
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('ada lovelace');
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Change name' }).click();
  await guest.page.getByText('That name is not allowed.').waitFor();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Rear Admiral');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('You are Rear Admiral.').waitFor();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('You are Grace Hopper.').waitFor();
  await guest.press('Close');
  await guest.page.getByText('You are watching as Grace Hopper.').waitFor();
  assert.equal(guest.sent.filter(({ type }) => type === 'spectator.join').length, 4, 'no new socket for a name');
  await guest.page.getByRole('button', { name: 'Flip board' }).click();

  // ---- after the end: reported and muted
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await guest.page.getByText('White won: Black resigned.').first().waitFor();
  await guest.page.getByText('Players read this after the game.').waitFor({ state: 'detached' });
  await say(guest, 'A pity');
  await message(white, 'A pity').waitFor();
  assert.equal(await message(white, 'What a position').count(), 0);
  await black.page.getByRole('button', { name: 'Chat (1)' }).waitFor();
  await message(white, 'A pity').locator('summary').click();
  await white.page.getByRole('button', { name: 'Report this message from Grace Hopper' }).click();
  await message(white, 'Reported').waitFor();
  await white.page.getByRole('button', { name: 'Mute Grace Hopper' }).click();
  await message(white, 'A pity').waitFor({ state: 'detached' });
  // What white says next follows the mute on the same socket: once it arrives, the server has both.
  await say(white, 'One moment.');
  await message(guest, 'One moment.').waitFor();
  await say(guest, 'Is anybody there?');
  await black.page.getByRole('button', { name: 'Chat (3)' }).waitFor();
  await say(white, 'I hear nothing.');
  await message(guest, 'I hear nothing.').waitFor();
  assert.equal(await message(white, 'Is anybody there?').count(), 0);
  assert.ok(white.received.every((frame) => frame.type !== 'chat.message' || frame.message !== 'Is anybody there?'), 'the server does not send it');
  await white.page.getByRole('button', { name: 'Unmute Grace Hopper' }).click();
  await say(white, 'I am back.');
  await message(guest, 'I am back.').waitFor();
  await say(guest, 'And now?');
  await message(white, 'And now?').waitFor();
  await message(white, 'And now?').locator('summary').click();
  await white.page.getByRole('button', { name: 'Mute Grace Hopper' }).click();

  await guest.context.close();
  await white.page.getByText('Grace Hopper left.').waitFor();
  // A muted person can be unmuted after a reload.
  await white.page.reload();
  const again = white.page.getByRole('button', { name: 'Unmute Grace Hopper' });
  await again.click();
  await again.waitFor({ state: 'detached' });
  assert.deepEqual([...white.errors, ...black.errors], []);
  await white.context.close();
  await black.context.close();
});

test('a player who was away reads what was said meanwhile, and the chat tells of absence', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, DESKTOP);
  await startGame(server, white, black, { mode: 'Open' });
  await say(black, 'Good luck');
  await message(white, 'Good luck').waitFor();
  await white.context.setOffline(true);
  await black.page.getByText('Your opponent is away.').waitFor();
  await say(black, 'Where are you?');
  await message(black, 'Where are you?').waitFor();
  await say(black, 'Take your time');
  await message(black, 'Take your time').waitFor();
  await white.context.setOffline(false);
  const lines = (/** @type {Player} */ { page }) => page.locator('.chat .list .text, .chat .list .event').allInnerTexts();
  await message(white, 'Take your time').waitFor();
  assert.deepEqual(await lines(white), ['Good luck', '2 messages while you were away', 'Where are you?', 'Take your time']);
  assert.equal(await white.page.locator('[data-message]:not([aria-live="off"])').count(), 1, 'of what was missed the number alone is heard');
  await black.page.getByText('Your opponent is back.').waitFor();
  await white.checkAccessibility('a chat after a return');
  // A page that was reloaded has them as well, and new ones follow.
  await white.page.reload();
  await message(white, 'Take your time').waitFor();
  await say(black, 'Welcome back');
  await message(white, 'Welcome back').waitFor();
  assert.deepEqual((await lines(white)).filter((line) => !/^Your opponent/.test(line)), ['Good luck', 'Where are you?', 'Take your time', 'Welcome back']);
  for (const player of [white, black]) await player.context.close();
});

test('after a reload messages that were not read are counted, and a message whose answer was lost is shown as sent', async () => {
  const white = await Player.open(browser, PHONE);
  const black = await Player.open(browser, DESKTOP);
  // From a moment on black's page receives nothing, until the connection breaks.
  let receives = true;
  let disconnect = () => undefined;
  await black.page.routeWebSocket(/\/ws\?/, (socket) => {
    const onwards = socket.connectToServer();
    socket.onMessage((text) => onwards.send(text));
    onwards.onMessage((text) => {
      if (receives) socket.send(text);
    });
    disconnect = () => {
      receives = true;
      void socket.close({ code: 1011 });
      void onwards.close();
    };
  });
  await startGame(server, white, black, { mode: 'Open' });
  const button = (/** @type {string} */ name) => white.page.getByRole('button', { name, exact: true });
  await say(black, 'Good luck');
  await button('Chat (1)').click();
  await message(white, 'Good luck').waitFor();
  await button('Chat').click();
  await say(black, 'Your move');
  await button('Chat (1)').waitFor();
  await white.page.reload();
  await button('Chat (1)').waitFor();

  receives = false;
  await say(black, 'Are you there?');
  await button('Chat (2)').waitFor();
  disconnect();
  await message(black, 'Are you there?').waitFor();
  await black.page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.chat input'))?.value === '');
  await say(black, 'Hello?');
  await button('Chat (3)').click();
  for (const player of [white, black]) assert.equal(await message(player, 'Are you there?').count(), 1);
  assert.equal(await black.page.getByRole('alert').count(), 0);
  for (const player of [white, black]) await player.context.close();
});

test('a blind game has no chat by default, and its spectator sees no piece', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, DESKTOP);
  const guest = await Player.open(browser, PHONE);
  await startGame(server, white, black);
  for (const player of [white, black]) {
    assert.equal(await player.page.getByRole('textbox', { name: 'Say something' }).count(), 0);
  }
  await guest.page.goto(await white.watchLink());
  await guest.page.locator('[data-standing]').waitFor();
  assert.equal(await guest.page.locator('.upper').getByText('Black', { exact: true }).count(), 1);
  await white.move('e2', 'e4');
  await guest.page.getByText('Black to move').waitFor();
  // Without chat players still see the number of spectators, and can change their names.
  await black.page.locator('.lower [data-watchers="1"]').getByText('1 spectator').waitFor();
  await black.press('More');
  await black.page.getByRole('dialog').getByText('1 spectator').waitFor();
  await black.page.getByLabel('Your name').fill('Moderator');
  await black.page.getByText(/and is not White or Black/).waitFor();
  await black.page.getByLabel('Your name').fill('Judit');
  await black.press('Change name');
  await black.page.getByText('You are Judit.').waitFor();
  await black.checkAccessibility('more, with a name');
  await black.press('Close');
  await white.page.locator('.upper').getByText('Judit').waitFor();
  await guest.page.locator('.upper').getByText('Judit').waitFor();
  // A player who opens the spectators' link is led back to the game.
  const tab = await white.openTab();
  await tab.page.goto(await white.watchLink());
  await tab.page.getByRole('link', { name: 'Back to your game' }).click();
  await tab.waitForTurn('theirs');
  await tab.page.close();
  await white.press('Play here');
  for (const frame of guest.received) assert.deepEqual(frame.pieces ?? [], [], JSON.stringify(frame).slice(0, 200));
  await guest.checkAccessibility('watching a blind game');
  // ---- the game end, and the rematch
  await black.press('Resign');
  await black.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await guest.page.locator('.result', { hasText: 'White won: Black resigned.' }).waitFor();
  assert.equal(await guest.page.locator('[data-delay]').count(), 0, 'there is no delay any more');
  await white.press('Rematch');
  await black.press('Accept rematch');
  await white.waitForTurn('theirs');
  await guest.page.getByRole('link', { name: 'Watch the rematch' }).click();
  await guest.page.getByText('White to move').waitFor();
  assert.deepEqual([...white.errors, ...black.errors, ...guest.errors], []);
  for (const player of [white, black, guest]) await player.context.close();
});

test('a game without spectators says so', async () => {
  const white = await Player.open(browser, DESKTOP);
  const black = await Player.open(browser, DESKTOP);
  const guest = await Player.open(browser, PHONE);
  const { page } = white;
  await page.goto(server.url);
  await page.getByText('Open', { exact: true }).click();
  await page.getByText('Name, spectators and chat').click();
  assert.equal(await page.getByRole('switch', { name: /Allow spectators/ }).isChecked(), false);
  await page.getByRole('switch', { name: /Chat/ }).click();
  await white.press('Create game');
  const link = await page.getByLabel('Link to the game').inputValue();
  await black.join(link);
  await black.page.getByRole('grid').waitFor();
  await guest.page.goto(link.replace('/g/', '/w/'));
  await guest.page.getByText('The players have not allowed spectators.').waitFor();
  await guest.checkAccessibility('a game that cannot be watched');
  for (const player of [white, black, guest]) await player.context.close();
});
