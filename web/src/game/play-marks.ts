// The marks of a board in play.
import type { SquareName as Square } from '../wire';
import type { Game } from './game.svelte';
import type { Marks } from './marks';

/** Returns the marks of a game that is on; `lifted` and `hovered` belong to a drag. */
export function playMarks(game: Game, lifted: Square | null, hovered: Square | null): Marks {
  const { play } = game;
  if (play?.status !== 'active') return game.house.marks;
  const { inCheck, pieces, toMove } = play.view;
  const premove = game.input.premove.chosen;
  // In a blind game the other king is not among the pieces.
  const king = Object.entries(pieces).find(([, { color, qpi }]) => color === toMove && qpi.includes('^'))?.[0] ?? null;
  return {
    ...game.house.marks,
    armed: game.ruleset?.placing?.to ?? game.input.armed,
    touched: game.touched,
    lifted,
    hovered,
    reach: new Map(game.input.reach.map(({ to, capture }) => [to, capture])),
    tried: game.tried,
    from: play.change.from.filter((cell) => !play.change.lost.includes(cell)),
    to: play.change.to,
    lost: play.change.lost.filter((cell) => pieces[cell] === undefined),
    weaker: game.weakened.map(({ square }) => square),
    check: inCheck === true ? king : null,
    ...(game.moderation && { checkLines: game.moderation.linesAt(king), checkText: game.moderation.checkText }),
    costs: game.retreatOptions,
    duel: play.bids?.phase === 'duel_allocation' ? (play.bids.duel?.position ?? null) : null,
    pending: game.slow ? game.pending : game.pending?.to ? game.pending : null,
    // A drop comes from no square.
    premove: premove ? [premove.from, premove.to].filter((cell) => cell !== '*') : [],
    refused: game.input.refused,
  };
}
