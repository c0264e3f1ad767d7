import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { boardOf, factsOf } from '../src/game/room-facts';
import { NamedRules } from '../src/game/room-named';
import { piecesOfFen, roomRules, type RoomRules } from '../src/game/room-rules';
import { codeIn, loadSeat, roomId, storeCreated } from '../src/game/room-storage';
import { RoomTranslation, type RoomSeat } from '../src/game/room-translation';
import { reduce, type PlayerState, type ServerFrame } from '../src/game/state';
import { load, tokenKey } from '../src/lib/storage';
import type { Attr, Delta, Fact, ServerMessage, State, Value } from '../src/room-messages';

const rules = roomRules(null);
const fact = (id: number, attr: Attr, value: Value): Fact => ({ id, attr, value });

/** Facts of the first position, as far as `sees` says. */
function firstFacts(sees: (color: 'w' | 'b') => boolean): Fact[] {
  const names = new Map([...rules.letters].map(([name, letter]) => [letter, name]));
  const pieces = [...rules.first].filter(([, { color }]) => sees(color)).flatMap(([id, { color, type, number }]) => [
    fact(id, 'PieceType', names.get(type) ?? ''), fact(id, 'Color', color === 'w' ? 'white' : 'black'), fact(id, 'Position', number), fact(id, 'HasMoved', false),
  ]);
  return [fact(0, 'Turn', 'white'), fact(0, 'CastlingRights', 'KQkq'), ...pieces];
}
const stateOf = (facts: Fact[], more: Partial<State> = {}): ServerMessage => ({
  type: 'game.state', payload: { fen: '', facts, activeRules: [], turn: 'white', lastSeq: 2, moveHistory: [], ply: 0, ...more },
});
const deltaOf = (inserted: Fact[], retracted: Fact[], more: Partial<Delta> = {}): ServerMessage => ({
  type: 'game.delta',
  payload: {
    inserted: [fact(0, 'Turn', 'black'), ...inserted], retracted: [fact(0, 'Turn', 'white'), ...retracted], moveNotation: 'e2e4', turn: 'black', gameOver: null, ply: 1, ...more,
  },
});
const E4 = deltaOf([fact(13, 'Position', 28), fact(13, 'HasMoved', true), fact(0, 'EnPassantSquare', 'e3')], [fact(13, 'Position', 12), fact(13, 'HasMoved', false)]);
const error = (code: 'ILLEGAL_MOVE' | 'NOT_YOUR_TURN' | 'RATE_LIMIT' | 'ROOM_FULL' | 'INVALID_MESSAGE'): ServerMessage => ({ type: 'error', payload: { code, message: 'why', fatal: false } });

/** A translation, and the page that its frames lead to. */
class Page {
  play: PlayerState | null = null;
  frames: ServerFrame[] = [];
  now = 1_000;
  constructor(
    readonly translation: RoomTranslation,
    readonly by: RoomRules = rules,
  ) {}
  take(frames: readonly ServerFrame[]): this {
    this.frames = [...frames];
    for (const frame of frames) this.play = reduce(this.play, frame).play;
    return this;
  }
  hear(...messages: ServerMessage[]): this {
    for (const message of messages) this.take(this.translation.receive(message, (this.now += 1), this.by));
    return this;
  }
  send(frame: Parameters<RoomTranslation['send']>[0]) {
    const { messages, frames } = this.translation.send(frame, this.by);
    this.take(frames);
    return messages;
  }
}

const SEAT: RoomSeat = { you: 'w', mode: 'vanilla', overlays: [], said: [], taken: {} };
const page = (seat: RoomSeat | null = null) => new Page(new RoomTranslation('ABC123', seat));
const open = (you: 'w' | 'b' = 'w') => page({ ...SEAT, you }).hear(stateOf(firstFacts(() => true)));
const blind = (you: 'w' | 'b' = 'w') => page({ ...SEAT, you, mode: 'blind' }).hear(stateOf(firstFacts((color) => color === you), { announcements: [] }));

describe('the moves of an open room', () => {
  it('are named where the page can, and are still there after a return', () => {
    const named = open();
    named.translation.nameMove = (before, after) => (before.toMove === 'w' && after['e4'] ? 'e4' : null);
    named.hear(E4);
    expect(named.play?.moves).toEqual([{ ply: 1, by: 'w', san: 'e4' }]);
    expect(page(named.translation.seat).hear(stateOf(firstFacts(() => true))).play?.moves).toHaveLength(1);
    expect(open().hear(E4).play?.moves).toMatchObject([{ san: 'e2e4' }]);
    expect(blind().hear(E4).play?.moves).toEqual([]);
  });
});

