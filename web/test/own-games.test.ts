import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reduce, type PlayerState } from '../src/game/state';
import type { Copy } from '../src/own/copies';
import type { OwnGame, OwnGames } from '../src/wire';
import { joinedTo } from './game-states';

/** A storage as browsers have it, whose keys are its properties. */
const memory = (): Storage => {
  const stored: Record<string, string> = {};
  const define = (name: string, value: unknown) => Object.defineProperty(stored, name, { value, enumerable: false });
  define('getItem', (key: string) => (Object.hasOwn(stored, key) ? stored[key] : null));
  define('setItem', (key: string, value: string) => void (stored[key] = value));
  define('removeItem', (key: string) => void Reflect.deleteProperty(stored, key));
  return stored as unknown as Storage;
};

const NOW = 1_777_334_403_000;

const game = (id: string, changes: Partial<OwnGame> = {}): OwnGame => ({
  terms: {
    gameId: id, waiting: false, mode: 'blind', moderator: 'table-fidelity', ruleset: 'chess', rulesetName: 'Chess', overlays: ['torpedo'],
    highlightingEnabled: true, touchMove: true,
    announcements: { id: 'table-fidelity', name: 'Table fidelity', moves: 'both', refusals: 'both', special: [] },
    clock: { initial: 300, increment: 3 }, chat: false, spectators: true, delaySeconds: 30, absenceSeconds: 300,
  },
  you: 'w', status: 'active', yourTurn: false, plies: 3, names: { w: 'Ada', b: 'Grace' }, ...changes,
});
const answer = (changes: Partial<OwnGames>): OwnGames => ({ now: NOW, games: [], finished: [], unknown: [], unanswered: [], ...changes });

const load = async () => {
  vi.resetModules();
  return import('../src/own/games');
};

beforeEach(() => {
  vi.stubGlobal('localStorage', memory());
});

const seat = (id: string, visit = 1) => {
  localStorage.setItem(`bc:${id}`, 'q8w3e7r2t6y1u5i9o4p0a7s2');
  localStorage.setItem(`bc:${id}:visit`, String(visit));
};

describe('the list of own games', () => {
  it('has every game with a seat, and neither rooms nor games that were only watched', async () => {
    seat('aaaa1111');
    localStorage.setItem('bc:room-ABC234', 'a');
    localStorage.setItem('bc:bbbb2222:watcher', 't');
    const { storedGames } = await load();
    expect(storedGames().map(({ id, status }) => [id, status])).toEqual([['aaaa1111', 'unknown']]);
  });

  it('shows first what waits for the player, and keeps what it was told', async () => {
    for (const id of ['aaaa1111', 'bbbb2222', 'cccc3333']) seat(id);
    const { answered, storedGames } = await load();
    const over = game('aaaa1111', { status: 'finished', winner: 'b', endReason: 'resign', endedAt: NOW - 5 });
    answered(storedGames(), answer({ games: [over, game('bbbb2222'), game('cccc3333', { yourTurn: true })] }));
    expect(storedGames().map(({ id, name }) => [id, name])).toEqual([['cccc3333', 'Grace'], ['bbbb2222', 'Grace'], ['aaaa1111', 'Grace']]);
  });

  it('does not ask about a game whose end is known, and about no more than the server answers', async () => {
    for (let number = 0; number < 40; number += 1) seat(`game${1000 + number}`, number);
    const { answered, asked, storedGames } = await load();
    const all = asked(storedGames()).map(({ id }) => id);
    expect([all.length, all[0], all[31]]).toEqual([32, 'game1039', 'game1008']);
    const games = answered(storedGames(), answer({ games: [game('game1039', { status: 'finished', endedAt: NOW })] }));
    expect(asked(games).map(({ id }) => id)).not.toContain('game1039');
  });

  it('leaves a game as it was where the server did not answer for it, and forgets one that is gone after a day', async () => {
    seat('aaaa1111');
    seat('bbbb2222');
    const { answered, storedGames } = await load();
    const known = answered(storedGames(), answer({ games: [game('aaaa1111'), game('bbbb2222')] }));
    const gone = answered(known, answer({ unknown: ['aaaa1111'] }));
    expect(gone.map(({ id, status }) => [id, status])).toEqual([['bbbb2222', 'active'], ['aaaa1111', 'gone']]);
    expect(gone[1]?.request).toBeDefined();
    const day = 24 * 60 * 60_000;
    expect(answered(gone, answer({ now: NOW + day, unknown: ['aaaa1111'] }))).toHaveLength(2);
    expect(answered(gone, answer({ now: NOW + day + 1, unknown: ['aaaa1111'] })).map(({ id }) => id)).toEqual(['bbbb2222']);
    expect(localStorage.getItem('bc:aaaa1111')).toBeNull();
    expect(localStorage.getItem('bc:bbbb2222')).not.toBeNull();
  });

  it('keeps the terms of a game of which a record alone is left', async () => {
    seat('aaaa1111');
    const { answered, storedGames } = await load();
    const known = answered(storedGames(), answer({ games: [game('aaaa1111', { machine: 3 })] }));
    const summary = { id: 'watch567', mode: 'blind', ruleset: 'chess', moderator: 'blind', plies: 9, machine: 'b', winner: 'w', endReason: 'checkmate', createdAt: 1, endedAt: 2 } as const;
    const [record] = answered(known, answer({ finished: [{ gameId: 'aaaa1111', you: 'w', summary }] }));
    expect([record?.status, record?.winner, record?.machine, record?.request?.machine]).toEqual(['finished', 'w', 3, { level: 3 }]);
  });
});

