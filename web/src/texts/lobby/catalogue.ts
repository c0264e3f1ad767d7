// Texts of the lobby, loaded with it.
import type { LobbyErrorCode } from '../../wire';
import type { By, TextOf } from '../catalogue';

export interface LobbyTexts {
  readonly heading: string;
  /** The game that is asked for. */
  readonly about: TextOf<[game: string]>;
  readonly play: string;
  readonly cancel: string;
  readonly close: string;
  readonly waiting: string;
  readonly waitingNow: string;
  readonly anyClock: string;
  readonly anyClockWhat: string;
  readonly offered: string;
  readonly none: string;
  readonly take: string;
  readonly nobody: string;
  readonly by: By<'blind' | 'vanilla' | 'sight', TextOf<[game: string]>>;
  readonly side: By<'white' | 'black' | 'random'>;
  readonly moderator: TextOf<[id: string]>;
  readonly bids: string;
  readonly houseRules: TextOf<[names: string]>;
  readonly aids: By<'none' | 'marks' | 'deductions'>;
  readonly status: By<'connecting' | 'lost' | 'full'>;
  readonly problem: Readonly<Record<LobbyErrorCode | 'withdrawn', string>>;
}
