// The messages of the room protocol, generated from rules/schema/rooms.schema.json by `npm run wire`. Not edited by hand.

/**
 * Wall clock time, in milliseconds since 1970.
 */
export type UnixMs = number;
/**
 * Audience of an announcement.
 */
export type Audience = 'w' | 'b' | 'both';
/**
 * Class of a captured piece, as a moderator announces it.
 */
export type CapturedClass = 'pawn' | 'piece';
export type PieceType = string;
/**
 * Direction from a royal piece to a piece that checks it.
 */
export type Direction = 'rank' | 'file' | 'long_diagonal' | 'short_diagonal' | 'knight';
export type SquareName = string;
/**
 * An announcement as sent on the wire. The colour is that of the side that acted; for `*_in_check` it is the side in check.
 */
export type ModeratorText =
  | 'no_such_piece'
  | 'no_legal_moves'
  | 'wont_help'
  | 'illegal_move'
  | 'white_moved'
  | 'black_moved'
  | 'white_moved_captured'
  | 'black_moved_captured'
  | 'white_moved_captured_ep'
  | 'black_moved_captured_ep'
  | 'white_castled_kingside'
  | 'white_castled_queenside'
  | 'black_castled_kingside'
  | 'black_castled_queenside'
  | 'white_in_check'
  | 'black_in_check'
  | 'white_promoted'
  | 'black_promoted'
  | 'white_checkmate'
  | 'black_checkmate'
  | 'stalemate'
  | 'draw_insufficient'
  | 'draw_fifty'
  | 'draw_threefold'
  | 'white_wins_captures'
  | 'black_wins_captures'
  | 'white_wins_promotions'
  | 'black_wins_promotions'
  | 'white_wins_checks'
  | 'black_wins_checks'
  | 'white_wins_arrival'
  | 'black_wins_arrival'
  | 'white_wins_extinction'
  | 'black_wins_extinction'
  | 'draw_goal'
  | 'white_hit'
  | 'black_hit'
  | 'white_exploded'
  | 'black_exploded'
  | 'white_fell'
  | 'black_fell'
  | 'white_poisoned'
  | 'black_poisoned'
  | 'white_healed'
  | 'black_healed'
  | 'white_attacks'
  | 'black_attacks'
  | 'white_repulsed'
  | 'black_repulsed'
  | 'nonsense'
  | 'impossible'
  | 'white_dropped'
  | 'black_dropped'
  | 'white_has_any'
  | 'black_has_any'
  | 'white_no_any'
  | 'black_no_any'
  | 'white_pawn_tries'
  | 'black_pawn_tries';
/**
 * Attribute of a fact.
 */
export type Attr =
  | 'PieceType'
  | 'Piece'
  | 'Color'
  | 'Position'
  | 'HasMoved'
  | 'Hp'
  | 'PassedSquare'
  | 'Turn'
  | 'HandOfWhite'
  | 'HandOfBlack'
  | 'HalfMovesThisTurn'
  | 'ChecksByWhite'
  | 'ChecksByBlack'
  | 'CapturesByWhite'
  | 'CapturesByBlack'
  | 'PromotionsByWhite'
  | 'PromotionsByBlack'
  | 'CastlingRights'
  | 'EnPassantSquare'
  | 'HalfmoveClock'
  | 'FullmoveNumber'
  | 'ActiveRule'
  | 'Winner';
export type ChoiceWord = string;
export type ClientMessage =
  | {
      type: 'room.create';
      payload: Create;
    }
  | {
      type: 'room.join';
      payload: Join;
    }
  | {
      type: 'room.leave';
      payload: Nothing;
    }
  | {
      type: 'game.move';
      payload: Move;
    }
  | {
      type: 'game.drop';
      payload: Drop;
    }
  | {
      type: 'game.pass';
      payload: Nothing;
    }
  | {
      type: 'heartbeat';
      payload: Nothing;
    };
/**
 * Visibility of the board for the players. An extension of the protocol.
 */
export type Mode = 'open' | 'blind';
export type PieceName = string;
/**
 * A side.
 */
export type Color = 'white' | 'black';
/**
 * Reason for the end of a game. The last nine are extensions: goals and stops of a ruleset, and endings without a word.
 */
export type Reason =
  | 'checkmate'
  | 'stalemate'
  | '50-move'
  | 'threefold'
  | 'insufficient'
  | 'player_left'
  | 'captures'
  | 'promotions'
  | 'checks'
  | 'arrival'
  | 'extinction'
  | 'passes'
  | 'facing'
  | 'full'
  | 'other';
