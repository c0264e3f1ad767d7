// Passkeys: the key of a player in another browser, or in this one after its data was cleared. The key is sealed by a secret that the device keeps with the
// passkey, as its user handle, and gives back to the page once its user is verified. The secret is not sent, so the server cannot open what it keeps.
import { storedKey, takeKey } from '../identity/key';
import { granted, settingsOf } from '../identity/kept';
import { fetchSigned } from '../identity/requests';
import { toBytes, toText } from '../lib/base64url';
import { storedName, storeName } from '../lib/player-name';
import type { NewPasskeyRequest, PasskeyChallenge, PasskeySignInRequest, PasskeyTerms, PlayerSettings, RemovePasskeyRequest, SealedIdentity } from '../wire';

const IV_BYTES = 12;
/** As many as a user handle may have. */
const HANDLE_BYTES = 64;
const SITE = 'Tabula';

/** A player as they are sealed. */
export interface Identity {
  readonly key: string;
  readonly name: string;
}

/** Returns the cipher of a user handle. */
async function cipher(handle: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', handle, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('tabula passkey') };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, [use]);
}

/** Seals a player by a user handle. */
export async function seal({ key, name }: Identity, handle: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipher(handle, 'encrypt'), new TextEncoder().encode(`${key}\n${name}`));
  return toText(new Uint8Array([...iv, ...new Uint8Array(content)]));
}

/** Opens what was sealed. Throws where the user handle is another one. */
export async function unseal(sealed: string, handle: Uint8Array<ArrayBuffer>): Promise<Identity> {
  const bytes = toBytes(sealed);
  const content = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES) }, await cipher(handle, 'decrypt'), bytes.slice(IV_BYTES));
  const [key = '', name = ''] = new TextDecoder().decode(content).split('\n');
  return { key, name };
}

/** Returns whether this browser has passkeys, and the server has some for pages of this address. Without an answer there are none. */
export async function hasPasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis)) return false;
  try {
    const answer = await fetch('/api/passkeys');
    return ((await answer.json()) as PasskeyTerms).origin === location.origin;
  } catch {
    return false;
  }
}

const ask = async <T>(path: string, body: object): Promise<T> =>
  (await granted(fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))).json() as Promise<T>;

const text = (bytes: ArrayBuffer): string => toText(new Uint8Array(bytes));
const named = (id: string): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: toBytes(id) });

/** Returns what the device has made or signed. */
function present(credential: Credential | null): PublicKeyCredential {
  if (credential === null) throw new DOMException('no passkey', 'NotAllowedError');
  return credential as PublicKeyCredential;
}

/** Makes a passkey on a device of the user, and leaves the own key with the server, sealed. Throws the server's code as the message, or the device's error. */
export async function addPasskey(name: string): Promise<PlayerSettings> {
  const begun = await granted(fetchSigned('/api/players/own/passkeys/begin', 'passkey-begin', 'POST', '{}'));
  const { challenge, rpId, algorithms, known, seconds } = (await begun.json()) as PasskeyChallenge;
  const handle = crypto.getRandomValues(new Uint8Array(HANDLE_BYTES));
  const shown = storedName() || SITE;
  // A security key with this policy gives nothing of a passkey to somebody whom it has not verified.
  const extensions = { credentialProtectionPolicy: 'userVerificationRequired', enforceCredentialProtectionPolicy: false } as AuthenticationExtensionsClientInputs;
  const made = present(await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge), rp: { id: rpId, name: SITE }, user: { id: handle, name: shown, displayName: shown },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })), excludeCredentials: known.map(named), timeout: seconds * 1000,
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }, attestation: 'none', extensions,
    },
  }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const sealed = await seal({ key: storedKey(), name: storedName() }, handle);
  const request = { name, clientData: text(clientDataJSON), attestation: text(attestationObject), sealed } satisfies NewPasskeyRequest;
  return settingsOf(fetchSigned('/api/players/own/passkeys', 'passkey-add', 'POST', JSON.stringify(request)));
}

/** Removes a passkey from the server. */
export const removePasskey = (id: string): Promise<PlayerSettings> =>
  settingsOf(fetchSigned('/api/players/own/passkeys/remove', 'passkey-remove', 'POST', JSON.stringify({ id } satisfies RemovePasskeyRequest)));

/** Takes the key of the player who has a passkey into this browser, which has none. Throws as `addPasskey` does, or `other_key` where it has another one by now. */
export async function signIn(): Promise<void> {
  const { challenge, rpId, seconds } = await ask<PasskeyChallenge>('/api/passkeys/begin', {});
  const publicKey = { challenge: toBytes(challenge), rpId, userVerification: 'required', timeout: seconds * 1000 } as const;
  const { rawId, response } = present(await navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  const { sealed } = await ask<SealedIdentity>('/api/passkeys', {
    credential: text(rawId), clientData: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
  } satisfies PasskeySignInRequest);
  const { key, name } = await unseal(sealed, new Uint8Array(userHandle ?? new ArrayBuffer(0)));
  takeKey(key);
  if (storedKey() !== key) throw new Error('other_key');
  if (storedName() === '') storeName(name);
}
