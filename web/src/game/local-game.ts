// A game on one screen, as the engine's messages tell it: what was sent, what was answered, and what a board has to show of it.
import type { EngineMessage, GameEnd, HostMessage, Moveset, State } from '../engine-messages';
import { parseFeen, type Board } from '../lib/feen';
import { isInPlace, isPass, type EngineChannel } from '../lib/legal';
import type { Color, NotedMove, SquareName as Square } from '../wire';
import type { Marks } from './marks';

/** Everything that the page knows of the game, after an answer. */
export interface LocalState {
  /** The position; null if it is not on one board of one or two dimensions. */
  board: Board | null;
  feen: string;
  /** Names of both sides by their color. */
  sides: Readonly<Record<Color, string>>;
  toMove: Color;
  /** Destinations by the square of the piece. */
  moves: Moveset['moves'];
  /** Destinations by the name of the piece in hand; empty in games without hands. */
  drops: Moveset['moves'];
  /** True if pieces can come into hands in this game; known after a move alone. */
  dropping: boolean;
  /** Captures among the legal moves: source and destination. */
  captures: ReadonlySet<string>;
  /** Squares of pieces that can change where they stand. */
  inPlace: ReadonlySet<Square>;
  /** The square of a piece that passes; null where nobody can pass. */
  passing: Square | null;
  /** The move that waits for the choice of a promotion. */
  pending: { from: Square | null; to: Square; choices: readonly string[] } | null;
  checks: readonly Square[];
  history: readonly NotedMove[];
  /** Squares of the last move, and whether it captured. */
  last: { squares: readonly Square[]; captured: boolean } | null;
  ending: { winner: Color | null; reason: GameEnd['reason'] } | null;
}

/** The engine for one board: each message is answered with the state that follows. */
export class LocalEngine {
  readonly #channel: EngineChannel;

  constructor(channel: EngineChannel) {
    this.#channel = channel;
    this.#ask({ message_type: 'options', square_case: 'lower' });
  }

  /** Sends a message. A refused one changes nothing. */
  send(message: HostMessage): LocalState {
    return this.attempt(message).state;
  }

  /** Sends a message, and returns besides the state why it was refused; null where it was not. */
  attempt(message: HostMessage): { state: LocalState; refusal: string | null } {
    const answers = this.#ask(message);
    const failure = answers.find((answer) => answer.message_type === 'failure');
    return { state: this.#observe(answers), refusal: failure?.reason ?? null };
  }

  #ask(message: HostMessage): EngineMessage[] {
    return this.#channel.send(JSON.stringify(message)).split('\n').map((line) => JSON.parse(line) as EngineMessage);
  }

  #observe(answers: readonly EngineMessage[]): LocalState {
    const state = this.#ask({ message_type: 'state' }).find((answer) => answer.message_type === 'state');
    if (!state) throw new Error('the engine did not tell its state');
    return stateOf(state, answers.find((answer) => answer.message_type === 'next_legal_moveset') ?? null);
  }
}

/** Returns what a board shows. Without a new list of moves, such as after a refusal, that of the state is used, which has the same moves. */
export function stateOf(state: State, moveset: Moveset | null): LocalState {
  const [first, second] = state.sides;
  const colorOf = (side: string): Color => (side === first ? 'w' : 'b');
  const last = state.history.at(-1);
  const { ending, pending } = state;
  return {
    board: parseFeen(state.feen),
    feen: state.feen,
    sides: { w: first, b: second },
    toMove: colorOf(state.turn),
    moves: moveset?.moves ?? grouped(state.legal.map(({ from, to }) => [from, to])),
    drops: moveset ? (moveset.drops ?? {}) : grouped(state.legal.map(({ drop, to }) => [drop, to])),
    dropping: moveset?.drops !== undefined && moveset.drops !== null,
    captures: new Set(state.legal.flatMap(({ from, to, captures }) => (captures.length > 0 ? [`${from} ${to}`] : []))),
    inPlace: new Set(state.legal.filter(isInPlace).map(({ to }) => to)),
    passing: state.legal.find(isPass)?.to ?? null,
    pending: pending && { from: pending.from ?? null, to: pending.to, choices: pending.choices },
    checks: state.checks.map(({ king_space }) => king_space),
    history: state.history.map(({ by, san, game_notation: gameNotation }, index) => ({ ply: index + 1, by: colorOf(by), san, ...(gameNotation && { gameNotation }) })),
    last: last ? { squares: last.from ? [last.from, last.to] : [last.to], captured: last.captures.length > 0 } : null,
    ending: ending && { winner: ending.victor === 'draw' ? null : colorOf(ending.victor), reason: ending.reason },
  };
}

/** Returns the marks of the board, with the square of the chosen piece and what it reaches. */
export function marksOf({ captures, last, checks }: LocalState, armed: Square | null, reach: readonly Square[]): Marks {
  return {
    armed,
    reach: new Map(reach.map((to) => [to, captures.has(`${armed} ${to}`)])),
    to: last?.squares ?? [],
    check: checks[0] ?? null,
  };
}

/** Groups destinations by what moves there; one that is reached by several promotions counts once. */
function grouped(ways: readonly (readonly [string | null | undefined, string])[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [mover, to] of ways) {
    if (!mover) continue;
    const destinations = (found[mover] ??= []);
    if (!destinations.includes(to)) destinations.push(to);
  }
  return found;
}
