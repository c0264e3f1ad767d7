// English texts about what a player keeps on the server.
import type { KeptTexts } from './catalogue';

export const en: KeptTexts = {
  vacation: 'Vacation',
  about: (year, atOnce) =>
    `While you are away, your time in games with days per turn stands, and your opponents are told until when. A year has ${year}, one vacation at most ${atOnce}.`,
  left: (days) => `Left: ${days}`,
  days: 'Days',
  begin: 'Go on vacation',
  away: (until) => `You are away until ${until}.`,
  end: 'I am back',
  failed: 'That did not work. Try again later.',
  forget: 'Delete what the server keeps of me',
  forgetSure: 'Delete it for good?',
  forgotten: 'Deleted.',
};
