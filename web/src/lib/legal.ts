// Legal moves of a wholly visible position, by messages of the engine interface.
import type { SquareName as Square } from '../wire';
import { printFeen, type Board } from './feen';

export interface Reach {
  to: Square;
  capture: boolean;
}

/** A channel to the engine: one message in, answers out, one a line. */
export interface EngineChannel {
  send(message: string): string;
}

/** The used part of the engine's answers. */
interface Answer {
  message_type: string;
  legal?: readonly { from?: Square; to: Square; captures: readonly Square[] }[];
}

export function legalMoves(engine: EngineChannel): (board: Board) => ReadonlyMap<Square, readonly Reach[]> {
  const ask = (message: object): Answer => JSON.parse(engine.send(JSON.stringify(message)).split('\n')[0] ?? '') as Answer;
  ask({ message_type: 'options', square_case: 'lower' });
  let known = '';
  let moves: ReadonlyMap<Square, readonly Reach[]> = new Map();
  return (board) => {
    const feen = printFeen(board);
    if (feen !== known) {
      const { message_type } = ask({ message_type: 'set_position', feen });
      // A position that the rules reject has no moves.
      moves = message_type === 'failure' ? new Map() : bySource(ask({ message_type: 'state' }).legal ?? []);
      known = feen;
    }
    return moves;
  };
}

/** Groups moves by their source; the moves of a promotion count once. */
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
