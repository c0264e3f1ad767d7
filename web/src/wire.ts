// The wire, generated from the Rust types by `npm run wire`. Not edited by hand.

/**
 * Wall clock time, in milliseconds since 1970.
 */
export type UnixMs = number;
/**
 * Who hears an announcement.
 */
export type Audience = 'w' | 'b' | 'both';
export type PieceType = string;
/**
 * One announcement, as the wire spells it. The colour is that of the side which acted, but for `*_in_check`: there it is the side in check.
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
  | 'black_healed';
/**
 * What befalls a piece that is not captured.
 */
export type Befell = 'hit' | 'exploded' | 'fell' | 'poisoned' | 'healed';
/**
 * A side of the game on the wire.
 */
export type Color = 'w' | 'b';
export type PieceName = string;
/**
 * A message of a client, exactly as the wire has it.
 */
export type ClientMessage =
  | {
      gameId: GameId;
      id?: CommandId;
      joinAs?: JoinAs;
      token?: Token;
      type: 'hello';
    }
  | {
      from: SquareName;
      id?: CommandId;
      promotion?: PieceType;
      to?: SquareName;
      type: 'commit';
    }
  | {
      id?: CommandId;
      type: 'resign';
    }
  | {
      id?: CommandId;
      type: 'offer-draw';
    }
  | {
      /**
       * Whether the offer is taken.
       */
      accept: boolean;
      id?: CommandId;
      type: 'respond-draw';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      type: 'rematch';
    }
  | {
      id?: CommandId;
      type: 'pong';
    };
export type GameId = string;
export type CommandId = string;
/**
 * The seat that a newcomer asks for.
 */
export type JoinAs = 'w' | 'b' | 'auto';
export type Token = string;
export type SquareName = string;
/**
 * How much of the board each player sees. A mode names the profile of the same name.
 */
export type Mode = 'blind' | 'vanilla';
/**
 * The side that the creator of a game takes.
 */
export type SideChoice = 'white' | 'black' | 'random';
/**
 * Why a game is over. A ruleset whose game ends in a way that the design has no word for leaves the reason out.
 */
export type EndReason =
  | 'checkmate'
  | 'stalemate'
  | 'resign'
  | 'draw_agreed'
  | 'insufficient'
  | 'fifty_move'
  | 'threefold'
  | 'abandoned'
  | 'timeout'
  | 'captures'
  | 'promotions'
  | 'checks'
  | 'arrival'
  | 'extinction';
/**
 * Why a message of a client had no effect. What the moderator refuses is an announcement, never an error.
 */
export type ErrorCode =
  | 'game_not_found'
  | 'slot_taken'
  | 'spectators_disabled'
  | 'not_your_turn'
  | 'malformed'
  | 'promotion_required'
  | 'must_move_touched_piece'
  | 'rate_limited';
/**
 * Where a game stands.
 */
export type GameStatus = 'waiting' | 'active' | 'finished';
/**
 * A small picture of something that a house rule changes, for a page to draw. It says what the data of the rule says, and names pieces of the
 * first side for both.
 */
export type Sketch =
  | {
      /**
       * Where it may go now.
       */
      added: SketchedMove[];
      /**
       * The files of the board.
       */
      files: number;
      from: SquareName;
      kind: 'moves';
      piece: PieceName;
      /**
       * The ranks of the board.
       */
      ranks: number;
      /**
       * Where it may go no longer.
       */
      removed: SketchedMove[];
    }
  | {
      after: PieceName;
      before: PieceName;
      kind: 'becomes';
    }
  | {
      /**
       * How often it takes.
       */
      count: number;
      goal: SketchedGoal;
      kind: 'goal';
      result: SketchedResult;
    }
  | {
      /**
       * The files of the board.
       */
      files: number;
      kind: 'arrival';
      /**
       * The pieces.
       */
      pieces: PieceName[];
      /**
       * The ranks of the board.
       */
      ranks: number;
      result: SketchedResult;
      /**
       * The squares.
       */
      squares: SquareName[];
    }
  | {
      kind: 'extinction';
      /**
       * The pieces.
       */
      pieces: PieceName[];
      result: SketchedResult;
    }
  | {
      kind: 'points';
      /**
       * How many points every piece starts with.
       */
      points: number;
    }
  | {
      /**
       * How many points they gain at a time.
       */
      amount: number;
      kind: 'healing';
      /**
       * The pieces.
       */
      pieces: PieceName[];
    }
  | {
      /**
       * The files of the board.
       */
      files: number;
      kind: 'poison';
      /**
       * The ranks of the board.
       */
      ranks: number;
      /**
       * The squares.
       */
      squares: SquareName[];
    }
  | {
      at: SquareName;
      /**
       * The pieces whose captures do; none stands for all.
       */
      by: PieceName[];
      /**
       * The files of the board.
       */
      files: number;
      kind: 'blast';
      /**
       * Whether the piece that captures is destroyed as well.
       */
      mover: boolean;
      /**
       * The ranks of the board.
       */
      ranks: number;
      /**
       * The squares around it.
       */
      squares: SquareName[];
    }
  | {
      kind: 'turn';
      /**
       * How many.
       */
      moves: number;
    }
  | {
      kind: 'forced';
    };
