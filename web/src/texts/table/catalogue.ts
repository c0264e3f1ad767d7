// Texts of the table at which a game is played or watched: the moderator's sentences, game ends, pieces, the log. Loaded with the parts that need them.
import type { WeakeningCause } from '../../game/inference';
import type { Color, EndReason, ErrorCode, ModeratorText } from '../../wire';
import type { By, TextOf } from '../catalogue';

/** The kinds of piece that have a name in each language; any other is shown by its letter. */
type Kind = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type Promoted = Exclude<Kind, 'p' | 'k'>;
export type Refusal = Extract<ModeratorText, 'no_such_piece' | 'no_legal_moves' | 'wont_help' | 'illegal_move' | 'nonsense' | 'impossible'>;

/** Announcements of a move whose squares the viewer may see. */
export type SeenMove = Extract<
  ModeratorText,
  | 'white_moved' | 'black_moved' | 'white_moved_captured' | 'black_moved_captured' | 'white_moved_captured_ep'
  | 'black_moved_captured_ep'
>;

export const SEEN_MOVES: readonly string[] = [
  'white_moved', 'black_moved', 'white_moved_captured', 'black_moved_captured', 'white_moved_captured_ep', 'black_moved_captured_ep',
] satisfies SeenMove[];

/** A square where a move had a further effect, with the points that remain. */
export interface AffectedSquare {
  square: string;
  points: number;
}

export const REFUSALS: readonly string[] = ['no_such_piece', 'no_legal_moves', 'wont_help', 'illegal_move', 'nonsense', 'impossible'] satisfies Refusal[];

export interface TableTexts {
  readonly moderator: By<ModeratorText>;
  /** That the game ends without a legal move, in games of other families than chess. */
  readonly noMove: string;
  readonly promotedTo: By<'white_promoted' | 'black_promoted', By<Promoted>>;
  readonly seenMove: By<SeenMove, TextOf<[from: string, to: string]>>;
  readonly errors: By<ErrorCode>;
  /** The game end, for the winner, the loser, or both players of a draw. */
  readonly end: {
    readonly won: By<EndReason>;
    readonly lost: By<EndReason>;
    readonly drawn: By<EndReason>;
  };
  /** Results of an end that has no name on the wire. */
  readonly endUnnamed: By<'won' | 'lost'>;
  /** The game end after a failed capture that should have ended a check. */
  readonly failedDefence: By<'won' | 'lost'>;
  /** The game end by extinction, where it is known what is gone; `kind` is the one piece that counts. */
  readonly extinct: By<'piece' | 'kind' | 'all' | 'rid', By<'won' | 'lost' | 'white_wins' | 'black_wins', TextOf<[kind: string]>>>;
  readonly piece: By<Color, By<Kind>>;
  readonly kind: By<Kind>;
  readonly otherPiece: TextOf<[side: string, letter: string]>;
  readonly cell: {
    readonly unseen: string;
    readonly empty: string;
    readonly touched: string;
    readonly reachable: string;
    readonly capture: string;
    readonly lastMove: string;
    readonly taken: string;
    readonly check: string;
    readonly pending: string;
    readonly premove: string;
    readonly refused: string;
    readonly tried: string;
    readonly weaker: string;
    readonly poison: string;
    readonly arrival: string;
    readonly points: TextOf<[points: number]>;
    readonly retreat: TextOf<[cost: number]>;
    readonly duel: string;
  };
  readonly bar: By<'present' | 'absent' | 'unknown' | 'captured'> & {
    /** That a player is on vacation, whose time stands. */
    readonly away: TextOf<[day: string]>;
    readonly grace: TextOf<[clock: string]>;
    readonly checks: TextOf<[given: number, of: number]>;
    readonly took: TextOf<[count: number, kind: string]>;
    /** Null where the viewer may not know. */
    readonly points: TextOf<[points: number | null]>;
    readonly hidden: string;
    readonly spectators: TextOf<[count: number]>;
  };
  readonly turn: By<'yours' | 'theirs' | 'over' | 'bids' | 'retreat' | 'theyRetreat' | 'notSent' | 'sending' | 'choose'> & {
    /** For rules in which a turn has several moves. */
    readonly yoursLeft: TextOf<[left: number]>;
    readonly theirsLeft: TextOf<[left: number]>;
    readonly touched: TextOf<[square: string]>;
    readonly opening: By<Color>;
  };
  readonly notice: By<
    | 'bound' | 'notSent' | 'drawOffered' | 'drawAsked' | 'drawDeclined' | 'begun' | 'lowTime' | 'premove' | 'premoveOff'
  >;
  readonly log: By<'heading' | 'empty'> & {
    readonly ply: TextOf<[ply: number]>;
    readonly ownMove: TextOf<[from: string, to: string]>;
    readonly ownCaptured: TextOf<[kind: string]>;
    /** The square is null where it is not known. */
    readonly ownLost: TextOf<[kind: string, square: string | null]>;
    readonly ownFell: TextOf<[kind: string, square: string]>;
    readonly tried: By<Refusal, TextOf<[from: string, to: string | null]>>;
    readonly ownRepulsed: TextOf<[from: string, to: string]>;
    readonly duel: TextOf<[attacker: string, spent: number, against: number, success: boolean]>;
    readonly pieceLost: string;
    readonly retreated: TextOf<[square: string, cost: number]>;
    readonly ownHit: TextOf<[from: string, to: string]>;
    readonly weaker: By<WeakeningCause, TextOf<[kind: string, square: string]>>;
    readonly ownPromotion: By<Promoted, TextOf<[from: string, to: string]>>;
  };
  readonly typed: By<
    | 'label' | 'go' | 'off_board' | 'no_piece' | 'none_reaches' | 'notActive' | 'busy'
  > & {
    /** `examples` are moves of the game. */
    readonly unreadable: TextOf<[examples: string]>;
    readonly needs_engine: TextOf<[example: string]>;
    readonly several: TextOf<[squares: string]>;
  };
  readonly actions: By<
    | 'offerDraw' | 'drawPending' | 'resign' | 'log' | 'more' | 'accept' | 'decline' | 'theyOffer' | 'putBack'
    | 'rematch' | 'rematchOffered' | 'rematchPending' | 'rematchAccept' | 'rematchDeclined' | 'rematchJoin' | 'tournament' | 'rematchAsked' | 'rematchRefused'
    | 'newGame' | 'group'
  > & {
    readonly chat: TextOf<[unread: number]>;
    readonly confirmMove: TextOf<[from: string, to: string]>;
  };
  readonly dialogs: By<'resignHeading' | 'resignText' | 'resignYes' | 'drawHeading' | 'drawText' | 'drawYes' | 'keepPlaying'>;
  readonly promotion: By<'heading'> & { readonly choose: By<Promoted> };
}
