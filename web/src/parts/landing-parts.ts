// Parts of the first page that come at once, but after the rest of it.
export { default as ExtraOptions } from './ExtraOptions.svelte';
export { default as Opponents } from './Opponents.svelte';

// A link of another device of the player brings games.
if (location.hash.startsWith('#take=')) void import('../handover/arrival').catch(() => undefined);
