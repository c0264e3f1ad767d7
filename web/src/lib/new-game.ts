// Settings of a new game: the server's defaults, and what its creator chooses instead.
import type { Gambit, Mode, ModeDefaults, TimeControl } from '../wire';
import type { GameRequest } from './api';

/** The chosen options; null where the default is left as it is. */
export interface ChosenOptions {
  gambit: string | null;
  name: string;
  watch: boolean | null;
  delaySeconds: number;
  chat: boolean | null;
  touchMove: boolean | null;
  /** Id of a moderator of blind games. */
  moderator: string | null;
  /** Further terms, as the request has them. */
  more?: Pick<GameRequest, 'aids'>;
}

/** Defaults of a new game. */
export interface UsualOptions {
  readonly watch: boolean;
  readonly chat: ModeDefaults['chat'];
  readonly touchMove: boolean;
}

/** Returns the defaults of a mode, changed by the way to play with bids if there is one. Without the server's list nothing is promised. */
export function usualOptions(modes: readonly ModeDefaults[], mode: Mode, bids: Gambit | undefined): UsualOptions {
  const usual = modes.find((defaults) => defaults.mode === mode);
  if (!usual) return { watch: false, chat: 'never', touchMove: false };
  return {
    watch: (usual.bidsDecideOnSpectators ? bids?.spectatorsAllowed : undefined) ?? usual.spectatorsAllowed,
    chat: usual.chat,
    touchMove: bids?.touchMove ?? usual.touchMove,
  };
}

/** A game without a clock lasts for days. */
const UNTIMED_ABSENCE_S = 3 * 24 * 60 * 60;

/** Returns the part of a request about time: the clock, or without one the absence by which a player loses. */
export const timeRequest = (clock: TimeControl | undefined): Pick<GameRequest, 'clock' | 'absenceSeconds'> =>
  clock ? { clock } : { absenceSeconds: UNTIMED_ABSENCE_S };

/** Returns the part of a request that its creator has chosen. Touch-move is offered in open games only. */
export function chosenRequest(chosen: ChosenOptions, usual: UsualOptions, mode: Mode): Pick<GameRequest, 'spectators' | 'chat' | 'touchMove' | 'moderator' | 'aids'> {
  const allowed = chosen.watch ?? usual.watch;
  return {
    ...chosen.more,
    ...((chosen.watch !== null || allowed) && { spectators: { allowed, delaySeconds: allowed ? chosen.delaySeconds : 0 } }),
    ...(chosen.chat !== null && usual.chat !== 'never' && { chat: chosen.chat }),
    ...(chosen.moderator !== null && mode === 'blind' && chosen.gambit === null && { moderator: chosen.moderator }),
    ...(chosen.touchMove !== null && mode === 'vanilla' && { touchMove: chosen.touchMove }),
  };
}
