// Takes the pictures of README.md anew: a blind game from both sides, on a phone and on a wide screen. It needs what the browser tests need.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, Player, Server, startGame } from '../e2e/fixtures.mjs';
import { playLine } from '../e2e/two-players.mjs';

const docs = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../docs');

const OPENING = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 c8g4 h2h3 g4f3 d1f3 d8d7 f3f6 g7f6'.split(' ');

const [server, browser] = await Promise.all([Server.start(), launchBrowser()]);
try {
  const [white, black] = await Promise.all([
    Player.open(browser, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true }),
    Player.open(browser, { viewport: { width: 1200, height: 760 }, colorScheme: 'dark' }),
  ]);
  /** @param {Player} player @param {string} name */
  const take = async (player, name) => {
    await player.settle();
    await player.page.screenshot({ path: path.join(docs, `${name}.png`) });
  };
  await startGame(server, white, black);
  await playLine({ white, black }, ...OPENING);
  await white.waitForTurn('yours');
  await white.tap('c1');
  await white.waitForLabel('g5', /reachable/);
  await take(white, 'phone');
  await white.tap('h6');
  await playLine({ white: black, black: white }, 'f6f5', 'e4f5', 'h8g8', 'b1d2');
  await black.waitForTurn('yours');
  // A move that fails, and the piece that must move now.
  await black.move('d7', 'h3');
  await black.waitForAnnouncement('Illegal move.');
  await take(black, 'desktop');
} finally {
  await browser.close();
  await server.stop();
}
