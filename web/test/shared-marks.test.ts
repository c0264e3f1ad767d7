// Marks that are shared once the game is over: what is sent, and those of the other player in the review.
import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { Replay } from '../src/game/replay.svelte';
import { marksKey, store } from '../src/lib/storage';
import { Mind } from '../src/mind/mind.svelte';
import { Notebook } from '../src/mind/notebook';
import { WatchedMarks } from '../src/mind/watched.svelte';
import MindReview from '../src/parts/MindReview.svelte';
import type { Joined, Record as GameRecord, SharedMarks } from '../src/wire';
import { joinedTo } from './game-states';

const FEEN = '4k^3/8/8/8/8/8/8/4K^3 / C/c';
const record: GameRecord = { initial: FEEN, plies: [], tries: [], feen: FEEN };

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns a finished game of white with the marks of its player, and its review. */
function over(id: string, more: Partial<Joined> = {}): { game: Game; mind: Mind; replay: Replay } {
  const game = new Game(id);
  // The game would load its marks by itself.
  game.receive(joinedTo({ mode: 'blind', gameStatus: 'finished', aids: 'none', record, ...more }));
  const mind = new Mind(game);
  game.mind = mind;
  return { game, mind, replay: new Replay(() => record) };
}

/** Returns the squares with what is right of them. */
const verdicts = (shown: Mind | WatchedMarks, replay: Replay) => [...shown.judgedIn(replay)].map(([square, { verdict }]) => [square, verdict]);

const BLACKS = ['0 e1 C:K', '0 a1 C:Q'];

describe('the own marks', () => {
  beforeEach(() => store(marksKey('share234'), Notebook.EMPTY.marked(0, { e8: { kind: 'piece', piece: 'c:k' } }).print()));

  it('are sent once, while there is a connection', () => {
    const { game, mind } = over('share234');
    expect(mind.canShare).toBe(false);
    game.connection = { kind: 'open' };
    expect(mind.canShare).toBe(true);
    mind.share();
    mind.share();
    expect(game.outbox.map(({ command }) => command)).toMatchObject([{ type: 'share-marks', marks: ['0 e8 c:k'] }]);
    game.receive({ type: 'shared-marks', marks: { w: ['0 e8 c:k'] }, seq: 2, ack: game.outbox[0]?.id ?? '' });
    expect([game.outbox.length, mind.isShared, mind.canShare]).toEqual([0, true, false]);
  });

  it('say why they cannot be shared while there is no connection', () => {
    const { game, mind, replay } = over('share234');
    const shown = () => render(MindReview, { props: { mind, replay } }).body;
    game.connection = { kind: 'away', retryAt: 0 };
    expect(shown()).toMatch(/<button[^>]*aria-disabled="true"[^>]*aria-describedby="marks-unconnected"/);
    expect(shown()).toContain('<span id="marks-unconnected">Sharing needs a connection to the server.</span>');
    game.connection = { kind: 'open' };
    expect(shown()).not.toContain('marks-unconnected');
  });

  it('are not sent before the end', () => {
    const { game, mind } = over('share234', { gameStatus: 'waiting' });
    game.connection = { kind: 'open' };
    mind.share();
    expect([mind.canShare, game.outbox.length]).toEqual([false, 0]);
  });
});

describe('marks of the other player', () => {
  it('are heard of, and shown beside the truth with their score', () => {
    const { game, mind, replay } = over('share345');
    expect([mind.hasTheirs, game.notice]).toEqual([false, null]);
    game.receive({ type: 'shared-marks', marks: { b: BLACKS }, seq: 2 });
    expect([mind.hasTheirs, game.notice]).toEqual([true, 'Black shows you their marks.']);
    expect(verdicts(mind, replay)).toEqual([]);
    mind.shown = 'b';
    expect(verdicts(mind, replay)).toEqual([['e1', 'right'], ['a1', 'wrong']]);
    expect(mind.judgedNotes(replay).get('e1')).toBe('Black believed: king, right');
    expect([mind.scoreAt(replay), mind.totalOf(replay)]).toEqual([{ points: 1, of: 2 }, { points: 1, of: 2 }]);
    mind.shown = null;
    expect(verdicts(mind, replay)).toEqual([]);
  });

  it('are no news to a page that opens with them', () => {
    const { game, mind } = over('share456', { sharedMarks: { b: BLACKS } });
    expect([mind.hasTheirs, game.notice]).toEqual([true, null]);
  });

  it('are shown to a spectator, who chooses whose', () => {
    let shared: SharedMarks = {};
    const watched = new WatchedMarks(() => shared, () => null);
    const replay = new Replay(() => record);
    expect([watched.sides, watched.scoreAt(replay)]).toEqual([[], null]);
    shared = { b: BLACKS };
    expect(watched.arrivals).toEqual(['Marks can be seen now: Black.']);
    const later = new WatchedMarks(() => shared, () => null, shared);
    expect(later.arrivals).toEqual([]);
    expect([later.sides, verdicts(later, replay)]).toEqual([['b'], []]);
    later.shown = 'b';
    expect(verdicts(later, replay)).toEqual([['e1', 'right'], ['a1', 'wrong']]);
    expect([later.notesIn(replay).get('a1'), later.scoreAt(replay)]).toEqual(['Black believed: queen, wrong', { points: 1, of: 2 }]);
  });
});
