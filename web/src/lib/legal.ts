// Legal moves of a wholly visible position, by messages of the engine interface.
import type { SquareName as Square } from '../wire';
import { printFeen, type Board } from './feen';
import { withHands, type Hands } from './hands';

// Requirement blind-107.
export interface Reach {
  to: Square;
  capture: boolean;
}

/** A legal move as the engine tells it. */
export interface LegalMove {
  /** Left out for a drop from the hand. */
  from?: Square;
  to: Square;
  captures: readonly Square[];
  san: string;
  /** The move in the notation of UCI, as rooms write it. */
  uci?: string;
  /** The move in the notation of the game's players; left out where the ruleset names none. */
  game_notation?: string;
  /** The letter of the promotion. */
  promotion?: string;
  /** The piece after its promotion, in the words of the rules. */
  chosen?: string;
  /** The dropped piece, in the words of the rules. */
  drop?: string;
  /** The piece that the move places, and its square. */
  places?: string;
}

/** A move as any of the engine's messages tells it. */
interface AnyMove {
  readonly from?: string | null | undefined;
  readonly to: string;
  readonly captures: readonly string[];
  readonly chosen?: string | undefined;
  readonly promotion?: string | null | undefined;
  readonly places?: string | null | undefined;
}

/** Returns whether a move changes something while its piece stays where it is, as a promotion in place does. */
export const isInPlace = (move: AnyMove): boolean => move.from === move.to && (Boolean(move.chosen ?? move.promotion ?? move.places) || move.captures.length > 0);

/** Returns whether a move is a pass. */
export const isPass = (move: AnyMove): boolean => move.from === move.to && !isInPlace(move);

/** A channel to the engine: one message in, answers out, one a line. */
export interface EngineChannel {
  send(message: string): string;
}

/** The used part of the engine's answers. */
interface Answer {
  message_type: string;
  legal?: readonly Omit<LegalMove, 'chosen'>[];
}

/** Returns a reader of the legal moves of a position, which remembers the last one. */
export function readLegal(engine: EngineChannel): (board: Board, hands?: Hands) => readonly LegalMove[] {
  const ask = (message: object): Answer => JSON.parse(engine.send(JSON.stringify(message)).split('\n')[0] ?? '') as Answer;
  ask({ message_type: 'options', square_case: 'lower' });
  let known = '';
  let moves: readonly LegalMove[] = [];
  return (board, hands) => {
    const feen = hands ? withHands(printFeen(board), hands) : printFeen(board);
    if (feen !== known) {
      const { message_type } = ask({ message_type: 'set_position', feen });
      // A position that the rules reject has no moves.
      moves = message_type === 'failure' ? [] : (ask({ message_type: 'state' }).legal ?? []).map(withPromotion);
      known = feen;
    }
    return moves;
  };
}

/** Takes the letter of the promotion from the end of the move in the notation of UCI. */
function withPromotion({ promotion: chosen, ...move }: Omit<LegalMove, 'chosen'>): LegalMove {
  const promotion = /\d([a-z])$/.exec(move.uci ?? '')?.[1];
  return { ...move, ...(promotion !== undefined && { promotion }), ...(chosen !== undefined && { chosen }) };
}

export function legalMoves(engine: EngineChannel): (board: Board) => ReadonlyMap<Square, readonly Reach[]> {
  const read = readLegal(engine);
  return (board) => bySource(read(board));
}

/** Groups moves by their source; the moves of a promotion count once. */
// Requirements blind-19, blind-96, gambit-33.
export function bySource(legal: readonly LegalMove[]): ReadonlyMap<Square, readonly Reach[]> {
  const moves = new Map<Square, Reach[]>();
  for (const { from, to, captures } of legal) {
    if (from === undefined) continue;
    const reach = moves.get(from) ?? [];
    moves.set(from, reach);
    if (!reach.some((other) => other.to === to)) reach.push({ to, capture: captures.length > 0 });
  }
  return moves;
}
