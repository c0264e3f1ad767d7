// Lost and restored connections, and takeover by another tab: no move is lost or played twice.
import assert from 'node:assert/strict';
import { assertNothingLeaked, assertNumbered, DESKTOP, startGame, Player } from './fixtures.mjs';
import { playLine, startTwoPlayers } from './two-players.mjs';
import { sees } from './wait.mjs';

const { server, browser, test } = await startTwoPlayers({ errors: true, own: 'connection' });

// Requirement blind-65.
test('a move made offline is shown as not sent, and is sent once after reconnecting', async ({ white, black }) => {
  await startGame(server, white, black);
  await white.context.setOffline(true);
  await white.page.getByText(/You are offline\.\s+Your moves are sent when you are back online\./).waitFor();
  await white.waitForTitle('Not connected · Tabula');
  await black.page.getByText(/away, loses in [0-9]:[0-9]{2}/).waitFor();
  await white.move('e2', 'e4');
  await white.waitForTurn('unsent');
  await white.waitForAnnouncement('Not sent yet.');
  await white.waitForLabel('e4', /white pawn, not confirmed yet/);
  await white.checkLayout('offline');
  await white.screenshot('offline-phone');
  await black.screenshot('peer-away-desktop');
  assert.equal(white.sent.some((frame) => frame.type === 'commit'), false);

  await white.context.setOffline(false);
  await black.waitForAnnouncement('White has moved.');
  await white.waitForTurn('theirs');
  await black.page.getByText('here', { exact: true }).waitFor();
  assert.equal(white.sent.filter((frame) => frame.type === 'commit').length, 1);
  assertNumbered(white);
  assertNumbered(black);
  assertNothingLeaked(white, 'w');
});

test('a command whose answer was lost is sent again under the same id and has one effect', async ({ white, black }) => {
  const link = await startGame(server, white, black);
  // The connection breaks after the move is sent and before its answer.
  let cut = true;
  await white.page.routeWebSocket(/\/ws\?/, (socket) => {
    const onwards = socket.connectToServer();
    socket.onMessage((message) => {
      onwards.send(message);
      if (cut && message.toString().includes('"commit"')) {
        cut = false;
        // The server has the move; the page does not receive the answer.
        setTimeout(() => {
          socket.close({ code: 1011 });
          onwards.close();
        }, 150);
      }
    });
    onwards.onMessage((message) => {
      if (!message.toString().includes('"ack"') || !message.toString().includes('"update"') || cut) socket.send(message);
      else if (message.toString().includes('"ply":1') && white.sent.filter((frame) => frame.type === 'commit').length > 1) socket.send(message);
    });
  });
  await white.page.goto(link);
  await white.waitForTurn('yours');
  await white.move('e2', 'e4');
  await black.waitForAnnouncement('White has moved.');
  await white.waitForTurn('theirs');
  await white.page.locator('.waiting').waitFor({ state: 'detached' });
  await black.move('e7', 'e5');
  await white.waitForAnnouncement('Black has moved.');
  assert.equal(black.received.flatMap((frame) => frame.newAnnouncements ?? []).filter((one) => one.text === 'white_moved').length, 1);
});

// Requirements blind-124, gambit-112.
test('a server that restarts gives the game back', async ({ white, black }) => {
  await startGame(server, white, black);
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  const boards = () => Promise.all([white, black].map(({ page }) => page.getByRole('grid').boundingBox()));
  const before = await boards();
  // After some quick tries the words are others, in the same place.
  const told = Promise.all([white, black].map((player) => sees(player, '[data-link=retrying]', 'Connection lost. Trying again')));
  await server.down();
  await told;
  // A board that moves takes the piece under a finger to another square.
  assert.deepEqual(await boards(), before);
  for (const player of [white, black]) {
    const [banner, bar] = await Promise.all(['.banner > .place', '.upper .bar'].map((part) => player.page.locator(`.table > ${part}`).boundingBox()));
    assert.ok(banner && bar && banner.x <= bar.x && banner.y <= bar.y, 'the bar begins beneath the banner');
    assert.ok(banner.x + banner.width >= bar.x + bar.width && banner.y + banner.height >= bar.y + bar.height, 'and ends there');
  }
  await white.screenshot('disconnected-phone');
  await black.screenshot('disconnected-desktop');
  await server.up();
  await black.waitForTurn('yours');
  await black.move('e7', 'e5');
  await white.waitForAnnouncement('Black has moved.');
  await white.waitForLabel('e4', /white pawn/);
  assertNothingLeaked(white, 'w');
  assertNothingLeaked(black, 'b');
});

