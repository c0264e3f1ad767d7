// Rooms of other rulesets than chess: pieces in full, hands, captured pieces, what a move did, messages of moves. Loaded with such a room alone.
import { parseFeen } from '../lib/feen';
import { handsOf, type HandPiece } from '../lib/hands';
import type { LegalMove } from '../lib/legal';
import { parseQpi } from '../lib/qpi';
import type { Attr, ClientMessage, Delta, Value } from '../room-messages';
import type { BoardView, Color, Hands, HeldPieces, ModeratorText, NotedMove, PieceView, Tally } from '../wire';
import { sideOf } from './room-envelope';
import type { Facts, Said } from './room-facts';
import type { RoomRules } from './room-rules';
import type { MoveFrame } from './room-translation';

export { kindsOf } from '../lib/watched-kinds';

/** The used part of `ruleset.json`. */
interface Manifest {
  pieces: Record<string, { neutral?: boolean }>;
  mechanics?: readonly { mechanic: string }[];
  starts?: unknown;
}

type PieceFacts = Readonly<Partial<Record<Attr, Value>>>;

export class NamedRules {
  readonly #rules: RoomRules;
  /** Kinds of pieces of neither side (`C:W`). */
  readonly #neutral: ReadonlySet<string>;
  /** True if games begin with another position than the first one of the rules: it is drawn. */
  readonly #isDrawn: boolean;
  /** True if a capture may take several pieces by a blast. */
  readonly #hasBlast: boolean;

  constructor(manifest: string, rules: RoomRules) {
    const { pieces, mechanics = [], starts } = JSON.parse(manifest) as Manifest;
    this.#rules = rules;
    this.#neutral = new Set(Object.keys(pieces).filter((qpi) => pieces[qpi]?.neutral));
    this.#isDrawn = starts !== undefined;
    this.#hasBlast = mechanics.some(({ mechanic }) => mechanic === 'blast');
  }

  /** Returns a piece by its full name. */
  piece(qpi: string, color: Color): PieceView {
    const { style = '', letter = '' } = parseQpi(qpi) ?? {};
    const isNeutral = this.#neutral.has(`${style}:${letter}`);
    return { color, type: letter.toLowerCase(), qpi, ...(isNeutral && { neutral: true }) };
  }

  /** Reads the facts about hands: each kind in full with its number, or without one where there is no end of them. */
  hands({ HandOfWhite, HandOfBlack }: PieceFacts): { hands?: Hands } {
    const hand = (fact: Value | undefined, color: Color): Hands => {
      if (!Array.isArray(fact)) return {};
      const held = fact.map((text): HeldPieces => {
        const [qpi = '', count] = text.split(' ');
        return { ...this.piece(qpi, color), ...(count !== undefined && { count: Number(count) }) };
      });
      return { [color]: held };
    };
    const hands = { ...hand(HandOfWhite, 'w'), ...hand(HandOfBlack, 'b') };
    return (hands.w ?? hands.b) ? { hands } : {};
  }

  /** Returns a last position in FEEN, which does not have the pieces of which there is no end: those come from the hands before. */
  last(feen: string, before: Hands | undefined): Pick<BoardView, 'pieces' | 'hands'> {
    const standing = Object.entries(parseFeen(feen)?.pieces ?? {});
    const pieces = Object.fromEntries(standing.map(([cell, { qpi, color }]) => [cell, this.piece(qpi, color)]));
    const held = handsOf(feen);
    const hand = (color: Color) => [
      ...(before?.[color] ?? []).filter(({ count }) => count === undefined),
      ...held[color].map(({ qpi, count = 1 }: HandPiece) => ({ ...this.piece(qpi, color), count })),
    ];
    return { pieces, ...(before && { hands: { w: hand('w'), b: hand('b') } }) };
  }

  /** Returns the letter of a piece, whose case tells its side; nothing for a piece of neither side. */
  letterOf({ Piece, Color: side }: PieceFacts): string {
    return this.#letterOf(this.piece(String(Piece), sideOf(side)));
  }

