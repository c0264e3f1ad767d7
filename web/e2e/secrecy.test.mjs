// What a page gets, draws, sounds and keeps is the same in two games that differ only in what its viewer may not know; see session/SECRECY.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAKS, SIGHTS } from './leaks.mjs';
import { stage } from './support.mjs';
import { written } from './twin-script.mjs';
import { INVISIBLE, kept, Pair } from './twins.mjs';

/** However fast or slowly the test goes on, no socket is closed for it, nor asked whether it is there. */
const PATIENT = [
  ['hello-timeout', '1h'], ['ping-interval', '1h'], ['idle-timeout', '1h'], ['strikes', '1000000'], ['bystanders', '100'],
  ['commit-rate', '1000'], ['commit-burst', '1000'], ['message-rate', '10000'], ['message-burst', '10000'],
].map(([name, value]) => `--${name}=${value}`);

const { server, browser } = await stage({ flags: PATIENT });

/** @param {import('./twins.mjs').Twin} twin @param {string} label @param {(pair: Pair) => void} [judge] */
async function play(twin, label, judge = () => undefined) {
  const pair = await Pair.of(browser, server.url, twin);
  try {
    await pair.play(label);
    judge(pair);
  } finally {
    await pair.close();
  }
}

for (const moderator of ['blind', 'table-fidelity']) {
  for (const viewer of /** @type {const} */ (['w', 'b'])) {
    test(`a page shows ${viewer} nothing of what differs: a game by hand under ${moderator}`, async () => {
      await play(written(viewer, moderator), moderator, ({ one: { witness, heard, said } }) => {
        const [own, enemy] = viewer === 'w' ? ['white', 'black'] : ['black', 'white'];
        for (const words of [`${own}_in_check`, `${enemy}_moved_captured`, 'illegal_move', 'must_move_touched_piece']) {
          assert.ok(heard.some((text) => text.includes(words)), `${words} was said`);
        }
        assert.ok(said.some((text) => text.includes('"promotion":"n"')), 'a piece was chosen');
        for (const kind of ['sound', 'vibration', 'change', 'kept', 'asked', 'frame', 'said', 'wire', 'socket']) {
          assert.ok(witness.count(kind) > 0, `${kind} was watched`);
        }
      });
    });
  }
}

for (const [index, twin] of kept().entries()) {
  const label = `${twin.viewer} at ${twin.mode}, ${twin.moderator}`;
  test(`a page shows nothing of what differs: the session’s twin ${index} (${label})`, async () => {
    await play(twin, label);
  });
}

test('a page that tells anything more is told apart, and one that tells the same is not', async () => {
  const twin = written('w', 'blind');
  const pair = await Pair.of(browser, server.url, { ...twin, steps: [] });
  try {
    for (const step of twin.steps.slice(0, 6)) await pair.act(step);
    const { one, other } = pair;
    assert.deepEqual(await pair.differences(), {}, 'before any leak');
    for (const [name, { leak, part }] of Object.entries(LEAKS)) {
      await one.leak(leak);
      const found = await pair.differences();
      assert.ok(Object.hasOwn(found, part), `${name} is found in ${part}, not only in ${Object.keys(found).join(', ') || 'nothing'}`);
      // The control: what both do is no difference.
      await other.leak(leak);
      assert.deepEqual(await pair.differences(), {}, `${name}, in both`);
    }
    // What only the eye can tell.
    assert.ok((await pair.pictures()).most <= INVISIBLE, 'the pages look the same');
    for (const [name, leak] of Object.entries(SIGHTS)) {
      await one.leak(leak);
      assert.deepEqual(await pair.differences(), {}, `${name} is in no word`);
      assert.ok((await pair.pictures()).most > INVISIBLE, `${name} is seen`);
      await other.leak(leak);
      assert.ok((await pair.pictures()).most <= INVISIBLE, `${name}, in both`);
    }
    // What the server says to one of them alone.
    await one.hear('{"type":"ping"}');
    const found = Object.keys(await pair.differences());
    assert.ok(found.includes('noted: said') && found.includes('noted: frame'), found.join(', '));
  } finally {
    await pair.close();
  }
});