describe('entering a room', () => {
  it('keeps the token of the room although the page does not know it before the first state', () => {
    const joining = page().hear({ type: 'room.joined', payload: { code: 'ABC123', token: 'secret', color: 'black', activeRules: [], mode: 'blind' } } as unknown as ServerMessage);
    joining.send({ type: 'hello', gameId: 'room-ABC123', joinAs: 'auto' });
    expect(joining.translation.token).toBe('secret');
  });

  it('tries again after a rate limit, and shows how a room ended that is gone', () => {
    const returning = page(SEAT);
    returning.send({ type: 'hello', gameId: 'room-ABC123', token: 'secret' });
    returning.hear(error('RATE_LIMIT'));
    expect(returning.frames).toEqual([]);
    expect(returning.translation.refusal).toBeNull();
    const over = open().hear({ type: 'game.end', payload: { winner: 'white', reason: 'player_left', finalFen: null } } as unknown as ServerMessage);
    over.translation.reopened();
    over.hear({ type: 'error', payload: { code: 'ROOM_NOT_FOUND', message: 'gone', fatal: true } });
    expect(over.play?.status).toBe('finished');
    expect(over.translation.refusal).toBeNull();
  });

  it('asks for the seat with its token', () => {
    const { translation } = page();
    const hello = { type: 'hello', gameId: 'room-ABC123', token: 'secret' } as const;
    expect(translation.send(hello, rules).messages).toEqual([{ type: 'room.join', payload: { code: 'ABC123' } }]);
    expect(translation.token).toBe('secret');
  });

  it('waits in a room that was created, and begins with the state', () => {
    const creator = page().hear({ type: 'room.created', payload: { code: 'ABC123', token: 'secret', color: 'white', mode: 'blind' } });
    expect(creator.play).toMatchObject({ you: 'w', mode: 'blind', status: 'waiting', view: { pieces: {} } });
    expect(creator.frames[0]).toMatchObject({ type: 'joined', token: 'secret' });
    creator.hear(stateOf(firstFacts((color) => color === 'w'), { announcements: [] }));
    expect(creator.play?.status).toBe('active');
    expect(Object.keys(creator.play?.view.pieces ?? {})).toHaveLength(16);
  });

  it('shows nothing of a joined room before its state', () => {
    const guest = page().hear({ type: 'room.joined', payload: { code: 'ABC123', token: 'secret', color: 'black', activeRules: ['torpedo'] } });
    expect(guest.frames).toEqual([]);
    guest.hear(stateOf(firstFacts(() => true), { activeRules: ['torpedo'] }));
    expect(guest.play).toMatchObject({ you: 'b', mode: 'vanilla', overlays: ['torpedo'], status: 'active' });
  });

  it('is refused without a seat', () => {
    const refused = page().hear(error('ROOM_FULL'));
    expect(refused.frames).toEqual([{ type: 'error', code: 'game_not_found', message: 'why' }]);
    expect(refused.translation.refusal).toBe('ROOM_FULL');
  });
});

