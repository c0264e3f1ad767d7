// The main screens in other languages on a phone: nothing scrolls sideways, no control is cut off or lies over another. With LONG=1 in all, otherwise in those
// of the longest words, of the widest letters, and of no spaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONG, makeGame, PHONE, Player, startStage } from '../fixtures.mjs';
import { checkPhone } from '../screens.mjs';

const { server, browser } = await startStage();

const LANGUAGES = LONG ? ['en', 'de', 'es', 'fr', 'pt', 'ru', 'ja', 'zh'] : ['de', 'ja'];

/** Returns the address of a page in a language. @param {string} address @param {string} language */
const inLanguage = (address, language) => {
  const url = new URL(address, server.url);
  url.searchParams.set('lang', language);
  return url.href;
};

/** Waits until everything that comes late is there. @param {Player} player */
const settled = ({ page }) => page.waitForLoadState('networkidle');

for (const language of LANGUAGES) {
  test(`no screen is broken on a phone in ${language}`, async () => {
    const [one, other] = await Promise.all([Player.open(browser, { ...PHONE, locale: language }), Player.open(browser, { ...PHONE, locale: language })]);
    const { page } = one;
    /** @type {string[]} */
    const faults = [];
    /** @param {string} state @param {{ board?: boolean, scrolls?: boolean, of?: Player }} [expected] */
    const look = async (state, { board = false, scrolls = true, of = one } = {}) => {
      await settled(of);
      faults.push(...(await checkPhone(of.page, state, { board, scrolls })));
      if (of === one) await one.screenshot(`${language}-${state.replaceAll(' ', '-')}-phone`);
    };

    await page.goto(inLanguage('/', language));
    await page.locator('.options select').first().waitFor();
    await look('first page');
    // The switches and the texts of the folded part, the settings, and how blind chess works: the buttons in the order of the page.
    await page.locator('footer button').nth(1).click();
    await page.getByRole('dialog').getByRole('switch').first().waitFor();
    await look('settings');
    await page.keyboard.press('Escape');
    await page.locator('footer button').first().click();
    await page.getByRole('dialog').getByRole('listitem').nth(4).waitFor();
    await look('how to');
    await page.keyboard.press('Escape');
    await page.locator('.field-of-game button').click();
    await page.getByRole('dialog').locator('.game').nth(50).waitFor();
    await look('games');
    await page.getByRole('dialog').locator('.game').nth(3).click();
    await page.getByRole('dialog').locator('ul').first().waitFor();
    await look('a game');

    for (const [state, path] of /** @type {const} */ ([['one screen', '/local?game=shogi'], ['practice', '/practice'], ['rule lab', '/lab'], ['finished games', '/games'], ['nowhere', '/nothing']])) {
      await page.goto(inLanguage(path, language));
      await look(state);
    }

    const link = inLanguage(await makeGame(server, one), language);
    await page.goto(link);
    await page.getByRole('img').first().waitFor();
    await look('waiting');
    await other.page.goto(link);
    const join = other.page.locator('main button.primary');
    await join.waitFor();
    await look('joining', { of: other });
    await join.click();
    await page.getByRole('grid').waitFor();
    await look('playing', { board: true, scrolls: false });

    assert.deepEqual(faults, []);
    assert.deepEqual([...one.errors, ...other.errors].filter((error) => !error.includes('404')), []);
    await Promise.all([one, other].map(({ context }) => context.close()));
  });
}
