// The end of a game with marks: what was believed beside the truth, by ply, in words, as a score and as PGN; and shared with the other player.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { decode, decodeFrames } from 'modern-gif';
import { DESKTOP, Player, startGame } from './fixtures.mjs';
import { results } from './server.mjs';
import { playLine, startTwoPlayers } from './two-players.mjs';

const { browser, server, test } = await startTwoPlayers({ motion: true, black: DESKTOP });

test('the review shows which marks were right, ply by ply, and copies them', async ({ white, black }) => {
  await startGame(server, white, black);
  await white.press('Marks');
  await white.press('Set up their pieces');
  await white.waitForLabel('e8', /your mark: king/);
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  // The pawn that went is believed to be on d5, and nothing on e6.
  await white.page.locator('[data-tool="c:p"]').click();
  await white.tap('d5');
  await white.waitForLabel('d5', /your mark: pawn/);
  await white.page.locator('[data-tool="empty"]').click();
  await white.tap('e6');
  await white.waitForLabel('e6', /your mark: empty/);
  // The tray is closed: it would lie where the review comes.
  await white.press('Marks');
  await black.waitForTurn('yours');
  await black.move('d8', 'h4');
  await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
  // The enemy's pieces come in one motion.
  assert.ok((await white.page.locator('.seat.revealed').count()) >= 16);
  assert.match(await white.page.locator('.seat.revealed').first().evaluate((piece) => getComputedStyle(piece).animationName), /reveal/);
  await white.settle();
  await white.screenshot('reveal-phone');

  await white.waitForLabel('e8', /^e8, black king, you believed: king, right/);
  await white.waitForLabel('d8', /^d8, empty, you believed: queen, wrong/);
  await white.waitForLabel('d5', /^d5, empty, you believed: pawn, wrong/);
  await white.waitForLabel('e6', /^e6, empty, you believed: empty, right/);
  // Of 18 marks d8, e7 and d5 are wrong.
  const review = white.page.locator('[data-mind="review"]');
  await review.getByText('15 of 18 marks right here.').waitFor();
  assert.equal(await white.page.locator('[data-verdict="wrong"]').count(), 3);
  await white.press('First');
  await review.getByText('16 of 16 marks right here.').waitFor();
  await white.waitForLabel('d8', /black queen, you believed: queen, right/);
  assert.equal(await white.page.locator('[data-verdict="wrong"]').count(), 0);
  // What was believed is shown from every perspective, and can be left out.
  await white.page.locator('.perspective').getByText('White', { exact: true }).click();
  await white.waitForLabel('d8', /you believed: queen, right/);
  await white.screenshot('reveal-own-phone');
  await review.getByLabel('What you believed').uncheck();
  await white.waitForLabel('d8', /^d8, unseen$/);
  await review.getByLabel('What you believed').check();
  await review.getByRole('button', { name: 'Copy PGN with your marks' }).click();
  await review.getByText('Copied.').waitFor({ state: 'attached' });
  const pgn = await white.page.evaluate(() => navigator.clipboard.readText());
  assert.match(pgn, /^\[Event /);
  assert.match(pgn.replace(/\s+/g, ' '), /1\. f3 e5 2\. g4 \{ Marks: d5 pawn \(wrong\), e6 empty \(right\)\. \} 2\.\.\. Qh4# 0-1/);
  // The picture has what the board shows, and needs no style sheet.
  const [download] = await Promise.all([white.page.waitForEvent('download'), review.getByRole('button', { name: 'Save as a picture' }).click()]);
  assert.match(download.suggestedFilename(), /^[a-z0-9]{8}-0\.svg$/);
  const picture = readFileSync(await download.path(), 'utf8');
  assert.match(picture, /^<svg [^>]*viewBox="0 0 80 80"/);
  assert.equal([...picture.matchAll(/data-verdict="right"/g)].length, 16);
  assert.ok(picture.includes('<symbol id="round-k"') && !/ (class|style)="/.test(picture.replace(/<symbol.*?<\/symbol>/gs, '')));
  await white.page.evaluate(() => {
    const [seen, step] = [/** @type {any} */ (window), document.querySelector('.review .step > span')];
    seen.heardSteps = [];
    if (step) new MutationObserver(() => step.getAttribute('aria-live') === 'polite' && seen.heardSteps.push(step.textContent)).observe(step, { childList: true, subtree: true, characterData: true });
  });
  // The animated one shows each step, here of White's own view, and the step that was shown before is there again.
  const [animation] = await Promise.all([white.page.waitForEvent('download'), review.getByRole('button', { name: 'Save as an animation' }).click()]);
  assert.match(animation.suggestedFilename(), /^[a-z0-9]{8}\.gif$/);
  const bytes = readFileSync(await animation.path());
  if (process.env['TABULA_SCREENSHOTS']) copyFileSync(await animation.path(), `${results}/reveal.gif`);
  const { width, height, looped, frames } = decode(bytes);
  assert.deepEqual([width, height, looped, frames.length], [480, 480, true, 5]);
  await review.getByText('Saved.').waitFor();
  assert.deepEqual(frames.map(({ delay }) => delay), [800, 800, 800, 800, 4_000]);
  const colours = decodeFrames(bytes).map(({ data }) => new Set(new Uint32Array(data.buffer)).size);
  assert.ok(colours.every((count) => count > 8), `pictures of ${colours} colours`);
  assert.equal(new Set(decodeFrames(bytes).map(({ data }) => Buffer.from(data.buffer).toString('base64'))).size, 5, 'each step is another picture');
  await review.getByText('16 of 16 marks right here.').waitFor();
  // Nothing of it is announced but its end.
  assert.deepEqual(await white.page.evaluate(() => /** @type {any} */ (window).heardSteps), []);
  await white.checkAccessibility('the review with marks');
  // Who marked nothing has nothing to see there.
  assert.equal(await black.page.locator('[data-mind="review"]').count(), 0);
  // From another perspective the steps are others: the animation is given up, and no file comes.
  await white.page.locator('.perspective').getByText('Moderator', { exact: true }).click();
  const save = review.getByRole('button', { name: 'Save as an animation' });
  let files = 0;
  white.page.on('download', () => (files += 1));
  // It has begun when there is progress; it may be given up before anybody has looked.
  const begun = await save.evaluate(
    (button) =>
      new Promise((resolve) => {
        const progress = () => document.querySelector('.beliefs [aria-hidden]')?.textContent ?? '';
        const observer = new MutationObserver(() => {
          if (!/[1-9]/.test(progress())) return;
          observer.disconnect();
          resolve(button.getAttribute('aria-disabled'));
          /** @type {HTMLElement} */ (document.querySelector('.perspective input[value="b"]')).click();
        });
        observer.observe(/** @type {Element} */ (button.parentElement), { subtree: true, childList: true, characterData: true });
        /** @type {HTMLElement} */ (button).click();
      }),
  );
  assert.equal(begun, 'true');
  await white.page.locator('.beliefs button[aria-disabled="false"]').waitFor();
  assert.equal(await review.getByRole('status').last().textContent(), '');
  // They are there when the finished game is opened again.
  await white.page.goto(white.page.url());
  await white.waitForLabel('d5', /you believed: pawn, wrong/);
  assert.equal(files, 0);
});

test('marks are shared once the game is over, with the other player and with spectators', async ({ white, black }) => {
  await startGame(server, white, black);
  const spectator = await Player.open(browser, DESKTOP);
  try {
    await spectator.page.goto(await black.watchLink());
    await spectator.waitForFrame(({ type }) => type === 'gameState.update');
    await white.press('Marks');
    await white.press('Set up their pieces');
    await white.waitForLabel('e8', /your mark: king/);
    await white.press('Marks');
    await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
    await black.waitForTurn('yours');
    await black.move('d8', 'h4');
    await Promise.all([white, black].map(({ page }) => page.getByRole('button', { name: 'Rematch' }).waitFor()));
    const own = white.page.locator('[data-mind="review"]');
    await own.getByText('14 of 16 marks right here.').waitFor();
    // The end alone tells nobody of them.
    for (const { received } of [black, spectator]) assert.doesNotMatch(JSON.stringify(received), /shared-?marks/i);
    assert.equal(await black.page.locator('[data-mind]').count(), 0);
    await own.getByRole('button', { name: 'Share your marks' }).click();
    await own.getByText('Your opponent and spectators can see your marks.').waitFor();
    assert.equal(await own.getByRole('button', { name: 'Share your marks' }).getAttribute('aria-disabled'), 'true');
    await white.screenshot('reveal-shared-phone');

    const theirs = black.page.locator('[data-mind="review"]');
    // A spectator hears of it, too.
    await spectator.page.getByRole('status').getByText('Marks can be seen now: White.').waitFor({ state: 'attached' });
    await theirs.getByText('What White believed').click();
    await black.page.locator('.region').getByText('White shows you their marks.').waitFor({ state: 'attached' });
    await black.waitForLabel('e8', /^e8, black king, White believed: king, right/);
    await black.waitForLabel('d8', /^d8, empty, White believed: queen, wrong/);
    await theirs.getByText('14 of 16 marks right here.').waitFor();
    assert.equal(await black.page.locator('[data-verdict="wrong"]').count(), 2);
    await black.checkAccessibility('the marks of the other player');
    await black.screenshot('reveal-theirs-desktop');
    await theirs.getByText('The truth').click();
    await black.waitForLabel('d8', /^d8, empty$/);
    // A spectator chooses whose.
    await spectator.page.locator('[data-mind="watched"]').getByText('What White believed').click();
    await spectator.waitForLabel('d8', /^d8, empty, White believed: queen, wrong/);
    assert.deepEqual(spectator.errors, []);
    // Both have them again when the finished game is opened again.
    for (const player of [white, black]) await player.page.goto(player.page.url());
    await theirs.getByText('What White believed').waitFor();
    await own.getByText('Your opponent and spectators can see your marks.').waitFor();
  } finally {
    await spectator.context.close();
  }
});

test('the box for the own marks keeps its focus when the other player shares theirs', async ({ white, black }) => {
  await startGame(server, white, black);
  for (const player of [white, black]) {
    await player.press('Marks');
    await player.press('Set up their pieces');
    await player.press('Marks');
  }
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await black.waitForTurn('yours');
  await black.move('d8', 'h4');
  const review = black.page.locator('[data-mind="review"]');
  await review.getByRole('checkbox', { name: 'What you believed' }).focus();
  await white.page.locator('[data-mind="review"]').getByRole('button', { name: 'Share your marks' }).click();
  await review.getByText('What White believed').waitFor();
  assert.equal(await black.page.evaluate(() => document.activeElement?.matches('[data-mind="review"] input[type="radio"]:checked')), true);
  // A lost connection says why nothing can be shared.
  const share = review.getByRole('button', { name: 'Share your marks' });
  await black.page.context().setOffline(true);
  await review.getByText('Sharing needs a connection to the server.').waitFor();
  assert.equal(await share.getAttribute('aria-describedby'), 'marks-unconnected');
  await black.page.context().setOffline(false);
  await review.getByText('Sharing needs a connection to the server.').waitFor({ state: 'detached' });
});
