// Legal moves of a position that is wholly in sight, asked of the engine in the messages of its interface.
import type { SquareName as Square } from '../wire';
import { printFeen, type Board } from './feen';

export interface Reach {
  to: Square;
  capture: boolean;
}

/** An engine that is spoken with: a message in, the answers out, one a line. */
export interface Conversation {
  send(message: string): string;
}

/** As much of the engine's answers as is used here. */
interface Answer {
  message_type: string;
  legal?: readonly { from?: Square; to: Square; captures: readonly Square[] }[];
}

export function legalMoves(engine: Conversation): (board: Board) => ReadonlyMap<Square, readonly Reach[]> {
  const ask = (message: object): Answer => JSON.parse(engine.send(JSON.stringify(message)).split('\n')[0] ?? '') as Answer;
  ask({ message_type: 'options', square_case: 'lower' });
  let known = '';
  let moves: ReadonlyMap<Square, readonly Reach[]> = new Map();
  return (board) => {
    const feen = printFeen(board);
    if (feen !== known) {
      const { message_type } = ask({ message_type: 'set_position', feen });
      // A position that the rules call impossible has no moves.
      moves = message_type === 'failure' ? new Map() : bySource(ask({ message_type: 'state' }).legal ?? []);
      known = feen;
    }
    return moves;
  };
}

/** A promotion is several moves to one square. */
function bySource(legal: NonNullable<Answer['legal']>): ReadonlyMap<Square, readonly Reach[]> {
  const moves = new Map<Square, Reach[]>();
  for (const { from, to, captures } of legal) {
    if (from === undefined) continue;
    const reach = moves.get(from) ?? [];
    moves.set(from, reach);
    if (!reach.some((other) => other.to === to)) reach.push({ to, capture: captures.length > 0 });
  }
  return moves;
}