describe('a move', () => {
  it('is sent with the name of the promoted piece, and answered by its delta', () => {
    const white = open();
    expect(white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' })).toEqual([{ type: 'game.move', payload: { from: 'e2', to: 'e4' } }]);
    white.hear(E4);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'one', ply: 1 }]);
    expect(white.play?.view).toMatchObject({ toMove: 'b', pieces: { e4: { qpi: 'C:-P' } } });
    expect(white.send({ type: 'commit', from: 'e7', to: 'e8', promotion: 'n' })).toEqual([{ type: 'game.move', payload: { from: 'e7', to: 'e8', promoteTo: 'knight' } }]);
  });

  it('of a pawn to the last rank asks what it becomes', () => {
    const white = page(SEAT).hear(stateOf([fact(0, 'Turn', 'white'), fact(13, 'PieceType', 'pawn'), fact(13, 'Color', 'white'), fact(13, 'Position', 52), fact(13, 'HasMoved', true)]));
    expect(white.send({ type: 'commit', id: 'one', from: 'e7', to: 'e8' })).toEqual([]);
    expect(white.frames).toMatchObject([{ type: 'error', code: 'promotion_required', ack: 'one' }]);
  });

  it('that only touches is answered at once: rooms have no touch-move rule', () => {
    const white = open();
    expect(white.send({ type: 'commit', id: 'touch', from: 'e2' })).toEqual([]);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'touch', ply: 0 }]);
    expect(white.play?.touched).toBeNull();
  });

  it('that is refused is announced to its player, and stays announced', () => {
    const white = blind();
    white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e5' });
    white.hear(error('ILLEGAL_MOVE'));
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'one', newAnnouncements: [{ ply: 1, text: 'illegal_move', audience: 'w' }] }]);
    const again = page(white.translation.seat).hear(stateOf(firstFacts((color) => color === 'w'), { announcements: [] }));
    expect(again.play?.announcements.map(({ text }) => text)).toEqual(['illegal_move']);
  });

  it('out of turn has an error of the page', () => {
    const black = open('b');
    black.send({ type: 'commit', id: 'one', from: 'e7', to: 'e5' });
    black.hear(error('NOT_YOUR_TURN'));
    expect(black.frames).toMatchObject([{ type: 'error', code: 'not_your_turn', ack: 'one' }]);
  });

  it('waits for another try where too much was sent', () => {
    const white = open();
    white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' });
    white.hear(error('RATE_LIMIT'));
    expect(white.frames).toEqual([{ type: 'error', code: 'rate_limited', message: 'why' }]);
  });

  it('is not made twice when its answer was lost with a socket', () => {
    const white = open();
    white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' });
    white.translation.reopened();
    const moved = E4.type === 'game.delta' ? E4.payload.inserted : [];
    white.hear(stateOf([...firstFacts(() => true), ...moved], { ply: 1 }), E4);
    expect(white.play?.ply).toBe(1);
    expect(white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' })).toEqual([]);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'one', ply: 1 }]);
  });

  it('that was not received is made when the socket is back', () => {
    const white = open();
    white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' });
    white.translation.reopened();
    white.hear(stateOf(firstFacts(() => true)));
    expect(white.send({ type: 'commit', id: 'one', from: 'e2', to: 'e4' })).toHaveLength(1);
  });
});

