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
  | 'black_healed'
  | 'white_attacks'
  | 'black_attacks'
  | 'white_repulsed'
  | 'black_repulsed';
/**
 * What befalls a piece that is not captured.
 */
export type Befell = 'hit' | 'exploded' | 'fell' | 'poisoned' | 'healed';
/**
 * A side of the game on the wire.
 */
export type Color = 'w' | 'b';
export type PieceName = string;
export type CommandId = string;
export type GameId = string;
export type MemberId = string;
export type PersonName = string;
export type SquareName = string;
/**
 * An event of a client, exactly as the wire has it. Every one may carry the client's name for it (`id`); where it has none but a `sequence`, that
 * number is its name.
 */
export type ClientEvent =
  | {
      from: SquareName;
      gameId: GameId;
      id?: CommandId;
      promotion?: PieceType;
      /**
       * The client's number for this event.
       */
      sequence?: number;
      to: SquareName;
      type: 'move.request';
    }
  | {
      /**
       * How many points are spent, 0 among them.
       */
      amount: number;
      gameId: GameId;
      id?: CommandId;
      /**
       * The client's number for this event.
       */
      sequence?: number;
      type: 'duel.allocate';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      position: SquareName;
      /**
       * The client's number for this event.
       */
      sequence?: number;
      type: 'retreat.select';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      /**
       * What is said: 1 to 500 characters without the spaces before and behind, 2000 with them.
       */
      message: string;
      type: 'chat.message';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      /**
       * Whether it is unwanted.
       */
      muted: boolean;
      senderId: MemberId;
      type: 'chat.mute';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      /**
       * The number of the message.
       */
      messageId: number;
      type: 'chat.report';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      type: 'game.resign';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      type: 'game.offerDraw';
    }
  | {
      /**
       * Whether the offer is taken.
       */
      accept: boolean;
      gameId: GameId;
      id?: CommandId;
      type: 'game.respondDraw';
    }
  | {
      gameId?: GameId;
      /**
       * The client's time, which is sent back.
       */
      timestamp?: number;
      type: 'connection.ping';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      name?: PersonName;
      token?: Token;
      type: 'spectator.join';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      name: PersonName;
      type: 'player.setName';
    };
export type Token = string;
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
/**
 * The seat that a newcomer asks for.
 */
export type JoinAs = 'w' | 'b' | 'auto';
/**
 * How much of the board each player sees. A mode names the profile of the same name.
 */
export type Mode = 'blind' | 'vanilla';
/**
 * The side that the creator of a game takes.
 */
export type SideChoice = 'white' | 'black' | 'random';
/**
 * Whether a capture succeeded.
 */
export type DuelResult = 'success' | 'failed';
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
  | 'rate_limited'
  | 'wrong_phase'
  | 'too_few_points'
  | 'not_offered'
  | 'chat_disabled'
  | 'message_refused'
  | 'name_refused'
  | 'already_playing';
/**
 * Who wins a duel of equal bids.
 */
export type TieWinner = 'attacker' | 'defender';
/**
 * What a game waits for.
 */
export type GamePhase = 'setup' | 'normal' | 'duel_allocation' | 'tactical_retreat' | 'game_over';
/**
 * How a game ended.
 */
export type GameResult = 'WHITE_WINS' | 'BLACK_WINS' | 'DRAW';
/**
 * Where a game stands.
 */
export type GameStatus = 'waiting' | 'active' | 'finished';
/**
 * Who is told.
 */
export type Viewpoint = 'w' | 'b' | 'spectator';
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
 * Why a game is over, in the words of the events. What the design has no word for is spelt as in the player protocol.
 */
export type OverReason =
  | 'CHECKMATE'
  | 'STALEMATE'
  | 'TIME_FORFEIT'
  | 'RESIGNATION'
  | 'AGREEMENT'
  | 'ABANDONMENT'
  | 'FIFTY_MOVE_RULE'
  | 'THREEFOLD_REPETITION'
  | 'INSUFFICIENT_MATERIAL'
  | 'CAPTURES'
  | 'PROMOTIONS'
  | 'CHECKS'
  | 'ARRIVAL'
  | 'EXTINCTION';
