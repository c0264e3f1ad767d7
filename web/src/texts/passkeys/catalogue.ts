// Texts about passkeys, which come with them alone.
import type { By, TextOf } from '../catalogue';

export interface PasskeyTexts {
  readonly heading: string;
  /** The purpose of a passkey, to somebody who has a key. */
  readonly what: string;
  readonly name: string;
  readonly add: string;
  readonly added: string;
  /** The day when a passkey was added. */
  readonly since: TextOf<[date: string]>;
  /** The day when somebody signed in by it last. */
  readonly used: TextOf<[date: string]>;
  readonly remove: string;
  /** Said after a removal: the device still has its half. */
  readonly removed: string;
  /** The purpose of a passkey, to somebody who has no key here. */
  readonly useWhat: string;
  readonly use: string;
  readonly waiting: string;
  /** Refusals by the server's codes, and by the names of the browser's errors; `other_key` where this browser has got another key meanwhile; `other` for the rest. */
  readonly refused: By<'NotAllowedError' | 'InvalidStateError' | 'passkey_unknown' | 'other_key' | 'too_many_passkeys' | 'rate_limited' | 'other'>;
}
