// The facts of a room as the page keeps them, and what is read from them: the board, the captured pieces, and what a move did.
import type { Attr, Delta, Fact, Value } from '../room-messages';
import type { Announcement, BoardView, Color, ModeratorText, SquareName as Square, Tally } from '../wire';
import { sideOf } from './room-envelope';
import { squareNumbered, viewOfPiece, type RoomRules } from './room-rules';

/** Values by entity and attribute; the entity 0 is the game. */
export type Facts = ReadonlyMap<number, Readonly<Partial<Record<Attr, Value>>>>;

const GAME = 0;

export const factsOf = (facts: readonly Fact[]): Facts => withFacts(new Map(), { retracted: [], inserted: facts });

/** Applies the changes of a delta: what is retracted goes, then what is inserted comes. */
export function withFacts(before: Facts, { retracted, inserted }: { retracted: readonly Fact[]; inserted: readonly Fact[] }): Facts {
  const facts = new Map(before);
  for (const { id, attr } of retracted) {
    const rest = Object.entries(facts.get(id) ?? {}).filter(([other]) => other !== attr);
    if (rest.length > 0) facts.set(id, Object.fromEntries(rest));
    else facts.delete(id);
  }
  for (const { id, attr, value } of inserted) facts.set(id, { ...facts.get(id), [attr]: value });
  return facts;
}

const other = (color: Color): Color => (color === 'w' ? 'b' : 'w');

/** Returns the board that the facts describe. No fact says whether there is a check. */
export function boardOf(facts: Facts, rules: RoomRules): Omit<BoardView, 'inCheck'> {
  const game = facts.get(GAME) ?? {};
  const toMove = sideOf(game.Turn);
  const pieces: Record<Square, BoardView['pieces'][Square]> = {};
  for (const [id, piece] of facts) {
    if (id === GAME || typeof piece.Position !== 'number') continue;
    const color = sideOf(piece.Color);
    const cell = squareNumbered(piece.Position, rules.shape);
    const points = typeof piece.Hp === 'number' ? piece.Hp : undefined;
    if (rules.named) {
      pieces[cell] = { ...rules.named.piece(String(piece.Piece), color), ...(points !== undefined && { points }) };
      continue;
    }
    // Without several moves a turn, the square behind belongs to the pawn that has just passed over it.
    const behind = squareNumbered(piece.Position + (color === 'w' ? -1 : 1) * rules.shape.files, rules.shape);
    const letter = rules.letters.get(String(piece.PieceType)) ?? '';
    const passed = piece.PassedSquare !== undefined || (rules.movesPerTurn === 1 && color !== toMove && letter === 'p' && game.EnPassantSquare === behind);
    pieces[cell] = viewOfPiece({ letter, color, cell, hasMoved: piece.HasMoved === true, passed, points }, rules);
  }
  const made = game.HalfMovesThisTurn;
  return { pieces, toMove, ...(typeof made === 'number' && { movesLeft: rules.movesPerTurn - made }), ...rules.named?.hands(game) };
}

/** Returns the letters of the pieces that a move took from the board; in a game of another ruleset their case tells the side. */
export const takenBetween = (before: Facts, after: Facts, rules: RoomRules): Record<number, string> =>
  Object.fromEntries([...before].filter(([id]) => !after.has(id)).map(([id, piece]) => [id, rules.named?.letterOf(piece) ?? rules.letters.get(String(piece.PieceType)) ?? '']));

/**
 * Returns the captured pieces by kind: those of the first position that are gone, as the kind that they were last where it is known. Of an army that is
 * not seen nothing is known.
 */
export function tallyOf(facts: Facts, rules: RoomRules, you: Color, taken: Readonly<Record<number, string>>): Tally {
  const army = (color: Color) => [...rules.first].filter(([, piece]) => piece.color === color);
  const gone = (color: Color) => counted(army(color).filter(([id]) => !facts.has(id)).map(([id, { type }]) => taken[id] ?? type));
  const isSeen = army(other(you)).some(([id]) => facts.has(id));
  return { byYou: isSeen ? gone(other(you)) : {}, byOpponent: gone(you) };
}

/** Returns the captured pieces of a last position, which comes without facts. */
export function tallyOfPieces(pieces: BoardView['pieces'], rules: RoomRules, you: Color): Tally {
  const gone = (color: Color) => {
    const kinds = (standing: BoardView['pieces']) => counted(Object.values(standing).filter((piece) => piece.color === color).map(({ type }) => type));
    const left = kinds(pieces);
    return Object.fromEntries(Object.entries(kinds(rules.start)).map(([type, count]): [string, number] => [type, Math.max(0, count - (left[type] ?? 0))]));
  };
  return { byYou: gone(other(you)), byOpponent: gone(you) };
}

function counted(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Returns the number of checks given by a side, where the rules count them. */
export function checksGiven(facts: Facts, by: Color): number {
  const count = facts.get(GAME)?.[by === 'w' ? 'ChecksByWhite' : 'ChecksByBlack'];
  return typeof count === 'number' ? count : 0;
}

export type Said = Pick<Announcement, 'text' | 'payload'>;
const sideWord = { w: 'white', b: 'black' } as const;

/** Returns what an open room would have a moderator say of the other side's move. Rooms announce nothing where everything is seen. */
export function saidOfMove(before: Facts, delta: Delta, rules: RoomRules): Said[] {
  const cellOf = (id: number): Square => squareNumbered(Number(before.get(id)?.Position), rules.shape);
  if (rules.named) return rules.named.said(before, delta, cellOf);
  const { inserted, retracted, moveNotation } = delta;
  const by = sideOf(before.get(GAME)?.Turn);
  const word = sideWord[by];
  const text = (said: string) => `${word}_${said}` as ModeratorText;
  const [, from = '', to = ''] = /^([a-z]+\d+)([a-z]+\d+)/.exec(moveNotation ?? '') ?? [];
  const isInserted = (id: number, attr: Attr) => inserted.some((fact) => fact.id === id && fact.attr === attr);
  const lost = retracted.filter(({ id, attr }) => attr === 'PieceType' && !isInserted(id, 'PieceType')).map(({ id }) => id);
  const isOwn = (id: number) => sideOf(before.get(id)?.Color) === by;
  const moved = inserted.filter(({ id, attr }) => attr === 'Position' && before.has(id) && isOwn(id)).map(({ id }) => id);
  const mover = [...before.keys()].find((id) => id !== GAME && cellOf(id) === from);
  const carried = moved.filter((id) => id !== mover);
  const promoted = inserted.find(({ id, attr }) => attr === 'PieceType' && id === mover);

  const victims = lost.filter((id) => !isOwn(id));
  const taken = victims.find((id) => cellOf(id) === to) ?? victims[0];
  if (carried.length > 0) {
    const isKingside = carried.some((id) => cellOf(id) > from);
    return [{ text: text(isKingside ? 'castled_kingside' : 'castled_queenside') }];
  }
  const said: Said[] = [];
  if (mover !== undefined && !moved.includes(mover) && !lost.includes(mover)) said.push({ text: text('hit') });
  else if (taken === undefined) said.push({ text: text('moved') });
  else said.push({ text: text(cellOf(taken) === to ? 'moved_captured' : 'moved_captured_ep') });
  if (lost.length > 1) said.push({ text: text('exploded') });
  if (promoted) {
    const to = rules.letters.get(String(promoted.value));
    said.push({ text: text('promoted'), ...(to && { payload: { promotedTo: to } }) });
  }
  return said;
}