describe('what the other side did', () => {
  it('is told by the moderator of a blind room alone', () => {
    const black = blind('b').hear(deltaOf([], [], { moveNotation: null, announcements: [{ ply: 1, text: 'white_moved', audience: 'b', at: 5 }] }));
    expect(black.play?.latest.map(({ text }) => text)).toEqual(['white_moved']);
    expect(Object.values(black.play?.view.pieces ?? {}).every(({ color }) => color === 'b')).toBe(true);
    expect(black.play?.tally).toEqual({ byYou: {}, byOpponent: {} });
  });

  it('is a check in a blind room if the moderator says so', () => {
    const black = blind('b').hear(deltaOf([], [], { moveNotation: null, announcements: [{ ply: 1, text: 'black_in_check', audience: 'both', at: 5 }] }));
    expect(black.play?.view.inCheck).toBe(true);
  });

  const says = (delta: ServerMessage, check = false): string[] => {
    const black = open('b');
    black.translation.findCheck = () => check;
    return black.hear(delta).play?.latest.map(({ text, payload }) => (payload?.promotedTo ? `${text} ${payload.promotedTo}` : text)) ?? [];
  };
  const gone = (id: number, cell: number) => [fact(id, 'PieceType', 'pawn'), fact(id, 'Color', 'black'), fact(id, 'Position', cell), fact(id, 'HasMoved', false)];

  it('is read from the facts of an open room', () => {
    expect(says(E4)).toEqual(['white_moved']);
    expect(says(E4, true)).toEqual(['white_moved', 'black_in_check']);
    expect(says(deltaOf([fact(13, 'Position', 51)], [fact(13, 'Position', 12), ...gone(20, 51)], { moveNotation: 'e2d7' }))).toEqual(['white_moved_captured']);
    expect(says(deltaOf([fact(13, 'Position', 43)], [fact(13, 'Position', 12), ...gone(20, 51)], { moveNotation: 'e2d6' }))).toEqual(['white_moved_captured_ep']);
    expect(says(deltaOf([fact(5, 'Position', 6), fact(8, 'Position', 5)], [fact(5, 'Position', 4), fact(8, 'Position', 7)], { moveNotation: 'e1g1' }))).toEqual(['white_castled_kingside']);
    expect(says(deltaOf([fact(5, 'Position', 2), fact(1, 'Position', 3)], [fact(5, 'Position', 4), fact(1, 'Position', 0)], { moveNotation: 'e1c1' }))).toEqual(['white_castled_queenside']);
    expect(says(deltaOf([fact(13, 'Position', 60), fact(13, 'PieceType', 'knight')], [fact(13, 'Position', 12), fact(13, 'PieceType', 'pawn')], { moveNotation: 'e2e8n' })))
      .toEqual(['white_moved', 'white_promoted n']);
    expect(says(deltaOf([fact(20, 'Hp', 1)], [fact(20, 'Hp', 2)], { moveNotation: 'e2d7' }))).toEqual(['white_hit']);
  });

  it('is looked at again once the rules are there to find a check', () => {
    const black = open('b').hear(E4);
    expect(black.play?.view.inCheck).toBeNull();
    black.translation.findCheck = () => true;
    black.take(black.translation.checkAgain(rules, 9));
    expect(black.play?.view.inCheck).toBe(true);
    expect(black.play?.latest.map(({ text }) => text)).toEqual(['black_in_check']);
    expect(black.translation.checkAgain(rules, 9)).toEqual([]);
  });

  it('counts captured pieces and checks in an open room, also when it was missed', () => {
    const black = open('b').hear(deltaOf([fact(13, 'Position', 51), fact(0, 'ChecksByWhite', 1)], [fact(13, 'Position', 12), ...gone(20, 51)], { moveNotation: 'e2d7' }));
    expect(black.play?.tally).toEqual({ byYou: {}, byOpponent: { p: 1 } });
    expect(black.play?.latest.map(({ text }) => text)).toContain('black_in_check');
    const again = page({ ...SEAT, you: 'b' }).hear(stateOf([...firstFacts(() => true), fact(0, 'ChecksByWhite', 2)], { ply: 9 }));
    expect(again.play?.announcements.map(({ text }) => text)).toEqual(['black_in_check', 'black_in_check']);
  });

  it('that captures a promoted pawn takes what it had become', () => {
    const promoted = firstFacts(() => true).map((one) => (one.id === 20 && one.attr === 'PieceType' ? fact(20, 'PieceType', 'knight') : one));
    const black = page({ ...SEAT, you: 'b' }).hear(stateOf(promoted), deltaOf([fact(13, 'Position', 51)], [fact(13, 'Position', 12), ...gone(20, 51)], { moveNotation: 'e2d7' }));
    expect(black.play?.tally.byOpponent).toEqual({ n: 1 });
    const again = page(black.translation.seat).hear(stateOf(promoted.filter(({ id }) => id !== 20), { ply: 1 }));
    expect(again.play?.tally.byOpponent).toEqual({ n: 1 });
  });

  it('is not applied again after a state that contains it', () => {
    const white = open().hear(E4);
    const before = white.play;
    white.hear(E4);
    expect(white.frames).toEqual([]);
    expect(white.play).toBe(before);
  });
});

describe('the end', () => {
  it('comes with the delta of the last move', () => {
    const over = { winner: 'white', reason: 'checkmate' } as const;
    const white = open().hear(deltaOf([], [], { gameOver: over }));
    expect(white.play).toMatchObject({ status: 'finished', endReason: 'checkmate', winner: 'w' });
    white.hear({ type: 'game.end', payload: { ...over, finalFen: '8/8/8/8/8/8/8/8 b - - 0 1' } });
    expect(white.frames).toEqual([]);
    expect(white.translation.over).toBe(true);
  });

  it('is a draw without a winner', () => {
    const white = open().hear(deltaOf([], [], { gameOver: { winner: 'draw', reason: '50-move' } }));
    expect(white.play).toMatchObject({ endReason: 'fifty_move', winner: null });
  });

  const left: ServerMessage = { type: 'game.end', payload: { winner: 'black', reason: 'player_left', finalFen: 'rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' } };

  it('of a player who leaves is a resignation, and shows the whole board', () => {
    const white = blind();
    expect(white.send({ type: 'resign', id: 'go' })).toEqual([{ type: 'room.leave', payload: {} }]);
    white.hear(left);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'go' }]);
    expect(white.play).toMatchObject({ status: 'finished', endReason: 'resign', winner: 'b', view: { pieces: { e8: { color: 'b', type: 'k', qpi: 'c:k^' } } } });
    expect(white.play?.tally.byYou).toMatchObject({ p: 1, q: 0 });
  });

  it('for the one who stays is that the other left', () => {
    expect(blind('b').hear(left).play).toMatchObject({ endReason: 'abandoned', winner: 'b' });
  });
});

