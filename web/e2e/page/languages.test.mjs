// Languages of the page: chosen by the browser, by a link and by hand; loaded alone, before anything is shown, and kept without a network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, Player, startStage } from '../fixtures.mjs';
import { eventually } from '../wait.mjs';

const { server, browser } = await startStage();

/** Texts of the button that creates a game. */
const CREATE = { en: 'Create game', de: 'Partie anlegen' };
const LANGUAGE_FILE = /\/assets\/[a-z]{2}-[^/]{7}\.js$/;

/** Notes the texts of the button as they are painted, from the first frame on. @param {import('playwright-core').Page} page */
const notePaints = (page) =>
  page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.painted = new Set();
    const note = () => {
      const text = document.querySelector('button[type=submit]')?.textContent?.trim();
      if (text) seen.painted.add(text);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
const painted = (page) => page.evaluate(() => [.../** @type {any} */ (window).painted]);

/** @param {import('playwright-core').Page} page @param {string} text */
const waitForButton = (page, text) => page.getByRole('button', { name: text, exact: true }).waitFor();

/** @param {import('playwright-core').Page} page */
const tagOf = (page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

test('the page speaks the language of the browser from its first frame, and loads no other', async () => {
  const player = await Player.open(browser, { ...PHONE, locale: 'de-AT' });
  const { page } = player;
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await notePaints(page);
  await page.goto(server.url);
  await waitForButton(page, CREATE.de);
  await page.waitForFunction(() => /** @type {any} */ (window).painted.size > 0);
  assert.deepEqual(await painted(page), [CREATE.de]);
  assert.deepEqual(await tagOf(page), ['de', 'ltr']);
  const files = new Set(loaded.filter((path) => LANGUAGE_FILE.test(path)));
  assert.equal(files.size, 1, [...files].join());
  assert.match([...files][0] ?? '', /\/de-/);
  await eventually(() => loaded.some((path) => path.startsWith('/api/')));
  // It is asked for beside the script of the page, not after it.
  const first = loaded.findIndex((path) => LANGUAGE_FILE.test(path));
  assert.ok(first < loaded.findIndex((path) => path.startsWith('/api/')), loaded.join());
  await player.context.close();
});

test('English loads no file of a language', async () => {
  const player = await Player.open(browser, { ...PHONE, locale: 'en-GB' });
  const { page } = player;
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Gambit' }).waitFor();
  assert.deepEqual(loaded.filter((path) => LANGUAGE_FILE.test(path)), []);
  await player.context.close();
});

test('a link chooses a language for its tab, and a choice by hand stays', async () => {
  const player = await Player.open(browser, { ...PHONE, locale: 'en-US' });
  const { page } = player;
  await page.goto(`${server.url}/?lang=de`);
  await waitForButton(page, CREATE.de);
  await page.goto(server.url);
  await waitForButton(page, CREATE.de);
  const other = await player.context.newPage();
  await other.goto(server.url);
  await waitForButton(other, CREATE.en);

  await other.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await waitForButton(other, CREATE.de);
  const third = await player.context.newPage();
  await third.goto(server.url);
  await waitForButton(third, CREATE.de);
  // The other way, in the settings.
  await third.getByRole('button', { name: 'Einstellungen' }).click();
  await third.getByRole('dialog').getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await waitForButton(third, CREATE.en);
  await third.reload();
  await waitForButton(third, CREATE.en);
  await player.context.close();
});

test('a page whose language does not come is shown in English, and says so', async () => {
  const player = await Player.open(browser, { ...PHONE, locale: 'de' });
  const { page } = player;
  await page.route(LANGUAGE_FILE, (route) => route.abort());
  await page.goto(server.url);
  await waitForButton(page, CREATE.en);
  assert.deepEqual(await tagOf(page), ['en', 'ltr']);
  await player.context.close();
});

test('the language in use is kept without a network, and no other', async () => {
  const player = await Player.open(browser, { ...PHONE, locale: 'de', serviceWorkers: 'allow' });
  const { page } = player;
  await page.goto(server.url);
  const kept = () =>
    page.evaluate(async () => {
      const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname).filter((path) => /\/assets\/[a-z]{2}-[^/]{7}\.js$/.test(path));
    });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  while ((await kept()).length === 0) await page.waitForTimeout(100);
  assert.equal((await kept()).length, 1);
  assert.match((await kept())[0] ?? '', /\/de-/);
  await player.context.setOffline(true);
  await page.goto(`${server.url}/local`);
  await page.getByRole('heading', { name: 'An einem Bildschirm' }).waitFor();
  await player.context.close();
});
