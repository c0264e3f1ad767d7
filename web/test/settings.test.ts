// Settings as the browser stored them: values that the page knows are taken, and all others are the default.
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

async function read(stored: string) {
  (await import('../src/lib/storage')).store('tabula:settings', stored);
  return { ...(await import('../src/lib/settings.svelte')).settings };
}

it('known values are taken', async () => {
  const kept = { theme: 'dark', board: 'moss', pieces: 'angular', faces: 'traditional', coordinates: false, sound: false, vibration: true, confirm: true, premoves: false, speech: true, letterKeys: false };
  expect(await read(JSON.stringify(kept))).toEqual(kept);
});

it('all others are the default', async () => {
  const usual = await read('{}');
  expect(usual).toMatchObject({ theme: 'system', board: 'slate', coordinates: true, speech: false, letterKeys: true });
  expect(await read(JSON.stringify({ theme: 'pink', board: true, sound: 'no', letterKeys: 0, more: 1 }))).toEqual(usual);
  for (const text of ['', 'null', '7', '[]', '{']) expect(await read(text), text).toEqual(usual);
});