it('a heartbeat is a sign of life, and its answer stays here', () => {
  const white = open().hear({ type: 'heartbeat', payload: {} });
  expect(white.frames).toEqual([{ type: 'ping' }]);
  expect(white.send({ type: 'pong' })).toEqual([]);
});

it('what rooms do not have is refused', () => {
  const white = open();
  expect(white.send({ type: 'offer-draw', id: 'draw' })).toEqual([]);
  expect(white.frames).toMatchObject([{ type: 'error', code: 'wrong_phase', ack: 'draw' }]);
});

describe('pieces', () => {
  const at = (facts: Fact[], by = rules) => boardOf(factsOf(facts), by).pieces;
  const piece = (id: number, type: string, position: number, hasMoved: boolean): Fact[] =>
    [fact(id, 'PieceType', type), fact(id, 'Color', 'white'), fact(id, 'Position', position), fact(id, 'HasMoved', hasMoved)];

  it('have the rights of what has not moved, and of a pawn that came back', () => {
    const facts = [...piece(5, 'king', 4, false), ...piece(8, 'rook', 7, true), ...piece(13, 'pawn', 12, true), ...piece(12, 'pawn', 19, true)];
    expect(at(facts)).toMatchObject({ e1: { qpi: 'C:+K^' }, h1: { qpi: 'C:R' }, e2: { qpi: 'C:+P' }, d3: { qpi: 'C:P' } });
  });

  it('may be taken in passing, in a turn of several moves each where it says so', () => {
    const game = [fact(0, 'Turn', 'black'), fact(0, 'EnPassantSquare', 'e3')];
    expect(at([...game, ...piece(13, 'pawn', 28, true), ...piece(12, 'pawn', 27, true)])).toMatchObject({ e4: { qpi: 'C:-P' }, d4: { qpi: 'C:P' } });
    const several = { ...rules, movesPerTurn: 2 };
    const board = boardOf(factsOf([...game, fact(0, 'HalfMovesThisTurn', 1), ...piece(12, 'pawn', 27, true), fact(12, 'PassedSquare', 'd3')]), several);
    expect(board).toMatchObject({ movesLeft: 1, pieces: { d4: { qpi: 'C:-P' } } });
  });

  it('are those of the rules of the room', () => {
    const knightmate = roomRules(JSON.stringify({ initial: '+rcbq+k^bc+r/8/8/8/8/8/8/+RCBQ+K^BC+R / C/c', pieces: { 'C:C': { name: 'commoner' }, 'C:K': { name: 'king' } }, mechanics: [{ mechanic: 'turn', moves: 2 }] }));
    expect(knightmate.movesPerTurn).toBe(2);
    expect(at(piece(2, 'commoner', 1, false), knightmate)).toEqual({ b1: { color: 'w', type: 'c', qpi: 'C:C' } });
    expect(piecesOfFen('4k3/8/8/8/8/8/8/1C6 w - - 0 1', knightmate)).toMatchObject({ e8: { qpi: 'c:k^' }, b1: { qpi: 'C:C' } });
    expect(roomRules(JSON.stringify({ initial: 'nothing', pieces: {} }))).toEqual(rules);
  });

  it('have points where the rules give them', () => {
    expect(at([...piece(13, 'pawn', 12, false), fact(13, 'Hp', 2)])).toMatchObject({ e2: { points: 2 } });
  });
});

it.each([['abc123', 'ABC123'], ['https://games.example/r/abc123?x=1', 'ABC123'], [' ABC-123 ', 'ABC123'], ['abc 12', null], ['ABC12é', null], ['ABC1234', null]])('the code in "%s" is %s', (text, code) => {
  expect(codeIn(text)).toBe(code);
});

describe('a stored seat', () => {
  beforeEach(() => storeCreated('AAAAAA', 'secret', SEAT));

  it('is found again with its token', () => {
    expect(loadSeat('AAAAAA')).toEqual(SEAT);
    expect(load(tokenKey(roomId('AAAAAA')))).toBe('secret');
    expect(loadSeat('BBBBBB')).toBeNull();
  });
});

