// Errors of rooms: a sentence for each code in every language, and nothing of the server's words where the page knows the code.
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { RoomTranslation, type RoomSeat } from '../src/game/room-translation';
import { roomRules } from '../src/game/room-rules';
import { reduce } from '../src/game/state';
import { LANGUAGES } from '../src/lib/language';
import type { ErrorCode, ServerMessage } from '../src/room-messages';
import { noRoomText, roomErrorText } from '../src/texts/rooms';
import type { RoomTexts } from '../src/texts/rooms/catalogue';
import { en } from '../src/texts/rooms/en';

const messages = readFileSync(new URL('../src/room-messages.ts', import.meta.url), 'utf8');
const codes = [...(/export type ErrorCode =([^;]+);/.exec(messages)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code as ErrorCode);

describe.each(Object.keys(LANGUAGES))('the language %s', (language) => {
  it('has a whole sentence for every error of a room', async () => {
    const { rooms } = language === 'en' ? { rooms: en } : ((await import(`../src/texts/${language}/parts.ts`)) as { rooms: RoomTexts });
    expect(codes).toContain('INVALID_MESSAGE');
    expect(Object.keys(rooms.errors).sort()).toEqual([...codes].sort());
    const sentences = [...Object.values(rooms.errors), rooms.refused];
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{L}.*[.。]$/u);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(rooms.unknown('as the server puts it')).toMatch(/^\p{L}.*as the server puts it\.?$/u);
  });
});

it('an error is told by its code, and in the words of the server where the page does not know the code', () => {
  expect(codes.map((code) => roomErrorText(code, 'a knight stands there'))).toEqual(codes.map((code) => en.errors[code]));
  for (const code of ['FULL_MOON', 'toString']) expect(roomErrorText(code, 'the moon is full')).toBe('The server says: the moon is full.');
});

it('a room that is not created is told by the code, and by the terms where the server does not take them', () => {
  expect(noRoomText('SERVER_FULL', 'why')).toBe(en.errors.SERVER_FULL);
  expect(noRoomText('INVALID_MESSAGE', 'berolina-pawns cannot be combined with torpedo')).toBe(en.refused);
  expect(noRoomText('FULL_MOON', 'the moon is full')).toBe('The server says: the moon is full.');
});

const rules = roomRules(null);
const SEAT: RoomSeat = { you: 'w', mode: 'blind', overlays: [], said: [], taken: {} };
const STATE: ServerMessage = {
  type: 'game.state',
  payload: { fen: '', facts: [{ id: 0, attr: 'Turn', value: 'white' }], activeRules: [], turn: 'white', lastSeq: 2, moveHistory: [], ply: 0, announcements: [] },
};
const error = (code: string, message: string): ServerMessage => ({ type: 'error', payload: { code: code as ErrorCode, message, fatal: false } });

/** Returns what the page does about the answer to a move in a blind room. */
function effectsOf(code: string, message: string) {
  const translation = new RoomTranslation('ABC123', SEAT);
  const [joined] = translation.receive(STATE, 1, rules);
  const play = joined ? reduce(null, joined).play : null;
  translation.send({ type: 'commit', id: 'one', from: 'e2', to: 'e5' }, rules);
  return translation.receive(error(code, message), 2, rules).map((frame) => reduce(play, frame).effects);
}

describe('the words of the server', () => {
  it.each([...codes, 'FULL_MOON'])('change nothing that a player in a blind room is told after %s', (code) => {
    const effects = effectsOf(code, 'the move is not legal');
    expect(effects.flat()).not.toEqual([]);
    expect(effectsOf(code, 'a black knight stands on e5')).toEqual(effects);
  });

  it('are kept beside the code by which a room admits nobody', () => {
    const translation = new RoomTranslation('ABC123', null);
    translation.receive(error('FULL_MOON', 'the moon is full'), 1, rules);
    expect([translation.refusal, translation.refusalMessage]).toEqual(['FULL_MOON', 'the moon is full']);
  });

  it('of an error that the page does not know are those of a message that was not understood', () => {
    expect(effectsOf('FULL_MOON', 'the moon is full').flat()).toContainEqual({ kind: 'refused', code: 'malformed' });
  });
});
