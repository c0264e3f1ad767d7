// The wire, generated from the Rust types by `npm run wire`. Not edited by hand.

/**
 * Aids that both players of a game agree on, where not every piece is shown: their pages hold to it. A term, and no information about a position.
 */
export type Aids = 'none' | 'marks' | 'deductions';
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
 * Audience of an announcement, relative to the side that made the move or the try, or whose piece is affected.
 */
export type RelativeAudience = 'mover' | 'opponent' | 'both' | 'nobody';
export type Token = string;
export type PersonName = string;
/**
 * Color of a side.
 */
export type Color = 'w' | 'b';
export type PieceName = string;
export type ChoiceWord = string;
export type GameId = string;
export type CommandId = string;
export type MemberId = string;
/**
 * An event of a client as it is on the wire. The client may give it an `id`; without one, its `sequence` serves as the id among the events of its
 * type.
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
       * Number of points, 0 or more.
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
       * Text: 1 to 500 characters trimmed, at most 2000 with leading and trailing spaces.
       */
      message: string;
      /**
       * Sender, as the client says. The server knows who sends a message, and believes nothing else.
       */
      senderId?: string;
      /**
       * Name of the sender, as the client says. It is not believed either.
       */
      senderName?: string;
      /**
       * The client's time. It is not believed either.
       */
      timestamp?: number;
      type: 'chat.message';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      /**
       * True to mute, false to unmute.
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
      /**
       * The client's number for this event.
       */
      sequence?: number;
      type: 'game.resign';
    }
  | {
      gameId: GameId;
      id?: CommandId;
      /**
       * The client's number for this event.
       */
      sequence?: number;
      type: 'game.offerDraw';
    }
  | {
      /**
       * True if the offer is taken.
       */
      accept: boolean;
      gameId: GameId;
      id?: CommandId;
      /**
       * The client's number for this event.
       */
      sequence?: number;
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
/**
 * A message of a client as it is on the wire.
 */
export type ClientMessage =
  | {
      gameId: GameId;
      id?: CommandId;
      joinAs?: JoinAs;
      key?: PlayerKey;
      signature?: KeySignature;
      token?: Token;
      type: 'hello';
    }
  | {
      choice?: ChoiceWord;
      from: SquareName;
      id?: CommandId;
      promotion?: PieceType;
      to?: SquareName;
      type: 'commit';
    }
  | {
      choice?: ChoiceWord;
      id?: CommandId;
      piece: PieceName;
      to?: SquareName;
      type: 'drop';
    }
  | {
      id?: CommandId;
      type: 'pass';
    }
  | {
      id?: CommandId;
      question: Question;
      type: 'ask';
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
       * True if the offer is taken.
       */
      accept: boolean;
      id?: CommandId;
      type: 'respond-draw';
    }
  | {
      id?: CommandId;
      type: 'offer-rematch';
    }
  | {
      /**
       * True if the offer is taken.
       */
      accept: boolean;
      id?: CommandId;
      type: 'respond-rematch';
    }
  | {
      id?: CommandId;
      /**
       * Changes of the marks, the oldest first.
       */
      marks: Mark[];
      type: 'share-marks';
    }
  | {
      id?: CommandId;
      subscription: PushSubscription;
      type: 'subscribe';
    }
  | {
      endpoint: PushEndpoint;
      id?: CommandId;
      type: 'unsubscribe';
    }
  | {
      id?: CommandId;
      key: PlayerKey;
      signature: KeySignature;
      type: 'identify';
    }
  | {
      id?: CommandId;
      type: 'pong';
    };
/**
 * Seat requested by a newcomer.
 */
export type JoinAs = 'w' | 'b' | 'auto';
export type PlayerKey = string;
export type KeySignature = string;
/**
 * Question to a moderator.
 */
export type Question = 'any';
export type Mark = string;
export type PushEndpoint = string;
export type PushSecret = string;
export type PushKey = string;
/**
 * Visibility of the board for the players. A mode uses the profile of the same name.
 */
export type Mode = 'blind' | 'vanilla' | 'sight';
/**
 * Side of the creator of a game.
 */
export type SideChoice = 'white' | 'black' | 'random';
/**
 * Colour of a shape.
 */
export type ShapePaint = 'body' | 'line' | 'detail';
/**
 * Result of a duel.
 */
export type DuelResult = 'success' | 'failed';
/**
 * Reason for the end of a game. An ending of a ruleset without a word here has none.
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
  | 'extinction'
  | 'passes'
  | 'facing'
  | 'full';
/**
 * Reason why a message of a client had no effect. Refusals of the moderator are announcements, never errors.
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
  | 'already_playing'
  | 'unavailable';
/**
 * An announcement without its colour, as the moderator's data names it.
 */
export type Event =
  | 'no_such_piece'
  | 'no_legal_moves'
  | 'wont_help'
  | 'illegal_move'
  | 'moved'
  | 'moved_captured'
  | 'moved_captured_ep'
  | 'castled_kingside'
  | 'castled_queenside'
  | 'promoted'
  | 'in_check'
  | 'checkmate'
  | 'stalemate'
  | 'draw_insufficient'
  | 'draw_fifty'
  | 'draw_threefold'
  | 'goal_captures'
  | 'goal_promotions'
  | 'goal_checks'
  | 'goal_arrival'
  | 'goal_extinction'
  | 'hit'
  | 'exploded'
  | 'fell'
  | 'poisoned'
  | 'healed'
  | 'attacks'
  | 'repulsed';
/**
 * Winner of a duel with equal bids.
 */
export type TieWinner = 'attacker' | 'defender';
/**
 * Phase of a game.
 */
export type GamePhase = 'setup' | 'normal' | 'duel_allocation' | 'tactical_retreat' | 'game_over';
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
      type: 'chat.history';
    } & ChatHistory)
  | ({
      type: 'move.result';
    } & MoveResult)
  | ({
      type: 'connection.pong';
    } & Pong);
/**
 * Status of a game.
 */
export type GameStatus = 'waiting' | 'active' | 'finished';
/**
 * Effect on a piece that is not captured.
 */
export type PieceEffect = 'hit' | 'exploded' | 'fell' | 'poisoned' | 'healed';
/**
 * State of the rematch of a finished game.
 */
export type RematchView =
  | {
      from: Color;
      state: 'offered';
    }
  | {
      from: Color;
      state: 'declined';
    }
  | {
      gameId: GameId;
      state: 'accepted';
      token?: Token;
    };
/**
 * The viewer.
 */
export type Viewpoint = 'w' | 'b' | 'spectator';
/**
 * Detail of the end of a game that its reason does not tell.
 */
export type OverDetail = 'failed_defence';
/**
 * End reason of a game, in the words of the events. A reason without a word in the design is spelt as in the player protocol.
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
  | 'EXTINCTION'
  | 'PASSES'
  | 'FACING'
  | 'FULL';
/**
 * Result of a game.
 */
export type GameResult = 'WHITE_WINS' | 'BLACK_WINS' | 'DRAW';
/**
 * Reason why a move is illegal. It tells of the pieces of both sides, so that only games in which players see all of them have it.
 */
export type IllegalReason =
  | 'not_its_move'
  | 'blocked'
  | 'pinned'
  | 'in_check'
  | 'passes_attack'
  | 'must_capture'
  | 'must_drop'
  | 'must_convert'
  | 'must_end_facing'
  | 'must_move'
  | 'gives_check'
  | 'gives_mate'
  | 'capture_in_check';
/**
 * A part of the server that fails.
 */