/** Reads the rules of another ruleset than chess. */
function namedRules(id: string): RoomRules & { named: NamedRules } {
  const manifest = readFileSync(`../rules/${id}/ruleset.json`, 'utf8');
  const read = roomRules(manifest);
  return { ...read, named: new NamedRules(manifest, read) };
}

/** A room of another ruleset than chess, with the facts of its first position as far as `sees` says. */
function namedRoom(ruleset: string, you: 'w' | 'b' = 'w', { blind: isBlind = false, hands = [] }: { blind?: boolean; hands?: Fact[] } = {}) {
  const by = namedRules(ruleset);
  const names = new Map([...by.letters].map(([name, letter]) => [letter, name]));
  const pieces = [...by.first].filter(([, { color }]) => !isBlind || color === you).flatMap(([id, { color, type, qpi, number }]) => [
    fact(id, 'PieceType', names.get(type) ?? ''), fact(id, 'Piece', qpi), fact(id, 'Color', color === 'w' ? 'white' : 'black'), fact(id, 'Position', number), fact(id, 'HasMoved', false),
  ]);
  const start = stateOf([fact(0, 'Turn', 'white'), ...hands, ...pieces], isBlind ? { announcements: [] } : {});
  const room = new Page(new RoomTranslation('ABC123', { ...SEAT, you, mode: isBlind ? 'blind' : 'vanilla', ruleset }), by);
  return { room: room.hear(start), start };
}

