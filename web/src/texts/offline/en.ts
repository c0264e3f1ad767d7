// English texts about the page without a network, and about a new version of it.
import type { OfflineTexts } from './catalogue';

export const en: OfflineTexts = {
  heading: 'No connection to the server',
  works: {
    heading: 'These work without it:',
    practice: 'A game against the machine in this browser.',
    local: 'A game for two on this device.',
    lab: 'A game of your own: write its rules, and try them.',
  },
  fails: 'Rooms and games with others need a connection. So do replays and rules that you have never opened here.',
  retry: 'Try again',
  news: { text: 'A new version is available.', reload: 'Reload', later: 'Later' },
};
