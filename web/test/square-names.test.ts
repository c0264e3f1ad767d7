// Squares by the names of a game: in the naming itself, and in every sentence that has a square in it.
import { describe, expect, it } from 'vitest';
import { stateOf } from '../src/game/local-game';
import type { OwnTry } from '../src/game/tries';
import { answer, isQuestion, type Shown } from '../src/game/spoken';
import { Kinds, kindsOfCard, kindsOfManifest } from '../src/lib/kinds';
import { optionsOf } from '../src/lib/move-options';
import { MoveWords } from '../src/lib/move-words';
import { rulesInWords } from '../src/lib/rule-words';
import type { RulesetCard } from '../src/lib/ruleset-card';
import { SquareNaming } from '../src/lib/square-names';
import { particularText } from '../src/texts/moderated';
import { announcementText, duelText, entryText, squareName, weakenedText, type Context } from '../src/texts/table';
import type { Announcement, SquareNames } from '../src/wire';

/** The names of shogi: files from the right of the first side, ranks from the far side. */
const names: SquareNames = { files: [...'987654321'], ranks: [...'ihgfedcba'] };
const naming = new SquareNaming(names);
const card: RulesetCard = {
  id: 'shogi', name: 'Shogi', family: 'shogi', board: [9, 9], sides: { w: 'sente', b: 'gote' }, start: '9/9/9/9/9/9/9/9/9 / S/s', modes: ['vanilla'],
  moderators: [], overlays: [], gambits: [], squares: names,
  pieces: [['P', 'pawn'], ['S', 'silver']].map(([type = '', name = '']) => ({ type: type.toLowerCase(), qpi: `S:${type}`, san: type, name })),
};
const shogi = kindsOfCard(card);
shogi.words = new MoveWords(shogi);

describe('the names of squares', () => {
  it('are those of the wire where a ruleset names none', () => {
    const usual = new SquareNaming();
    expect(['e4', 'aa10', '*'].map((square) => usual.name(square))).toEqual(['e4', 'aa10', '*']);
    expect([usual.file(0), usual.file(26), usual.rank(0), usual.rank(9)]).toEqual(['a', 'aa', '1', '10']);
    expect([usual.read(' P-e4 '), usual.rankNumber('4')]).toEqual([' P-e4 ', '4']);
  });

  it('have the file first and then the rank', () => {
    expect(['c3', 'a1', 'i9', 'h2'].map((square) => naming.name(square))).toEqual(['7g', '9i', '1a', '2h']);
    expect([naming.file(0), naming.file(8), naming.rank(0), naming.rank(8)]).toEqual(['9', '1', 'i', 'a']);
  });

  it('have the rank first where the rules say so', () => {
    const korean = new SquareNaming({ files: [...'123456789'], ranks: [...'0987654321'], ranksFirst: true });
    expect(['b1', 'c3', 'a10', 'i1', 'e2'].map((square) => korean.name(square))).toEqual(['02', '83', '11', '09', '95']);
    expect([korean.rank(0), korean.rank(9), korean.file(8), korean.rankNumber('8')]).toEqual(['0', '1', '9', '3']);
    expect(['H02-83', '02-83', '0283', '95?', 'P@53'].map((text) => korean.read(text))).toEqual(['Hb1c3', 'b1-c3', 'b1c3', 'e2?', 'P@c6']);
    const manifest = { styles: { J: 'Janggi' }, initial: '9/9/9/9/9/9/9/9/9/9 / J/j', pieces: {}, notation: { moves: 'long', files: [...'123456789'], ranks: [...'0987654321'], ranks_first: true } };
    expect(kindsOfManifest(JSON.stringify(manifest)).square('b1')).toBe('02');
  });

  it('leave what is no square of the board', () => {
    expect(['*', 'k3', 'a10', ''].map((text) => naming.name(text))).toEqual(['*', 'k3', 'a10', '']);
    expect(['g', 'G', '3', 'x'].map((text) => naming.rankNumber(text))).toEqual(['3', '3', '3', 'x']);
  });

  it('come from the list of games and from the files of one', () => {
    const manifest = { styles: { S: 'Shogi' }, initial: '9/9/9/9/9/9/9/9/9 / S/s', pieces: {} };
    const squareIn = (notation?: object) => kindsOfManifest(JSON.stringify({ ...manifest, ...(notation && { notation }) })).square('c3');
    expect([shogi.square('c3'), squareIn({ moves: 'squares', ...names }), squareIn({ moves: 'files' }), squareIn()]).toEqual(['7g', '7g', 'c3', 'c3']);
    expect([squareName('c3', shogi), squareName('c3', null), squareName('c3')]).toEqual(['7g', 'c3', 'c3']);
    expect(shogi.withZones({ palaces: [], diagonals: [], river: null, promotion: [], goals: [] }).square('c3')).toBe('7g');
  });
});