/**
 * An event of the server.
 */
export type ServerEvent =
  | ({
      type: 'gameState.update';
    } & GameState)
  | ({
      type: 'spectator.welcome';
    } & Watching)
  | ({
      type: 'duel.initiated';
    } & DuelInitiated)
  | ({
      type: 'duel.outcome';
    } & DuelOutcome)
  | ({
      type: 'retreat.options';
    } & RetreatOptions)
  | ({
      type: 'game.check';
    } & Check)
  | ({
      type: 'game.over';
    } & Over)
  | ({
      type: 'player.joined';
    } & Player)
  | ({
      type: 'player.left';
    } & Gone)
  | ({
      type: 'player.reconnected';
    } & Reconnected)
  | ({
      type: 'spectator.joined';
    } & SpectatorSeen)
  | ({
      type: 'spectator.left';
    } & SpectatorGone)
  | ({
      type: 'chat.message';
    } & ChatMessage)
  | ({
      type: 'move.result';
    } & MoveResult)
  | ({
      type: 'connection.pong';
    } & Pong);
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
 * See [`ServerEvent::Chat`]. It has no number: it says nothing about the game.
 */
export interface ChatMessage {
  ack?: CommandId;
  gameId: GameId;
  /**
   * What was said, without what may not be said here. It is text and never markup.
   */
  message: string;
  /**
   * The number of the message among those that this viewer was sent, by which it can be reported. An addition to the design.
   */
  messageId: number;
  senderId: MemberId;
  senderName?: PersonName;
  timestamp: UnixMs;
}
/**
 * See [`ServerEvent::Check`].
 */
export interface Check {
  color: Color;
  gameId: GameId;
  kingPosition?: SquareName;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
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
  /**
   * Whether those who are there can talk; as the mode's profile says when left out. An addition to the design.
   */
  chat?: boolean;
  clock?: TimeControl;
  /**
   * The id of the way to play with bids; nothing is bid for when left out. An addition to the design.
   */
  gambit?: string;
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
  spectators?: SpectatorsWish;
}
/**
 * What the creator of a game says about spectators; what is left out is as the profile says.
 */
export interface SpectatorsWish {
  /**
   * Whether anybody may watch.
   */
  allowed?: boolean;
  /**
   * How many seconds later than the players they are told.
   */
  delaySeconds?: number;
}
/**
 * A draw offer that stands.
 */
export interface DrawOffer {
  from: Color;
}
/**
 * What came of a duel.
 */
export interface DuelFought {
  /**
   * What the attacker has spent.
   */
  attackerAllocation: number;
  /**
   * What that was worth to the attacker, in halves of a point; left out where the viewer may not know what piece it was. An addition to the design.
   */
  attackerHalves?: number;
  /**
   * What the defender has spent.
   */
  defenderAllocation: number;
  /**
   * What that was worth to the defender, likewise. An addition to the design.
   */
  defenderHalves?: number;
  result: DuelResult;
  winner: Color;
}
/**
 * See [`ServerEvent::DuelInitiated`].
 */
export interface DuelInitiated {
  attackingPiece: DuelPiece;
  deadline: UnixMs;
  defendingPiece: DuelPiece;
  gameId: GameId;
  position?: SquareName;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
}
/**
 * A piece of a duel, as far as the viewer may know it: in a blind game only one's own has a kind, and who attacks stands nowhere.
 */
export interface DuelPiece {
  color: Color;
  position?: SquareName;
  type?: PieceType;
}
/**
 * A duel that is over.
 */
export interface DuelMade {
  /**
   * What the attacker has spent.
   */
  attackerAllocation: number;
  /**
   * What the defender has spent.
   */
  defenderAllocation: number;
  result: DuelResult;
}
/**
 * See [`ServerEvent::DuelOutcome`].
 */