export type HealthFault = 'journal';
/**
 * Diagram of one change of a house rule, for a page to draw. It shows the rule's data, with the pieces of the first side
 * for both sides.
 */
export type Sketch =
  | {
      /**
       * Destinations that the rule adds.
       */
      added: SketchedMove[];
      /**
       * Number of files.
       */
      files: number;
      from: SquareName;
      kind: 'moves';
      piece: PieceName;
      /**
       * Number of ranks.
       */
      ranks: number;
      /**
       * Destinations that the rule removes.
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
       * Required number.
       */
      count: number;
      goal: SketchedGoal;
      kind: 'goal';
      result: SketchedResult;
    }
  | {
      /**
       * Number of files.
       */
      files: number;
      kind: 'arrival';
      /**
       * The pieces.
       */
      pieces: PieceName[];
      /**
       * Number of ranks.
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
       * Initial hit points of every piece.
       */
      points: number;
    }
  | {
      /**
       * Hit points gained at a time.
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
       * Number of files.
       */
      files: number;
      kind: 'poison';
      /**
       * Number of ranks.
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
       * Pieces whose captures cause a blast; empty for all.
       */
      by: PieceName[];
      /**
       * Number of files.
       */
      files: number;
      kind: 'blast';
      /**
       * True if the capturing piece is destroyed too.
       */
      mover: boolean;
      /**
       * Number of ranks.
       */
      ranks: number;
      /**
       * Surrounding squares.
       */
      squares: SquareName[];
    }
  | {
      kind: 'turn';
      /**
       * Number of moves.
       */
      moves: number;
    }
  | {
      kind: 'forced';
    };
/**
 * Way of entering a square.
 */
export type Way = 'step' | 'capture';
/**
 * Counted event of a goal.
 */
export type SketchedGoal = 'captures' | 'promotions' | 'checks';
/**
 * Result of a goal for the side that it is about.
 */
export type SketchedResult = 'win' | 'loss' | 'draw';
/**
 * Role of the client in the game.
 */
export type You = 'w' | 'b' | 'spectator-rejected';
/**
 * Reason why a request in the lobby had no effect.
 */
export type LobbyErrorCode = 'malformed' | 'gone' | 'engaged' | 'name_refused' | 'rate_limited' | 'unavailable';
/**
 * A message to a client of the lobby.
 */
export type LobbyMessage =
  | {
      now: UnixMs;
      /**
       * The seeks.
       */
      seeks: SeekView[];
      type: 'seeks';
    }
  | ({
      type: 'seek';
    } & SeekView)
  | {
      /**
       * Its number.
       */
      seek: number;
      type: 'gone';
    }
  | {
      /**
       * Its number.
       */
      seek: number;
      type: 'waiting';
    }
  | {
      type: 'withdrawn';
    }
  | {
      gameId: GameId;
      token: Token;
      type: 'paired';
    }
  | {
      code: LobbyErrorCode;
      /**
       * Reason in words, for a developer.
       */
      message: string;
      type: 'error';
    }
  | {
      type: 'ping';
    };
/**
 * A request of a client of the lobby.
 */
export type LobbyRequest =
  | {
      game: CreateGame;
      name?: PersonName;
      type: 'seek';
    }
  | {
      /**
       * True if another clock will do, where nobody plays with this one.
       */
      anyClock?: boolean;
      game: CreateGame;
      name?: PersonName;
      type: 'pair';
    }
  | {
      /**
       * Number of the seek.
       */
      seek: number;
      type: 'take';
    }
  | {
      at: UnixMs;
      key: PlayerKey;
      signature: KeySignature;
      type: 'identify';
    }
  | {
      type: 'cancel';
    }
  | {
      type: 'pong';
    };
export type PlayerId = string;
/**
 * A push message. It says that a game, or a round of a tournament, waits for its player, and nothing else of either.
 */
export type PushNotice =
  | {
      gameId: GameId;
      type: 'your-turn';
    }
  | {
      tournamentId: GameId;
      type: 'next-round';
    };
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
/**
 * Reason of a report.
 */
export type ReportReason = 'cheating' | 'insults' | 'stalling' | 'name' | 'other';
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
    } & RematchNotice)
  | ({
      type: 'shared-marks';
    } & SharedMarksNotice);

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
 * Answers to an attempt that the player could have known to be impossible.
 */
export interface AttemptSummary {
  hearers: RelativeAudience;
  /**
   * The answer.
   */
  knowable: 'illegal_move' | 'nonsense' | 'impossible';
}
/**
 * The body of `POST /api/games/{id}/block`: the other player of a game is not to be met again.
 */
export interface BlockRequest {
  token: Token;
}
/**
 * A player whom another one does not want to meet.
 */
export interface BlockedPlayer {
  at: UnixMs;
  /**
   * Id of the entry, good for its owner alone: it tells nothing of the other player.
   */
  id: string;
  name?: PersonName;
}
/**
 * The board as the viewer sees it.
 */
export interface BoardView {
  hands?: Hands;
  /**
   * True if the side to move is in check; `null` when the viewer may not know.
   */
  inCheck: boolean | null;
  /**
   * Moves that the viewer may make now, in a game by sight on the viewer's turn. An addition to the design.
   */
  legalMoves?: OfferedMove[];
  /**
   * Number of moves left in this turn, where a turn has several. An addition to the design.
   */
  movesLeft?: number;
  /**
   * The pieces by their squares.
   */
  pieces: {
    [k: string]: PieceView;
  };
  /**
   * Squares that the viewer sees, in a game by sight until it is over; what stands elsewhere is not known. An addition to the design.
   */
  seen?: SquareName[];
  toMove: Color;
}
/**
 * Pieces that each side can drop, as far as the viewer may know them.
 */
export interface Hands {
  /**
   * Black's, likewise.
   */
  b?: HeldPieces[];
  /**
   * White's; left out if the viewer may not know them.
   */
  w?: HeldPieces[];
}
/**
 * Equal pieces in a hand, or in the supply of a side.
 */
export interface HeldPieces {
  color: Color;
  /**
   * Number of pieces; left out if there are as many as the game needs.
   */
  count?: number;
  /**
   * True for a covered piece: `type` and `qpi` say how it moves, and not what it is. A neutral one hides its side too. Left out otherwise. An addition to
   * the design.
   */
  covered?: boolean;
  /**
   * True for a piece of neither side, whose `color` then means nothing; left out otherwise. An addition to the design.
   */
  neutral?: boolean;
  /**
   * Hit points, where pieces have them. An addition to the design.
   */
  points?: number;
  qpi: PieceName;
  type: PieceType;
}
/**
 * A move that a player may make, with all its choices.
 */
export interface OfferedMove {
  /**
   * Words of the choices, one of which the move needs; left out where it needs none.
   */
  choices?: ChoiceWord[];
  drop?: PieceName;
  from?: SquareName;
  to?: SquareName;
}
/**
 * A piece that the viewer sees.
 */
export interface PieceView {
  color: Color;
  /**
   * True for a covered piece: `type` and `qpi` say how it moves, and not what it is. A neutral one hides its side too. Left out otherwise. An addition to
   * the design.
   */
  covered?: boolean;
  /**
   * True for a piece of neither side, whose `color` then means nothing; left out otherwise. An addition to the design.
   */
  neutral?: boolean;
  /**
   * Hit points, where pieces have them. An addition to the design.
   */
  points?: number;
  qpi: PieceName;
  type: PieceType;
}
/**
 * See [`ServerEvent::ChatHistory`]. It has no number: it says nothing about the game.
 */
