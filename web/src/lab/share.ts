// A folder as a link, and as a zip file.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { FILES_MAX, FOLDER_BYTES_MAX, idOf, isFolder, isPath, MANIFEST, type Files } from './folder';
import { ShareError } from './share-fault';

/** The most bytes that a link may come to, unpacked. */
export const LINK_BYTES_MAX = 512 * 1024;

const FORM = 'v1.';

const through = (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);

/** Reads a stream up to a number of bytes. */
async function readUpTo(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new ShareError('large');
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const ordered = (files: Files): Files => Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Returns a folder as the fragment of an address, without the sharp sign. */
export async function packed(files: Files): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(ordered(files)));
  if (text.length > LINK_BYTES_MAX) throw new ShareError('large');
  const bytes = await readUpTo(through(text, new CompressionStream('deflate-raw')), LINK_BYTES_MAX);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return FORM + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Returns the folder that a fragment holds. */
export async function unpacked(fragment: string): Promise<Files> {
  try {
    if (!fragment.startsWith(FORM)) throw new ShareError('broken');
    const binary = atob(fragment.slice(FORM.length).replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = await readUpTo(through(bytes, new DecompressionStream('deflate-raw')), LINK_BYTES_MAX);
    const files: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
    if (!isFolder(files)) throw new ShareError('broken');
    return files;
  } catch (error) {
    throw error instanceof ShareError ? error : new ShareError('broken');
  }
}

/** Returns a folder as a zip file: one folder with the game's id, as `ggn check` takes it once it is unpacked. */
export function zipped(files: Files): Uint8Array {
  const id = idOf(files);
  return zipSync(Object.fromEntries(Object.entries(ordered(files)).map(([path, text]) => [`${id}/${path}`, strToU8(text)])));
}

/** Returns the folder in a zip file: what lies beside the manifest and below. */
export function unzipped(bytes: Uint8Array): Files {
  try {
    let [count, length] = [0, 0];
    const all = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || !/\.(json|moves|md)$/.test(name)) return false;
        count += 1;
        length += originalSize;
        if (count > FILES_MAX || length > FOLDER_BYTES_MAX) throw new ShareError('large');
        return true;
      },
    });
    const manifest = Object.keys(all).sort((a, b) => a.length - b.length).find((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));
    if (manifest === undefined) throw new ShareError('broken');
    const root = manifest.slice(0, -MANIFEST.length);
    const below = Object.entries(all).filter(([path]) => path.startsWith(root) && isPath(path.slice(root.length)));
    const files = Object.fromEntries(below.map(([path, content]) => [path.slice(root.length), strFromU8(content)]));
    if (!isFolder(files)) throw new ShareError('broken');
    return files;
  } catch (error) {
    throw error instanceof ShareError ? error : new ShareError('broken');
  }
}
