// Texts of rooms, loaded with their parts of the page.
import type { ErrorCode } from '../../room-messages';
import type { By, TextOf } from '../catalogue';

export interface RoomTexts {
  readonly heading: string;
  readonly what: string;
  readonly code: string;
  readonly codeWrong: string;
  readonly join: string;
  readonly create: string;
  /** The link to a new tournament. */
  readonly tournament: string;
  /** Cost of absence. */
  readonly away: string;
  /** The terms, to someone who was sent the link. */
  readonly invited: string;
  /** `whatOther` for another game than chess. */
  readonly dialog: By<'heading' | 'what' | 'whatOther' | 'create' | 'creating' | 'cancel' | 'failed'>;
  readonly waiting: By<'what' | 'code' | 'copy' | 'stay' | 'close'>;
  readonly joining: TextOf<[code: string]>;
  readonly room: TextOf<[code: string]>;
  /** Why there is no room; `over` to a player who had a seat there. */
  readonly gone: By<'none' | 'over' | 'full' | 'elsewhere', By<'heading' | 'text'>>;
  /** Errors of a room by their codes alone: the server's words, which may tell more, are not shown. */
  readonly errors: By<ErrorCode>;
  /** Terms by which no room is created. */
  readonly refused: string;
  /** An error that this page does not know, in the server's words. */
  readonly unknown: TextOf<[message: string]>;
}
