import { expect, it } from 'vitest';
import { entryText, type Context } from '../src/texts/table';
import { Kinds, kindsOfManifest } from '../src/lib/kinds';
import { optionsOf } from '../src/lib/move-options';
import { MoveWords } from '../src/lib/move-words';
import { answer } from '../src/game/spoken';

const shogi = new Kinds({
  family: 'Shogi', start: '', sides: { w: 'sente', b: 'gote' },
  pieces: [['P', 'pawn'], ['S', 'silver'], ['U', 'elephant']].map(([type = '', name = '']) => ({ type, style: 'S', name, san: type })),
});
shogi.words = new MoveWords(shogi);
const said = (text: 'white_moved' | 'black_moved' | 'black_moved_captured', context: Context) =>
  entryText({ kind: 'announcement', announcement: { ply: 2, text, audience: 'both', at: 0 }, refusal: false }, { kinds: shogi, ...context });

it('tells drops and passes by the names of the sides', () => {
  expect(said('black_moved', { san: 'P@e4' })).toBe('Gote has dropped a pawn on e4.');
  expect(said('white_moved', { san: 'U@b2+' })).toBe('Sente has dropped an elephant on b2.');
  expect(said('black_moved', { san: 'S@b1=P' })).toBe('Gote has dropped a silver on b1. It became a pawn.');
  expect(said('black_moved', { san: 'S@b1=S' })).toBe('Gote has dropped a silver on b1.');
  expect(said('white_moved', { san: 'pass' })).toBe('Sente has passed.');
});

it('tells what was chosen with a move', () => {
  expect(said('black_moved_captured', { san: 'Sxd3=+S#', move: { from: 'd4', to: 'd3' } })).toBe('Gote has moved d4 to d3 and captured. It became a promoted silver.');
  expect(said('black_moved', { san: 'Sd3/Ue5', move: { from: 'd4', to: 'd3' } })).toBe('Gote has moved d4 to d3. An elephant was placed on e5.');
  expect(said('black_moved', {})).toBe('Gote has moved.');
});

it('tells a promoted rook of crazyhouse by its sign, and not a right by its own', () => {
  const pieces = { 'C:R': { name: 'rook', san: 'R' }, 'C:Q': { name: 'queen', san: 'Q' }, 'C:P': { name: 'pawn', san: '' } };
  const house = kindsOfManifest(JSON.stringify({ styles: { C: 'Crazyhouse' }, pieces, initial: '+r2q4/+p7/8/8/8/8/+P7/+R2Q4 / C/c' }));
  const words = new MoveWords(house);
  expect(words.chosen('e8=-R')).toEqual(['It became a promoted rook.']);
  expect(words.own({ ply: 1, from: 'e7', to: 'e8', choice: '-rook' })).toBe('You moved e7 to e8. It became a promoted rook.');
  expect(house.spoken('+rook')).toBe('rook');
  // Its button says what it becomes: the sign alone tells that it came from a pawn.
  const label = (word: string, mover: string) => optionsOf({ kind: 'promotion', options: [word] }, house, 'w', { color: 'w', type: '', qpi: mover }, 8)[0]?.label;
  expect([label('+queen', 'C:P'), label('-rook', 'C:P'), label('+queen', 'C:Q')]).toEqual(['Promote to queen', 'Promote to rook', 'Promote to promoted queen']);
});

it('says that no legal move is left where players know no stalemate', () => {
  const announcement = { ply: 2, text: 'stalemate', audience: 'both', at: 0 } as const;
  expect(entryText({ kind: 'announcement', announcement, refusal: false }, { kinds: shogi })).toBe('No legal move is left.');
  expect(entryText({ kind: 'announcement', announcement, refusal: false })).toBe('Stalemate.');
  // Spectators of chess have its kinds, too.
  const pieces = { 'C:K': { name: 'king', san: 'K' } };
  const chess = kindsOfManifest(JSON.stringify({ styles: { C: 'Chess' }, pieces, initial: 'k^7/8/8/8/8/8/8/7K^ / C/c' }));
  expect(entryText({ kind: 'announcement', announcement, refusal: false }, { kinds: chess })).toBe('Stalemate.');
});