// Requirements blind-123, gambit-112.
test('a server that stays down is reported, with a button to retry', async ({ white, black }) => {
  await white.page.clock.install();
  await white.page.addInitScript(() => {
    const page = /** @type {any} */ (window);
    page.sockets = [];
    page.WebSocket = class extends page.WebSocket {
      constructor(/** @type {string} */ address) {
        super(address);
        page.sockets.push(this);
      }
    };
  });
  await startGame(server, white, black);
  await server.down();
  for (let tries = 0; tries < 60 && !(await white.page.getByText('The server is not answering.').isVisible()); tries += 1) {
    await white.page.clock.runFor(1_000);
  }
  await white.page.getByText('The server is not answering.').waitFor();
  await white.checkLayout('away');
  await white.screenshot('away-phone');
  // From here on the page tries nothing by itself: the button does it.
  await white.page.clock.pauseAt(Date.now() + 3_600_000);
  await white.page.waitForFunction(
    () => /** @type {any} */ (window).sockets.every((/** @type {WebSocket} */ { readyState }) => readyState === WebSocket.CLOSED), undefined, { polling: 25 },
  );
  await server.up();
  await white.press('Try again');
  await white.waitForTurn('yours');
});

// Requirement blind-117.
test('another tab takes the game over, and gives it back', async ({ white, black }) => {
  const link = await startGame(server, white, black);
  const second = await white.openTab();
  await second.page.goto(link);
  await second.waitForTurn('yours');
  await white.page.getByText('This game is now open elsewhere.').waitFor();
  await white.checkLayout('superseded');
  await white.screenshot('superseded-phone');
  await white.press('Play here');
  await white.waitForTurn('yours');
  await second.page.getByText('This game is now open elsewhere.').waitFor();
  await white.move('e2', 'e4');
  await black.waitForAnnouncement('White has moved.');
});

// Requirements blind-16, blind-111.
test('a reload keeps the game, the touched piece and own moves', async ({ white, black }) => {
  await startGame(server, white, black);
  await playLine({ white, black }, 'e2e4', 'e7e5');
  await white.waitForTurn('yours');
  await white.drag('g1', 'h2');
  await white.waitForLabel('g1', /touched/);
  await white.page.reload();
  await white.waitForLabel('g1', /touched, must move/);
  await white.waitForLabel('e4', /white pawn/);
  await white.page.getByText('You moved e2 to e4.').first().waitFor();
  await white.page.getByText('Black has moved.').first().waitFor();
});

test('returning to a suspended tab requests a new snapshot', async ({ white, black }) => {
  await white.page.clock.install();
  await startGame(server, white, black);
  const greetings = () => white.sent.filter((frame) => frame.type === 'hello').length;
  const before = greetings();
  const become = (/** @type {'hidden' | 'visible'} */ state) =>
    white.page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await become('hidden');
  await white.page.clock.runFor(10_000);
  await become('visible');
  await white.waitForFrame((frame) => frame.type === 'joined' && white.received.filter((one) => one.type === 'joined').length > before);
  assert.equal(greetings(), before + 1);
  // The other player did not see this one leave.
  assert.equal(black.received.some((frame) => frame.type === 'peer-status' && frame.connected === false), false);
});

test('a third person and a wrong link get an explanation', async ({ white, black }) => {
  const link = await startGame(server, white, black);
  const third = await Player.open(browser, DESKTOP);
  await third.page.goto(link);
  await third.page.getByRole('heading', { name: 'This game is full' }).waitFor();
  await third.page.goto(`${server.url}/g/zzzzzzzz`);
  await third.page.getByRole('heading', { name: 'No such game' }).waitFor();
  await third.page.getByRole('link', { name: 'Start a new game' }).click();
  await third.page.getByRole('button', { name: 'Create game' }).waitFor();
  await third.context.close();
});
