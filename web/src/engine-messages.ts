// The messages of the engine interface, generated from rules/schema/engine.schema.json by `npm run wire`. Not edited by hand.

/**
 * Actions about a draw.
 */
export type DrawAction = 'agree' | 'offer' | 'accept' | 'decline';
/**
 * A message from the engine to its host.
 */
export type EngineMessage =
  | ({
      message_type: 'next_legal_moveset';
    } & Moveset)
  | ({
      message_type: 'promotion_prompt';
    } & Choice)
  | ({
      message_type: 'game_end';
    } & GameEnd)
  | ({
      message_type: 'failure';
    } & Failure)
  | ({
      message_type: 'state';
    } & State)
  | ({
      message_type: 'options';
    } & Options)
  | ({
      message_type: 'draw_offer';
    } & By)
  | ({
      message_type: 'draw_declined';
    } & By);
/**
 * Error codes of failures.
 */
export type ErrorCode =
  | 'too_large'
  | 'malformed_json'
  | 'not_an_object'
  | 'missing_field'
  | 'unknown_field'
  | 'duplicate_field'
  | 'wrong_type'
  | 'unknown_word'
  | 'unknown_message_type'
  | 'no_such_square'
  | 'no_piece'
  | 'not_your_piece'
  | 'not_in_hand'
  | 'illegal_move'
  | 'unknown_piece'
  | 'promotion_pending'
  | 'promotion_not_pending'
  | 'game_over'
  | 'nothing_to_undo'
  | 'history_full'
  | 'malformed_position'
  | 'impossible_position'
  | 'no_draw_offer'
  | 'not_in_this_game'
  | 'too_fast';
/**
 * Case of square names.
 */
export type SquareCase = 'upper' | 'lower';
/**
 * A message from a host to the engine.
 */
export type HostMessage =
  | {
      /**
       * Source, in upper or lower case.
       */
      from: string;
      message_type: 'peice move' | 'piece move' | 'peice_move' | 'piece_move';
      /**
       * Promotion, to avoid the `promotion_prompt`.
       */
      promotion?: string;
      /**
       * Destination.
       */
      to: string;
    }
  | {
      message_type: 'piece_promotion_choice';
      /**
       * One of its `choices`.
       */
      piece_choice: string;
    }
  | {
      message_type: 'piece_drop';
      /**
       * One of the keys of `drops`.
       */
      piece: string;
      /**
       * Promotion, where there is a choice.
       */
      promotion?: string;
      /**
       * Destination.
       */
      to: string;
    }
  | {
      /**
       * The position, as FEEN.
       */
      feen?: string;
      /**
       * The position, as FEN.
       */
      fen?: string;
      message_type: 'new_game';
    }
  | ({
      [k: string]: unknown;
    } & {
      /**
       * The position, as FEEN.
       */
      feen?: string;
      /**
       * The position, as FEN.
       */
      fen?: string;
      message_type: 'set_position';
    })
  | {
      message_type: 'undo';
      /**
       * Number of plies; 1 by default. A move that waits for a choice counts as one.
       */
      plies?: number;
    }
  | {
      message_type: 'state';
    }
  | {
      message_type: 'resign';
      /**
       * Name of the side.
       */
      side: string;
    }
  | {
      message_type: 'timeout';
      /**
       * Name of the side.
       */
      side: string;
    }
  | ((
      | {
          action?: 'agree';
        }
      | {
          action?: 'offer' | 'accept' | 'decline';
        }
    ) & {
      action: DrawAction;
      message_type: 'draw';
      /**
       * The side that acts; left out if both agree.
       */
      side?: string;
    })
  | {
      /**
       * True if a capture beside the destination is also reported under the misspelt key.
       */
      en_passant_catpure?: boolean;
      message_type: 'options';
      /**
       * Case of square names.
       */
      square_case?: SquareCase;
    };

/**
 * A constraint violated by a move.
 */
export interface Broken {
  /**
   * Name of the constraint in the rules.
   */
  constraint: string;
  /**
   * The endangered square.
   */
  space: string;
  /**
   * Squares of the attacking pieces.
   */
  threats: string[];
}
/**
 * The side that offers or declines a draw.
 */
export interface By {
  /**
   * Name of the side.
   */
  by: string;
}
/**
 * A terminal piece that could be captured.
 */
export interface Check {
  /**
   * Name of its side.
   */
  in_check: string;
  /**
   * Square of the piece.
   */
  king_space: string;
  /**
   * Squares of the attackers.
   */
  threats: string[];
}
/**
 * A move that needs a choice of promotion.
 */
export interface Choice {
  /**
   * Pieces to choose from.
   */
  choices: string[];
  /**
   * Square of the piece; left out of a drop.
   */
  from?: string | null;
  /**
   * Destination.
   */
  to: string;
}
/**
 * Legal moves of the side to move, by source square.
 */
export interface Moveset {
  /**
   * Destinations by dropped piece; only in games with hands.
   */
  drops?: {
    [k: string]: string[];
  } | null;
  events: Events;
  /**
   * Destinations by source, both from `A1` on; pieces without moves are left out.
   */
  moves: {
    [k: string]: string[];
  };
}
/**
 * Effects of a move other than moving its piece, and whether the side to move is in check. Absent effects are left out.
 */
