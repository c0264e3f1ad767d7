// Texts of the rule lab, loaded with its page.
import type { NoAnswer } from '../../lib/worker-client';
import type { SaveKind } from '../../lab/save';
import type { ShareFault } from '../../lab/share-fault';
import type { By, TextOf } from '../catalogue';

export interface LabTexts {
  readonly heading: string;
  readonly unnamed: string;
  readonly panes: By<'rules' | 'board'> & { readonly group: string };
  readonly menu: By<'open' | 'save' | 'play' | 'share' | 'help' | 'home'>;
  readonly openDialog: By<'heading' | 'template' | 'server' | 'file' | 'kept' | 'none' | 'close' | 'forget'> & { readonly forgetNamed: TextOf<[name: string]> };
  readonly shareDialog: By<'heading' | 'link' | 'copy' | 'copied' | 'copyFailed' | 'zip' | 'about'>;
  readonly playDialog: By<'heading' | 'about' | 'create' | 'checking' | 'withErrors' | 'close'>;
  /** The ways to save a game, and the answer to each; `lasting` of a public one, which its author cannot take back. */
  readonly saveDialog: By<'heading' | 'legend' | 'save' | 'lasting'> & { readonly kinds: By<SaveKind, By<'name' | 'what' | 'done'>> };
  /** Reasons why the server does not keep a game. `message` is the server's own word. */
  readonly saveFault: By<'faulty' | 'large' | 'busy' | 'failed'> & { readonly refused: TextOf<[message: string]> };
  readonly shareFault: By<ShareFault>;
  readonly linkFault: string;
  /** A fault of the link by which the lab is opened, with what is there instead. */
  readonly instead: TextOf<[fault: string]>;
  /** `large` also of links and of pasted texts. */
  readonly fileFault: By<ShareFault>;
  /** A game from a pasted text. `line` is a fault with its place; `elsewhere` a game that another server keeps. */
  readonly pasting: By<'heading' | 'label' | 'hint'> & {
    readonly line: TextOf<[line: number, fault: string]>;
    readonly faults: By<'none' | 'stray' | 'json' | 'unclosed'>;
    readonly twice: TextOf<[path: string]>;
    readonly elsewhere: TextOf<[host: string]>;
  };
  readonly gameFault: string;
  readonly files: By<'label' | 'add' | 'remove' | 'path' | 'badPath' | 'editor' | 'create' | 'cancel' | 'restore'> & { readonly deleted: TextOf<[path: string]> };
  readonly checking: string;
  readonly noFaults: string;
  readonly faults: TextOf<[errors: number, warnings: number]>;
  readonly faultsHeading: string;
  readonly noAnswer: By<Exclude<NoAnswer, 'cancelled'>>;
  readonly earlier: string;
  readonly noBoard: string;
  readonly notKept: string;
  readonly at: TextOf<[file: string, line: number | null, column: number | null]>;
  readonly severity: By<'error' | 'warning'>;
  readonly found: string;
  readonly expected: string;
  readonly hint: string;
  readonly ways: TextOf<[piece: string, from: string, to: readonly string[]]>;
  readonly waysHint: string;
  readonly figures: TextOf<[pieces: number, rows: number]>;
  readonly perft: By<'heading' | 'cancel' | 'about'> & { readonly depth: TextOf<[depth: number]>; readonly total: TextOf<[total: number, done: boolean]> };
  readonly help: {
    readonly heading: string;
    readonly close: string;
    readonly intro: string;
    readonly rows: readonly (readonly [code: string, meaning: string])[];
    readonly files: string;
    readonly more: string;
  };
}