/**
 * The winner.
 */
export type Winner = 'white' | 'black' | 'draw';
/**
 * Value of a fact.
 */
export type Value = boolean | number | string | string[];
/**
 * Reason why a message of a client had no effect.
 */
export type ErrorCode =
  | 'ILLEGAL_MOVE'
  | 'NOT_YOUR_TURN'
  | 'GAME_OVER'
  | 'ROOM_NOT_FOUND'
  | 'ROOM_FULL'
  | 'SERVER_FULL'
  | 'VERSION_MISMATCH'
  | 'RATE_LIMIT'
  | 'MSG_TOO_LARGE'
  | 'BAD_TOKEN'
  | 'INVALID_MESSAGE';
/**
 * Reason why a request is refused, for a page to say in its own words. It tells no more than the message beside it.
 */
export type RefusalReason =
  | 'unknown_ruleset'
  | 'faulty_ruleset'
  | 'unknown_terms'
  | 'unknown_house_rule'
  | 'house_rules_clash'
  | 'house_rule_missing'
  | 'unsound_house_rules'
  | 'unknown_bids'
  | 'bids_of_another_ruleset'
  | 'unfit_bids'
  | 'bids_by_sight'
  | 'bids_by_days'
  | 'no_chat'
  | 'no_aids'
  | 'covered_pieces'
  | 'unfit_moderator'
  | 'unfit_machine'
  | 'invalid_clock'
  | 'invalid_setting'
  | 'server_full'
  | 'machine_busy'
  | 'house_rules_full'
  | 'guest_games_full'
  | 'too_often'
  | 'too_many_games'
  | 'too_many_house_rule_games'
  | 'too_many_guest_games'
  | 'guest_rules_off'
  | 'beyond_bound'
  | 'checks_busy'
  | 'guest_rulesets_full'
  | 'publishing_off'
  | 'published_too_often'
  | 'published_full'
  | 'name_length'
  | 'no_show_time'
  | 'unfit_for_tournament'
  | 'too_many_tournaments'
  | 'name_refused'
  | 'name_taken'
  | 'tournament_full'
  | 'entry_closed'
  | 'too_few_players'
  | 'round_runs'
  | 'wrong_round'
  | 'no_pairing'
  | 'no_board'
  | 'not_now'
  | 'nothing_to_change'
  | 'too_many_changes'
  | 'not_a_member'
  | 'unknown_tournament'
  | 'tournaments_full'
  | 'unavailable';
export type RoomCode = string;
export type RoomToken = string;
export type ServerMessage =
  | {
      type: 'room.created';
      payload: RoomCreated;
    }
  | {
      type: 'room.joined';
      payload: RoomJoined;
    }
  | {
      type: 'game.state';
      payload: State;
    }
  | {
      type: 'game.delta';
      payload: Delta;
    }
  | {
      type: 'game.end';
      payload: GameEnd;
    }
  | {
      type: 'error';
      payload: ErrorMessage;
    }
  | {
      type: 'heartbeat';
      payload: Heartbeat;
    };

/**
 * Announcement of the moderator.
 */
export interface Announcement {
  at: UnixMs;
  audience: Audience;
  payload?: Payload;
  /**
   * The move that it is about, counted from 1; of a refused try, the move that the player was about to make.
   */
  ply: number;
  text: ModeratorText;
}
/**
 * Particulars of an announcement. All but the first are additions to the design.
 */
export interface Payload {
  captured?: CapturedClass;
  capturedType?: PieceType;
  /**
   * Directions from the royal piece to each piece that checks it. Their order tells nothing.
   */
  directions?: Direction[];
  dropped?: PieceType;
  promotedTo?: PieceType;
  /**
   * Squares of the pawns that have a try, which may be none.
   */
  sources?: SquareName[];
  square?: SquareName;
  /**
   * Number of pawn tries.
   */
  tries?: number;
}
/**
 * The payload of `room.create`.
 */
export interface Create {
  mode?: Mode;
  /**
   * Request for a `reason` in the error, if no room is created. An extension.
   */
  reasons?: boolean;
  /**
   * The id of the ruleset; chess when left out. An extension.
   */
  ruleset?: string;
  /**
   * The ids of the house rules, no more than 16 and in any order; none when left out.
   *
   * @maxItems 16
   */
  rulesetIds?: string[];
}
/**
 * The payload of `room.join`.
 */
export interface Join {
  /**
   * Code of the room. A malformed code finds no room.
   */
  code: string;
  /**
   * Token of the seat to return to; it may be in the envelope instead. An extension.
   */
  token?: string;
}
/**
 * A payload without members.
 */