it('tells the own moves', () => {
  const own = (move: object) => entryText({ kind: 'own', move: { ply: 1, from: '*', to: '*', ...move } }, { kinds: shogi });
  expect(own({})).toBe('You passed.');
  expect(own({ to: 'e4', drop: 'S:P' })).toBe('You dropped a pawn on e4.');
  expect(own({ to: 'e4', drop: 'S:P', choice: 'silver' })).toBe('You dropped a pawn on e4. It became a silver.');
  expect(own({ to: 'e4', drop: 'S:P', choice: 'pawn' })).toBe('You dropped a pawn on e4.');
  expect(own({ from: 'b4', to: 'b5', choice: '+silver' })).toBe('You moved b4 to b5. It became a promoted silver.');
  expect(own({ from: 'b4', to: 'b5', choice: 'elephant b4' })).toBe('You moved b4 to b5. An elephant was placed on b4.');
  expect(own({ from: 'b4', to: 'b5', choice: 'none' })).toBe('You moved b4 to b5.');
});

it('tells tries, of the own side and in the review', () => {
  const tried = (more: object) => shogi.words?.tried({ ply: 1, from: '*', to: null, text: 'illegal_move', ...more });
  expect(tried({ to: 'e4', drop: 'S:P' })).toBe('You tried to drop a pawn on e4: illegal move.');
  expect(tried({ to: 'e4', drop: 'S:P', text: 'no_such_piece' })).toBe('You tried to drop a pawn: you have none.');
  expect(tried({ drop: 'S:P', text: 'wont_help' })).toBe('You tried to drop a pawn: that will not help you.');
  expect(tried({ to: 'e4', drop: 'S:P', text: 'nonsense' })).toBe('You tried to drop a pawn on e4: nonsense.');
  expect(tried({ to: 'e4', drop: 'S:P', text: 'impossible' })).toBe('You tried to drop a pawn on e4: not possible now.');
  expect(tried({})).toBe('You tried to pass: illegal move.');
  expect(tried({ from: 'b4' })).toBeNull();
  const attempt = { ply: 1, by: 'b', from: '*', text: 'illegal_move', at: 0 } as const;
  expect(shogi.words?.attempt(attempt)).toBe('Gote tried to pass: illegal.');
  expect(shogi.words?.attempt({ ...attempt, to: 'e4', drop: 's:p' })).toBe('Gote tried to drop a pawn on e4: illegal.');
  expect(shogi.words?.attempt({ ...attempt, text: 'nonsense', to: 'e4', drop: 's:p' })).toBe('Gote tried to drop a pawn on e4: nonsense.');
  expect(shogi.words?.attempt({ ...attempt, text: 'no_legal_moves', drop: 's:p' })).toBe('Gote tried to drop a pawn: no legal moves.');
});

it('answers questions in the names of the game', () => {
  const pieces = { e4: { color: 'b', type: 's', qpi: 's:s' } } as const;
  const shown = {
    you: 'w', pieces, shape: { files: 9, ranks: 9 }, veiled: false, log: [], tally: { byYou: { u: 2 }, byOpponent: {} }, clock: null, kinds: shogi,
    hands: shogi.words?.hands([{ color: 'w', type: 'p', qpi: 'S:P', count: 2 }], []) ?? null,
  } as const;
  expect(answer('pieces silvers', shown)).toBe('gote silver e4.');
  expect(answer('e4?', shown)).toBe('e4: gote silver.');
  expect(answer('captured', shown)).toBe('You captured: 2 × elephant. Your opponent captured: nothing.');
  expect(answer('hand', shown)).toBe('In your hand: 2 × pawn. In your opponent’s hand: nothing.');
});