describe('a typed text', () => {
  it.each([
    ['7g', 'c3'],
    ['7f?', 'c4?'],
    ['7g7f', 'c3c4'],
    [' 7G-7F ', 'c3-c4'],
    ['7g 7f', 'c3 c4'],
    ['8h2b+', 'b2h8+'],
    ['8hx2b=', 'b2xh8='],
    ['P-7f', 'Pc4'],
    ['Px7f', 'Pxc4'],
    ['R2f', 'Rh4'],
    ['G6i-5h', 'Gd1e2'],
    ['P*5e', 'P*e5'],
    ['p@5e', 'p@e5'],
    ['*5e', '*e5'],
  ])('%s has the squares of the wire', (text, read) => {
    expect(naming.read(text)).toBe(read);
  });

  it.each(['e2e4', 'P@e5', 'c4?', 'Pc4', 'b2h8+', 'pass', 'rank g', 'last', '?', '0a', '7g7f7e', ''])('%s is left as it is', (text) => {
    expect(naming.read(text)).toBe(text);
  });

  it('has the names of the game first, where both would do', () => {
    const reversed = new SquareNaming({ files: [...'abcd'], ranks: [...'4321'] });
    expect([reversed.read('a1b2'), reversed.read('a4?')]).toEqual(['a4b3', 'a1?']);
  });

  it('has the longer one of two names', () => {
    const long = new SquareNaming({ files: ['1', '11'], ranks: ['1', '2'] });
    expect(['111', '12', '112', '11112'].map((text) => long.read(text))).toEqual(['b1', 'a2', 'b2', 'b1a2']);
  });
});

describe('sentences with squares', () => {
  const announcement = (text: Announcement['text'], payload?: Announcement['payload']): Announcement => ({ ply: 2, text, audience: 'both', at: 0, ...(payload && { payload }) });
  const said = (text: Announcement['text'], context: Context) => announcementText(announcement(text), { kinds: shogi, ...context });
  const own = (move: object) => entryText({ kind: 'own', move: { ply: 1, from: 'c3', to: 'c4', ...move } }, { kinds: shogi });

  it('tell moves that are seen', () => {
    expect(said('black_moved', { move: { from: 'c3', to: 'c4' } })).toBe('Gote has moved 7g to 7f.');
    expect(said('black_moved', { san: 'P@e5' })).toBe('Gote has dropped a pawn on 5e.');
    expect(said('white_moved', { san: 'Sd3/Pe5', move: { from: 'd4', to: 'd3' } })).toBe('Sente has moved 6f to 6g. A pawn was placed on 5e.');
  });

  it('tell own moves', () => {
    expect(own({})).toBe('You moved 7g to 7f.');
    expect(own({ from: '*', to: 'e5', drop: 'S:P' })).toBe('You dropped a pawn on 5e.');
    expect(own({ choice: '+silver' })).toBe('You moved 7g to 7f. It became a promoted silver.');
    expect(own({ choice: 'pawn b4' })).toBe('You moved 7g to 7f. A pawn was placed on 8f.');
    expect(own({ to: 'c3' })).toBe('You uncovered a piece on 7g.');
    expect(own({ from: '*', to: '*' })).toBe('You passed.');
    expect(own({ hit: true })).toBe('You hit 7f from 7g; both pieces survive.');
    expect(own({ repulsed: true, from: 'a1' })).toBe('You attacked 7f from 9i and were repulsed.');
  });

  it('tell own tries', () => {
    const tried = (more: Partial<OwnTry>) =>
      entryText({ kind: 'announcement', announcement: announcement('illegal_move'), refusal: true, tried: { ply: 1, from: 'c3', to: 'c5', text: 'illegal_move', ...more } }, { kinds: shogi });
    expect(tried({})).toBe('You tried 7g to 7e: illegal move.');
    expect(tried({ to: null, text: 'no_legal_moves' })).toBe('You tried 7g: that piece has no legal moves.');
    expect(tried({ from: '*', to: 'e5', drop: 'S:P' })).toBe('You tried to drop a pawn on 5e: illegal move.');
    expect(shogi.words?.attempt({ ply: 1, by: 'b', from: '*', to: 'e5', drop: 's:p', text: 'illegal_move', at: 0 })).toBe('Gote tried to drop a pawn on 5e: illegal.');
  });

  it('tell captures, hits and retreats', () => {
    const captured = (more: object) => entryText({ kind: 'captured', inference: { kind: 'captured', ply: 1, own: true, type: 'p', square: 'c3', ...more } }, { kinds: shogi });
    expect(captured({})).toBe('Your pawn on 7g was captured.');
    expect(captured({ fell: true })).toBe('Your pawn on 7g is lost to poison.');
    expect(captured({ square: undefined })).toBe('Your pawn was captured.');
    expect(weakenedText({ kind: 'weaker', ply: 1, cause: 'hit', square: 'c3', piece: { color: 'w', type: 'p', qpi: 'S:P' } }, shogi)).toBe('Your pawn on 7g was hit.');
    const duel = { attackerAllocation: 1, defenderAllocation: 2, result: 'failed' } as const;
    expect(duelText({ ply: 1, by: 'w', from: 'c3', to: 'c4', duel, retreat: { position: 'c2', cost: 1 } }, shogi)).toMatch(/Retreated to 7h for 1\.$/);
  });

  it('tell the particulars of a moderator', () => {
    const told = (text: Announcement['text'], payload: Announcement['payload']) => particularText(announcement(text, payload), shogi);
    expect(told('white_moved_captured', { square: 'c4', captured: 'pawn' })).toBe('Sente has moved and captured a pawn on 7f.');
    expect(told('white_pawn_tries', { sources: ['c3', 'b3'] })).toBe('Sente’s pawns that can capture: 7g, 8g.');
  });

  it('name the choices of a move', () => {
    const stage = { kind: 'placing', options: [{ word: 'pawn c3', piece: 'pawn', square: 'c3' }], nothing: null } as const;
    expect(optionsOf(stage, shogi, 'w', null, 8).map(({ id, label }) => [id, label])).toEqual([['pawn c3', 'Place pawn on 7g']]);
  });

  it('put the rules of the game into words', () => {
    const arrival = { status: 'arrival', result: 'win', pieces: ['S:P'], squares: ['a9', 'b9'], second: ['a1', 'b1'] };
    const sentences = rulesInWords(card, JSON.stringify({ pieces: { 'S:P': { name: 'pawn' } }, endings: [arrival] }));
    expect(sentences).toContain('A pawn that reaches 9a or 8a (9i or 8i for the second side) wins.');
  });
});