export interface Nothing {}
/**
 * The payload of `game.move`.
 */
export interface Move {
  choice?: ChoiceWord;
  from: SquareName;
  /**
   * Name of the promoted piece (`queen`). Ignored where nothing promotes; in chess a queen by default.
   */
  promoteTo?: string;
  to: SquareName;
}
/**
 * The payload of `game.drop`.
 */
export interface Drop {
  choice?: ChoiceWord;
  piece: PieceName;
  to: SquareName;
}
export interface ClientMessage1 {
  /**
   * The greatest number of a message of the server that the client has. An extension.
   */
  ack?: number;
  /**
   * The number of this message: each is greater than the one before it on the same socket.
   */
  seq: number;
  /**
   * Token of the seat. Required once the client has one, and to return to the seat.
   */
  token?: string;
  /**
   * Time of sending, in milliseconds since 1970, possibly fractional. It has no effect.
   */
  ts: number;
  /**
   * The version of the protocol, 1.
   */
  v: number;
}
/**
 * See [`Message::Delta`].
 */
export interface Delta {
  /**
   * In a blind room, the new announcements to this player. An extension.
   */
  announcements?: Announcement[];
  /**
   * Result of the game; `null` during the game.
   */
  gameOver: GameOver | null;
  /**
   * The facts that are new, or have a new value.
   */
  inserted: Fact[];
  /**
   * The move (`e2e4`, `e7e8q`); `null` in a blind room where the player did not see it.
   */
  moveNotation: string | null;
  /**
   * The number of the move, from 1. An extension.
   */
  ply: number;
  /**
   * The facts that hold no more, with the value that they had.
   */
  retracted: Fact[];
  turn: Color;
}
/**
 * Result of a game.
 */
export interface GameOver {
  reason: Reason;
  winner: Winner;
}
/**
 * One fact.
 */
export interface Fact {
  attr: Attr;
  /**
   * The entity: 0 is the game, any other a piece for as long as it lives.
   */
  id: number;
  value: Value;
}
/**
 * See [`Message::Error`].
 */
export interface ErrorMessage {
  /**
   * Ids of the house rules that these require and that are not chosen, sorted. An extension.
   */
  required?: string[];
  code: ErrorCode;
  /**
   * True if the socket is closed now.
   */
  fatal: boolean;
  /**
   * Message for a person.
   */
  message: string;
  reason?: RefusalReason;
  /**
   * Id of the ruleset for which no room is created. An extension.
   */
  ruleset?: string;
  /**
   * Ids of the house rules that are unknown, clash or lack others, sorted. An extension.
   */
  rulesetIds?: string[];
}
/**
 * See [`Message::End`].
 */
export interface GameEnd {
  /**
   * The last position as FEN, all of it.
   */
  finalFen: string;
  reason: Reason;
  winner: Winner;
}
/**
 * See [`Message::Heartbeat`].
 */
export interface Heartbeat {}
/**
 * See [`Message::RoomCreated`].
 */
export interface RoomCreated {
  code: RoomCode;
  color: Color;
  mode?: Mode;
  /**
   * The id of the ruleset, if it is another than chess. An extension.
   */
  ruleset?: string;
  token: RoomToken;
}
/**
 * See [`Message::RoomJoined`].
 */
export interface RoomJoined {
  /**
   * The ids of the house rules, in their order.
   */
  activeRules: string[];
  code: RoomCode;
  color: Color;
  mode?: Mode;
  /**
   * The id of the ruleset, if it is another than chess. An extension.
   */
  ruleset?: string;
  token: RoomToken;
}
/**
 * See [`Message::State`].
 */
export interface State {
  /**
   * The ids of the house rules, in their order.
   */
  activeRules: string[];
  /**
   * In a blind room, all announcements to this player. An extension.
   */
  announcements?: Announcement[];
  /**
   * All facts that the player has.
   */
  facts: Fact[];
  /**
   * The position as FEN, as far as the player sees it.
   */
  fen: string;
  /**
   * The number of this message. Its content includes all messages with lower numbers.
   */
  lastSeq: number;
  /**
   * The moves, oldest first; in a blind room the player's own.
   */
  moveHistory: string[];
  /**
   * Number of moves made by both sides together. An extension.
   */
  ply: number;
  turn: Color;
}
export interface ServerMessage1 {
  /**
   * The number of this message. Those of a seat grow, whichever sockets they go to.
   */
  seq: number;
  ts: UnixMs;
  /**
   * The version of the protocol, 1.
   */
  v: number;
}
