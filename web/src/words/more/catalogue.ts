// What a language says of bids, talk and watching. It comes with the parts that need it, after the page itself.
import type { Color, EndReason } from '../../wire';

type By<K extends string, V = string> = Readonly<Record<K, V>>;
type Says<A extends unknown[]> = (...args: A) => string;

/** What a turn brings points back for, as the server names it. */
export type Tactic = 'pin' | 'skewer' | 'fork' | 'discovered' | 'check' | 'defence';

/** A bid that was opened. */
export interface Opened {
  spent: number;
  counts: string | null;
}

export interface MoreWords {
  readonly bids: By<
    | 'label' | 'more' | 'less' | 'all' | 'tiesDefender' | 'tiesAttacker' | 'goOn' | 'captured' | 'repulsed' | 'sending' | 'opened' | 'inCheck'
  > & {
    /** Kinds of piece where they are known, and the square. */
    readonly attack: Says<[attacker: string, defender: string, square: string, yours: boolean]>;
    readonly youAttack: Says<[kind: string, square: string]>;
    readonly youDefend: Says<[kind: string, square: string]>;
    readonly counts: Says<[spent: number, counts: string]>;
    readonly wasted: Says<[points: number]>;
    readonly have: Says<[points: number]>;
    readonly capacity: Says<[capacity: number, overloadCost: number, most: number]>;
    readonly send: Says<[points: number]>;
    readonly sent: Says<[points: number]>;
    readonly left: Says<[clock: string]>;
    readonly hurry: Says<[seconds: number]>;
    /** What a bid counted is null where the viewer may not know. */
    readonly youAndThey: Says<[you: Opened, they: Opened, result: string]>;
    readonly bothSides: Says<[side: string, bid: Opened, other: string, against: Opened, result: string]>;
  };
  readonly retreat: By<'heading' | 'list' | 'letGo'> & {
    readonly what: Says<[kind: string]>;
    readonly lost: Says<[kind: string]>;
    readonly stay: Says<[square: string, cost: number]>;
    readonly to: Says<[square: string, cost: number]>;
    readonly sure: Says<[square: string]>;
  };
  readonly pools: By<'yours' | 'white' | 'black' | 'none' | 'base' | 'close'> & {
    readonly now: Says<[points: number]>;
    readonly hidden: string;
    readonly turn: Says<[move: number, total: number]>;
    readonly spent: Says<[move: number, points: number]>;
    readonly tactic: By<Tactic, Says<[squares: readonly string[]]>>;
    readonly other: Says<[kind: string, squares: readonly string[]]>;
  };
  readonly talk: By<
    | 'heading' | 'empty' | 'label' | 'send' | 'mute' | 'report' | 'reported' | 'you' | 'notSent' | 'somebody' | 'off' | 'actions'
  > & {
    readonly player: By<Color>;
    readonly watcher: Says<[number: string]>;
    readonly muteWho: Says<[name: string]>;
    readonly reportWho: Says<[name: string]>;
    readonly unmuteWho: Says<[name: string]>;
    readonly watching: Says<[count: number]>;
    readonly came: Says<[name: string]>;
    readonly went: Says<[name: string]>;
    readonly left: Says<[characters: number]>;
  };
  readonly watch: By<
    'heading' | 'live' | 'flip' | 'next' | 'noMoves' | 'waiting' | 'entering' | 'failed' | 'home' | 'play' | 'notAllowed' | 'hidden'
  > & {
    readonly behind: Says<[seconds: number]>;
    readonly turn: By<Color>;
    readonly bids: By<Color>;
    readonly fallsBack: By<Color>;
    readonly won: By<Color, By<EndReason>>;
    readonly over: string;
    readonly as: Says<[name: string]>;
  };
  readonly name: By<'change' | 'none'> & {
    readonly called: Says<[name: string]>;
  };
  readonly wish: By<
    | 'gambit' | 'gambitNone' | 'gambitWhat' | 'company' | 'name' | 'nameWhat' | 'nameWrong' | 'watch' | 'watchWhat' | 'watchOff' | 'chat' | 'chatWhat' | 'chatOff'
    | 'delay' | 'blindWatch'
  > & {
    readonly profile: Says<[id: string]>;
    readonly delayed: Says<[seconds: number]>;
    readonly numbers: Says<[numbers: ProfileNumbers]>;
  };
}

/** The numbers of a way to play with bids that are told before one chooses it. */
export interface ProfileNumbers {
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
