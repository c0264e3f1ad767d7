// Creating a room. Its page then takes the seat by the token.
import type { Create, ErrorMessage, ServerMessage } from '../room-messages';
import { openSocket } from '../lib/api';
import { envelope, sideOf } from './room-envelope';
import { storeCreated } from './room-storage';

const ANSWER_MS = 8_000;

/** The server's refusal to create a room, with its reason. */
export class RoomRefused extends Error {
  constructor(readonly refusal: ErrorMessage) {
    super(refusal.message);
  }
}

/** Terms of a room; without a ruleset it is one of chess. */
type Terms = Create & Required<Pick<Create, 'mode' | 'rulesetIds'>>;

/** Creates a room, stores the token of its seat, and returns its code. A node of an earlier version, which refuses a message with `reasons`, is asked again without. */
export const createRoom = (create: Terms): Promise<string> =>
  ask({ ...create, reasons: true }).catch((error: unknown) => {
    if (error instanceof RoomRefused && error.refusal.code === 'INVALID_MESSAGE' && error.refusal.reason === undefined) return ask(create);
    throw error;
  });

function ask(create: Terms): Promise<string> {
  const socket = openSocket();
  const created = new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), ANSWER_MS);
    socket.onopen = () => socket.send(envelope({ type: 'room.create', payload: create }, 1, null));
    socket.onclose = () => reject(new Error('closed'));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const { type, payload } = JSON.parse(data) as ServerMessage;
      if (type === 'error') reject(new RoomRefused(payload));
      if (type !== 'room.created') return;
      const { code, token, color, mode, ruleset } = payload;
      storeCreated(code, token, {
        you: sideOf(color), mode: mode === 'blind' ? 'blind' : 'vanilla', overlays: create.rulesetIds, ...(ruleset !== undefined && { ruleset }), said: [], taken: {},
      });
      resolve(code);
    };
  });
  return created.finally(() => socket.close());
}
