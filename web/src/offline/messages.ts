// Messages of the page to its service worker.

/** `entry`: with which script does the page of your build begin? `take over`: answer in place of the present one. `language`: keep the file of the language. */
export type Ask = 'entry' | 'take over' | { language: string };
