// Passkeys: the key is sealed by a secret that only the device has, which no request holds, and is taken where there is none.
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKey, makeKey, storedKey } from '../src/identity/key';
import { toBytes, toText } from '../src/lib/base64url';
import { storedName, storeName } from '../src/lib/player-name';
import { addPasskey, hasPasskeys, seal, signIn, unseal } from '../src/passkeys/passkeys';
import { en } from '../src/texts/passkeys/en';
import { faultText } from '../src/texts/passkeys';
import { BrowserStorage } from './browser-storage';

const CHALLENGE = toText(new Uint8Array(16).fill(7));
const begun = { challenge: CHALLENGE, rpId: 'localhost', algorithms: [-7], known: ['AQID'], seconds: 300 };

/** Bodies and headers of the requests that were sent, by their paths. */
let sent: Map<string, string>;
/** User handles that the device has. */
let handles: Uint8Array[];
let sealed: string;

/** Answers requests as the server does. */
function answer(path: string, init: RequestInit = {}): Response {
  const body = typeof init.body === 'string' ? init.body : '';
  sent.set(path, `${body} ${JSON.stringify(init.headers)}`);
  if (path === '/api/passkeys' && body === '') return Response.json({ origin: 'http://localhost:3000' });
  if (path.endsWith('/begin')) return Response.json(begun);
  if (path === '/api/passkeys') return Response.json({ sealed });
  sealed = (JSON.parse(body) as { sealed: string }).sealed;
  return Response.json({ id: 'a', now: 1, blocked: [], passkeys: [] });
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const create = vi.fn(({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
  handles.push(publicKey.user.id as Uint8Array);
  return Promise.resolve({ response: { clientDataJSON: bytes('data'), attestationObject: bytes('attestation') } });
});
const get = vi.fn<(options: { publicKey: PublicKeyCredentialRequestOptions }) => Promise<object>>(() =>
  Promise.resolve({
    rawId: bytes('id'),
    response: { clientDataJSON: bytes('data'), authenticatorData: bytes('auth'), signature: bytes('signature'), userHandle: handles.at(-1)?.slice().buffer },
  }));

beforeEach(() => {
  [sent, handles, sealed] = [new Map(), [], ''];
  vi.stubGlobal('localStorage', new BrowserStorage());
  vi.stubGlobal('location', { origin: 'http://localhost:3000' });
  vi.stubGlobal('navigator', { credentials: { create, get } });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)));
  create.mockClear();
  get.mockClear();
  forgetKey();
});

test('what is sealed is opened by its handle alone', async () => {
  const handle = crypto.getRandomValues(new Uint8Array(64));
  const identity = { key: 'k'.repeat(131), name: '\u{1f600}'.repeat(20) };
  const text = await seal(identity, handle);
  expect(text).toMatch(/^[A-Za-z0-9_-]{1,1000}$/);
  expect(await unseal(text, handle)).toEqual(identity);
  await expect(unseal(text, handle.map((byte) => byte ^ 1))).rejects.toThrow();
  await expect(unseal(text, new Uint8Array())).rejects.toThrow();
});

test('a browser without a key gets it by a passkey, and nothing that opens it is sent', async () => {
  await makeKey();
  storeName('Ada');
  const key = storedKey();
  await addPasskey('Phone');
  const asked = create.mock.calls[0]?.[0].publicKey;
  expect([asked?.rp.id, asked?.attestation, asked?.authenticatorSelection?.userVerification, asked?.authenticatorSelection?.residentKey]).toEqual(['localhost', 'none', 'required', 'required']);
  expect(toText(asked?.challenge as Uint8Array)).toBe(CHALLENGE);
  expect(asked?.excludeCredentials?.map(({ id }) => toText(id as Uint8Array))).toEqual(['AQID']);
  forgetKey();
  storeName('');
  await signIn();
  expect([storedKey(), storedName()]).toEqual([key, 'Ada']);
  expect(get.mock.calls[0]?.[0].publicKey.userVerification).toBe('required');
  const [handle] = handles;
  const secret = key.split('.').at(-1) ?? '';
  expect(handle).toHaveLength(64);
  for (const request of sent.values()) {
    expect(request).not.toContain(toText(handle ?? new Uint8Array()).slice(0, 40));
    expect(request).not.toContain(secret);
  }
  expect(toBytes(sealed).length).toBeGreaterThan(131);
});

test('each passkey has a handle of its own', async () => {
  await makeKey();
  await addPasskey('Phone');
  await addPasskey('Tablet');
  expect(new Set(handles.map(toText)).size).toBe(2);
});

test('a key that is there stays, and its owner is told', async () => {
  await makeKey();
  storeName('Ada');
  await addPasskey('Phone');
  await signIn();
  forgetKey();
  storeName('');
  await makeKey();
  const own = storedKey();
  await expect(signIn()).rejects.toThrow('other_key');
  expect([storedKey(), storedName()]).toEqual([own, '']);
  expect(faultText(en, new Error('other_key'))).toBe(en.refused.other_key);
});

test('passkeys are offered where the browser and the server have them, for this page', async () => {
  expect(await hasPasskeys()).toBe(false);
  expect(sent.size, 'a browser without passkeys asks for nothing').toBe(0);
  vi.stubGlobal('PublicKeyCredential', Object);
  expect(await hasPasskeys()).toBe(true);
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' });
  expect(await hasPasskeys()).toBe(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await hasPasskeys()).toBe(false);
  vi.unstubAllGlobals();
});

test('what goes wrong has a sentence', () => {
  expect(faultText(en, new DOMException('', 'NotAllowedError'))).toBe(en.refused.NotAllowedError);
  expect(faultText(en, new Error('passkey_unknown'))).toBe(en.refused.passkey_unknown);
  expect(faultText(en, new Error('challenge_gone')), 'the device took longer than the challenge lasts').toBe(en.refused.NotAllowedError);
  expect(faultText(en, new Error('internal'))).toBe(en.refused.other);
});