/**
 * How a piece goes somewhere.
 */
export type Way = 'step' | 'capture';
/**
 * What is counted.
 */
export type SketchedGoal = 'captures' | 'promotions' | 'checks';
/**
 * What an end means for the side that it is about.
 */
export type SketchedResult = 'win' | 'loss' | 'draw';
/**
 * Who the client is in the game.
 */
export type You = 'w' | 'b' | 'spectator-rejected';
/**
 * A message of the server.
 */
export type ServerMessage =
  | ({
      type: 'joined';
    } & Joined)
  | ({
      type: 'update';
    } & Update)
  | ({
      type: 'peer-status';
    } & PeerStatus)
  | ({
      type: 'error';
    } & ErrorMessage)
  | {
      type: 'ping';
    }
  | ({
      type: 'rematch';
    } & RematchNotice);

/**
 * What the moderator said.
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
 * What an announcement carries; only `*_promoted` has one.
 */
export interface Payload {
  promotedTo?: PieceType;
}
/**
 * The board as the viewer sees it.
 */
export interface BoardView {
  /**
   * Whether the side to move is in check; `null` when the viewer may not know.
   */
  inCheck: boolean | null;
  /**
   * How many moves the side to move has left in this turn, where a turn has several. An addition to the design.
   */
  movesLeft?: number;
  /**
   * The pieces by their squares.
   */
  pieces: {
    [k: string]: PieceView;
  };
  toMove: Color;
}
/**
 * A piece that the viewer sees.
 */
export interface PieceView {
  color: Color;
  /**
   * How many points it has, where pieces have points. An addition to the design.
   */
  points?: number;
  qpi: PieceName;
  type: PieceType;
}
/**
 * A time control that the creator of a game can choose by its name. Any other can be asked for as well.
 */
export interface ClockPreset {
  clock: TimeControl;
  /**
   * What people call games of that length.
   */
  name: string;
}
/**
 * How long the sides of a game may think, in whole seconds: an increment, a delay, or neither.
 */
export interface TimeControl {
  /**
   * How much of each turn costs nothing; left out where that is nothing.
   */
  delay?: number;
  /**
   * What whoever ends a turn is given; left out where that is nothing.
   */
  increment?: number;
  /**
   * With how much each side begins.
   */
  initial: number;
}
/**
 * A time for each side, in milliseconds.
 */
export interface ClockTimes {
  /**
   * Black's time.
   */
  b: number;
  /**
   * White's time.
   */
  w: number;
}
/**
 * A game's clock as it stood when it last changed: when a turn ended, when the game began or ended, or by a pause. Who has it can count down alone.
 */
export interface ClockView {
  control: TimeControl;
  /**
   * How many milliseconds from then on cost nothing; left out where there are none.
   */
  freeMs?: number;
  leftMs: ClockTimes;
  /**
   * From when on a player should be warned of how little time is left, in milliseconds.
   */
  lowTimeMs: number;
  /**
   * Whether it waits in the middle of a turn.
   */
  paused: boolean;
  running?: Color;
  since?: UnixMs;
}
/**
 * The answer to `GET /api/clocks`. An addition to the design.
 */
export interface Clocks {
  /**
   * The time controls that are offered, in the order in which they are shown.
   */
  clocks: ClockPreset[];
}
/**
 * The body of `POST /api/games`.
 */
export interface CreateGame {
  clock?: TimeControl;
  /**
   * Whether the clients mark where a piece may be tried.
   */
  highlightingEnabled?: boolean;
  mode: Mode;
  /**
   * A moderator other than the one of the mode's profile.
   */
  moderator?: string;
  /**
   * The ids of the house rules, no more than 16 and in any order; none when left out. An addition to the design.
   */
  overlays?: string[];
  side?: SideChoice;
}
/**
 * A draw offer that stands.
 */
export interface DrawOffer {
  from: Color;
}
/**
 * See [`ServerMessage::Error`]. It has no number: it says nothing about the game.
 */
export interface ErrorMessage {
  ack?: CommandId;
  code: ErrorCode;
  /**
   * The same for a developer.
   */
  message: string;
}
/**
 * The answer to `POST /api/games`.
 */
export interface GameCreated {
  creatorToken: Token;
  gameId: GameId;
  /**
   * The link for the other player.
   */
  joinUrl: string;
}
/**
 * Something that befell a piece by a move of a finished game.
 */
export interface HappenedRecord {
  color: Color;
  /**
   * How many points it has then; none when it is gone.
   */
  points?: number;
  square: SquareName;
  type: PieceType;
  what: Befell;
}
/**
 * The answer to `GET /api/health`.
 */
