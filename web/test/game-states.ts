// States of games with bids, as a server could send them.
import type { DuelState, GameState, Joined, ServerEvent, ServerMessage } from '../src/wire';

export const joinedTo = (more: Partial<Joined> = {}): Extract<ServerMessage, { type: 'joined' }> => ({
  type: 'joined', you: 'w', token: 't'.repeat(24), view: { pieces: {}, toMove: 'w', inCheck: false }, announcements: [],
  gameStatus: 'active', mode: 'vanilla', highlightingEnabled: true, seq: 1, drawOffer: null, tally: { byYou: {}, byOpponent: {} },
  peer: { connected: true }, moderator: 'blind', ruleset: 'chess', ply: 0, ...more,
});

export const state = (sequence: number, more: Partial<GameState> = {}): Extract<ServerEvent, { type: 'gameState.update' }> => ({
  type: 'gameState.update', gameId: 'abcdefgh', you: 'w', phase: 'normal', turn: 'w', moveNumber: 1, inCheck: false, newMoves: [],
  gameStatus: 'active', highlightingEnabled: true, mode: 'vanilla', ruleset: 'chess', drawOffer: null, newAnnouncements: [], ply: 0,
  pieces: [
    { type: 'p', color: 'w', position: 'e4', hasMoved: true, qpi: 'C:P' },
    { type: 'p', color: 'b', position: 'd5', hasMoved: true, qpi: 'c:p' },
  ],
  players: [{ id: 'w', color: 'w', connected: true, name: 'Ada' }, { id: 'b', color: 'b', connected: true }],
  spectators: [], chat: true, tally: { byYou: {}, byOpponent: {} }, timestamp: 1_000, gambit: 'standard', bp: { w: 39, b: null },
  sequence, ...more,
});

export const duel = (more: Partial<DuelState> = {}): DuelState => ({
  attacker: 'w', attackingPiece: { color: 'w', type: 'p', position: 'e4' }, defendingPiece: { color: 'b', type: 'p', position: 'd5' },
  position: 'd5', deadline: 31_000, capacity: 1, effectiveMax: 10, overloadCost: 2, tiesToAttacker: false, ...more,
});
