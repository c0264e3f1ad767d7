// Short games of other rules than those of chess, found by random play of the engine, each up to the move that ends it.

/**
 * A move: a piece from its square, or from the hand by its identity; then what is chosen.
 * @typedef {{ from?: string, drop?: string, to: string, promotion?: string, places?: string, choices?: 'squares' }} ScriptedMove
 */

export const GAMES = {
  crazyhouse: [
    { from: 'd2', to: 'd4' },
    { from: 'c7', to: 'c6' },
    { from: 'b2', to: 'b4' },
    { from: 'd7', to: 'd5' },
    { from: 'c1', to: 'f4' },
    { from: 'd8', to: 'c7' },
    { from: 'f4', to: 'c7' },
    { from: 'c8', to: 'd7' },
    { drop: 'C:Q', to: 'd8' },
  ],
  xiangqi: [
    { from: 'h3', to: 'h5' },
    { from: 'h8', to: 'g8' },
    { from: 'd1', to: 'e2' },
    { from: 'g10', to: 'e8' },
    { from: 'b3', to: 'e3' },
    { from: 'i10', to: 'i8' },
    { from: 'e2', to: 'd3' },
    { from: 'i8', to: 'i10' },
    { from: 'e3', to: 'e7' },
    { from: 'e8', to: 'g6' },
    { from: 'h5', to: 'e5' },
  ],
};