describe('a room of shogi', () => {
  const hands = (w: string[], b: string[]) => [fact(0, 'HandOfWhite', w), fact(0, 'HandOfBlack', b)];
  const shogi = (you: 'w' | 'b' = 'w') => namedRoom('shogi', you, { hands: hands([], []) }).room;
  const number = (cell: string) => cell.charCodeAt(0) - 97 + (Number(cell.slice(1)) - 1) * 9;
  const idAt = (cell: string) => [...namedRules('shogi').first].find(([, piece]) => piece.number === number(cell))?.[0] ?? 0;
  const whole = (id: number, qpi: string, name: string, color: string, cell: string) =>
    [fact(id, 'PieceType', name), fact(id, 'Piece', qpi), fact(id, 'Color', color), fact(id, 'Position', number(cell)), fact(id, 'HasMoved', false)];
  /** White's bishop takes black's, and is promoted. */
  const TAKES = deltaOf(
    [fact(idAt('b2'), 'Position', number('h8')), fact(idAt('b2'), 'Piece', 'S:+B'), fact(0, 'HandOfWhite', ['S:B 1'])],
    [fact(idAt('b2'), 'Position', number('b2')), fact(idAt('b2'), 'Piece', 'S:B'), fact(0, 'HandOfWhite', []), ...whole(idAt('h8'), 's:b', 'bishop', 'black', 'h8')],
    { moveNotation: 'b2h8b' },
  );
  /** White drops a bishop. */
  const dropsAt = (ply: number) =>
    deltaOf([...whole(41, 'S:B', 'bishop', 'white', 'e5'), fact(0, 'HandOfWhite', [])], [fact(0, 'HandOfWhite', ['S:B 1'])], { moveNotation: 'B@e5', ply });

  it('is entered by its ruleset, which the seat remembers', () => {
    const guest = new Page(new RoomTranslation('ABC123', null), namedRules('shogi'));
    guest.hear({ type: 'room.joined', payload: { code: 'ABC123', token: 'secret', color: 'black', activeRules: [], ruleset: 'shogi' } });
    expect(guest.translation.seat).toMatchObject({ you: 'b', ruleset: 'shogi' });
    const creator = page().hear({ type: 'room.created', payload: { code: 'ABC123', token: 'secret', color: 'white', ruleset: 'shogi' } });
    expect(creator.play).toMatchObject({ ruleset: 'shogi', status: 'waiting' });
    expect(open().play?.ruleset).toBe('chess');
    expect(page(SEAT).translation.ruleset).toBe('chess');
  });

  it('shows pieces in full, and captured ones in the hand', () => {
    const white = shogi();
    expect(white.play).toMatchObject({ ruleset: 'shogi', view: { hands: { w: [], b: [] } } });
    expect(white.play?.view.pieces).toMatchObject({ e1: { color: 'w', type: 'k', qpi: 'S:K^' }, h8: { color: 'b', type: 'b', qpi: 's:b' } });
    white.hear(TAKES);
    expect(white.play?.view.pieces['h8']).toEqual({ color: 'w', type: 'b', qpi: 'S:+B' });
    expect(white.play?.view.hands).toEqual({ w: [{ color: 'w', type: 'b', qpi: 'S:B', count: 1 }], b: [] });
    expect(white.play?.tally).toEqual({ byYou: { b: 1 }, byOpponent: {} });
    expect(white.play?.moves).toEqual([{ ply: 1, by: 'w', san: 'b2h8b' }]);
  });

  it('tells what the other side did', () => {
    const black = shogi('b').hear(TAKES);
    expect(black.play?.latest.map(({ text, payload }) => [text, payload])).toEqual([['white_moved_captured', undefined], ['white_promoted', undefined]]);
    expect(black.play?.tally).toEqual({ byYou: {}, byOpponent: { b: 1 } });
  });

  it('drops pieces from the hand', () => {
    const { room: black } = namedRoom('shogi', 'b', { hands: hands(['S:B 1'], []) });
    black.hear(dropsAt(1));
    expect(black.play?.view).toMatchObject({ toMove: 'b', pieces: { e5: { color: 'w', qpi: 'S:B' } }, hands: { w: [], b: [] } });
    expect(black.play?.latest.map(({ text }) => text)).toEqual(['white_moved']);
    expect(black.play?.tally).toEqual({ byYou: {}, byOpponent: {} });
  });

  it('writes moves in notation where the page can', () => {
    const white = shogi();
    white.translation.nameMove = (_before, _after, written) => (written === 'b2h8b' ? { san: 'Bxh8=+B', gameNotation: 'Bx2b+' } : null);
    white.hear(TAKES, dropsAt(3));
    expect(white.play?.moves).toEqual([{ ply: 1, by: 'w', san: 'Bxh8=+B', gameNotation: 'Bx2b+' }, { ply: 3, by: 'b', san: 'B@e5' }]);
  });

  it('sends choices, drops and passes in the words of the room', () => {
    const white = shogi();
    expect(white.send({ type: 'commit', id: 'one', from: 'b2', to: 'h8', choice: '+bishop' })).toEqual([{ type: 'game.move', payload: { from: 'b2', to: 'h8', choice: '+bishop' } }]);
    white.hear(TAKES);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'one' }]);
    expect(white.send({ type: 'drop', id: 'two', piece: 'S:B', to: 'e5' })).toEqual([{ type: 'game.drop', payload: { piece: 'S:B', to: 'e5' } }]);
    white.hear(error('ILLEGAL_MOVE'));
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'two', newAnnouncements: [{ text: 'illegal_move', audience: 'w' }] }]);
    expect(white.send({ type: 'drop', id: 'touch', piece: 'S:B' })).toEqual([]);
    expect(white.frames).toMatchObject([{ type: 'update', ack: 'touch' }]);
    // No pawn is asked what it becomes but by the page's own engine.
    expect(white.send({ type: 'commit', from: 'a7', to: 'a9' })).toEqual([{ type: 'game.move', payload: { from: 'a7', to: 'a9' } }]);
    expect(white.send({ type: 'pass' })).toEqual([{ type: 'game.pass', payload: {} }]);
  });

  it('chooses nothing where the player has not', () => {
    const { room } = namedRoom('grand');
    const move = { type: 'game.move', payload: { from: 'a7', to: 'a8' } };
    expect(room.send({ type: 'commit', from: 'a7', to: 'a8' })).toEqual([move]);
    expect(room.send({ type: 'commit', from: 'a7', to: 'a8', choice: 'none' })).toEqual([{ ...move, payload: { ...move.payload, choice: 'none' } }]);
  });

  it('goes on after a return, with the moves that were missed', () => {
    const white = shogi().hear(TAKES);
    const facts = [...firstOf(white), ...hands(['S:B 1'], ['s:b 1'])];
    const again = new Page(new RoomTranslation('ABC123', white.translation.seat), white.by);
    again.hear(stateOf(facts, { ply: 2, turn: 'white', moveHistory: ['b2-h8b', 'g9-h8'], fen: '' }));
    expect(again.play).toMatchObject({ ruleset: 'shogi', ply: 2, view: { hands: { w: [{ qpi: 'S:B', count: 1 }], b: [{ qpi: 's:b', count: 1 }] } } });
    expect(again.play?.moves).toEqual([{ ply: 1, by: 'w', san: 'b2h8b' }, { ply: 2, by: 'b', san: 'g9h8' }]);
    expect(again.play?.tally).toEqual({ byYou: { b: 1 }, byOpponent: { b: 1 } });
  });
  /** Facts of the first position without both bishops. */
  const firstOf = ({ by }: Page): Fact[] => [fact(0, 'Turn', 'white'), ...[...by.first].filter(([, { type }]) => type !== 'b').flatMap(([id, { qpi, color, number: at }]) =>
    [fact(id, 'PieceType', ''), fact(id, 'Piece', qpi), fact(id, 'Color', color === 'w' ? 'white' : 'black'), fact(id, 'Position', at), fact(id, 'HasMoved', false)])];

  it('shows its last position with the hands', () => {
    const white = shogi().hear({ type: 'game.end', payload: { winner: 'white', reason: 'player_left', finalFen: '4k^4/9/9/9/4+B4/9/9/9/4K^4 2PR/b S/s' } });
    expect(white.play).toMatchObject({ status: 'finished', view: { pieces: { e5: { color: 'w', qpi: 'S:+B' }, e9: { color: 'b', qpi: 's:k^' } } } });
    expect(white.play?.view.hands).toEqual({
      w: [{ color: 'w', type: 'p', qpi: 'S:P', count: 2 }, { color: 'w', type: 'r', qpi: 'S:R', count: 1 }], b: [{ color: 'b', type: 'b', qpi: 's:b', count: 1 }],
    });
  });

  it('that is blind shows the own hand alone', () => {
    const { room } = namedRoom('shogi', 'w', { blind: true, hands: [fact(0, 'HandOfWhite', ['S:B 1'])] });
    expect(room.play?.view.hands).toEqual({ w: [{ color: 'w', type: 'b', qpi: 'S:B', count: 1 }] });
    expect(Object.values(room.play?.view.pieces ?? {}).every(({ color }) => color === 'w')).toBe(true);
    expect(room.play?.tally).toEqual({ byYou: {}, byOpponent: {} });
    room.hear(deltaOf([], whole(idAt('h3'), 'S:P', 'pawn', 'white', 'h3'), { moveNotation: null, announcements: [] }));
    expect(room.play?.tally).toEqual({ byYou: {}, byOpponent: { p: 1 } });
  });
});

