// Preferences of this device. Stored in the browser, never sent.
import { load, SETTINGS, store } from './storage';

export type Theme = 'system' | 'light' | 'dark';

/** Colours of the squares. */
export type BoardStyle = 'slate' | 'walnut' | 'moss';
/** Shapes of the pieces. */
export type PieceSet = 'round' | 'angular';
/** Faces of the tiles with which some games are played: pictures, or the letters of their home. */
export type Faces = 'western' | 'traditional';

export const THEMES = ['system', 'light', 'dark'] as const satisfies Theme[];
export const BOARDS = ['slate', 'walnut', 'moss'] as const satisfies BoardStyle[];
export const PIECE_SETS = ['round', 'angular'] as const satisfies PieceSet[];
export const FACES = ['western', 'traditional'] as const satisfies Faces[];

export interface Settings {
  theme: Theme;
  board: BoardStyle;
  pieces: PieceSet;
  faces: Faces;
  coordinates: boolean;
  sound: boolean;
  vibration: boolean;
  confirm: boolean;
  premoves: boolean;
  /** True if announcements are spoken. */
  speech: boolean;
  /** True if keys of one character do something by themselves. */
  letterKeys: boolean;
}

/** A reader of one of these languages reads the letters. */
const readsLetters = typeof navigator !== 'undefined' && navigator.languages.some((tag) => /^(ja|zh|ko)\b/.test(tag));
const DEFAULTS: Settings = {
  theme: 'system', board: 'slate', pieces: 'round', faces: readsLetters ? 'traditional' : 'western', coordinates: true, sound: true, vibration: false, confirm: false, premoves: true, speech: false, letterKeys: true,
};

/** The values of settings that are not yes or no. */
const VALUES: Partial<Record<string, readonly unknown[]>> = { theme: THEMES, board: BOARDS, pieces: PIECE_SETS, faces: FACES };

/** Returns the stored settings. A value that this page does not know is the default. */
function loadSettings(): Settings {
  try {
    const kept = (JSON.parse(load(SETTINGS) ?? '{}') ?? {}) as Record<string, unknown>;
    const known = Object.entries(DEFAULTS).map(([key, otherwise]) => [key, (VALUES[key] ?? [true, false]).includes(kept[key]) ? kept[key] : otherwise]);
    return Object.fromEntries(known) as Settings;
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
  store(SETTINGS, JSON.stringify(settings));
  applyTheme();
}
