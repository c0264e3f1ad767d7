// Preferences of this device. Stored in the browser, never sent.
import { load, store } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  sound: boolean;
  vibration: boolean;
  confirm: boolean;
}

const KEY = 'tabula:settings';
const DEFAULTS: Settings = { theme: 'system', sound: true, vibration: false, confirm: false };

function loadSettings(): Settings {
  try {
    const kept: unknown = JSON.parse(load(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return DEFAULTS;
    const { theme, sound, vibration, confirm } = kept as Partial<Record<keyof Settings, unknown>>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      sound: typeof sound === 'boolean' ? sound : DEFAULTS.sound,
      vibration: typeof vibration === 'boolean' ? vibration : DEFAULTS.vibration,
      confirm: typeof confirm === 'boolean' ? confirm : DEFAULTS.confirm,
    };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(loadSettings());

export function applyTheme(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
}

export function saveSettings(): void {
  store(KEY, JSON.stringify(settings));
  applyTheme();
}