describe('rooms of other rulesets', () => {
  it('show supplies, and pieces of neither side', () => {
    const amazons = namedRules('amazons');
    const neutral = 'A:W';
    const facts = factsOf([fact(0, 'Turn', 'white'), fact(9, 'Piece', neutral), fact(9, 'Color', 'white'), fact(9, 'Position', 0), fact(0, 'HandOfWhite', [neutral])]);
    const board = boardOf(facts, amazons);
    expect(board.pieces['a1']).toMatchObject({ qpi: neutral, neutral: true });
    expect(board.hands?.w).toEqual([{ ...board.pieces['a1'] }]);
  });

  it('pass in janggi', () => {
    const { room } = namedRoom('janggi', 'b');
    const pass = (ply: number, by: string, turn: 'white' | 'black'): ServerMessage =>
      ({ type: 'game.delta', payload: { inserted: [fact(0, 'Turn', turn)], retracted: [fact(0, 'Turn', by)], moveNotation: 'pass', turn, gameOver: null, ply } });
    room.hear(pass(1, 'white', 'black'));
    expect(room.play).toMatchObject({ view: { toMove: 'b' }, moves: [{ ply: 1, by: 'w', san: 'pass' }] });
    expect(room.play?.view.hands).toBeUndefined();
    expect(room.play?.latest.map(({ text }) => text)).toEqual(['white_moved']);
    expect(room.send({ type: 'pass', id: 'one' })).toEqual([{ type: 'game.pass', payload: {} }]);
    room.hear(pass(2, 'black', 'white'));
    expect(room.frames).toMatchObject([{ type: 'update', ack: 'one', latestMove: { ply: 2, by: 'b', san: 'pass' } }]);
    // A pass is not made twice when its answer was lost.
    room.send({ type: 'pass', id: 'two' });
    room.hear(pass(3, 'white', 'black'));
    expect(room.send({ type: 'pass', id: 'two' })).toEqual([]);
  });
});
