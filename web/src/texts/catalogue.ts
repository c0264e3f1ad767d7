// The catalogue of the texts of every page, which each language provides. Those of other parts of the page are in the folders beside it. Keys from the wire
// are taken from its types, so that a language without one does not compile.
// Sentences are whole; a sentence that needs a value is a function of it, never a fragment to concatenate.
import type { Color, Mode } from '../wire';

/** A text for each key. */
export type By<K extends string, V = string> = Readonly<Record<K, V>>;
/** A text that depends on values. */
export type TextOf<A extends unknown[]> = (...args: A) => string;

export interface Texts {
  /** The tag of the language, for numbers, dates and the document. */
  readonly code: string;
  readonly side: By<Color>;
  /** Words by which the page calls people; a name that reads like one is put in quotation marks. */
  readonly people: By<'you' | 'opponent' | 'moderator'>;
  readonly language: string;
  readonly close: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly quoted: TextOf<[text: string]>;
  readonly title: By<'page' | 'yourTurn' | 'theirTurn' | 'waiting' | 'over' | 'disconnected'>;
  readonly landing: By<
    | 'tagline' | 'mode' | 'side' | 'random' | 'highlighting' | 'highlightingOn' | 'highlightingOff' | 'create'
    | 'creating' | 'failed' | 'settings' | 'howTo' | 'local' | 'lab' | 'results'
  > & {
    readonly modes: By<'blind' | 'vanilla' | 'sight', By<'name' | 'what'>>;
  };
  readonly house: By<'heading'> & {
    readonly active: TextOf<[names: readonly string[]]>;
  };
  /** Names of the modes. */
  readonly mode: By<Mode>;
  /** Parts of a time control; `initial` is a text for a length of time. */
  readonly clock: By<'legend' | 'none' | 'untimed' | 'yours' | 'theirs'> & {
    readonly minutes: TextOf<[minutes: number]>;
    readonly seconds: TextOf<[seconds: number]>;
    readonly increment: TextOf<[initial: string, seconds: number]>;
    readonly delay: TextOf<[initial: string, seconds: number]>;
    readonly perTurn: TextOf<[days: string]>;
    readonly preset: TextOf<[name: string, control: string]>;
  };
  readonly joining: string;
  readonly gone: By<'pageNotFound' | 'home'>;
  readonly connection: By<
    'offline' | 'running' | 'queued' | 'finished' | 'away' | 'retryNow' | 'superseded' | 'takeOver' | 'connecting' | 'unsent' | 'missing' | 'reload'
  > & {
    readonly retrying: TextOf<[attempt: number, of: number]>;
  };
}
