// Parts of the first page that come at once, but after the rest of it.
export { default as ExtraOptions } from './ExtraOptions.svelte';
export { default as Opponents } from './Opponents.svelte';
