// English texts about reports of the other player.
import type { ReportTexts } from './catalogue';

export const en: ReportTexts = {
  open: 'Report your opponent',
  what: 'The operator of this server reads it, together with the game. Your opponent is not told.',
  reason: 'Reason',
  reasons: {
    cheating: 'Help from a program or another person',
    insults: 'Insults or threats',
    stalling: 'Wasting time',
    name: 'Their name',
    other: 'Something else',
  },
  text: 'What happened (up to 500 characters)',
  send: 'Send the report',
  sent: 'The report was sent.',
  already: 'You have reported this opponent already.',
  failed: 'That did not work. Try again later.',
};