export interface DuelOutcome {
  /**
   * What the attacker has spent.
   */
  attackerAllocation: number;
  /**
   * What that was worth to the attacker, in halves of a point; left out where the viewer may not know what piece it was. An addition to the design.
   */
  attackerHalves?: number;
  /**
   * What the defender has spent.
   */
  defenderAllocation: number;
  /**
   * What that was worth to the defender, likewise. An addition to the design.
   */
  defenderHalves?: number;
  gameId: GameId;
  result: DuelResult;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
  winner: Color;
}
/**
 * A duel that bids are asked for.
 */
export interface DuelState {
  attacker: Color;
  attackingPiece: DuelPiece;
  /**
   * How many points of the viewer's bid count in full; only of a player.
   */
  capacity?: number;
  deadline: UnixMs;
  defendingPiece: DuelPiece;
  /**
   * The most effect that a bid can have, in points.
   */
  effectiveMax: number;
  /**
   * What each point of effect above the capacity costs.
   */
  overloadCost: number;
  position?: SquareName;
  /**
   * Whether equal bids are the attacker's.
   */
  tiesToAttacker: boolean;
  /**
   * What the viewer has bid. Whether the other side has is nobody's to know: the duel ends when both have.
   */
  yourBid?: number;
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
 * A way to play with bids that the creator of a game can choose: what a page shows of its numbers.
 */
export interface Gambit {
  /**
   * What a step along the line of attack costs it beside that, in hundredths of a point.
   */
  axisPercent: number;
  /**
   * How long both sides may take to bid, in milliseconds.
   */
  bidMs: number;
  /**
   * Whether a piece is lost whose side cannot pay for any square.
   */
  canLosePiece: boolean;
  /**
   * How many points of a bid on a piece count in full, by its letter.
   */
  capacities: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[a-z]$".
     */
    [k: string]: number;
  };
  /**
   * How much of what that costs goes to the defender, in hundredths.
   */
  defenderPercent: number;
  /**
   * The most effect that a bid can have, in points.
   */
  effectiveMax: number;
  /**
   * Whether the points of the other side are hidden while the game is on.
   */
  hidden: boolean;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * With how many points each side begins.
   */
  initial: number;
  /**
   * What it costs a piece whose capture failed to stay where it came from.
   */
  originCost: number;
  /**
   * What each point of effect above a piece's capacity costs.
   */
  overloadCost: number;
  /**
   * What a move inside of the box between where it came from and what it attacked costs it, in hundredths of a point.
   */
  rectanglePercent: number;
  /**
   * How many points each turn of one's own brings back, without what tactics bring.
   */
  regeneration: number;
  /**
   * How long falling back may take, in milliseconds.
   */
  retreatMs: number;
  /**
   * The id of the ruleset that it is made for.
   */
  ruleset: string;
  ties: TieWinner;
}
/**
 * The answer to `GET /api/gambits`. An addition to the design.
 */
export interface Gambits {
  /**
   * Every way to play with bids, by id.
   */
  gambits: Gambit[];
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
  /**
   * The link for whoever only watches; left out where nobody may. An addition to the design.
   */
  watchUrl?: string;
}
/**
 * A piece on the board.
 */
export interface GamePiece {
  color: Color;
  /**
   * Whether it has moved in this game. A capture that failed, after which it stands where it came from, is no move.
   */
  hasMoved: boolean;
  /**
   * How many hit points it has, where pieces have some. An addition to the design.
   */
  points?: number;
  position: SquareName;
  qpi: PieceName;
  type: PieceType;
}
/**
 * A player.
 */
export interface GamePlayer {
  color: Color;
  /**
   * Whether the player is there.
   */
  connected: boolean;
  graceUntil?: UnixMs;
  id: MemberId;
  name?: PersonName;
}
/**
 * Who watches.
 */
