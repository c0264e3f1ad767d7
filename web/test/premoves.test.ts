// Premoves with the engine of the page: what takes back, and what is dropped or chosen.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Game } from '../src/game/game.svelte';
import { RulesetPlay } from '../src/game/ruleset-play.svelte';
import { hasMechanics, wrapRules } from '../src/lib/engine';
import { parseFeen } from '../src/lib/feen';
import { handsOf } from '../src/lib/hands';
import type { Joined } from '../src/wire';
import { rulesOf } from './engine';
import { joinedTo } from './game-states';

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
});

const viewOf = (feen: string): Joined['view'] => {
  const board = parseFeen(feen);
  if (!board) throw new Error(feen);
  const { w, b } = handsOf(feen);
  return { pieces: board.pieces, toMove: board.toMove, inCheck: false, hands: { w: [...w], b: [...b] } };
};

/** Returns a game of the first side at a position in which the other one is to move, by the rules of a folder. */
async function gameAt(folder: string, feen: string): Promise<Game> {
  const game = new Game('drop2345');
  game.receive(joinedTo({ mode: 'vanilla', highlightingEnabled: true, view: viewOf(feen) }));
  const manifest = readFileSync(new URL(`../../${folder}/ruleset.json`, import.meta.url), 'utf8');
  const engine = wrapRules(await rulesOf(folder), hasMechanics(manifest), manifest);
  [game.engine, game.loadingEngine] = [engine, false];
  game.ruleset = new RulesetPlay(game, engine);
  return game;
}

function reply(game: Game, feen: string): void {
  const { seq = 0, ply = 0 } = game.play ?? {};
  game.receive({
    type: 'update', view: viewOf(feen), newAnnouncements: [], gameStatus: 'active', seq: seq + 1, drawOffer: null, tally: { byYou: {}, byOpponent: {} }, ply: ply + 1,
  });
}

const commands = (game: Game) => game.outbox.map(({ command }) => ({ ...command, id: undefined }));

const SHOGI = 'conformance/fixtures/games/minishogi';

describe('a premove of a drop', () => {
  const before = '4k^/5/5/5/K^4 P/ s/S';

  it('is taken from the hand, and made if it is legal then', async () => {
    const game = await gameAt(SHOGI, before);
    expect([...(game.ruleset?.playable ?? [])]).toEqual(['S:P']);
    game.ruleset?.take('S:P');
    expect(game.input.reach.map(({ to }) => to)).toContain('c3');
    game.input.tap('c3');
    expect([game.input.premove.chosen, commands(game)]).toEqual([{ from: '*', to: 'c3', drop: 'S:P' }, []]);
    reply(game, '3k^1/5/5/5/K^4 P/ S/s');
    expect(commands(game)).toEqual([{ type: 'drop', piece: 'S:P', to: 'c3' }]);
  });

  it('is dropped where the square is taken', async () => {
    const game = await gameAt(SHOGI, before);
    expect(game.input.type('P@c3')).toMatchObject({ kind: 'move' });
    expect(game.input.premove.chosen).toMatchObject({ drop: 'S:P' });
    reply(game, '4k^/5/2r2/5/K^4 P/ S/s');
    expect([commands(game), game.notice]).toEqual([[], 'Your premove is no longer possible.']);
  });

  it('is taken back with another look at the hand', async () => {
    const game = await gameAt(SHOGI, before);
    game.input.type('P@c3');
    game.ruleset?.take('S:P');
    expect(game.input.premove.chosen).toBeNull();
  });
});

describe('a premove with a choice', () => {
  const [before, after] = ['4k^/1S3/5/5/K^4 / s/S', '3k^1/1S3/5/5/K^4 / S/s'];

  it('keeps the one that was typed', async () => {
    const game = await gameAt(SHOGI, before);
    expect(game.input.type('b4a5+')).toMatchObject({ kind: 'move' });
    expect(game.input.premove.chosen).toMatchObject({ choice: '+silver' });
    reply(game, after);
    expect(commands(game)).toEqual([{ type: 'commit', from: 'b4', to: 'a5', choice: '+silver' }]);
  });

  it('asks for one that was not once it is due', async () => {
    const game = await gameAt(SHOGI, before);
    game.input.type('b4a5');
    expect(game.ruleset?.options).toEqual([]);
    reply(game, after);
    expect([commands(game), game.ruleset?.options.length]).toEqual([[], 2]);
  });
});

describe('a premove that takes back', () => {
  it('is offered where a piece of the other side could be taken, and not where it only goes', async () => {
    const reach = async (feen: string) => {
      const game = await gameAt('rules/chess', feen);
      game.input.tap('c2');
      return game.input.reach.map(({ to }) => to);
    };
    expect(await reach('4k^3/8/5n2/8/8/3N4/2P5/4K^3 / c/C')).toContain('d3');
    expect(await reach('+r3+k^2+r/+p7/8/8/8/3N4/2P5/4K^3 / c/C')).toContain('d3');
    expect(await reach('4k^3/8/5n2/8/8/2N5/2P5/4K^3 / c/C')).not.toContain('c3');
  });
});
