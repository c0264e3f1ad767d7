// A newcomer's way on a phone: the first page, practice, a blind game that is won, a friend by a QR code, the replay, the own games, and a message about
// the next turn. With TABULA_SCREENSHOTS=1 each step is a picture. Each has a test of its own, so the whole way is walked only then and with LONG=1.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DESKTOP, LONG, PHONE, Player, startStage } from './fixtures.mjs';
import { deliver, noteNotifications, notifications, pressNotification, PushService } from './push.mjs';
import { readQr } from './qr.mjs';
import { eventually } from './wait.mjs';

const { server, browser } = await startStage({ own: 'newcomer', flags: ['--push-reach=any'] });
const push = await PushService.start();
after(() => push.stop());

/** Squares to which the king goes from a square, the best first. @type {Record<string, string[]>} */
const STEPS = {
  e1: ['e2', 'd2', 'f2'], e2: ['d3', 'f3', 'd2'], d2: ['d3', 'c3', 'e2'], f2: ['f3', 'g3', 'e2'],
  d3: ['d4', 'e4', 'c3', 'e2'], f3: ['e4', 'g3', 'e2'], c3: ['d4', 'd3', 'd2'], g3: ['f3', 'f2'],
};

/** Walks the king to the hill: each turn to the first square that the moderator allows. @param {Player} player */
async function climb(player) {
  /** @param {(frame: any) => boolean} matches */
  const count = (matches) => player.received.filter(matches).length;
  const isOver = () => count(({ gameStatus }) => gameStatus === 'finished') > 0;
  const plies = () => Math.max(0, ...player.received.map(({ ply }) => ply ?? 0));
  const refusals = () => count(({ newAnnouncements }) => newAnnouncements?.some((/** @type {any} */ { text }) => text === 'illegal_move'));
  /** Tries a move, and returns whether it was played. @param {string} from @param {string} to */
  const tries = async (from, to) => {
    const [played, refused] = [plies(), refusals()];
    await player.move(from, to);
    await eventually(() => isOver() || plies() > played || refusals() > refused);
    return plies() > played;
  };
  let king = 'e1';
  await tries('e2', 'e3');
  for (let turn = 1; turn < 30; turn += 1) {
    await eventually(() => isOver() || plies() === 2 * turn);
    if (isOver()) return;
    await player.waitForTurn('yours');
    for (const to of STEPS[king] ?? []) {
      if (!(await tries(king, to))) continue;
      king = to;
      break;
    }
  }
}

const isWalked = LONG || Boolean(process.env['TABULA_SCREENSHOTS']);

test('a newcomer plays, wins, invites a friend, looks back, and is called to the next turn', { skip: !isWalked }, async () => {
  const [phone, friend] = await Promise.all([Player.open(browser, { ...PHONE, serviceWorkers: 'allow' }), Player.open(browser, DESKTOP)]);
  const { page } = phone;
  await phone.context.grantPermissions(['notifications'], { origin: server.url });
  await push.standIn(phone);
  let steps = 0;
  const picture = (/** @type {string} */ name) => phone.screenshot(`newcomer-${(steps += 1)}-${name}`);

  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Gambit' }).waitFor();
  await picture('first-page');
  // One tap from there to practice, with hints and taken back moves.
  await page.getByRole('link', { name: 'Practise', exact: true }).tap();
  await page.locator('[data-status]').getByText('Your turn').first().waitFor();
  await picture('practice');

  // One tap to a blind game, here with a short way to win it.
  await page.goto(server.url);
  await page.getByText('White', { exact: true }).tap();
  await page.getByText('House rules', { exact: true }).first().tap();
  await page.getByRole('checkbox', { name: /^King of the hill/i }).check();
  await page.getByLabel('Level of the machine').selectOption('1');
  await page.getByRole('button', { name: 'Play the machine' }).tap();
  await phone.waitForTurn('yours');
  await climb(phone);
  await page.locator('.result', { hasText: 'You won' }).waitFor();
  await picture('blind-game-won');

  // One tap to the code that a friend scans.
  await page.goto(server.url);
  await page.getByText('Black', { exact: true }).tap();
  await page.getByRole('button', { name: 'Create game' }).tap();
  await page.getByRole('img', { name: /QR/ }).waitFor();
  await picture('friend-by-qr');
  // What the camera reads is the link in the field.
  const scanned = await readQr(page);
  assert.equal(scanned, await page.getByLabel('Link to the game').inputValue());
  await friend.join(scanned);
  await page.getByRole('grid').waitFor();
  for (const [ply, [from, to]] of /** @type {const} */ ([['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']]).entries()) {
    const mover = ply % 2 === 0 ? friend : phone;
    await mover.waitForTurn('yours');
    if (ply === 3) await picture('blind-with-a-friend');
    await mover.move(from, to);
  }
  await page.locator('.result', { hasText: 'You won by checkmate.' }).waitFor();
  await phone.press('First');
  await phone.press('Next');
  await picture('replay');

  // Another one, and away.
  await phone.press('Rematch');
  await friend.press('Accept rematch');
  await phone.waitForTurn('yours');
  await phone.move('e2', 'e4');
  await phone.waitForTurn('theirs');
  await phone.press('More');
  await page.getByRole('switch', { name: /Tell me when it is my turn/ }).tap();
  await eventually(() => phone.sent.some(({ type }) => type === 'subscribe'));
  await phone.waitForFrame(({ ack }) => ack === phone.sent.find(({ type }) => type === 'subscribe').id);
  await picture('call-me');
  const id = page.url().slice(-8);
  await page.goto(server.url);
  await page.locator(`[data-game="${id}"]`).getByText('Their turn').waitFor();
  await picture('your-games');
  await friend.move('e7', 'e5');
  await eventually(() => push.received.length > 0);
  await noteNotifications(phone);
  await deliver(phone, push.received[0]?.text ?? '');
  await eventually(async () => (await notifications(phone)).length > 0);
  const [{ title, body }] = await notifications(phone);
  assert.deepEqual([title, body], ['Tabula', 'A game is waiting for you.']);
  const { opened } = await pressNotification(phone);
  await page.goto(server.url + opened);
  await phone.waitForTurn('yours');
  await picture('next-turn');
  assert.deepEqual([phone.errors, friend.errors], [[], []]);
  await Promise.all([phone, friend].map(({ context }) => context.close()));
});
