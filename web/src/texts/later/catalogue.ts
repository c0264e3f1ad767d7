// Texts about bids, chat, spectating, dialogs and the review. They are loaded with the components that need them, after the page itself.
import type { BoardStyle, Faces, PieceSet } from '../../lib/settings.svelte';
import type { Aids, Color, EndReason, PieceEffect } from '../../wire';
import type { By, TextOf } from '../catalogue';
import type { AffectedSquare, Refusal } from '../table/catalogue';

/** A tactic that regains points, as the server names it. */
export type Tactic = 'pin' | 'skewer' | 'fork' | 'discovered' | 'check' | 'defence';

/** An opened bid; `counts` is null where the viewer may not know. */
export interface OpenedBid {
  spent: number;
  counts: string | null;
}

export interface LaterTexts {
  readonly bids: By<
    | 'label' | 'more' | 'less' | 'all' | 'tiesDefender' | 'tiesAttacker' | 'goOn' | 'captured' | 'repulsed' | 'sending' | 'opened' | 'inCheck'
  > & {
    /** Kinds of both pieces, and the square. */
    readonly attack: TextOf<[attacker: string, defender: string, square: string, yours: boolean]>;
    readonly youAttack: TextOf<[kind: string, square: string]>;
    readonly youDefend: TextOf<[kind: string, square: string]>;
    readonly counts: TextOf<[spent: number, counts: string]>;
    readonly wasted: TextOf<[points: number]>;
    readonly have: TextOf<[points: number]>;
    readonly capacity: TextOf<[capacity: number, overloadCost: number, most: number]>;
    readonly send: TextOf<[points: number]>;
    readonly sent: TextOf<[points: number]>;
    readonly left: TextOf<[clock: string]>;
    readonly hurry: TextOf<[seconds: number]>;
    readonly youAndThey: TextOf<[you: OpenedBid, they: OpenedBid, result: string]>;
    readonly bothSides: TextOf<[side: string, bid: OpenedBid, other: string, against: OpenedBid, result: string]>;
  };
  readonly retreat: By<'heading' | 'list' | 'letGo'> & {
    readonly what: TextOf<[kind: string]>;
    readonly lost: TextOf<[kind: string]>;
    readonly stay: TextOf<[square: string, cost: number]>;
    readonly to: TextOf<[square: string, cost: number]>;
    readonly sure: TextOf<[square: string]>;
  };
  readonly pools: By<'yours' | 'white' | 'black' | 'none' | 'base' | 'close'> & {
    readonly now: TextOf<[points: number]>;
    readonly hidden: string;
    readonly turn: TextOf<[move: number, total: number]>;
    readonly spent: TextOf<[move: number, points: number]>;
    readonly tactic: By<Tactic, TextOf<[squares: readonly string[]]>>;
    readonly other: TextOf<[kind: string, squares: readonly string[]]>;
  };
  readonly chat: By<
    | 'heading' | 'empty' | 'label' | 'send' | 'mute' | 'report' | 'reported' | 'you' | 'notSent' | 'somebody' | 'off' | 'hint' | 'actions'
  > & {
    readonly guest: TextOf<[number: string]>;
    readonly muteWho: TextOf<[name: string]>;
    readonly reportWho: TextOf<[name: string]>;
    readonly unmuteWho: TextOf<[name: string]>;
    readonly spectators: TextOf<[count: number]>;
    readonly joined: TextOf<[name: string]>;
    readonly left: TextOf<[name: string]>;
    /** The side of a player; null for the viewer's opponent. */
    readonly away: TextOf<[side: string | null]>;
    readonly back: TextOf<[side: string | null]>;
    readonly missed: TextOf<[count: number]>;
    readonly room: TextOf<[characters: number]>;
  };
  readonly spectator: By<
    'heading' | 'live' | 'next' | 'games' | 'noMoves' | 'waiting' | 'entering' | 'failed' | 'home' | 'play' | 'notAllowed' | 'hidden'
  > & {
    readonly behind: TextOf<[seconds: number]>;
    readonly late: TextOf<[seconds: number]>;
    readonly begins: TextOf<[seconds: number]>;
    readonly turn: By<Color>;
    readonly bids: By<Color>;
    readonly fallsBack: By<Color>;
    readonly won: By<Color, By<EndReason>>;
    readonly over: string;
    readonly as: TextOf<[name: string]>;
  };
  readonly name: By<'change' | 'none'> & {
    readonly called: TextOf<[name: string]>;
  };
  readonly options: By<
    | 'gambit' | 'gambitNone' | 'gambitWhat' | 'people' | 'name' | 'nameWhat' | 'nameWrong' | 'watch' | 'watchWhat' | 'watchOff' | 'chat' | 'chatWhat' | 'chatOff'
    | 'delay' | 'blindWatch' | 'touchMove' | 'touchMoveOn' | 'touchMoveOff'
  > & {
    readonly profile: TextOf<[id: string]>;
    readonly delayed: TextOf<[seconds: number]>;
    readonly numbers: TextOf<[numbers: ProfileNumbers]>;
    /** Pieces with their values, in a list. */
    readonly values: TextOf<[list: string]>;
  };
  /** Aids to players who do not see every piece. */
  readonly aids: By<'legend'> & { readonly name: By<Aids>; readonly what: By<Aids> };
  readonly house: {
    readonly chosen: TextOf<[count: number]>;
    readonly notWith: TextOf<[other: string]>;
    readonly onlyWith: TextOf<[other: string]>;
  };
  readonly waiting: By<'heading' | 'what' | 'link' | 'watchLink' | 'copy' | 'copyWatch' | 'copied' | 'share' | 'shareText' | 'qr' | 'rematch'> & {
    readonly youPlay: By<Color>;
  };
  /** Answers to typed questions. */
  readonly spoken: By<'none' | 'noRank'> & {
    /** The words that ask, each without a space; those of English are always understood. */
    readonly words: By<Question>;
    readonly commands: TextOf<[examples: string]>;
    readonly square: TextOf<[square: string, dark: boolean, standing: string]>;
    readonly rank: TextOf<[name: string, occupied: readonly string[], veiled: boolean]>;
    readonly clocks: TextOf<[yours: string, theirs: string]>;
    /** Counted pieces, empty where there are none. */
    readonly captured: TextOf<[yours: string, theirs: string]>;
  };
  readonly howTo: By<'heading'> & { readonly steps: readonly [string, string, string, string, string] };
  readonly moves: By<'heading' | 'number'>;
  readonly review: By<
    | 'heading' | 'first' | 'previous' | 'play' | 'pause' | 'next' | 'last' | 'flip' | 'perspective' | 'moderator' | 'tries' | 'copy' | 'copyLink' | 'copyOwnLink' | 'copyPgn' | 'copyPgnWithPmn' | 'copyPmn' | 'copyFeen' | 'start'
  > & {
    readonly ply: TextOf<[number: number, side: string, san: string, happened: readonly string[]]>;
    readonly happened: By<PieceEffect, TextOf<[places: readonly AffectedSquare[]]>>;
    readonly attempt: By<Color, By<Refusal, TextOf<[from: string, to: string | null]>>>;
    readonly at: TextOf<[step: number, of: number]>;
    /** The points that decided a game; `bonus` is the part of the second side's that it has for being second. */
    readonly points: TextOf<[first: string, ofFirst: string, second: string, ofSecond: string, bonus: string | null]>;
  };
  readonly settings: By<
    | 'heading' | 'theme' | 'system' | 'light' | 'dark' | 'sound' | 'vibration' | 'confirm' | 'confirmWhat' | 'premoves' | 'premovesWhat' | 'speech' | 'speechWhat' | 'board' | 'pieces' | 'faces' | 'coordinates'
  > & {
    readonly boards: By<BoardStyle>;
    readonly pieceSets: By<PieceSet>;
    readonly faceSets: By<Faces>;
  };
  readonly deal: By<'heading' | 'promised' | 'kept' | 'broken' | 'line' | 'hash'>;
  readonly drawing: By<'open' | 'done'>;
  readonly readRules: string;
  readonly help: By<'heading' | 'open'> & {
    readonly rows: (examples: Readonly<Record<'moves' | 'letter' | 'square' | 'rank', string>>) => readonly (readonly [keys: string, what: string])[];
  };
}

/** A question that can be asked in the field for moves. */
export type Question = 'last' | 'said' | 'pieces' | 'rank' | 'clock' | 'captured' | 'hands' | 'commands';

/** The numbers of a gambit profile that are shown before it is chosen. */
interface ProfileNumbers {
  initial: number;
  regeneration: number;
  effectiveMax: number;
  overloadCost: number;
  hidden: boolean;
  tiesToAttacker: boolean;
  bidSeconds: number;
  originCost: number;
  canLosePiece: boolean;
  defenderPercent: number;
}