export interface GameSpectator {
  id: MemberId;
  name: PersonName;
}
/**
 * All that one viewer may know of a game. What is left out is not there, or not for this viewer; `null` is what the viewer may not know.
 */
export interface GameState {
  ack?: CommandId;
  activeTimer?: Color;
  /**
   * How many milliseconds black had left then.
   */
  blackTimeRemaining?: number;
  bp?: Pools;
  /**
   * Whether people may talk.
   */
  chat: boolean;
  clock?: ClockView;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  duel?: DuelState;
  endReason?: EndReason;
  fought?: DuelFought;
  /**
   * The id of the way to play with bids, where there are any.
   */
  gambit?: string;
  gameId: GameId;
  gameStatus: GameStatus;
  /**
   * Whether the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  /**
   * Whether the side to move is in check; `null` when the viewer may not know.
   */
  inCheck: boolean | null;
  mode: Mode;
  /**
   * The number of the move, from 1: both sides' turns have the same.
   */
  moveNumber: number;
  /**
   * How many moves the side to move has left in this turn, where a turn has several.
   */
  movesLeft?: number;
  /**
   * What the moderator said to this viewer since the state before this one.
   */
  newAnnouncements: Announcement[];
  /**
   * The moves since the state before this one, as the viewer may know them; all of them in the first state on a socket, and once more in the one
   * with which the game is over. One that is told again takes the place of what was told of it before.
   */
  newMoves: MoveMade[];
  /**
   * The ids of the house rules, in their order.
   */
  overlays?: string[];
  phase: GamePhase;
  /**
   * The pieces that the viewer sees, in the order of the board's squares.
   */
  pieces: GamePiece[];
  /**
   * The players.
   */
  players: GamePlayer[];
  /**
   * How many moves have been made by both sides together.
   */
  ply: number;
  record?: Record;
  rematch?: RematchOffer;
  retreat?: RetreatState;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  /**
   * The number of this event among the numbered ones of this viewer: 1, 2, 3, …
   */
  sequence: number;
  /**
   * Who watches, the first to come first.
   */
  spectators: GameSpectator[];
  tally: Tally;
  timestamp: UnixMs;
  touchedPiece?: SquareName;
  turn: Color;
  /**
   * How many milliseconds white had left when the clock last changed.
   */
  whiteTimeRemaining?: number;
  winner?: Color;
  you: Viewpoint;
}
/**
 * How many points each side has; `null` is what the viewer may not know.
 */
export interface Pools {
  /**
   * Black's.
   */
  b: number | null;
  /**
   * White's.
   */
  w: number | null;
}
/**
 * A move that was made, as far as the viewer may know it.
 */
export interface MoveMade {
  by: Color;
  duel?: DuelMade;
  /**
   * Whence; `*` is the hand.
   */
  from?: string;
  /**
   * The move with its bids, its retreat and what came back of it (`Nxe4[A:3/D:5]→c3(2){+1}`).
   */
  notation?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  regained?: Regained;
  retreat?: RetreatMade;
  /**
   * Whither; where a capture failed, whither it was to go.
   */
  to?: string;
}
/**
 * What a turn brought back.
 */
export interface Regained {
  /**
   * For the turn itself.
   */
  base: number;
  /**
   * For each new tactic.
   */
  tactics: RegainedFor[];
  /**
   * All of it.
   */
  total: number;
}
/**
 * What a tactic brought back.
 */
export interface RegainedFor {
  /**
   * `pin`, `skewer`, `fork`, `discovered`, `check` or `defence`.
   */
  kind: string;
  /**
   * How many points it brought.
   */
  points: number;
  /**
   * The squares of it: whose piece does it first, then those whom it befalls.
   */
  squares: SquareName[];
}
/**
 * A retreat that was made.
 */
