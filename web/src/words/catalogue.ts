// What a language has to say. Keys that come from the wire are taken from its types, so that a language that misses one
// does not compile. Sentences are whole; where one needs a value it is a function of it, never a part to be glued.
import type { Befell, Color, EndReason, ErrorCode, ModeratorText } from '../wire';
import type { Cause } from '../game/sights';

/** The kinds of piece that a language has words for; any other is told by its letter. */
export type Kind = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type Promoted = Exclude<Kind, 'p' | 'k'>;
export type Refusal = Extract<ModeratorText, 'no_such_piece' | 'no_legal_moves' | 'wont_help' | 'illegal_move'>;

/** What is said of a move whose squares the listener sees. */
export type SeenMove = Extract<
  ModeratorText,
  | 'white_moved' | 'black_moved' | 'white_moved_captured' | 'black_moved_captured' | 'white_moved_captured_ep'
  | 'black_moved_captured_ep'
>;

export const SEEN_MOVES: readonly string[] = [
  'white_moved', 'black_moved', 'white_moved_captured', 'black_moved_captured', 'white_moved_captured_ep', 'black_moved_captured_ep',
] satisfies SeenMove[];

/** A square where something happened, with the points that are left. */
export interface Place {
  square: string;
  points: number;
}

export const REFUSALS: readonly string[] = ['no_such_piece', 'no_legal_moves', 'wont_help', 'illegal_move'] satisfies Refusal[];

type By<K extends string, V = string> = Readonly<Record<K, V>>;
type Says<A extends unknown[]> = (...args: A) => string;