  #letterOf({ type, color, neutral }: PieceView): string {
    return neutral ? '' : color === 'w' ? type.toUpperCase() : type;
  }

  /** Returns the captured pieces by kind: those that this page saw leave the board, and those of the first position that are gone. */
  tally(facts: Facts, you: Color, taken: Readonly<Record<number, string>>, isBlind: boolean): Tally {
    const gone = new Map<number, string>();
    // Of a drawn position the kinds are not known.
    if (!this.#isDrawn) for (const [id, { qpi, color }] of this.#rules.first) if (!facts.has(id)) gone.set(id, this.#letterOf(this.piece(qpi, color)));
    for (const [id, letter] of Object.entries(taken)) gone.set(Number(id), letter);
    const of = { w: {}, b: {} } as Record<Color, Record<string, number>>;
    for (const letter of gone.values()) {
      const type = letter.toLowerCase();
      const counts = of[letter === type ? 'b' : 'w'];
      if (type !== '') counts[type] = (counts[type] ?? 0) + 1;
    }
    // Of an army that is not seen nothing is known.
    return { byYou: isBlind ? {} : of[you === 'w' ? 'b' : 'w'], byOpponent: of[you] };
  }

  /** Returns what an open room would have a moderator say of a move. The notation of the move says what a piece has become. */
  said(before: Facts, { inserted, retracted, moveNotation }: Delta, cellOf: (id: number) => string): Said[] {
    const by = sideOf(before.get(0)?.Turn);
    const said = (...texts: string[]): Said[] => texts.map((text) => ({ text: `${by === 'w' ? 'white' : 'black'}_${text}` as ModeratorText }));
    const [, from = '', to = ''] = /^([a-z]+\d+)([a-z]+\d+)/.exec(moveNotation ?? '') ?? [];
    const [mover, moved] = [...before].find(([id, { Position }]) => Position !== undefined && cellOf(id) === from) ?? [];
    const isOwn = (id: number) => sideOf(before.get(id)?.Color) === by;
    const changes = (id: number, attr: Attr) => inserted.find((fact) => fact.id === id && fact.attr === attr);
    const carried = inserted.filter(({ id, attr }) => attr === 'Position' && id !== mover && before.has(id) && isOwn(id));
    // Other moves may carry pieces as well: castling is a move of the royal piece.
    if (carried[0] && String(moved?.Piece).endsWith('^')) return said(cellOf(carried[0].id) > from ? 'castled_kingside' : 'castled_queenside');
    const lost = retracted.filter(({ id, attr }) => attr === 'Color' && !changes(id, attr)).map(({ id }) => id);
    const victims = lost.filter((id) => !isOwn(id) && this.letterOf(before.get(id) ?? {}) !== '');
    const isHit = inserted.some(({ attr }) => attr === 'Hp') && mover !== undefined && !changes(mover, 'Position') && !lost.includes(mover);
    const became = mover === undefined ? undefined : changes(mover, 'Piece')?.value;
    return said(
      isHit ? 'hit' : victims.length === 0 ? 'moved' : victims.some((id) => cellOf(id) === to) ? 'moved_captured' : 'moved_captured_ep',
      ...(this.#hasBlast && lost.length > 1 ? ['exploded'] : []),
      ...(became !== undefined && this.#isPromotion(String(moved?.Piece), String(became)) ? ['promoted'] : []),
    );
  }

  /** Returns whether a piece has become another kind, or its promoted form. */
  #isPromotion(before: string, after: string): boolean {
    const [was, is] = [parseQpi(before), parseQpi(after)];
    return was?.letter !== is?.letter || (is?.state === '+' && was?.state !== '+');
  }

  /** Returns the moves of an open room: those that this page has noted, and the others as the room writes them. */
  moves(history: readonly string[], known: readonly NotedMove[]): readonly NotedMove[] {
    // Without one move a turn the history does not tell whose moves they are.
    if (this.#rules.movesPerTurn > 1) return known;
    const noted = new Map(known.map((move) => [move.ply, move]));
    return history.map((written, index): NotedMove => noted.get(index + 1) ?? { ply: index + 1, by: index % 2 === 0 ? 'w' : 'b', san: written.replace('-', '') });
  }

  /** Returns the notation of the legal move that the room writes in this way; null where there is none. */
  nameMove(legal: readonly LegalMove[], written: string | null): Pick<NotedMove, 'san' | 'gameNotation'> | null {
    const found = legal.find(({ uci }) => uci === written);
    return found ? { san: found.san, ...(found.game_notation !== undefined && { gameNotation: found.game_notation }) } : null;
  }

  /** Returns the message of a move to the room; null if the frame only touches a piece. */
  message(frame: MoveFrame): ClientMessage | null {
    if (frame.type === 'pass') return { type: 'game.pass', payload: {} };
    const { to, choice } = frame;
    if (to === undefined) return null;
    if (frame.type === 'drop') return { type: 'game.drop', payload: { piece: frame.piece, to, ...(choice !== undefined && { choice }) } };
    return { type: 'game.move', payload: { from: frame.from, to, ...(choice !== undefined && { choice }) } };
  }
}
