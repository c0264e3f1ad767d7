// Passkeys: added on one device, used after the browser's data was cleared, and removed. The authenticator is the browser's own virtual one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, Player, startGame, startStage } from './fixtures.mjs';
import { checkScreens } from './screens.mjs';
import { playLine } from './two-players.mjs';

const { server, browser } = await startStage({ own: 'passkeys', flags: ['--finished-lifetime=300ms'] });

/** The server's address as passkeys know it: they are for domains alone. */
const site = server.url.replace('127.0.0.1', 'localhost');

/** Returns the text of what has the focus. @param {Player} player */
const focused = ({ page }) => page.evaluate(() => document.activeElement?.textContent);

/** Gives a page an authenticator whose user agrees to all. @param {Player} player */
async function addAuthenticator({ context, page }) {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** @param {boolean} isUserVerified */
    verify: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a player adds a passkey, gets their key back by it, and removes it', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  const authenticator = await addAuthenticator(white);
  /** @type {string[]} */
  const asked = [];
  white.page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await white.page.goto(`${site}/results`);
  await white.page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await white.checkAccessibility('results without a key, with passkeys');
  await white.press('Count my games');
  await white.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  // A game that counts.
  const local = Object.assign(Object.create(server), { url: site });
  await startGame(local, white, black, { mode: 'Blind', spectators: { allowed: false, delaySeconds: 0 } });
  await playLine({ white, black }, 'f2f3', 'e7e5', 'g2g4');
  await black.move('d8', 'h4');
  await white.page.getByText('You lost by checkmate.').first().waitFor();
  await white.page.goto(`${site}/results`);
  const game = white.page.getByRole('link', { name: /White – Black.*Lost|Lost/ });
  await game.first().waitFor();
  const key = await white.page.evaluate(() => localStorage.getItem('tabula:key'));
  assert.ok(key);

  // By keyboard. Spaces are no name: the browser says so.
  await white.page.getByLabel('Name of the passkey').fill('  ');
  await white.page.getByLabel('Name of the passkey').press('Enter');
  assert.equal(await white.page.getByLabel('Name of the passkey').evaluate((field) => field.matches(':invalid')), true);
  assert.deepEqual(await authenticator.credentials(), []);
  await white.page.getByLabel('Name of the passkey').fill('Phone');
  await white.page.getByLabel('Name of the passkey').press('Enter');
  await white.page.getByText('The passkey has been added.').waitFor();
  const entry = white.page.getByRole('listitem').filter({ hasText: 'Phone' });
  await entry.getByText(/added .*20\d\d/).waitFor();
  await white.checkAccessibility('the own passkeys');
  await white.screenshot('passkeys-phone');
  assert.deepEqual(await checkScreens(white.page, 'the own passkeys', { board: false, scrolls: true }), []);
  await white.page.setViewportSize({ width: 390, height: 844 });
  const [credential, ...more] = await authenticator.credentials();
  assert.deepEqual([more.length, credential?.rpId, credential?.isResidentCredential], [0, 'localhost', true]);
  // The same device makes no second one.
  await white.page.getByLabel('Name of the passkey').fill('Again');
  await white.press('Add a passkey');
  await white.page.getByText('This device already has a passkey of yours.').waitFor();
  // Neither the key nor the secret that seals it has reached the server.
  const secret = key.split('.').at(-1) ?? '';
  const handle = (credential?.userHandle ?? '').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  assert.ok(handle.length > 80 && !asked.some((request) => request.includes(secret) || request.includes(handle.slice(0, 40))));

  // The browser's data is cleared.
  await white.page.evaluate(() => localStorage.clear());
  await white.page.goto(`${site}/results`);
  await white.page.getByRole('button', { name: 'Count my games' }).waitFor();
  // A user whom the device does not verify gets nothing.
  await authenticator.verify(false);
  await white.press('Use a passkey');
  await white.page.getByText('Cancelled, or your device took too long.').waitFor();
  assert.equal(await focused(white), 'Use a passkey', 'it can be pressed again');
  assert.equal(await white.page.evaluate(() => localStorage.getItem('tabula:key')), null);
  await authenticator.verify(true);
  await white.press('Use a passkey');
  await game.first().waitFor();
  assert.equal(await focused(white), 'Your results', 'the page is read from its heading');
  assert.equal(await white.page.evaluate(() => localStorage.getItem('tabula:key')), key);
  await entry.getByText(/last used .*20\d\d/).waitFor();
  assert.ok(!asked.some((request) => request.includes(secret) || request.includes(handle.slice(0, 40))));
  // A private game opens by the key.
  await game.first().click();
  await white.page.locator('.result', { hasText: 'Black won by checkmate.' }).waitFor();

  // Removed, it brings nothing back.
  await white.page.goto(`${site}/results`);
  await entry.getByRole('button', { name: 'Remove' }).click();
  await white.page.getByText('Removed here. You can also delete it on your device.').waitFor();
  await white.page.waitForFunction(() => document.activeElement?.textContent.startsWith('Removed here.'));
  await white.page.evaluate(() => localStorage.clear());
  await white.page.goto(`${site}/results`);
  // The browser logs the refusal.
  const errors = [...white.errors];
  await white.press('Use a passkey');
  await white.page.getByText('The server does not know this passkey, or it has been removed.').waitFor();
  assert.equal(await white.page.evaluate(() => localStorage.getItem('tabula:key')), null);
  // In the longest language there is room for it on a phone.
  await white.page.goto(`${site}/results?lang=ru`);
  await white.page.getByRole('button', { name: 'Войти с ключом доступа' }).waitFor();
  assert.ok(await white.page.evaluate(() => document.documentElement.scrollWidth <= Math.min(innerWidth, screen.width)));
  assert.deepEqual([errors, black.errors], [[], []]);
  await Promise.all([white, black].map(({ context }) => context.close()));
});

test('nothing is offered where the browser has no passkeys, or the server none for this address', async () => {
  const player = await Player.open(browser, PHONE);
  await player.page.goto(`${server.url}/results`);
  await player.press('Count my games');
  await player.page.getByRole('heading', { name: 'Vacation' }).waitFor();
  assert.equal(await player.page.getByText(/passkey/i).count(), 0);
  await player.context.close();
  const without = await Player.open(browser, PHONE);
  await without.page.addInitScript(() => delete (/** @type {{ PublicKeyCredential?: unknown }} */ (globalThis)).PublicKeyCredential);
  /** @type {string[]} */
  const asked = [];
  without.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await without.page.goto(`${site}/results`);
  await without.page.getByRole('button', { name: 'Count my games' }).waitFor();
  await without.page.waitForLoadState('networkidle');
  assert.equal(await without.page.getByText(/passkey/i).count(), 0);
  assert.ok(!asked.includes('/api/passkeys'));
  assert.deepEqual([player.errors, without.errors], [[], []]);
  await without.context.close();
});
