// Entry point of the page.
import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './lib/language';
import { loadNames } from './lib/names.svelte';
import { followHistory } from './lib/router.svelte';
import { applyTheme } from './lib/settings.svelte';
import { wakeSound } from './lib/sound';
import { forgetOldGames } from './lib/storage';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/table.css';

applyTheme();
forgetOldGames();
followHistory();
for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, wakeSound, { capture: true, passive: true });

void speak(() => {
  void loadNames();
  const target = document.getElementById('app');
  // The name of the page stands there until its scripts have come.
  target?.replaceChildren();
  if (target) mount(App, { target });
});
