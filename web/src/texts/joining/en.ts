// English texts of the page on which a game is joined.
import type { JoiningTexts } from './catalogue';

export const en: JoiningTexts = {
  invited: { blind: (game) => `You are invited to blind ${game}`, vanilla: (game) => `You are invited to open ${game}` },
  join: 'Join',
  loading: 'Loading the game…',
  notFound: 'No such game',
  full: 'This game is full',
  term: { moves: 'Possible moves', spectators: 'Spectators', absence: 'Absence', moderator: 'Moderator', gambit: 'Gambit' },
  watched: (seconds) => (seconds === 0 ? 'Allowed.' : seconds === 1 ? 'Allowed, 1 second behind the game.' : `Allowed, ${seconds} seconds behind the game.`),
  notWatched: 'Not allowed.',
  absence: (time) => `If you are away for ${time}, you lose.`,
  hear: {
    sentence: (name, facts) => `${name}. You try until a move is legal. You hear: ${facts}.`,
    square: { victim: 'the square of a captured piece', arrival: 'the square where a capture ends' },
    captured: { class: 'whether a pawn or a piece was captured', kind: 'the kind of a captured piece' },
    check: { side: 'checks', directions: 'checks by direction' },
    promotion: { kind: 'what a pawn becomes', fact: 'that a pawn is promoted' },
    drop: { kind: 'the kind of a dropped piece', fact: 'that a piece is dropped' },
    tries: { whether: 'whether you have a pawn capture', count: 'how many pawn captures you have', sources: 'which pawns can capture' },
    refusals: 'your opponent’s illegal attempts',
    ask: {
      free: 'You may ask whether you have a pawn capture.',
      one_try: 'You may ask whether you have a pawn capture; after a yes you have to try one.',
      until_made: 'You may ask whether you have a pawn capture; after a yes you have to make one.',
    },
    stalemate: 'Who is stalemated loses.',
    cap: (plies) => `After ${plies} moves of both sides together without a capture or a pawn move the game is drawn.`,
  },
  moderator: { 'table-fidelity': 'You both hear everything the moderator says, refused tries too.' },
};