export interface Health {
  /**
   * How many games are held.
   */
  activeGames: number;
  /**
   * Always true: a server that is not well does not answer so.
   */
  ok: boolean;
  /**
   * How long the server has run, in seconds.
   */
  uptime: number;
}
/**
 * A house rule that the creator of a game can choose.
 */
export interface HouseRule {
  /**
   * What it changes, in one line.
   */
  about: string;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The ids of house rules that it says it cannot be combined with; they need not say so too.
   */
  notWith: string[];
  /**
   * The ids of the rulesets that it is made for.
   */
  over: string[];
  /**
   * The ids of house rules without which it cannot be chosen.
   */
  requires: string[];
  /**
   * What it changes, in pictures: three at the most.
   */
  sketches: Sketch[];
}
/**
 * An arrow of a picture.
 */
export interface SketchedMove {
  to: SquareName;
  way: Way;
}
/**
 * The answer to `GET /api/overlays`. An addition to the design.
 */
export interface HouseRules {
  /**
   * Every house rule that a game can have, by id.
   */
  overlays: HouseRule[];
}
/**
 * See [`ServerMessage::Joined`].
 */
export interface Joined {
  ack?: CommandId;
  /**
   * Everything that the moderator said to this player.
   */
  announcements: Announcement[];
  clock?: ClockView;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  endReason?: EndReason;
  gameStatus: GameStatus;
  /**
   * Whether the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  mode: Mode;
  /**
   * The id of the moderator.
   */
  moderator: string;
  now?: UnixMs;
  /**
   * The ids of the house rules, in their order; left out where there are none. An addition to the design.
   */
  overlays?: string[];
  peer: PeerPresence;
  /**
   * How many moves have been made by both sides together.
   */
  ply: number;
  record?: Record;
  rematch?: RematchOffer;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  /**
   * The number of this frame among those of this viewer: 1, 2, 3, …
   */
  seq: number;
  tally: Tally;
  token: Token;
  touchedPiece?: SquareName;
  view: BoardView;
  winner?: Color;
  you: You;
}
/**
 * Whether the other player is there.
 */
export interface PeerPresence {
  /**
   * Whether the other player is connected.
   */
  connected: boolean;
  graceUntil?: UnixMs;
}
/**
 * A finished game in full, for both players.
 */
export interface Record {
  /**
   * The final position (FEEN).
   */
  feen: string;
  /**
   * The position from which it started (FEEN).
   */
  initial: string;
  /**
   * The game as PGN, the tries as comments.
   */
  pgn: string;
  /**
   * Every move.
   */
  plies: PlyRecord[];
  /**
   * Every refused try of both sides.
   */
  tries: TryRecord[];
}
/**
 * One move of a finished game.
 */
export interface PlyRecord {
  at: UnixMs;
  by: Color;
  captured?: PieceType;
  /**
   * The position after it (FEEN).
   */
  feen: string;
  /**
   * Whence; `*` is the hand.
   */
  from: string;
  /**
   * What it did beyond moving and capturing, where the rules have mechanics; left out where there is nothing.
   */
  happened?: HappenedRecord[];
  /**
   * Its number, from 1.
   */
  ply: number;
  promotion?: PieceType;
  /**
   * The move in standard algebraic notation.
   */
  san: string;
  /**
   * Whither.
   */
  to: string;
  /**
   * The move in the notation of UCI.
   */
  uci: string;
}
/**
 * One refused try of a finished game.
 */
export interface TryRecord {
  at: UnixMs;
  by: Color;
  from: SquareName;
  /**
   * The move that the player was about to make, from 1.
   */
  ply: number;
  text: ModeratorText;
  to?: SquareName;
}
/**
 * A new game made by one of the players.
 */
export interface RematchOffer {
  from: Color;
  gameId: GameId;
}
/**
 * The captured pieces, counted by kind, as far as the viewer may know them.
 */
export interface Tally {
  /**
   * What the viewer lost.
   */
  byOpponent: {
    [k: string]: number;
  };
  /**
   * What the viewer captured.
   */
  byYou: {
    [k: string]: number;
  };
}
/**
 * See [`ServerMessage::PeerStatus`].
 */
export interface PeerStatus {
  color: Color;
  /**
   * Whether the other player is there.
   */
  connected: boolean;
  graceUntil?: UnixMs;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
}
/**
 * See [`ServerMessage::Rematch`].
 */
export interface RematchNotice {
  ack?: CommandId;
  from: Color;
  gameId: GameId;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
}
/**
 * See [`ServerMessage::Update`].
 */
export interface Update {
  ack?: CommandId;
  clock?: ClockView;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  endReason?: EndReason;
  gameStatus: GameStatus;
  /**
   * What the moderator said to this player since the frame before.
   */
  newAnnouncements: Announcement[];
  now?: UnixMs;
  /**
   * How many moves have been made by both sides together.
   */
  ply: number;
  record?: Record;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
  tally: Tally;
  touchedPiece?: SquareName;
  view: BoardView;
  winner?: Color;
}