describe('questions', () => {
  const shown: Shown = {
    you: 'w', shape: { files: 9, ranks: 9 }, veiled: false, log: [], tally: { byYou: {}, byOpponent: {} }, clock: null, kinds: shogi,
    pieces: { c3: { color: 'w', type: 'p', qpi: 'S:P' }, b3: { color: 'w', type: 'p', qpi: 'S:P' } },
  };

  it('are asked and answered by the names of the game', () => {
    expect(answer('7g?', shown)).toBe('7g: sente pawn.');
    expect(answer('7F', shown)).toBe('7f: empty.');
    expect(answer('rank g', shown)).toBe('Rank g: 8g sente pawn, 7g sente pawn.');
    expect(answer('rank i', shown)).toBe('Rank i: empty.');
    expect(answer('pieces', shown)).toBe('sente pawn 7g, 8g.');
    expect(answer('commands', shown)).toMatch(/5f\?, rank f/);
  });

  it('are understood by the names of the wire as well', () => {
    expect(answer('c3?', shown)).toBe('7g: sente pawn.');
    expect(answer('rank 3', shown)).toBe('Rank g: 8g sente pawn, 7g sente pawn.');
    expect(answer('rank 10', shown)).toBe('The board has no such rank.');
  });

  it('are no moves', () => {
    expect([isQuestion('7g?', shogi), isQuestion('7g?'), isQuestion('7g7f', shogi), isQuestion('rank g', shogi)]).toEqual([true, false, false, true]);
  });

  it('have the names of the wire in other games', () => {
    const chess = new Kinds({ family: 'chess', pieces: [], start: '', sides: { w: 'white', b: 'black' } });
    const usual = { ...shown, kinds: chess, pieces: {} };
    expect(answer('c3?', usual)).toBe('c3, dark: empty.');
    expect(answer('rank 3', usual)).toBe('Rank 3: empty.');
    expect(answer('commands', usual)).toBe(answer('commands', { ...usual, kinds: null }));
  });
});

it('a game on one screen has its moves in the notation of the players as well', () => {
  const move = { by: 'Sente', captures: [], from: 'c3', to: 'c4', pmn: 'c3c4', uci: 'c3c4', san: 'Pc4' };
  const { history } = stateOf({
    feen: card.start, sides: ['Sente', 'Gote'], turn: 'Gote', legal: [], checks: [], history: [{ ...move, game_notation: 'P-7f' }, { ...move, by: 'Gote', notation: null }, move],
  } as never, null);
  expect(history).toEqual([{ ply: 1, by: 'w', san: 'Pc4', gameNotation: 'P-7f' }, { ply: 2, by: 'b', san: 'Pc4' }, { ply: 3, by: 'w', san: 'Pc4' }]);
});
