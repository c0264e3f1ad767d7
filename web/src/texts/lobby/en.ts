// English texts of the lobby.
import type { LobbyTexts } from './catalogue';

export const en: LobbyTexts = {
  heading: 'Find an opponent',
  about: (game) => `You are looking for: ${game}. To change it, close this window.`,
  play: 'Play now',
  cancel: 'Stop waiting',
  close: 'Close',
  waiting: 'Waiting for an opponent… Keep this window open.',
  waitingNow: 'Looking…',
  anyClock: 'Any clock',
  anyClockWhat: 'Also games with a different clock, or with none.',
  offered: 'Who is waiting',
  none: 'Nobody else is waiting. Press “Play now”, and you will meet the next player who wants your game.',
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
    lost: 'The server is not answering. Trying again…',
    full: 'Too many people are looking for games. Trying again…',
  },
  problem: {
    malformed: 'This game cannot be played here.',
    gone: 'Somebody else was quicker.',
    engaged: 'Your game is being prepared.',
    name_refused: 'Your name is not accepted here. Choose another one in the settings of the game.',
    rate_limited: 'Too many requests. Wait a minute.',
    unavailable: 'The server cannot start a game now. Try again later.',
    withdrawn: 'Nobody joined within ten minutes. Try again, or choose another clock.',
  },
};
