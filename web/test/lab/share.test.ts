// Games of the rule lab as links and as zip files: what goes in comes out, and nothing else does.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { LINK_BYTES_MAX, packed, unpacked, unzipped, zipped } from '../../src/lab/share';
import { faultIn } from '../../src/lab/share-fault';
import { TEMPLATE } from '../../src/lab/template';

const whyOf = (work: () => unknown): Promise<string> => Promise.resolve().then(work).then(() => 'nothing', faultIn);

describe('a link', () => {
  test('holds the whole folder, in letters that an address may have', async () => {
    const fragment = await packed({ ...TEMPLATE, 'README.md': 'Ω '.repeat(5_000) });
    expect(fragment).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    expect(fragment.length).toBeLessThan(3_000);
    expect(await unpacked(fragment)).toEqual({ ...TEMPLATE, 'README.md': 'Ω '.repeat(5_000) });
  });

  test('is the same for the same files in any order', async () => {
    expect(await packed(Object.fromEntries(Object.entries(TEMPLATE).reverse()))).toBe(await packed(TEMPLATE));
  });

  test('that is cut, of another form or of no folder is broken', async () => {
    const fragment = await packed(TEMPLATE);
    expect(await whyOf(() => unpacked(fragment.slice(0, -20)))).toBe('broken');
    expect(await whyOf(() => unpacked(fragment.slice(3)))).toBe('broken');
    expect(await whyOf(() => unpacked('v1.!!'))).toBe('broken');
    expect(await whyOf(async () => unpacked(await packed({ 'a.json': '' })))).toBe('broken');
  });

  test('that would unpack to more than the bound is not unpacked', async () => {
    expect(await whyOf(() => packed({ ...TEMPLATE, 'a.md': 'x'.repeat(LINK_BYTES_MAX) }))).toBe('large');
    const stream = new Blob(['x'.repeat(LINK_BYTES_MAX + 1)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    expect(await whyOf(() => unpacked(`v1.${bytes.toString('base64url')}`))).toBe('large');
  });
});

describe('a zip file', () => {
  test('is a folder with the id of the game, and comes back', () => {
    expect(unzipped(zipped(TEMPLATE))).toEqual(TEMPLATE);
  });

  test('may hold the files without a folder, and other files beside them', () => {
    const bytes = zipSync({ 'ruleset.json': strToU8('{}'), 'patterns/a.moves': strToU8('K: K'), 'photo.png': strToU8('x') });
    expect(unzipped(bytes)).toEqual({ 'ruleset.json': '{}', 'patterns/a.moves': 'K: K' });
  });

  test('without a game, or with too much, is refused', async () => {
    expect(await whyOf(() => unzipped(strToU8('no zip')))).toBe('broken');
    expect(await whyOf(() => unzipped(zipSync({ 'a.json': strToU8('{}') })))).toBe('broken');
    expect(await whyOf(() => unzipped(zipSync({ 'ruleset.json': strToU8(' '.repeat(3 << 20)) })))).toBe('large');
  });
});
