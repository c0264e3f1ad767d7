// Texts about a player's games on another device, loaded with their dialogs.
import type { TextOf } from '../catalogue';

export interface HandoverTexts {
  readonly heading: string;
  readonly what: string;
  readonly making: string;
  readonly failed: string;
  /** How long the link works. */
  readonly left: TextOf<[time: string]>;
  readonly over: string;
  readonly again: string;
  readonly link: string;
  readonly copy: string;
  readonly takeHeading: string;
  readonly takeWhat: string;
  readonly takeKey: string;
  readonly take: string;
  readonly gone: string;
  /** Games that are new here. */
  readonly taken: TextOf<[games: number]>;
}
