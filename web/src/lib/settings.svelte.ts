// Preferences of this device. Stored in the browser, never sent.
import { load, store } from './storage';

export type Theme = 'system' | 'light' | 'dark';

/** Colours of the squares. */
export type BoardStyle = 'slate' | 'walnut' | 'moss';
/** Shapes of the pieces. */
export type PieceSet = 'round' | 'angular';

export const THEMES = ['system', 'light', 'dark'] as const satisfies Theme[];
export const BOARDS = ['slate', 'walnut', 'moss'] as const satisfies BoardStyle[];
export const PIECE_SETS = ['round', 'angular'] as const satisfies PieceSet[];

export interface Settings {
  theme: Theme;
  board: BoardStyle;
  pieces: PieceSet;
  coordinates: boolean;
  sound: boolean;
  vibration: boolean;
  confirm: boolean;
}

const KEY = 'tabula:settings';
const DEFAULTS: Settings = { theme: 'system', board: 'slate', pieces: 'round', coordinates: true, sound: true, vibration: false, confirm: false };

/** Returns the stored settings. A value that this page does not know is the default. */
function loadSettings(): Settings {
  try {
    const kept = (JSON.parse(load(KEY) ?? '{}') ?? {}) as Partial<Record<keyof Settings, unknown>>;
    const flag = (key: 'coordinates' | 'sound' | 'vibration' | 'confirm') => (typeof kept[key] === 'boolean' ? kept[key] : DEFAULTS[key]);
    const oneOf = <T>(values: readonly T[], key: keyof Settings, otherwise: T) => values.find((value) => value === kept[key]) ?? otherwise;
    return {
      theme: oneOf(THEMES, 'theme', DEFAULTS.theme),
      board: oneOf(BOARDS, 'board', DEFAULTS.board),
      pieces: oneOf(PIECE_SETS, 'pieces', DEFAULTS.pieces),
      coordinates: flag('coordinates'),
      sound: flag('sound'),
      vibration: flag('vibration'),
      confirm: flag('confirm'),
    };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(loadSettings());

export function applyTheme(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
  document.documentElement.dataset['board'] = settings.board;
}

export function saveSettings(): void {
  store(KEY, JSON.stringify(settings));
  applyTheme();
}
