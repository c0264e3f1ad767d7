// English texts about what a player keeps on the server.
import type { KeptTexts } from './catalogue';

export const en: KeptTexts = {
  vacation: 'Vacation',
  about: (year, atOnce) =>
    `While you are away, your clock stops in games with days per turn, and your opponents are told until when. You have ${year} a year, at most ${atOnce} at once.`,
  left: (days) => `Left: ${days}`,
  days: 'Days',
  begin: 'Go on vacation',
  away: (until) => `You are away until ${until}.`,
  end: 'I am back',
  refused: {
    too_many_blocks: 'Your list of players is full. Remove one of them under “Your results” first.',
    rate_limited: 'Too many requests. Try again later.',
    other: 'That did not work. Try again later.',
  },
  forget: 'Delete what the server keeps of me',
  forgetSure: 'Delete it for good?',
  forgetWhat: 'Vacation days of this year still count.',
  block: 'Do not meet this player again',
  blockWhat: 'You will not be brought together again, neither in the lobby nor in each other’s games. You no longer read their messages here. They are not told.',
  blocked: 'Blocked.',
  blockedPlayers: 'Players you do not meet',
  unnamed: 'No name',
  unblock: 'Meet again',
  forgotten: 'Deleted.',
};
