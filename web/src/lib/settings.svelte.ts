// Preferences of this device. Stored in the browser, never sent.
import { load, store } from './storage';

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
}

const KEY = 'tabula:settings';
/** A reader of one of these languages reads the letters. */
const readsLetters = typeof navigator !== 'undefined' && navigator.languages.some((tag) => /^(ja|zh|ko)\b/.test(tag));
const DEFAULTS: Settings = {
  theme: 'system', board: 'slate', pieces: 'round', faces: readsLetters ? 'traditional' : 'western', coordinates: true, sound: true, vibration: false, confirm: false, premoves: true, speech: false,
};

/** Returns the stored settings. A value that this page does not know is the default. */
function loadSettings(): Settings {
  try {
    const kept = (JSON.parse(load(KEY) ?? '{}') ?? {}) as Partial<Record<keyof Settings, unknown>>;
    const flag = (key: 'coordinates' | 'sound' | 'vibration' | 'confirm' | 'premoves' | 'speech') => (typeof kept[key] === 'boolean' ? kept[key] : DEFAULTS[key]);
    const oneOf = <T>(values: readonly T[], key: keyof Settings, otherwise: T) => values.find((value) => value === kept[key]) ?? otherwise;
    return {
      theme: oneOf(THEMES, 'theme', DEFAULTS.theme),
      board: oneOf(BOARDS, 'board', DEFAULTS.board),
      pieces: oneOf(PIECE_SETS, 'pieces', DEFAULTS.pieces),
      faces: oneOf(FACES, 'faces', DEFAULTS.faces),
      coordinates: flag('coordinates'),
      sound: flag('sound'),
      vibration: flag('vibration'),
      confirm: flag('confirm'),
      premoves: flag('premoves'),
      speech: flag('speech'),
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