export interface RetreatMade {
  /**
   * What that cost.
   */
  cost: number;
  position?: SquareName;
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
   * The game as PGN, the tries as comments, and so are bids. Left out of a game in which a capture failed: that is no move of PGN.
   */
  pgn?: string;
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
  duel?: DuelMade;
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
   * The move with its bids, its retreat and what came back of it (`Nxe4[A:3/D:5]→c3(2){+1}`), in a game with bids. This and what follows are
   * additions to the design.
   */
  notation?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  promotion?: PieceType;
  regained?: Regained;
  retreat?: RetreatMade;
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
 * The choice of where to fall back to.
 */
export interface RetreatState {
  /**
   * What each of them costs, in the same order.
   */
  costs: number[];
  deadline: UnixMs;
  piece: DuelPiece;
  /**
   * The squares, first the one that it came from.
   */
  validPositions: SquareName[];
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
 * See [`ServerEvent::PlayerLeft`].
 */
export interface Gone {
  gameId: GameId;
  graceUntil?: UnixMs;
  playerId: MemberId;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
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
  /**
   * Whether people may talk; left out where they may not. An addition to the design.
   */
  chat?: boolean;
  clock?: ClockView;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  endReason?: EndReason;
  /**
   * The id of the way to play with bids; left out where nothing is bid for. An addition to the design.
   */
  gambit?: string;
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
  names?: PlayerNames;
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
 * How the players are called.
 */
export interface PlayerNames {
  b?: PersonName;
  w?: PersonName;
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
 * Why a move was not made.
 */
export interface MoveRefused {
  /**
   * `illegal_move` and the like: a word of the moderator, or the code of an error.
   */
  code: string;
  /**
   * The same for a developer.
   */
  message: string;
}
/**
 * See [`ServerEvent::MoveResult`]. It has no number: the state that it belongs to follows.
 */
export interface MoveResult {
  ack?: CommandId;
  /**
   * Whether it captures, or tries to.
   */
  captureAttempted?: boolean;
  /**
   * Whether the other side is in check by it, if its player may know.
   */
  checkDetected?: boolean;
  error?: MoveRefused;
  /**
   * Whether the move was made, or has begun as a duel.
   */
  success: boolean;
}
/**
 * See [`ServerEvent::Over`].
 */
export interface Over {
  gameId: GameId;
  reason?: OverReason;
  result: GameResult;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
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
 * See [`ServerEvent::PlayerJoined`].
 */
export interface Player {
  color: Color;
  gameId: GameId;
  id: MemberId;
  name?: PersonName;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
}
/**
 * See [`ServerEvent::Pong`].
 */
export interface Pong {
  serverTime: UnixMs;
  /**
   * What the ping said.
   */
  timestamp?: number;
}
/**
 * See [`ServerEvent::PlayerReconnected`].
 */
export interface Reconnected {
  gameId: GameId;
  playerId: MemberId;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
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
 * See [`ServerEvent::RetreatOptions`].
 */
export interface RetreatOptions {
  /**
   * What each of them costs, in the same order.
   */
  costs: number[];
  deadline: UnixMs;
  gameId: GameId;
  piece: DuelPiece;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
  /**
   * The squares, first the one that it came from.
   */
  validPositions: SquareName[];
}
/**
 * See [`ServerEvent::Watching`].
 */
export interface Watching {
  ack?: CommandId;
  /**
   * How many seconds after the players this viewer is told.
   */
  delaySeconds: number;
  gameId: GameId;
  id: MemberId;
  name: PersonName;
  token: Token;
}
/**
 * See [`ServerEvent::SpectatorJoined`]. It has no number: it says nothing about the game.
 */
export interface SpectatorSeen {
  /**
   * How many watch now. An addition to the design.
   */
  count: number;
  gameId: GameId;
  id: MemberId;
  name: PersonName;
}
/**
 * See [`ServerEvent::SpectatorLeft`]. It has no number: it says nothing about the game.
 */
export interface SpectatorGone {
  /**
   * How many watch now. An addition to the design.
   */
  count: number;
  gameId: GameId;
  spectatorId: MemberId;
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
  names?: PlayerNames;
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