describe('the list without the server', () => {
  it('has first what can be replayed here, with the end that the copy tells', async () => {
    for (const id of ['aaaa1111', 'bbbb2222', 'cccc3333']) seat(id);
    const { answered, storedGames, withCopies } = await load();
    const games = answered(storedGames(), answer({ games: [game('aaaa1111', { yourTurn: true }), game('bbbb2222'), game('cccc3333', { machine: 2 })] }));
    const ended = reduce(null, joinedTo({
      you: 'b', gameStatus: 'finished', winner: 'w', endReason: 'resign', names: { w: 'Ada', b: 'Grace' }, announcements: [{ ply: 1, text: 'white_moved', audience: 'both', at: NOW - 7 }],
    })).play as PlayerState;
    const copy: Copy = { play: ended, moderator: null };
    const listed = withCopies(games, new Map([['bbbb2222', copy], ['cccc3333', copy]]));
    expect(listed.map(({ id, status, you, name, winner, at }) => [id, status, you, name, winner, at])).toEqual([
      ['bbbb2222', 'finished', 'b', 'Ada', 'w', NOW - 7], ['cccc3333', 'finished', 'b', undefined, 'w', NOW - 7], ['aaaa1111', 'active', 'w', 'Grace', undefined, NOW],
    ]);
    // What the server said of an end stays.
    const [known] = answered(games, answer({ games: [game('bbbb2222', { status: 'finished', winner: 'b', endReason: 'checkmate', endedAt: NOW })] })).filter(({ id }) => id === 'bbbb2222');
    expect(withCopies(known ? [known] : [], new Map([['bbbb2222', copy]]))).toEqual([known]);
  });
});

describe('a game once more', () => {
  it('has the terms of the first one, and a side that is drawn anew', async () => {
    const { requestOf } = await load();
    expect(requestOf(game('aaaa1111'))).toEqual({
      mode: 'blind', side: 'random', ruleset: 'chess', overlays: ['torpedo'], highlightingEnabled: true, touchMove: true, chat: false,
      spectators: { allowed: true, delaySeconds: 30 }, moderator: 'table-fidelity', absenceSeconds: 300, clock: { initial: 300, increment: 3 },
    });
  });

  it('asks for no moderator where bids decide, and for no absence that no request can have', async () => {
    const { requestOf } = await load();
    const { terms } = game('aaaa1111');
    const request = requestOf({ terms: { ...terms, gambit: 'standard', absenceSeconds: 5 } });
    expect([request.moderator, request.absenceSeconds, request.gambit]).toEqual([undefined, undefined, 'standard']);
  });
});
