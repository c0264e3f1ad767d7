// A game in a pasted text: every form in which people paste one, as chats change it, and texts that hold none.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { FOLDER_BYTES_MAX, isFolder, type Files } from '../../src/lab/folder';
import { PasteError, readPasted } from '../../src/lab/pasted';
import { packed } from '../../src/lab/share';
import { TEMPLATE } from '../../src/lab/template';

const MANIFEST = TEMPLATE['ruleset.json'] ?? '';
const PATTERNS = TEMPLATE['patterns/pieces.moves'] ?? '';
const GAME: Files = { 'ruleset.json': MANIFEST, 'patterns/my-game.moves': PATTERNS };
const SHORT = '{ "id": "tiny", "pieces": {} }';

const filesOf = (text: string): Files => {
  const read = readPasted(text);
  if (!('files' in read)) throw new Error('no files');
  return read.files;
};

const faultOf = (text: string) => {
  try {
    readPasted(text);
  } catch (error) {
    if (error instanceof PasteError) return [error.why, error.line, ...(error.path ? [error.path] : [])];
    throw error;
  }
  return [];
};

describe('a link', () => {
  it('holds a game, on any host or as its fragment alone', async () => {
    const fragment = await packed(TEMPLATE);
    for (const text of [`https://tabula.example/lab#${fragment}`, `/lab#${fragment}`, `#${fragment}`, `\ufeff ${fragment}\n`, `Try {this}: <http://[::1]:3000/lab#${fragment}>!`]) {
      expect(readPasted(text)).toEqual({ fragment });
    }
  });

  it('names a game of a server', () => {
    expect(readPasted('/lab?game=chess')).toEqual({ id: 'chess', host: '' });
    expect(readPasted('see https://Tabula.example:3000/lab?game=g-0a1b&lang=de')).toEqual({ id: 'g-0a1b', host: 'tabula.example:3000' });
    expect(readPasted('(http://[::1]:3000/lab?game=chess)')).toEqual({ id: 'chess', host: '[::1]:3000' });
  });

  test.each(['', ' \n', 'https://tabula.example/g/abcd', 'https://tabula.example/lab', '/lab?game=', 'Hello!'])('%j is none', (text) => {
    expect(faultOf(text)).toEqual(['none', null]);
  });
});

describe('an object of files', () => {
  it('is taken as it is, in one line or in many, also in a fence of code', () => {
    for (const text of [JSON.stringify(TEMPLATE), JSON.stringify(TEMPLATE, null, 2), `\`\`\`json\n${JSON.stringify(TEMPLATE)}\n\`\`\`\n`]) expect(filesOf(text)).toEqual(TEMPLATE);
  });

  it('may hold the manifest as an object', () => {
    expect(filesOf(`{"patterns/a.moves": "K: K", "ruleset.json": ${SHORT}}`)).toEqual({ 'patterns/a.moves': 'K: K', 'ruleset.json': SHORT });
  });

  it('keeps the quotes, the spaces and the lines within its texts', () => {
    const manifest = '{ "pieces": {}, "about": "a “wall”\u00a0! { }" }';
    expect(filesOf(`\ufeff{\u00a0"ruleset.json":\u202f${JSON.stringify(manifest)}, "a.md": "a\\r\\nb" }`)).toEqual({ 'ruleset.json': manifest, 'a.md': 'a\nb' });
  });

  it('is refused with the line of what is wrong', () => {
    const text = JSON.stringify({ ...TEMPLATE, 'perft.json': '[]' }, null, 2);
    expect(faultOf(text.replace('"perft.json": "[]"', '"perft.json": 3'))).toEqual(['json', 4]);
    expect(faultOf(text.replace('"perft.json": "', '"perft.json": '))).toEqual(['json', 4]);
    expect(faultOf(text.replace('"[]"', '"[\t]"'))).toEqual(['json', 4]);
    expect(faultOf(text.replace('"[]"', '"[]",'))).toEqual(['json', 5]);
    expect(faultOf(text.slice(0, -1))).toEqual(['json', 4]);
    expect(faultOf(`${text}\n\nHave fun`)).toEqual(['stray', 7]);
    expect(faultOf(text.replace('perft.json', '../perft.json'))).toEqual(['path', 4, '../perft.json']);
    expect(faultOf(text.replace('perft.json', 'patterns/pieces.moves'))).toEqual(['twice', 4, 'patterns/pieces.moves']);
    expect(faultOf(text.replace('perft.json', '__proto__'))).toEqual(['path', 4, '__proto__']);
  });
});

