// The dialogs of the rule lab, in one part: each alone is small.
export { default as LabHelp } from './LabHelp.svelte';
export { default as LabOpenDialog } from './LabOpenDialog.svelte';
export { default as LabPasteDialog } from './LabPasteDialog.svelte';
export { default as LabPlayDialog } from './LabPlayDialog.svelte';
export { default as LabSaveDialog } from './LabSaveDialog.svelte';
export { default as LabShareDialog } from './LabShareDialog.svelte';
export { isGame } from '../lab/pasted';
