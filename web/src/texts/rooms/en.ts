// English texts of rooms.
import type { RoomTexts } from './catalogue';

export const en: RoomTexts = {
  heading: 'Play by a code',
  what: 'Type a code to join a room, or create a room and give its code to a friend.',
  code: 'Room code',
  codeWrong: 'A room code has six characters: letters and digits.',
  join: 'Join',
  create: 'New room',
  tournament: 'Club tournament',
  dialog: {
    heading: 'New room',
    what: 'You play White, and the first person to join plays Black. Rooms have no clock and no chat.',
    create: 'Create room',
    creating: 'Creating…',
    cancel: 'Cancel',
    failed: 'The room could not be created. Check your connection and try again.',
  },
  waiting: {
    what: 'Tell your opponent this code, or send the link. The game begins when they join.',
    code: 'Room code',
    copy: 'Copy code',
    stay: 'Stay on this page. The room closes one minute after you leave it.',
    close: 'Close room',
  },
  joining: (code) => `Joining room ${code}…`,
  title: (code) => `Room ${code} · Tabula`,
  gone: {
    none: { heading: 'No such room', text: 'No room has this code. Check the code, or ask for a new one.' },
    over: { heading: 'This room is closed', text: 'The game is over, you were away for more than a minute, or the server was restarted.' },
    full: { heading: 'This room is full', text: 'Two players are in this room already.' },
    elsewhere: { heading: 'Could not join the room', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'That move is not legal.',
    NOT_YOUR_TURN: 'It is not your turn.',
    GAME_OVER: 'The game is over.',
    ROOM_NOT_FOUND: 'No room has this code. Check the code, or ask for a new one.',
    ROOM_FULL: 'Two players are in this room already.',
    SERVER_FULL: 'The server cannot open another room right now. Try again later.',
    VERSION_MISMATCH: 'This page is older than the server. Reload it.',
    RATE_LIMIT: 'Too many requests. Wait a moment and try again.',
    MSG_TOO_LARGE: 'That message was too long.',
    BAD_TOKEN: 'You no longer have a seat in this room.',
    INVALID_MESSAGE: 'The server did not understand that. Reload the page.',
  },
  refused: (reason) => `This room cannot be created: ${reason}.`,
};