export interface Words {
  readonly code: string;
  readonly moderator: By<ModeratorText>;
  readonly promotedTo: By<'white_promoted' | 'black_promoted', By<Promoted>>;
  readonly seenMove: By<SeenMove, Says<[from: string, to: string]>>;
  readonly errors: By<ErrorCode>;
  /** The end, told to the one who won, the one who lost, or both. */
  readonly end: {
    readonly won: By<EndReason>;
    readonly lost: By<EndReason>;
    readonly drawn: By<EndReason>;
  };
  /** An end by a capture that was to end a check and failed. */
  readonly failedDefence: By<'won' | 'lost'>;
  /** An end by extinction, where it is known what is gone; the kind is that of the one piece that counts. */
  readonly extinct: By<'piece' | 'kind' | 'all' | 'rid', By<'won' | 'lost' | 'white_wins' | 'black_wins', Says<[kind: string]>>>;
  readonly tries: By<Refusal>;
  readonly side: By<Color>;
  readonly piece: By<Color, By<Kind>>;
  readonly kind: By<Kind>;
  readonly quoted: Says<[text: string]>;
  readonly otherPiece: Says<[side: string, letter: string]>;
  readonly cell: {
    readonly unseen: string;
    readonly empty: string;
    readonly armed: string;
    readonly touched: string;
    readonly reachable: string;
    readonly capture: string;
    readonly lastMove: string;
    readonly taken: string;
    readonly check: string;
    readonly pending: string;
    readonly refused: string;
    readonly weaker: string;
    readonly poison: string;
    readonly arrival: string;
    readonly points: Says<[points: number]>;
    readonly retreat: Says<[cost: number]>;
    readonly duel: string;
  };
  readonly title: By<'page' | 'yourMove' | 'theirMove' | 'waiting' | 'over' | 'disconnected'>;
  readonly landing: By<
    | 'tagline' | 'mode' | 'side' | 'random' | 'highlighting' | 'highlightingOn' | 'highlightingOff' | 'create'
    | 'creating' | 'failed' | 'notWithBids' | 'settings'
  > & {
    readonly modes: By<'blind' | 'vanilla', By<'name' | 'what'>>;
    readonly refused: Says<[reason: string]>;
  };
  readonly house: By<'heading'> & {
    readonly chosen: Says<[count: number]>;
    readonly notWith: Says<[other: string]>;
    readonly onlyWith: Says<[other: string]>;
    readonly active: Says<[names: readonly string[]]>;
  };
  readonly waiting: By<'heading' | 'what' | 'link' | 'watchLink' | 'copy' | 'copyWatch' | 'copied' | 'share' | 'shareText' | 'qr' | 'youPlayRandom'> & {
    readonly youPlay: By<Color>;
    readonly mode: By<'blind' | 'vanilla'>;
  };
  /** A time control is made of its parts; `initial` is a length of time. */
  readonly clock: By<'legend' | 'none' | 'yours' | 'theirs'> & {
    readonly minutes: Says<[minutes: number]>;
    readonly seconds: Says<[seconds: number]>;
    readonly increment: Says<[initial: string, seconds: number]>;
    readonly delay: Says<[initial: string, seconds: number]>;
    readonly preset: Says<[name: string, control: string]>;
  };
  readonly joining: string;
  readonly gone: By<'gameNotFound' | 'full' | 'taken' | 'watch' | 'pageNotFound' | 'home'>;
  readonly bar: By<'you' | 'opponent' | 'present' | 'absent' | 'unknown' | 'captured' | 'nothingCaptured'> & {
    readonly grace: Says<[clock: string]>;
    readonly took: Says<[count: number, kind: string]>;
    /** Null is what the viewer may not know. */
    readonly points: Says<[points: number | null]>;
    readonly hidden: string;
    readonly watching: Says<[count: number]>;
  };
  readonly turn: By<'yours' | 'theirs' | 'over' | 'bids' | 'fallBack' | 'theyFallBack' | 'notSent' | 'sending' | 'inCheck' | 'choose'> & {
    /** Where a turn has several moves. */
    readonly yoursLeft: Says<[left: number]>;
    readonly theirsLeft: Says<[left: number]>;
    readonly touched: Says<[square: string]>;
    readonly touchedShort: string;
    readonly opening: By<Color>;
  };
  readonly notice: By<
    | 'bound' | 'notSent' | 'drawOffered' | 'drawDeclined' | 'drawWithdrawn' | 'copied' | 'copyFailed' | 'begun' | 'lowTime'
  > & {
    readonly armed: Says<[piece: string, square: string]>;
  };
  readonly log: By<'heading' | 'open' | 'close' | 'empty' | 'you' | 'moderator'> & {
    readonly ply: Says<[ply: number]>;
    readonly ownMove: Says<[from: string, to: string]>;
    readonly ownRepulsed: Says<[from: string, to: string]>;
    readonly duel: Says<[attacker: string, spent: number, against: number, success: boolean]>;
    readonly pieceLost: string;
    readonly fellBack: Says<[square: string, cost: number]>;
    readonly ownHit: Says<[from: string, to: string]>;
    readonly weaker: By<Cause, Says<[kind: string, square: string]>>;
    readonly ownPromotion: By<Promoted, Says<[from: string, to: string]>>;
  };
  readonly typed: By<
    | 'label' | 'placeholder' | 'go' | 'unreadable' | 'off_board' | 'no_piece' | 'none_reaches' | 'needs_engine' | 'notActive'
  > & {
    readonly several: Says<[squares: string]>;
  };
  readonly actions: By<
    | 'offerDraw' | 'drawPending' | 'resign' | 'log' | 'more' | 'accept' | 'decline' | 'theyOffer' | 'playMove' | 'putBack'
    | 'cancel' | 'close' | 'rematch' | 'rematchWaiting' | 'rematchJoin' | 'rematchAsked' | 'newGame' | 'group' | 'rematchFailed'
  > & {
    readonly talk: Says<[unread: number]>;
    readonly confirmMove: Says<[from: string, to: string]>;
  };
  readonly dialogs: By<'resignHeading' | 'resignText' | 'resignYes' | 'drawHeading' | 'drawText' | 'drawYes' | 'keepPlaying'>;
  readonly promotion: By<'heading'> & { readonly choose: By<Promoted> };
  readonly link: By<
    'offline' | 'away' | 'retryNow' | 'superseded' | 'takeOver' | 'connecting' | 'unsent' | 'missing' | 'reload'
  > & {
    readonly retrying: Says<[attempt: number, of: number]>;
  };
  readonly review: By<
    | 'heading' | 'first' | 'previous' | 'next' | 'last' | 'perspective' | 'moderator' | 'tries' | 'copyPgn' | 'copyFeen' | 'pgn' | 'feen' | 'start'
    | 'keys'
  > & {
    readonly ply: Says<[number: number, side: string, san: string, happened: readonly string[]]>;
    readonly happened: By<Befell, Says<[places: readonly Place[]]>>;
    readonly attempt: By<Color, By<Refusal, Says<[from: string, to: string | null]>>>;
    readonly at: Says<[step: number, of: number]>;
  };
  readonly settings: By<
    | 'heading' | 'theme' | 'system' | 'light' | 'dark' | 'sound' | 'vibration' | 'confirm' | 'confirmWhat'
  >;
  readonly help: By<'heading' | 'open'> & { readonly rows: readonly (readonly [keys: string, what: string])[] };
}
