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
    too_many_blocks: 'Your list of blocked players is full. Unblock one of them under “Your results” first.',
    rate_limited: 'Too many requests. Try again later.',
    other: 'That did not work. Try again later.',
  },
  forget: 'Delete what the server keeps about me',
  forgetSure: 'Delete it for good?',
  forgetWhat: 'Vacation days already taken still count.',
  block: 'Block this player',
  blockWhat: 'You will not be paired in the lobby, and cannot join each other’s games. You no longer see their messages here. They are not told.',
  blocked: 'Blocked.',
  blockedPlayers: 'Blocked players',
  unnamed: 'No name',
  unblock: 'Unblock',
  forgotten: 'Deleted.',
};