export interface Events {
  /**
   * Moves of all pieces that moved along, if there are several.
   */
  also_move?: Way[];
  /**
   * Move of another piece that moved along; the first, if there are several.
   */
  also_move_rook?: Way | null;
  /**
   * Square of the captured piece; the first, if there are several.
   */
  capture?: string | null;
  /**
   * Squares of all captured pieces, if there are several.
   */
  captures?: string[];
  /**
   * The check against the side to move; the first, if several of its pieces are attacked.
   */
  check?: Check | null;
  /**
   * All checks, if several pieces are attacked.
   */
  checks?: Check[];
  /**
   * Squares of pieces that left the game without being captured, possibly including the piece that moved.
   */
  destroyed?: string[];
  /**
   * Same as `capture`, if the piece stood elsewhere than on the destination.
   */
  en_passant_capture?: string | null;
  /**
   * Same as `en_passant_capture`, if the option of that name is set.
   */
  en_passant_catpure?: string | null;
  /**
   * Pieces that gained points, with their present points.
   */
  healed?: Points[];
  /**
   * Attacked pieces that survived, with their remaining points. The attacker is then on its source
   * and unchanged.
   */
  hits?: Points[];
  /**
   * The side that moves again; left out when the turn passes.
   */
  moves_again?: string | null;
  /**
   * Pieces that lost points on a poisoned square, with their remaining points.
   */
  poisoned?: Points[];
  /**
   * Promotion of the piece by choice.
   */
  promote?: Promoted | null;
}
/**
 * Source and destination.
 */
export interface Way {
  /**
   * The source.
   */
  from: string;
  /**
   * The destination.
   */
  to: string;
}
/**
 * Hit points of a piece.
 */
export interface Points {
  /**
   * Number of points.
   */
  points: number;
  /**
   * Square of the piece.
   */
  space: string;
}
/**
 * Promotion of a piece by choice.
 */
export interface Promoted {
  /**
   * The piece after promotion.
   */
  piece: string;
  /**
   * Present square of the piece.
   */
  space: string;
}
/**
 * Result of a finished game.
 */
export interface GameEnd {
  /**
   * Reason.
   */
  reason:
    | 'check'
    | 'stale'
    | 'checkmate'
    | 'stalemate'
    | 'nomove'
    | 'bareking'
    | 'mareking'
    | 'insufficient_material'
    | 'resignation'
    | 'illegalmove'
    | 'timeout'
    | 'timeout_insufficient_material'
    | 'fifty_move_rule'
    | 'threefold_repetition'
    | 'agreement'
    | 'captures'
    | 'promotions'
    | 'checks'
    | 'arrival'
    | 'extinction'
    | 'passes'
    | 'facing'
    | 'full';
  /**
   * Name of the side that won, or `draw`.
   */
  victor: string;
}
/**
 * A request that had no effect; the game is unchanged.
 */
export interface Failure {
  /**
   * Constraints that the refused move violates.
   */
  broken?: Broken[];
  /**
   * Column in bytes, from 1; 0 if the text ends with the preceding line.
   */
  column?: number | null;
  error: ErrorCode;
  /**
   * All reasons why the position is impossible.
   */
  faults?: string[];
  /**
   * The field concerned.
   */
  field?: string | null;
  /**
   * The value found.
   */
  found?: string | null;
  /**
   * Source of the refused move.
   */
  from?: string | null;
  /**
   * Accepted values.
   */
  known?: string[];
  /**
   * The exceeded limit.
   */
  limit?: number | null;
  /**
   * Line of the error in the message, from 1.
   */
  line?: number | null;
  /**
   * Fixed text for all failures, from the document of the messages.
   */
  message: 'failure: illegal move, please retry';
  /**
   * Description in a sentence.
   */
  reason: string;
  /**
   * Destination of the refused move.
   */
  to?: string | null;
}
/**
 * Complete state of the game.
 */
export interface State {
  /**
   * Checks against the side to move.
   */
  checks: Check[];
  /**
   * The side whose draw offer stands.
   */
  draw_offer: string | null;
  /**
   * Result of the game, if it has ended.
   */
  ending: GameEnd | null;
  /**
   * The position, as FEEN.
   */
  feen: string;
  /**
   * The position as FEN; absent if FEN cannot express it.
   */
  fen: string | null;
  /**
   * Number of the present move, from 1.
   */
  fullmove: number;
  /**
   * Plies since the last progress.
   */
  halfmove: number;
  /**
   * Moves played, oldest first.
   */
  history: MoveText[];
  /**
   * Every legal move, one for each promotion choice.
   */
  legal: MoveText[];
  options: Options;
  /**
   * The move that needs a choice of promotion.
   */
  pending: Choice | null;
  /**
   * Id of the rules.
   */
  ruleset: string;
  /**
   * Names of the two sides, first side first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * Start position of the history, as FEEN.
   */
  start: string;
  /**
   * The side to move.
   */
  turn: string;
}
/**
 * A move in every notation.
 */
export interface MoveText {
  /**
   * Name of the side that moves.
   */
  by: string;
  /**
   * Squares of the captured pieces.
   */
  captures: string[];
  /**
   * Dropped piece; left out of a board move.
   */
  drop?: string | null;
  /**
   * Source; left out of a drop.
   */
  from?: string | null;
  /**
   * Notation of the game's players; left out if the ruleset names none.
   */
  game_notation?: string;
  /**
   * Piece that the move places besides, and its square: `hawk B1`.
   */
  places?: string | null;
  /**
   * PMN.
   */
  pmn: string;
  /**
   * Chosen promotion.
   */
  promotion?: string | null;
  /**
   * Algebraic notation.
   */
  san: string;
  /**
   * Destination.
   */
  to: string;
  /**
   * UCI.
   */
  uci: string;
}
/**
 * Options of a host for the engine's messages.
 */
export interface Options {
  /**
   * True if a capture beside the destination is also reported under the misspelt key.
   */
  en_passant_catpure: boolean;
  square_case: SquareCase;
}
