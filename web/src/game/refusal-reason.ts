// The reason of a refused move in an open game, in the engine's words, as in practice. Loaded after such a refusal alone.
import type { EngineMessage, HostMessage } from '../engine-messages';
import type { Engine } from '../lib/engine';
import { printFeen } from '../lib/feen';
import { withHands } from '../lib/hands';
import { practice } from '../texts/practice';
import type { BoardView, SquareName as Square } from '../wire';
import type { Game } from './game.svelte';
import type { Attempt } from './outbox';

const REASONS: readonly string[] = ['illegal_move', 'not_in_hand'];

/** Returns whether the player sees the whole position, and the page's engine knows all its rules. */
function isWhollyKnown({ play, engine }: Game): boolean {
  if (!play || !engine || play.mode !== 'vanilla' || engine.mechanics) return false;
  const { pieces, seen, hands } = play.view;
  const held = hands ? [hands.w, hands.b] : [];
  return seen === undefined && held.every((hand) => hand !== undefined) && [...Object.values(pieces), ...held.flatMap((hand) => hand ?? [])].every(({ covered }) => !covered);
}

/** Shows why a move is not legal, where the player may know. */
export function explain(game: Game, attempt: Attempt): void {
  const { play, engine, ruleset } = game;
  if (!play || !engine || !isWhollyKnown(game)) return;
  const kinds = ruleset?.kinds;
  const reason = reasonOf(engine, play.view, attempt, (qpi) => kinds?.nameOf(qpi) ?? '');
  if (reason === null) return;
  const read = kinds ? reason.replace(/\b[a-z][1-9][0-9]*\b/g, (square: Square) => kinds.square(square)) : reason;
  game.explained = { latest: play.latest, text: practice.refused(read) };
}

/** Returns why the rules refuse a move in a wholly known position; null where they do not. */
export function reasonOf(engine: Engine, { pieces, toMove, hands }: BoardView, { from, to, drop }: Attempt, nameOf: (qpi: string) => string): string | null {
  const channel = engine.channel();
  const ask = (message: HostMessage): EngineMessage => JSON.parse(channel.send(JSON.stringify(message)).split('\n')[0] ?? '{}') as EngineMessage;
  ask({ message_type: 'options', square_case: 'lower' });
  const feen = printFeen({ shape: engine.shape, pieces, toMove });
  if (ask({ message_type: 'set_position', feen: hands ? withHands(feen, hands) : feen }).message_type === 'failure') return null;
  const answer = ask(drop === undefined ? { message_type: 'piece_move', from, to } : { message_type: 'piece_drop', piece: nameOf(drop), to });
  return answer.message_type === 'failure' && REASONS.includes(answer.error) ? answer.reason : null;
}
