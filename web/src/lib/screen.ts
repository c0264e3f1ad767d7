// The layouts of a game's page, by the screen. The same bounds are in `styles/table.css`.
import { MediaQuery } from 'svelte/reactivity';

/** True where the log has an area of its own: beside the board, on tablets, and on tall phones. */
// Requirement blind-3.
export const hasRoomForLog = new MediaQuery(
  '(orientation: landscape) or (min-width: 44em) or ((max-aspect-ratio: 3/5) and (min-height: 48em))',
);

/** True where the chat has an area of its own as well. */
export const hasRoomForChat = new MediaQuery('(orientation: landscape) and (min-height: 36em)');

/** True where a panel beside the board has everything in sight, the field for typed moves too. */
export const hasPanel = new MediaQuery('(orientation: landscape)');