describe('a manifest with patterns below it', () => {
  it('is a folder with both', () => {
    expect(filesOf(`${MANIFEST}\n\n${PATTERNS}`)).toEqual(GAME);
    expect(filesOf(MANIFEST)).toEqual({ 'ruleset.json': MANIFEST });
    expect(Object.keys(filesOf('{ "initial": "" }K: K'))).toEqual(['ruleset.json', 'patterns/game.moves']);
  });

  it('may come with fences of code and names of files', () => {
    for (const text of [
      `\`\`\`json\n${MANIFEST}\`\`\`\n\n\`\`\`\n${PATTERNS}\`\`\``,
      `ruleset.json:\n${MANIFEST}\n${PATTERNS}`,
      `**\`ruleset.json\`**:\n~~~ json\n${MANIFEST}~~~\n### patterns/my-game.moves\n~~~\n${PATTERNS}~~~\n`,
      `${MANIFEST}\n# patterns/my-game.moves\n\n${PATTERNS}`,
      `\`\`\`patterns/my-game.moves\n${PATTERNS}\`\`\`\n// ./ruleset.json: ${MANIFEST}`,
      `ruleset.json: ${MANIFEST}\n${PATTERNS}`,
    ]) expect(filesOf(text)).toEqual(GAME);
  });

  it('may have the line ends, spaces and quotes of a chat', () => {
    const chatted = `\ufeff${MANIFEST}\n${PATTERNS}`.replace(/\n/g, '\r\n').replace(/ {2}/g, ' \u00a0').replace('N:  N', '\u200bN:\u202f N');
    expect(filesOf(chatted)).toEqual(GAME);
    expect(filesOf(chatted.replace(/"([^"]*)"/g, '“$1”'))).toEqual(GAME);
    expect(filesOf(chatted.replace(/"([^"]*)"/g, '«\u00a0$1\u202f»'))).toEqual(GAME);
    expect(filesOf(chatted.replace(/"([^"]*)"/g, '„$1“'))).toEqual(GAME);
  });

  it('keeps typographic quotes and spaces within its strings', () => {
    const manifest = '{ "pieces": {}, "name": "“My”\u00a0game" }\n';
    expect(filesOf(`${manifest}K: K`)['ruleset.json']).toBe(manifest);
  });

  it('may have faults, which the lab shows', () => {
    const faulty = MANIFEST.replace('"id": "my-game",', '"id": "my-game"').replace('"My game"', '"My game');
    expect(filesOf(`${faulty}\nP: mfW(`)).toEqual({ 'ruleset.json': faulty, 'patterns/my-game.moves': 'P: mfW(\n' });
    const open = MANIFEST.trimEnd().slice(0, -1);
    expect(filesOf(`${open}\npatterns/a.moves\nK: K`)).toEqual({ 'ruleset.json': `${open.trimEnd()}\n`, 'patterns/a.moves': 'K: K\n' });
  });

  it('is refused with the line of what belongs to no file, or is not closed', () => {
    expect(faultOf(`\n\nMy game:\n${MANIFEST}\n${PATTERNS}`)).toEqual(['stray', 3]);
    expect(faultOf(`${PATTERNS}\n${MANIFEST}`)).toEqual(['stray', 1]);
    expect(faultOf(`\`\`\`\n${MANIFEST.replace('"sides": {', '"sides": {{')}\n${PATTERNS}`)).toEqual(['unclosed', 2]);
    expect(faultOf(`${MANIFEST}${PATTERNS}\npatterns/my-game.moves:\nK: K`)).toEqual(['twice', `${MANIFEST}${PATTERNS}`.split('\n').length + 1, 'patterns/my-game.moves']);
  });
});

describe('files below their names', () => {
  it('come in any order', () => {
    const files: Files = { 'patterns/a.moves': '# of kings\nK: K\n', 'games.json': '{}\n', 'overlays/x.json': '{}\n', 'ruleset.json': MANIFEST, 'README.md': '# Tiny\n```\ncode\n```\n' };
    const text = Object.entries(files).map(([name, content]) => `## ${name}\n${content}`).join('\n');
    expect(filesOf(text)).toEqual(files);
    expect(filesOf(text.replace(/\n/g, '\r'))).toEqual(files);
  });

  it('are refused without a manifest, with one name twice, and with names of no file', () => {
    expect(faultOf('games.json:\n{ "pieces": 1 }')).toEqual(['none', null]);
    expect(faultOf(`ruleset.json\n${SHORT}\na.json\n1\n# a.json\n2`)).toEqual(['twice', 5, 'a.json']);
    expect(faultOf(`ruleset.json\n${SHORT}\n/etc/passwd.json\n1\n# ../a.json\n2`)).toEqual(['path', 5, '../a.json']);
    expect(faultOf(`__proto__.json:\n1\nruleset.json:\n${SHORT}`)).toEqual(['path', 1, '__proto__.json']);
  });
});

describe('every game of the server', () => {
  const rules = path.resolve(import.meta.dirname, '../../../rules');
  const folders = readdirSync(rules).filter((name) => statSync(path.join(rules, name)).isDirectory() && readdirSync(path.join(rules, name)).includes('ruleset.json'));
  const read = (folder: string): Files =>
    Object.fromEntries(
      readdirSync(path.join(rules, folder), { recursive: true })
        .map((name) => String(name))
        .filter((name) => /\.(json|moves)$/.test(name))
        .map((name) => [name, readFileSync(path.join(rules, folder, name), 'utf8')]),
    );

  it('is read in every form', () => {
    expect(folders.length).toBeGreaterThan(50);
    for (const folder of folders) {
      const files = read(folder);
      if (!isFolder(files)) continue;
      const trimmed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${text.trim()}\n`]));
      expect(filesOf(JSON.stringify(files)), folder).toEqual(files);
      expect(filesOf(Object.entries(files).map(([name, text]) => `# ${name}\n\n${text}`).join('\n')), folder).toEqual(trimmed);
      expect(filesOf(Object.entries(files).reverse().map(([name, text]) => `**${name}**\n\`\`\`\n${text}\n\`\`\`\n`).join('\n')), folder).toEqual(trimmed);
      const patterns = Object.keys(files).filter((name) => name.endsWith('.moves'));
      if (patterns.length !== 1) continue;
      const below = `${files['ruleset.json'] ?? ''}\n${files[patterns[0] ?? ''] ?? ''}`;
      expect(Object.values(filesOf(below)), folder).toEqual([trimmed['ruleset.json'], trimmed[patterns[0] ?? '']]);
    }
  });
});

describe('hostile texts', () => {
  const MIB = 1024 * 1024;
  const long = (part: string) => part.repeat(Math.ceil(MIB / part.length));
  const PIECES = '"pieces": {}';

  test.each([
    ['braces', long('{')], ['closed braces', long('{}')], ['brackets', `{${PIECES}${long('[')}`], ['objects within objects', `${long('{"a":')}${PIECES}`],
    ['quotes', `{${PIECES}${long('"')}`], ['escaped quotes', `{${PIECES}"${long('\\"')}`], ['backslashes', `{${PIECES}"${long('\\')}`], ['new lines', `{${PIECES}${long('\n')}`],
    ['spaces', `{${PIECES}${long(' ')}x`], ['hard spaces', `${long('\u00a0')}{${PIECES}`], ['slashes', `${long('/')}\n{${PIECES}`], ['dots', `${long('.json')}\n{${PIECES}`],
    ['names of files', `{${PIECES}}\n${long('a.json\n')}`], ['many files', `{${PIECES}}\n${Array.from({ length: 90_000 }, (_, index) => `${index}.json`).join('\n')}`],
    ['manifests', `{${PIECES}}\n${long('ruleset.json:{}\n')}`], ['fences', `${long('```\n')}{${PIECES}`], ['a long fence', `${long('`')}\n{${PIECES}`], ['spaces behind a fence', `\`\`\`${long(' ')}!\n{${PIECES}`],
    ['entries', `{"ruleset.json":{${PIECES}},${Array.from({ length: 50_000 }, (_, index) => `"${index}.json":""`).join(',\n')}}`],
    ['a key without end', `{"ruleset.json":{${PIECES}},"${long('\\\\')}`], ['keys', `{${PIECES}${long('"ruleset.json"')}`], ['manifest keys', `{"ruleset.json":${long('{"pieces":')}`],
    ['guillemets', `{«pieces»:{}${long('«\u00a0')}`], ['links', long('/lab?game=')], ['hosts', `${long('a')}/lab?game=x`], ['fragments', long('#v1.')], ['letters', long('a')],
    ['halves of letters', `{${PIECES}}${long('\ud83d')}`],
  ])('%s are read at once', (_, text) => {
    const begun = performance.now();
    try {
      readPasted(text);
    } catch (error) {
      expect(error).toBeInstanceOf(PasteError);
    }
    // What grew with the square of a million would take minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('no longer than a folder may be, nor with more files', () => {
    expect(faultOf(`{ ${PIECES} }${' '.repeat(FOLDER_BYTES_MAX)}`)).toEqual(['large', null]);
    expect(faultOf(`{ ${PIECES} }\n${Array.from({ length: 200 }, (_, index) => `${index}.json\n`).join('')}`)).toEqual(['large', null]);
  });

  it('changes nothing beside the folder, and keeps whole letters alone', () => {
    const files = filesOf(JSON.stringify({ 'ruleset.json': SHORT, 'constructor': '', 'a.md': 'x\ud83dy\u{1F600}' }).replace(/^/, ' '));
    expect(files).toEqual({ 'ruleset.json': SHORT, 'constructor': '', 'a.md': 'x\ufffdy\u{1F600}' });
    expect(filesOf(`${SHORT}\n# \udc00`)['patterns/tiny.moves']).toBe('# \ufffd\n');
    expect(Object.getPrototypeOf(files)).toBe(Object.prototype);
  });

  test.each(['{ "name": "npm", "version": "1.0.0" }', 'fn main() { }', '{}', '[]', '<a href="/lab">{x}</a>', '“{”'])('%s is no game', (text) => {
    expect(faultOf(text)).toEqual(['none', null]);
  });
});
