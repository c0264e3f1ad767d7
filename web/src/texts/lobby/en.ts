// English texts of the lobby.
import type { LobbyTexts } from './catalogue';

export const en: LobbyTexts = {
  heading: 'Find an opponent',
  about: (game) => `You look for: ${game}. Change it on the page behind.`,
  play: 'Play now',
  cancel: 'Stop waiting',
  close: 'Close',
  waiting: 'Waiting for an opponent… Keep this window open.',
  waitingNow: 'Looking…',
  anyClock: 'Any clock',
  anyClockWhat: 'Also a game with another clock than yours, or with none.',
  offered: 'Who is waiting',
  none: 'Nobody else is waiting. Press “Play now”, and the next player who wants your game meets you.',
  take: 'Play',
  nobody: 'Someone',
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, open`, sight: (game) => `${game}, by sight` },
  side: { white: 'you play Black', black: 'you play White', random: 'random side' },
  moderator: (id) => `moderator ${id}`,
  bids: 'with bids',
  houseRules: (names) => `house rules: ${names}`,
  aids: { none: 'no marks', marks: 'marks', deductions: 'deductions' },
  status: {
    connecting: 'Connecting…',
    lost: 'The server does not answer. Trying again…',
    full: 'Too many people are looking for games. Trying again…',
  },
  problem: {
    malformed: 'This game cannot be played here.',
    gone: 'Somebody else was quicker.',
    engaged: 'Your game is being prepared.',
    name_refused: 'Your name is not accepted here. Choose another one in the settings of the game.',
    rate_limited: 'Too many requests. Wait a minute.',
    unavailable: 'The server cannot start a game now. Try again later.',
    withdrawn: 'Nobody came for ten minutes. Try again, or choose another clock.',
  },
};
