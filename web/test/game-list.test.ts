// Choices in the list of games: no family without its button, and no answer to an earlier request.
import { expect, it } from 'vitest';
import { LastRequest, shownFamily } from '../src/lib/game-list';

it('shows a family as long as there is a button for it', () => {
  expect(shownFamily('+', ['*', '+', 'shogi'])).toBe('+');
  expect(shownFamily('+', ['*', 'shogi'])).toBeNull();
  expect(shownFamily(null, ['*'])).toBeNull();
});

/** Returns a request that is answered by hand. */
function request() {
  let [resolve, reject]: [(answer: string) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<string>((...answers) => ([resolve, reject] = answers));
  return { promise, resolve, reject };
}

it('takes the answer to the last request alone, in whatever order they come', async () => {
  const requests = new LastRequest();
  const taken: (string | null)[] = [];
  const [first, second] = [request(), request()];
  const used = [first, second].map(({ promise }) => requests.use(promise, (answer) => taken.push(answer)));
  second.resolve('second');
  first.resolve('first');
  await Promise.all(used);
  expect(taken).toEqual(['second']);
});

it('takes a failure for null, and nothing once something else was chosen', async () => {
  const requests = new LastRequest();
  const taken: (string | null)[] = [];
  const [failed, late] = [request(), request()];
  const used = requests.use(failed.promise, (answer) => taken.push(answer));
  failed.reject(new TypeError('no network'));
  await used;
  const unused = requests.use(late.promise, (answer) => taken.push(answer));
  requests.drop();
  late.resolve('late');
  await unused;
  expect(taken).toEqual([null]);
});
