// Creating a room at a server of this version, and at a node of an earlier one.
import { afterEach, expect, it, vi } from 'vitest';
import { createRoom, RoomRefused } from '../src/game/room-entry';
import type { ErrorMessage, ServerMessage } from '../src/room-messages';

vi.mock('../src/game/room-storage', () => ({ storeCreated: vi.fn() }));

afterEach(() => vi.unstubAllGlobals());

const TERMS = { mode: 'open' as const, rulesetIds: ['torpedo'] };
const error = (more: Partial<ErrorMessage>): ServerMessage => ({ type: 'error', payload: { code: 'INVALID_MESSAGE', message: 'no', fatal: true, ...more } });
const created = { type: 'room.created', payload: { code: 'ABC123', token: 'token', color: 'white', mode: 'open' } } as ServerMessage;

/** Stands in for a server that answers a creation, and returns what it was sent. */
function serve(answer: (create: Record<string, unknown>) => ServerMessage): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal(
    'WebSocket',
    class {
      onopen?: () => void;
      onmessage?: (event: { data: string }) => void;
      constructor() {
        queueMicrotask(() => this.onopen?.());
      }
      send(text: string): void {
        const { payload } = JSON.parse(text) as { payload: Record<string, unknown> };
        sent.push(payload);
        this.onmessage?.({ data: JSON.stringify(answer(payload)) });
      }
      close(): void {}
    },
  );
  return sent;
}

it('asks for the reason of a refusal', async () => {
  const sent = serve(() => error({ reason: 'unknown_house_rule' }));
  await expect(createRoom(TERMS)).rejects.toThrow(RoomRefused);
  expect(sent).toEqual([{ ...TERMS, reasons: true }]);
});

it('asks a node that does not know reasons once more, without', async () => {
  const sent = serve((create) => ('reasons' in create ? error({}) : created));
  expect(await createRoom(TERMS)).toBe('ABC123');
  expect(sent).toEqual([{ ...TERMS, reasons: true }, TERMS]);
});

it('asks a full server once', async () => {
  const sent = serve(() => error({ code: 'SERVER_FULL' }));
  await expect(createRoom(TERMS)).rejects.toThrow(RoomRefused);
  expect(sent).toHaveLength(1);
});