export interface ChatHistory {
  gameId: GameId;
  /**
   * The latest messages, the oldest first, as this viewer was sent them or would have been.
   */
  messages: ChatMessage[];
}
/**
 * See [`ServerEvent::Chat`]. It has no number: it says nothing about the game.
 */
export interface ChatMessage {
  ack?: CommandId;
  gameId: GameId;
  /**
   * Censored text. It is never markup.
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
 * A push subscription as a browser gives it: the endpoint, and the keys for which messages are encrypted.
 */
export interface PushSubscription {
  endpoint: PushEndpoint;
  keys: PushKeys;
}
/**
 * Keys of a push subscription.
 */
export interface PushKeys {
  auth: PushSecret;
  p256dh: PushKey;
}
/**
 * A time control that the creator of a game can choose by name. Any other one can be requested too.
 */
export interface ClockPreset {
  clock: TimeControl;
  /**
   * Common name of games of that length.
   */
  name: string;
}
/**
 * Thinking time of both sides: an initial time in whole seconds, with an increment, a delay, or neither; or days for each turn.
 */
export interface TimeControl {
  /**
   * Days for each turn of a correspondence game, which are counted anew with every turn. Nothing else is given then.
   */
  daysPerTurn?: number;
  /**
   * Delay at the start of each turn; absent if there is none.
   */
  delay?: number;
  /**
   * Increment at the end of each turn; absent if there is none.
   */
  increment?: number;
  /**
   * Initial time of each side; absent in a correspondence game.
   */
  initial?: number;
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
 * Clock of a game at its last change: the end of a turn, the start or end of the game, or a pause. A client can count down from it alone.
 */
export interface ClockView {
  awayUntil?: VacationEnds;
  control: TimeControl;
  /**
   * Remaining delay at that time, in milliseconds; left out if there is none.
   */
  freeMs?: number;
  leftMs: ClockTimes;
  /**
   * Time left from which on a player should be warned, in milliseconds.
   */
  lowTimeMs: number;
  /**
   * True if it waits in the middle of a turn.
   */
  paused: boolean;
  running?: Color;
  since?: UnixMs;
}
/**
 * Ends of the vacations of the players, whose time stands until then. One that is over may still be there.
 */
export interface VacationEnds {
  b?: UnixMs;
  w?: UnixMs;
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
 * Results of a player in games of one time control.
 */
export interface ControlStatistics {
  /**
   * Games that both players left.
   */
  abandoned: number;
  /**
   * Points bid in a duel on average; left out without duels.
   */
  averageBid?: number;
  clock?: TimeControl;
  /**
   * Games that ended in a draw.
   */
  drawn: number;
  /**
   * Duels fought.
   */
  duels: number;
  /**
   * Duels won.
   */
  duelsWon: number;
  /**
   * Games lost.
   */
  lost: number;
  /**
   * Number of games.
   */
  played: number;
  /**
   * Games won.
   */
  won: number;
}
/**
 * The body of `POST /api/games`.
 */
export interface CreateGame {
  /**
   * Time in seconds that an absent player may stay away; as in the mode's profile by default. An addition to the design.
   */
  absenceSeconds?: number;
  aids?: Aids;
  /**
   * True if there is chat; as in the mode's profile by default. An addition to the design.
   */
  chat?: boolean;
  clock?: TimeControl;
  /**
   * Id of the gambit profile; no duels by default. An addition to the design.
   */
  gambit?: string;
  /**
   * True if the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  machine?: MachineWish;
  mode: Mode;
  /**
   * A moderator other than the one of the mode's profile.
   */
  moderator?: string;
  /**
   * The ids of the house rules, no more than 16 and in any order; none when left out. An addition to the design.
   */
  overlays?: string[];
  /**
   * Id of the ruleset; that of the mode's profile by default. An addition to the design.
   */
  ruleset?: string;
  side: SideChoice;
  spectators?: SpectatorsWish;
  /**
   * True if a touched piece must move; as in the gambit profile, or else in the mode's profile, by default. An addition to the design.
   */
  touchMove?: boolean;
}
/**
 * Wish of a creator to play against the machine.
 */
export interface MachineWish {
  /**
   * Its strength.
   */
  level: number;
}
/**
 * Changes of the terms on spectators by the creator of a game.
 */
export interface SpectatorsWish {
  /**
   * True if spectators are allowed.
   */
  allowed?: boolean;
  /**
   * Delay behind the players, in seconds.
   */
  delaySeconds?: number;
}
/**
 * The deal of covered pieces, opened so that everybody can check it.
 */
export interface DealRecord {
  /**
   * The hash that promised it when the game was created: SHA-256 of the seed, a blank and the FEEN, in hexadecimal digits.
   */
  commitment: string;
  /**
   * The start with the hidden pieces in the place of those that covered them (FEEN).
   */
  feen: string;
  /**
   * The seed that drew it, in hexadecimal digits.
   */
  seed: string;
}
/**
 * A draw offer that stands.
 */
export interface DrawOffer {
  from: Color;
}
/**
 * Shape of a drawing that a ruleset brings.
 */
export interface DrawnShape {
  /**
   * Outline in a box of 100 by 100, as path data of SVG. What is outside of the box is not shown.
   */
  d: string;
  paint?: ShapePaint;
}
/**
 * Outcome of a duel.
 */
export interface DuelFought {
  /**
   * Points spent by the attacker.
   */
  attackerAllocation: number;
  /**
   * Effective value of the attacker's bid, in half points; left out if it would disclose a hidden piece. An addition to the design.
   */
  attackerHalves?: number;
  /**
   * Points spent by the defender.
   */
  defenderAllocation: number;
  /**
   * Effective value of the defender's bid, likewise. An addition to the design.
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
 * A piece of a duel, as far as the viewer may know it: in a blind game only an own piece has a type, and the attacker has no square.
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
   * Points spent by the attacker.
   */
  attackerAllocation: number;
  /**
   * Points spent by the defender.
   */
  defenderAllocation: number;
  result: DuelResult;
}
/**
 * See [`ServerEvent::DuelOutcome`].
 */
export interface DuelOutcome {
  /**
   * Points spent by the attacker.
   */
  attackerAllocation: number;
  /**
   * Effective value of the attacker's bid, in half points; left out if it would disclose a hidden piece. An addition to the design.
   */
  attackerHalves?: number;
  /**
   * Points spent by the defender.
   */
  defenderAllocation: number;
  /**
   * Effective value of the defender's bid, likewise. An addition to the design.
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
 * A duel in progress.
 */
export interface DuelState {
  attacker: Color;
  attackingPiece: DuelPiece;
  /**
   * Points of the viewer's bid that count in full; for players only.
   */
  capacity?: number;
  deadline: UnixMs;
  defendingPiece: DuelPiece;
  /**
   * Maximum effective value of a bid, in points.
   */
  effectiveMax: number;
  /**
   * Price of each point of effect above the capacity.
   */
  overloadCost: number;
  position?: SquareName;
  /**
   * True if the attacker wins ties.
   */
  tiesToAttacker: boolean;
  /**
   * Bid of the viewer. The other side's is hidden: the duel ends with the second bid.
   */
  yourBid?: number;
}
/**
 * The duels of a finished game. In each of them both sides bid.
 */
export interface DuelTally {
  b: SideDuels;
  /**
   * Number of duels.
   */
  fought: number;
  w: SideDuels;
}
/**
 * The duels of one side.
 */
export interface SideDuels {
  /**
   * Points that it bid in all duels together.
   */
  spent: number;
  /**
   * Number of duels that it won: captures that it made, and captures by the other side that failed.
   */
  won: number;
}
/**
 * See [`ServerMessage::Error`]. It has no number: it says nothing about the game.
 */
export interface ErrorMessage {
  ack?: CommandId;
  code: ErrorCode;
  /**
   * Message for a developer.
   */
  message: string;
}
/**
 * A family of games in another language.
 */
export interface Family {
  /**
   * The name of the family.
   */
  name: string;
  /**
   * Names of pieces that are called otherwise in this family than elsewhere, as the rook of shogi is; left out for none.
   */
  pieces?: {
    [k: string]: string;
  };
}
/**
 * The answer to `GET /api/finished`.
 */
export interface FinishedGames {
  /**
   * Games, the latest end first.
   */
  games: GameSummary[];
  /**
   * Value of `before` for the games that follow; left out if none do.
   */
  next?: string;
}
/**
 * A finished game in short. It holds no token, no address, and no id by which a seat is found. An addition to the design.
 */
export interface GameSummary {
  clock?: TimeControl;
  createdAt: UnixMs;
  duels?: DuelTally;
  endReason?: EndReason;
  endedAt: UnixMs;
  /**
   * Id of the gambit profile; left out in a game without duels.
   */
  gambit?: string;
  id: GameId;
  machine?: Color;
  mode: Mode;
  /**
   * The id of the moderator.
   */
  moderator: string;
  names?: PlayerNames;
  /**
   * The ids of the house rules, in their order.
   */
  overlays?: string[];
  /**
   * Number of moves made by both sides together.
   */
  plies: number;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  winner?: Color;
}
/**
 * Names of the players.
 */
export interface PlayerNames {
  b?: PersonName;
  w?: PersonName;
}
/**
 * A gambit profile that the creator of a game can choose, with the numbers that a page shows.
 */
export interface Gambit {
  /**
   * Price of each step along the line of attack besides that, in hundredths of a point.
   */
  axisPercent: number;
  /**
   * Time for bids, in milliseconds.
   */
  bidMs: number;
  /**
   * True if a piece is lost when its side cannot pay for any square.
   */
  canLosePiece: boolean;
  /**
   * Points of a bid that count in full, by the letter of the piece.
   */
  capacities: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[a-z]$".
     */
    [k: string]: number;
  };
  /**
   * Share of the price that goes to the defender, in percent.
   */
  defenderPercent: number;
  /**
   * Maximum effective value of a bid, in points.
   */
  effectiveMax: number;
  /**
   * True if a side that runs out of time loses even if the other has too little to win; else the ruleset decides.
   */
  flagFallLoses: boolean;
  /**
   * True if the points of the other side are hidden while the game is on.
   */
  hidden: boolean;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * Points of each side at the start.
   */
  initial: number;
  /**
   * Price of staying at the origin after a failed capture.
   */
  originCost: number;
  /**
   * Price of each point of effect above a piece's capacity.
   */
  overloadCost: number;
  /**
   * Price of a move inside the rectangle between origin and target, in hundredths of a point.
   */
  rectanglePercent: number;
  /**
   * Points regenerated by each turn of a side, without tactics.
   */
  regeneration: number;
  /**
   * Time for the choice of a retreat, in milliseconds.
   */
  retreatMs: number;
  /**
   * The id of the ruleset that it is made for.
   */
  ruleset: string;
  /**
   * True if spectators are allowed, unless the creator of a game chooses otherwise. In a blind game they are not.
   */
  spectatorsAllowed: boolean;
  ties: TieWinner;
  /**
   * True if a touched piece must move, unless the creator of a game chooses otherwise.
   */
  touchMove: boolean;
}
/**
 * The answer to `GET /api/gambits`. An addition to the design.
 */
export interface Gambits {
  /**
   * All gambit profiles by id.
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
   * The link for the other player, relative to the address of the request unless the server knows its own.
   */
  joinUrl: string;
  /**
   * Link for spectators; left out if none are allowed. An addition to the design.
   */
  watchUrl?: string;
}
/**
 * A piece on the board.
 */
export interface GamePiece {
  color: Color;
  /**
   * True for a covered piece: `type` and `qpi` say how it moves, and not what it is. Left out otherwise. An addition to the design.
   */
  covered?: boolean;
  /**
   * True if it has moved in this game. A capture that failed, after which it stands where it came from, is no move.
   */
  hasMoved: boolean;
  /**
   * True for a piece of neither side, whose `color` then means nothing; left out otherwise. An addition to the design.
   */
  neutral?: boolean;
  /**
   * Hit points, where pieces have them. An addition to the design.
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
   * True if the player is there.
   */
  connected: boolean;
  graceUntil?: UnixMs;
  id: MemberId;
  name?: PersonName;
}
/**
 * The answer to `GET /api/games/{id}/record`: a finished game in full.
 */
export interface GameRecord {
  state: ServerEvent;
  summary: GameSummary;
}
/**
 * All that one viewer may know of a game. What is left out is not there, or not for this viewer; `null` is what the viewer may not know.
 */
export interface GameState {
  ack?: CommandId;
  activeTimer?: Color;
  /**
   * Black's time then, in milliseconds.
   */
  blackTimeRemaining?: number;
  bp?: Pools;
  /**
   * True if people may talk.
   */
  chat: boolean;
  clock?: ClockView;
  /**
   * The hash that promises what the covered pieces hide, in a game that has some.
   */
  commitment?: string;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  duel?: DuelState;
  endReason?: EndReason;
  fought?: DuelFought;
  /**
   * Id of the gambit profile; left out in a game without duels.
   */
  gambit?: string;
  gameId: GameId;
  gameStatus: GameStatus;
  hands?: Hands;
  /**
   * True if the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  /**
   * True if the side to move is in check; `null` when the viewer may not know.
   */
  inCheck: boolean | null;
  mode: Mode;
  /**
   * The number of the move, from 1: both sides' turns have the same.
   */
  moveNumber: number;
  /**
   * Number of moves left in this turn, where a turn has several.
   */
  movesLeft?: number;
  /**
   * Announcements to this viewer since the previous state.
   */
  newAnnouncements: Announcement[];
  /**
   * The moves since the state before this one, as the viewer may know them; all of them in the first state on a socket, and once more in the one
   * with which the game is over. A move that is sent again replaces what was sent of it before.
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
   * Number of moves made by both sides together.
   */
  ply: number;
  record?: Record;
  rematch?: RematchView;
  retreat?: RetreatState;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  /**
   * The number of this event among the numbered ones of this viewer: 1, 2, 3, …
   */
  sequence: number;
  sharedMarks?: SharedMarks;
  /**
   * Spectators in the order of arrival.
   */
  spectators: GameSpectator[];
  tally: Tally;
  timestamp: UnixMs;
  touchedDrop?: PieceName;
  touchedPiece?: SquareName;
  turn: Color;
  /**
   * White's time when the clock last changed, in milliseconds.
   */
  whiteTimeRemaining?: number;
  winner?: Color;
  you: Viewpoint;
}
/**
 * Points of each side; `null` if the viewer may not know them.
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
  drop?: PieceName;
  duel?: DuelMade;
  /**
   * Source square; `*` is the hand.
   */
  from?: string;
  /**
   * The move in the notation of the game's players, in a game without bids whose viewer sees all pieces; left out if the ruleset names none. An
   * addition to the design.
   */
  gameNotation?: string;
  /**
   * The move with its bids, its retreat and its regeneration (`Nxe4[A:3/D:5]→c3(2){+1}`).
   */
  notation?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  regained?: Regained;
  retreat?: RetreatMade;
  /**
   * Destination square; after a failed capture, the square that it aimed at; for a pass, the source.
   */
  to?: string;
}
/**
 * Regeneration of a turn.
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
 * Regeneration by a tactic.
 */
export interface RegainedFor {
  /**
   * `pin`, `skewer`, `fork`, `discovered`, `check` or `defence`.
   */
  kind: string;
  /**
   * Number of points.
   */
  points: number;
  /**
   * Its squares: that of the acting piece first, then those of its targets.
   */
  squares: SquareName[];
}
/**
 * A retreat that was made.
 */
export interface RetreatMade {
  /**
   * Price.
   */
  cost: number;
  position?: SquareName;
}
/**
 * A finished game in full, for both players.
 */
export interface Record {
  deal?: DealRecord;
  /**
   * The final position (FEEN).
   */
  feen: string;
  /**
   * The position from which it started (FEEN).
   */
  initial: string;
  /**
   * The game as PGN, with tries and bids as comments. Left out of a game with a failed capture, which PGN cannot express.
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
  drop?: PieceName;
  duel?: DuelMade;
  /**
   * The position after it (FEEN).
   */
  feen: string;
  /**
   * Source square; `*` is the hand.
   */
  from: string;
  /**
   * The move in the notation of the game's players; left out if the ruleset names none. An addition to the design.
   */
  gameNotation?: string;
  /**
   * Effects besides moving and capturing, where the rules have mechanics; left out if there are none.
   */
  happened?: HappenedRecord[];
  /**
   * The move with its bids, its retreat and its regeneration (`Nxe4[A:3/D:5]→c3(2){+1}`).
   */
  notation?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  /**
   * The move in PMN, by squares and what happens there (`e4+d5` captures).
   */
  pmn: string;
  promotion?: PieceType;
  regained?: Regained;
  retreat?: RetreatMade;
  /**
   * The move in standard algebraic notation; `pass` for a pass.
   */
  san: string;
  /**
   * Destination square; the source square for a pass.
   */
  to: string;
  /**
   * The move in the notation of UCI.
   */
  uci: string;
  uncovered?: PieceType;
}
/**
 * Effect of a move on another piece.
 */
export interface HappenedRecord {
  color: Color;
  /**
   * Hit points left; none if the piece is gone.
   */
  points?: number;
  square: SquareName;
  type: PieceType;
  what: PieceEffect;
}
/**
 * One refused try of a finished game.
 */
export interface TryRecord {
  at: UnixMs;
  by: Color;
  drop?: PieceName;
  /**
   * Source square; `*` for a drop, and for a pass.
   */
  from: string;
  /**
   * The move that the player was about to make, from 1.
   */
  ply: number;
  text: ModeratorText;
  to?: SquareName;
}
/**
 * Choice of a retreat.
 */
export interface RetreatState {
  /**
   * Price of each square, in the same order.
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
 * Marks that players have shared after the end of a game: the changes of each, the oldest first.
 */
export interface SharedMarks {
  /**
   * Black's; left out if not shared.
   */
  b?: Mark[];
  /**
   * White's; left out if not shared.
   */
  w?: Mark[];
}
/**
 * A spectator.
 */
export interface GameSpectator {
  id: MemberId;
  name: PersonName;
}
/**
 * The captured pieces, counted by kind, as far as the viewer may know them.
 */
export interface Tally {
  /**
   * Pieces lost by the viewer.
   */
  byOpponent: {
    [k: string]: number;
  };
  /**
   * Pieces captured by the viewer.
   */
  byYou: {
    [k: string]: number;
  };
  /**
   * Number of covered pieces lost by the viewer, who does not know what they were; left out if there are none. An addition to the design.
   */
  hiddenByOpponent?: number;
  /**
   * Number of covered pieces captured by the viewer, who does not know what they were; left out if there are none. An addition to the design.
   */
  hiddenByYou?: number;
}
/**
 * See [`ServerEvent::Watching`].
 */
export interface Watching {
  ack?: CommandId;
  /**
   * Delay behind the players, in seconds.
   */
  delaySeconds: number;
  gameId: GameId;
  id: MemberId;
  name: PersonName;
  token: Token;
}
/**
 * See [`ServerEvent::RetreatOptions`].
 */
export interface RetreatOptions {
  /**
   * Price of each square, in the same order.
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
 * See [`ServerEvent::Over`].
 */
export interface Over {
  detail?: OverDetail;
  gameId: GameId;
  reason?: OverReason;
  result: GameResult;
  /**
   * The number of this event among the numbered ones of this viewer.
   */
  sequence: number;
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
 * See [`ServerEvent::SpectatorJoined`]. It has no number: it says nothing about the game.
 */
export interface SpectatorSeen {
  /**
   * Number of spectators. An addition to the design.
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
   * Number of spectators. An addition to the design.
   */
  count: number;
  gameId: GameId;
  spectatorId: MemberId;
}
/**
 * See [`ServerEvent::MoveResult`]. It has no number: the state that it belongs to follows.
 */
export interface MoveResult {
  ack?: CommandId;
  /**
   * True if it captures, or tries to.
   */
  captureAttempted?: boolean;
  /**
   * True if the other side is in check by it, as far as its player may know.
   */
  checkDetected?: boolean;
  error?: MoveRefused;
  /**
   * True if the move was made, or has begun as a duel.
   */
  success: boolean;
}
/**
 * Reason why a move was not made.
 */
export interface MoveRefused {
  /**
   * `illegal_move` and the like: a word of the moderator, or the code of an error.
   */
  code: string;
  /**
   * Message for a developer.
   */
  message: string;
  reason?: IllegalReason;
}
/**
 * See [`ServerEvent::Pong`].
 */
export interface Pong {
  serverTime: UnixMs;
  /**
   * Timestamp of the ping.
   */
  timestamp?: number;
}
/**
 * The answer to `GET /api/health`.
 */
export interface Health {
  /**
   * Number of games.
   */
  activeGames: number;
  fault?: HealthFault;
  /**
   * False if something fails that players need; the status is 503 then.
   */
  ok: boolean;
  /**
   * Uptime in seconds.
   */
  uptime: number;
}
/**
 * A house rule that the creator of a game can choose.
 */
export interface HouseRule {
  /**
   * Description in one line.
   */
  about: string;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
  /**
   * The ids of house rules that it says it cannot be combined with; they need not say so too.
   */
  notWith: string[];
  /**
   * The ids of the rulesets that it can be played with.
   */
  over: string[];
  /**
   * The ids of house rules without which it cannot be chosen.
   */
  requires: string[];
  /**
   * Diagrams, three at most.
   */
  sketches: Sketch[];
}
/**
 * An arrow of a diagram.
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
   * All house rules by id.
   */
  overlays: HouseRule[];
}
/**
 * See [`ServerMessage::Joined`].
 */
export interface Joined {
  ack?: CommandId;
  aids?: Aids;
  /**
   * All announcements to this player.
   */
  announcements: Announcement[];
  /**
   * True if there is chat; left out if not. An addition to the design.
   */
  chat?: boolean;
  clock?: ClockView;
  /**
   * The hash that promises what the covered pieces hide, in a game that has some. An addition to the design.
   */
  commitment?: string;
  /**
   * The draw offer that stands.
   */
  drawOffer: DrawOffer | null;
  endReason?: EndReason;
  /**
   * Id of the gambit profile; left out in a game without duels. An addition to the design.
   */
  gambit?: string;
  gameStatus: GameStatus;
  /**
   * True if the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  mode: Mode;
  /**
   * The id of the moderator.
   */
  moderator: string;
  /**
   * The moves so far in notation, in an open game without duels; left out where there are none. An addition to the design.
   */
  moves?: NotedMove[];
  names?: PlayerNames;
  now?: UnixMs;
  /**
   * The ids of the house rules, in their order; left out where there are none. An addition to the design.
   */
  overlays?: string[];
  peer: PeerPresence;
  /**
   * Number of moves made by both sides together.
   */
  ply: number;
  record?: Record;
  rematch?: RematchView;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  /**
   * True while a game waits although both seats are taken: a rematch begins once both players are connected. Left out otherwise. An addition to the
   * design.
   */
  seatsTaken?: boolean;
  /**
   * The moves so far as this player saw them, in a game by sight until it is over; left out where there are none. An addition to the design.
   */
  seenMoves?: SeenMove[];
  /**
   * The number of this frame among those of this viewer: 1, 2, 3, …
   */
  seq: number;
  sharedMarks?: SharedMarks;
  /**
   * The position from which these moves start (FEEN), in an open game without duels; left out where it is the initial one. An addition to the
   * design.
   */
  start?: string;
  tally: Tally;
  token: Token;
  touchedDrop?: PieceName;
  touchedPiece?: SquareName;
  view: BoardView;
  watchId?: GameId;
  winner?: Color;
  you: You;
}
/**
 * A move in notation.
 */
export interface NotedMove {
  by: Color;
  /**
   * The move in the notation of the game's players; left out if the ruleset names none. An addition to the design.
   */
  gameNotation?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  /**
   * The move in SAN; `pass` for a pass.
   */
  san: string;
}
/**
 * Presence of the other player.
 */
export interface PeerPresence {
  /**
   * True if the other player is connected.
   */
  connected: boolean;
  graceUntil?: UnixMs;
}
/**
 * A move that was made, as far as a player saw it.
 */
export interface SeenMove {
  by: Color;
  drop?: PieceName;
  /**
   * Source square; `*` is the hand. Of an enemy's move only if the square was seen before and is seen afterwards.
   */
  from?: string;
  /**
   * Its number, from 1.
   */
  ply: number;
  to?: SquareName;
}
/**
 * A seek as everybody in the lobby sees it.
 */
export interface SeekView {
  game: CreateGame;
  name?: PersonName;
  /**
   * Its number.
   */
  seek: number;
}
/**
 * Defaults of a mode, which the creator of a game can change.
 */
export interface ModeDefaults {
  /**
   * True if bids change whether spectators are allowed: not where players see only their own pieces.
   */
  bidsDecideOnSpectators: boolean;
  /**
   * Chat; a request for it is refused where there never is any.
   */
  chat: 'on' | 'off' | 'never';
  mode: Mode;
  /**
   * The id of the ruleset of a game that names none.
   */
  ruleset: string;
  sight?: SightTerms;
  /**
   * True if spectators are allowed.
   */
  spectatorsAllowed: boolean;
  /**
   * True if a touched piece must move.
   */
  touchMove: boolean;
}
/**
 * Further squares that players of a game by sight see.
 */
export interface SightTerms {
  /**
   * True if players see the enemy pieces that attack their king, or what is royal instead.
   */
  attackers: boolean;
  /**
   * True if players see the enemy pieces without which one of their pieces would have another move.
   */
  blockers: boolean;
}
/**
 * Announcements of a moderator, in short.
 */
export interface ModeratorSummary {
  /**
   * Consequence of the answer that there is a pawn try; left out if nobody may ask.
   */
  ask?: 'free' | 'one_try' | 'until_made';
  attempts?: AttemptSummary;
  /**
   * Announced square of a capture; left out if there is none.
   */
  captureSquare?: 'victim' | 'arrival';
  /**
   * Form in which a captured piece is announced; left out if it is not.
   */
  captured?: 'class' | 'kind';
  /**
   * Form in which a check is announced; left out if it is not.
   */
  check?: 'side' | 'directions';
  /**
   * The ruleset's draws by a rule that hold; left out if all do.
   *
   * Items: Draw by a rule, which a moderator may leave out.
   */
  draws?: ('insufficient' | 'repetition' | 'movelimit')[];
  /**
   * Form in which a drop is announced; left out if it is announced as a move.
   */
  drop?: 'fact' | 'kind';
  /**
   * Plies without progress after which the game is drawn, if the moderator says so.
   */
  halfmoveCap?: number;
  /**
   * The id, by which games ask for it.
   */
  id: string;
  moves: RelativeAudience;
  /**
   * Display name.
   */
  name: string;
  /**
   * Form in which a promotion is announced; left out if it is not.
   */
  promotion?: 'kind' | 'fact';
  refusals: RelativeAudience;
  /**
   * Special moves that are announced as such, by the names of their events.
   */
  special?: Event[];
  /**
   * Result of a stalemate; left out if it is that of the ruleset.
   */
  stalemate?: 'draw' | 'loss';
  /**
   * Form in which pawn tries are announced before each turn; left out if they are not.
   */
  tries?: 'whether' | 'count' | 'sources';
}
/**
 * The answer to `GET /api/moderators`. An addition to the design.
 */
export interface Moderators {
  /**
   * All moderators by id.
   */
  moderators: ModeratorSummary[];
}
/**
 * The answer to `GET /api/modes`. An addition to the design.
 */
export interface Modes {
  /**
   * True if guests may bring rulesets (`POST /api/rulesets`); left out otherwise.
   */
  guestRules?: boolean;
  /**
   * Defaults of each mode.
   */
  modes: ModeDefaults[];
  /**
   * True if guests may publish rulesets (`POST /api/rulesets?publish=true`); left out otherwise.
   */
  publishing?: boolean;
}
/**
 * The body of `POST /api/players/own/passkeys`: a new passkey.
 */
export interface NewPasskeyRequest {
  /**
   * Answer of the authenticator (`attestationObject`).
   */
  attestation: string;
  /**
   * Text that the browser has made of the challenge (`clientDataJSON`).
   */
  clientData: string;
  /**
   * Name by which its owner knows it, in 1 to 40 characters.
   */
  name: string;
  /**
   * The player's key, sealed by the page; the server cannot read it. At most 1,000 characters.
   */
  sealed: string;
}
/**
 * A finished game of which the record alone is left.
 */
export interface OwnFinishedGame {
  gameId: GameId;
  summary: GameSummary;
  you: Color;
}
/**
 * A game in the list of a player's own games.
 */
export interface OwnGame {
  clock?: ClockView;
  endReason?: EndReason;
  endedAt?: UnixMs;
  /**
   * Strength of the machine, if it is the other player.
   */
  machine?: number;
  names?: PlayerNames;
  /**
   * Number of moves made by both sides together.
   */
  plies: number;
  status: GameStatus;
  terms: PublicTerms;
  winner?: Color;
  you: Color;
  /**
   * True if the game waits for the player: for a move, a bid that was not made, or a retreat.
   */
  yourTurn: boolean;
}
/**
 * The answer to `GET /api/games/{id}`: the terms of a game, before anybody takes a seat. An addition to the design.
 */
export interface PublicTerms {
  /**
   * Time that an absent player may stay away before the game is lost, in seconds.
   */
  absenceSeconds: number;
  aids?: Aids;
  announcements: ModeratorSummary;
  /**
   * True if there is chat.
   */
  chat: boolean;
  clock?: TimeControl;
  /**
   * Delay of spectators behind the players, in seconds.
   */
  delaySeconds: number;
  /**
   * Id of the gambit profile; left out in a game without duels.
   */
  gambit?: string;
  gameId: GameId;
  /**
   * True if the clients mark where a piece may be tried.
   */
  highlightingEnabled: boolean;
  mode: Mode;
  /**
   * The id of the moderator.
   */
  moderator: string;
  /**
   * The ids of the house rules, in their order.
   */
  overlays: string[];
  /**
   * The id of the ruleset.
   */
  ruleset: string;
  /**
   * Display name of the ruleset, without the house rules. Empty from a node of an earlier version.
   */
  rulesetName: string;
  side?: Color;
  /**
   * True if spectators are allowed.
   */
  spectators: boolean;
  /**
   * True if a touched piece must move.
   */
  touchMove: boolean;
  /**
   * True if a seat is open.
   */
  waiting: boolean;
}
/**
 * The answer to `POST /api/own-games`. Each game that was asked for is in one of the lists.
 */
export interface OwnGames {
  /**
   * Games of which the record alone is left, in the order of the request.
   */
  finished: OwnFinishedGame[];
  /**
   * Games that are there, in the order of the request.
   */
  games: OwnGame[];
  now: UnixMs;
  /**
   * Games that did not answer in time, or whose node did not. Nothing is known of them now; the client asks again.
   */
  unanswered: GameId[];
  /**
   * Games in which the token holds no seat, or that are gone without a record.
   */
  unknown: GameId[];
}
/**
 * A seat with the token that holds it.
 */
export interface OwnSeat {
  gameId: GameId;
  token: Token;
}
/**
 * The body of `POST /api/own-games`: the seats that a player has, each with its proof.
 */
export interface OwnSeats {
  /**
   * The seats, at most 32.
   *
   * @maxItems 32
   */
  seats: OwnSeat[];
}
/**
 * The answer to `POST /api/players/own/passkeys/begin` and to `POST /api/passkeys/begin`: a challenge that a passkey signs.
 */
export interface PasskeyChallenge {
  /**
   * Algorithms of the keys that are accepted, as COSE numbers them, the preferred one first.
   */
  algorithms: number[];
  /**
   * The challenge, good for one answer.
   */
  challenge: string;
  /**
   * Ids of the player's passkeys, of which the same device makes no second one; empty where somebody signs in.
   */
  known: string[];
  /**
   * Domain that passkeys of this server are for (`rpId`).
   */
  rpId: string;
  /**
   * Seconds for which the challenge is good.
   */
  seconds: number;
}
/**
 * A passkey in the list of its owner.
 */
export interface PasskeyEntry {
  at: UnixMs;
  /**
   * Id in the list.
   */
  id: string;
  /**
   * Name that its owner has given it.
   */
  name: string;
  usedAt?: UnixMs;
}
/**
 * The body of `POST /api/passkeys`: somebody signs in by a passkey.
 */
export interface PasskeySignInRequest {
  /**
   * Data that the authenticator has signed (`authenticatorData`).
   */
  authenticatorData: string;
  /**
   * Text that the browser has made of the challenge (`clientDataJSON`).
   */
  clientData: string;
  /**
   * Id of the passkey (`rawId`).
   */
  credential: string;
  /**
   * Its signature.
   */
  signature: string;
}
/**
 * The answer to `GET /api/passkeys`: the pages that may use passkeys here.
 */
export interface PasskeyTerms {
  /**
   * Origin of the pages; left out where the server has no passkeys. A page of another origin is not offered any.
   */
  origin?: string;
}
/**
 * See [`ServerMessage::PeerStatus`].
 */
export interface PeerStatus {
  color: Color;
  /**
   * Presence of the other player.
   */
  connected: boolean;
  graceUntil?: UnixMs;
  now?: UnixMs;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
}
/**
 * A kind of piece of a ruleset.
 */
export interface PieceKind {
  /**
   * Shapes of the drawing that the ruleset brings for it, the lowest first; left out where it brings none.
   */
  drawing?: DrawnShape[];
  /**
   * Letter in the notation of the game's players; left out where it is the same.
   */
  letter?: string;
  /**
   * Display name.
   */
  name: string;
  /**
   * True for a piece of neither side; left out otherwise.
   */
  neutral?: boolean;
  qpi: PieceName;
  /**
   * True if losing it loses the game; left out otherwise.
   */
  royal?: boolean;
  /**
   * Letter in algebraic notation; empty for a piece that is written by its squares alone.
   */
  san: string;
  /**
   * True if a side can drop as many as it wants; left out otherwise.
   */
  supply?: boolean;
  type: PieceType;
}
/**
 * A finished game of a player.
 */
export interface PlayedGame {
  summary: GameSummary;
  you: Color;
}
/**
 * The answer to `GET /api/players/own`: results and finished games of the owner of a key.
 */
export interface PlayerResults {
  /**
   * Finished games, the latest end first.
   */
  games: PlayedGame[];
  id: PlayerId;
  /**
   * True if there are more games than are counted: then these are the latest.
   */
  isPartial: boolean;
  /**
   * Value of `before` for the games that follow; left out if none do.
   */
  next?: string;
  /**
   * Results for each ruleset, mode and time control, without games against the machine; empty in an answer about games that follow.
   */
  results: RulesetResults[];
}
/**
 * Results of a player in games by one ruleset, in one mode and by one time control.
 */
export interface RulesetResults {
  control: ControlStatistics;
  mode: Mode;
  /**
   * The id of the ruleset.
   */
  ruleset: string;
}
/**
 * The answer to `GET /api/players/own/settings`: what the owner of a key has set.
 */
export interface PlayerSettings {
  /**
   * Players whom this one does not want to meet, the latest last.
   */
  blocked: BlockedPlayer[];
  id: PlayerId;
  now: UnixMs;
  /**
   * Passkeys by which this player gets their key in another browser, the latest last.
   */
  passkeys: PasskeyEntry[];
  vacation?: VacationTerms;
}
/**
 * The vacations that a player may take, and the present one.
 */
export interface VacationTerms {
  /**
   * Most days of one vacation.
   */
  daysAtOnce: number;
  /**
   * Days that are left.
   */
  daysLeft: number;
  /**
   * Days of a year.
   */
  daysPerYear: number;
  until?: UnixMs;
}
/**
 * A ruleset that a browser can fetch.
 */
export interface PublicRuleset {
  /**
   * The id under which its files are found.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
}
/**
 * A ruleset that a guest has published. Nothing tells whose it is, or whether anybody plays by it.
 */
export interface PublishedRuleset {
  /**
   * Description in a few sentences; left out if the ruleset has none.
   */
  about?: string;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * Display name.
   */
  name: string;
  publishedAt: UnixMs;
}
/**
 * The answer to `GET /api/rulesets/guests`. An addition to the design.
 */
export interface PublishedRulesets {
  /**
   * The `before` of the rulesets that follow; left out with the last ones.
   */
  next?: string;
  /**
   * Rulesets that guests have published, the latest first.
   */
  published: PublishedRuleset[];
}
/**
 * The answer to `GET /api/push`. An addition to the design.
 */
export interface PushSettings {
  /**
   * The server's public key, for which a browser makes its push subscription (`applicationServerKey`): an uncompressed point of P-256 in base64url.
   */
  publicKey: string;
}
/**
 * See [`ServerMessage::Rematch`].
 */
export interface RematchNotice {
  ack?: CommandId;
  rematch: RematchView;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
}
/**
 * The body of `POST /api/players/own/passkeys/remove`.
 */
export interface RemovePasskeyRequest {
  /**
   * Id of the passkey in the list.
   */
  id: string;
}
/**
 * The body of `POST /api/games/{id}/report`: a player reports the other one of a game to the operator.
 */
export interface ReportRequest {
  reason: ReportReason;
  /**
   * The event in words, in at most 500 characters; may be empty.
   */
  text?: string;
  token: Token;
}
/**
 * Body of the response to a refused request.
 */
export interface RequestRefused {
  /**
   * Name of the bound that a guest's ruleset exceeds. An addition to the design.
   */
  bound?: string;
  /**
   * Cause, for a program.
   */
  code: string;
  /**
   * Diagnostics of a guest's ruleset. An addition to the design.
   */
  diagnostics?: unknown[];
  /**
   * Cause in English, for a developer.
   */
  message: string;
  /**
   * Ids of the house rules that clash or lack others, sorted, as the message names them. An addition to the design.
   */
  overlays?: string[];
  reason?: RefusalReason;
  /**
   * Ids of the house rules that these require and that are not chosen, sorted. An addition to the design.
   */
  required?: string[];
}
/**
 * A ruleset that the creator of a game can choose.
 */
export interface RulesetDescription {
  /**
   * Description in a few sentences; left out if the ruleset has none.
   */
  about?: string;
  /**
   * Size of each dimension of the board: files, ranks, layers.
   */
  board: number[];
  /**
   * Covered pieces of the first side, or of neither, in full: with them it is played in the open mode alone. Left out if there are none.
   */
  covered?: PieceName[];
  /**
   * True if the starting position is drawn; left out otherwise.
   */
  drawnStart?: boolean;
  /**
   * True if pieces are dropped onto the board; left out otherwise.
   */
  drops?: boolean;
  /**
   * Family of games to which it belongs; left out if the ruleset does not say.
   */
  family?: string;
  /**
   * The ids of the gambit profiles by which it can be played. A house rule may stand in the way.
   */
  gambits: string[];
  /**
   * True for the ruleset of a guest, which the server's operator has not looked at; left out otherwise.
   */
  guest?: boolean;
  /**
   * True if pieces can be in hands; left out otherwise.
   */
  hands?: boolean;
  /**
   * The name by which games ask for it.
   */
  id: string;
  /**
   * True if a piece may do something where it stands, such as be promoted or uncovered; left out otherwise.
   */
  inPlace?: boolean;
  /**
   * The ids of the moderators before whom it can be played blind. A house rule may stand in the way of one that is asked.
   */
  moderators: string[];
  /**
   * Modes in which it can be played.
   */
  modes: Mode[];
  /**
   * Display name.
   */
  name: string;
  /**
   * The ids of the house rules that are made for it.
   */
  overlays: string[];
  /**
   * True if a side may pass; left out otherwise.
   */
  passes?: boolean;
  /**
   * Kinds of pieces.
   */
  pieces: PieceKind[];
  /**
   * True if a move may place another piece besides; left out otherwise.
   */
  places?: boolean;
  /**
   * True if pieces are promoted by choice; left out otherwise.
   */
  promotes?: boolean;
  sides: SideNames;
  squares?: SquareNames;
  /**
   * The position from which games start (FEEN), unless starts are drawn.
   */
  start: string;
}
/**
 * Names of the sides of a ruleset.
 */
export interface SideNames {
  /**
   * The other side.
   */
  b: string;
  /**
   * The side that moves first, which the wire calls white.
   */
  w: string;
}
/**
 * Names that the players of a game give to squares: that of the file, followed by that of the rank, or the other way round.
 */
export interface SquareNames {
  /**
   * Names of the files, from file `a`.
   */
  files: string[];
  /**
   * Names of the ranks, from rank 1.
   */
  ranks: string[];
  /**
   * True if the name of the rank comes first; left out otherwise.
   */
  ranksFirst?: boolean;
}
/**
 * The answer to `GET /api/rulesets`. An addition to the design.
 */
export interface RulesetDescriptions {
  /**
   * All rulesets: that of the open mode first, the others by id.
   */
  rulesets: RulesetDescription[];
}
/**
 * The answer to `GET /api/rules`. An addition to the design.
 */
export interface Rulesets {
  /**
   * All rulesets: that of the open mode first, the others by id.
   */
  rulesets: PublicRuleset[];
}
/**
 * The answer to `POST /api/passkeys`.
 */
export interface SealedIdentity {
  /**
   * The player's key, as the page has sealed it when the passkey was added.
   */
  sealed: string;
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
  latestMove?: NotedMove;
  latestSeenMove?: SeenMove;
  names?: PlayerNames;
  /**
   * Announcements to this player since the previous frame.
   */
  newAnnouncements: Announcement[];
  now?: UnixMs;
  /**
   * Number of moves made by both sides together.
   */
  ply: number;
  record?: Record;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
  tally: Tally;
  touchedDrop?: PieceName;
  touchedPiece?: SquareName;
  view: BoardView;
  winner?: Color;
}
/**
 * See [`ServerMessage::SharedMarks`].
 */
export interface SharedMarksNotice {
  ack?: CommandId;
  marks: SharedMarks;
  /**
   * The number of this frame among those of this viewer.
   */
  seq: number;
}
/**
 * The answer to `GET /api/statistics`: the listed games of everybody who played under a name, without those against the machine.
 */
export interface Statistics {
  /**
   * Results for each time control, in the order of their times; games without a clock come first.
   */
  controls: ControlStatistics[];
  /**
   * True if there are more games than are counted: then these are the latest.
   */
  isPartial: boolean;
  player: PersonName;
}
/**
 * A house rule in another language.
 */
export interface TranslatedRule {
  /**
   * Its description in a few sentences.
   */
  about: string;
  /**
   * The name of the house rule.
   */
  name: string;
}
/**
 * Names and descriptions in a language, each under the English name or the id that the rules have. A client shows the English name where one is missing.
 */
export interface Translation {
  /**
   * Descriptions of games, by the ids of their rulesets. They may be left out, and the server sends them apart from the names.
   */
  abouts?: {
    [k: string]: string;
  };
  /**
   * Names of time controls, by their English names.
   */
  clocks: {
    [k: string]: string;
  };
  /**
   * Families of games, by their English names.
   */
  families: {
    [k: string]: Family;
  };
  /**
   * Names of games, by the ids of their rulesets. A game that has the same name in this language may be left out.
   */
  games: {
    [k: string]: string;
  };
  /**
   * The code of the language, which is the name of the file, such as `de`.
   */
  id: string;
  /**
   * Names of moderators, by their ids. One that has the same name in this language may be left out.
   */
  moderators: {
    [k: string]: string;
  };
  /**
   * House rules, by their ids.
   */
  overlays: {
    [k: string]: TranslatedRule;
  };
  /**
   * Names of pieces, by their English names.
   */
  pieces: {
    [k: string]: string;
  };
  /**
   * Names of sides, by their English names.
   */
  sides: {
    [k: string]: string;
  };
}
/**
 * The body of `POST /api/players/own/unblock`.
 */
export interface UnblockRequest {
  /**
   * Id of the entry.
   */
  id: string;
}
/**
 * The body of `POST /api/players/own/vacation`.
 */
export interface VacationRequest {
  /**
   * Days of the vacation that begins; 0 ends the present one.
   */
  days: number;
}
