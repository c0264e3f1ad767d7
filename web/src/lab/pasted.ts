// A game in a pasted text: a link to the lab, an object of files, or files one below the other.
import { FILES_MAX, FOLDER_BYTES_MAX, idOf, isFolder, isPath, MANIFEST, type Files } from './folder';

export type PasteFault = 'none' | 'large' | 'stray' | 'json' | 'unclosed' | 'path' | 'twice';

/** The reason why a text holds no game, with a line of the text (from one) and a file where there are any. */
export class PasteError extends Error {
  constructor(
    readonly why: PasteFault,
    readonly line: number | null = null,
    readonly path = '',
  ) {
    super(why);
  }
}

/** Files; the fragment of a link that holds a game; or the id of a game that a server keeps, with the host of the link, which is empty where it names none. */
export type Pasted = { files: Files } | { fragment: string } | { id: string; host: string };

/** A key of every game, also within a string of JSON. Without one the text is something else. */
const GAME = /"(?:pieces|initial)\\?"\s*:/;
/** The key of an object of files; no manifest has it. */
const FILES = /"ruleset\.json"\s*:/;
const FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\w+[ \t]*)?$/;
/** The name of a file alone on its line, as a heading, in bold or as code; behind it may begin its object. */
const HEADING = /^[\s#*`/]*(?:\.\/)?([^\s#*`:{}"]+\.(?:json|moves|md))[\s*`:]*(?=\{|$)/;
/** More than the path of a file needs: longer lines are not searched for one, which keeps the search linear. */
const HEADING_MAX = 200;
/** A string, which ends with its line at the latest, or a brace. */
const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[{}]/g;
/** A string; spaces of typesetting and of chats; and signs without width. */
const SPACES = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[\u00a0\u2007\u202f]|[\u200b-\u200f\u2060\ufeff]/g;
const STRING = '"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"';
const ENTRY = new RegExp(`\\s*(${STRING})\\s*:\\s*(?:(${STRING})|(?=\\{))`, 'y');
const NEXT = /\s*([,}])/y;

interface Section {
  /** The file that its heading names; null before the first heading. */
  path: string | null;
  line: number;
  lines: string[];
}

/** Takes a file; its line is asked for in faults alone. */
type Add = (path: string, content: string, lineOf: () => number) => void;

/** Reads a pasted text in time linear in its length. Throws a `PasteError`. */
export function readPasted(pasted: string): Pasted {
  const text = straight(pasted);
  if (!GAME.test(text)) return linkIn(text);
  if (text.length > FOLDER_BYTES_MAX) throw new PasteError('large');
  return { files: filesIn(text) };
}

/** True for a text that is meant as a game, also if there are faults in its form. */
export function isGame(text: string): boolean {
  try {
    return Boolean(readPasted(text));
  } catch (error) {
    return error instanceof PasteError && error.why !== 'none';
  }
}

/** Takes back what chats make of quotes and spaces. Quotes of typesetting can be meant as they are, but not in a text without any other. */
function straight(text: string): string {
  const quoted = text.includes('"') ? text : text.replace(/[“”„‟]|«[\u00a0\u202f]?|[\u00a0\u202f]?»/g, '"');
  return quoted.replace(SPACES, (found) => (found.startsWith('"') ? found : '\u00a0\u2007\u202f'.includes(found) ? ' ' : ''));
}

function linkIn(text: string): Pasted {
  const [, fragment] = /(?:^\s*|#)(v1\.[\w-]+)/.exec(text) ?? [];
  if (fragment !== undefined) return { fragment };
  const link = /\/lab\/?\?game=([\w-]+)/.exec(text);
  if (!link) throw new PasteError('none');
  // No name of a host with a port is longer.
  const host = text.slice(Math.max(0, link.index - 260), link.index).split(/[\s/<>(),;"']/).pop() ?? '';
  return { id: link[1] ?? '', host: host.toLowerCase() };
}

function filesIn(text: string): Files {
  const files = new Map<string, string>();
  const add: Add = (path, content, lineOf) => {
    if (!isPath(path)) throw new PasteError('path', lineOf(), path);
    if (files.has(path)) throw new PasteError('twice', lineOf(), path);
    if (files.size === FILES_MAX) throw new PasteError('large');
    // Halves of a letter cannot be kept, sent or checked.
    files.set(path, content.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd'));
  };
  const sections = sectionsOf(text);
  for (const section of sections) {
    const { path, line } = section;
    const content = section.lines.join('\n');
    const at = content.search(/\S/);
    const isObject = content[at] === '{';
    if (path !== null && (path !== MANIFEST || !isObject)) add(path, `${content.trim()}\n`, () => line);
    else if (!isObject) throw new PasteError('stray', lineIn(section, at));
    // Below another file's heading it ends in any case, and the lab says what it lacks.
    else addObject(section, content, at, sections.length > 1, add);
  }
  if (!files.has(MANIFEST)) throw new PasteError('none');
  const folder = Object.fromEntries(files);
  if (!isFolder(folder)) throw new PasteError('large');
  return folder;
}

/** Splits a text at the names of files. Fences of code are left out; their lines count, so that faults have theirs. */
function sectionsOf(text: string): Section[] {
  let section: Section = { path: null, line: 1, lines: [] };
  const sections = [section];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const heading = HEADING.exec(line.slice(0, HEADING_MAX));
    if (heading) sections.push((section = { path: heading[1] ?? '', line: index + 1, lines: [line.slice(heading[0].length)] }));
    else section.lines.push(FENCE.test(line) && !section.path?.endsWith('.md') ? '' : line);
  }
  return sections.filter(({ path, lines }) => path !== null || lines.some((line) => line.trim() !== ''));
}

/** Returns the line of the first sign at an index of a section's content or behind it. It takes time: for faults alone. */
function lineIn({ line, lines }: Section, index: number): number {
  const content = lines.join('\n');
  const skipped = Math.max(0, content.slice(index).search(/\S/));
  return line + content.slice(0, index + skipped).split('\n').length - 1;
}

/** Adds the object at an index: one of files, or the manifest, with the patterns below it. */
function addObject(section: Section, content: string, at: number, mayLackEnd: boolean, add: Add): void {
  const end = endOf(content, at);
  const object = content.slice(at, end < 0 ? undefined : end);
  if (FILES.test(object)) {
    const behind = addEntries(section, content, at + 1, add);
    if (content.slice(behind).trim() !== '') throw new PasteError('stray', lineIn(section, behind));
    return;
  }
  if (end < 0 && !mayLackEnd) throw new PasteError('unclosed', lineIn(section, at));
  add(MANIFEST, `${object.trimEnd()}\n`, () => lineIn(section, at));
  const rest = end < 0 ? '' : content.slice(end).trim();
  if (rest !== '') add(`patterns/${idOf({ [MANIFEST]: object })}.moves`, `${rest}\n`, () => lineIn(section, end));
}

/** Returns the end of the object that begins at an index; -1 of one that is not closed. */
function endOf(text: string, at: number): number {
  let depth = 0;
  TOKEN.lastIndex = at;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    depth += found[0] === '{' ? 1 : found[0] === '}' ? -1 : 0;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return -1;
}

/** Adds the files of an object, and returns its end. A file of JSON may be an object itself, without quotes. */
function addEntries(section: Section, content: string, from: number, add: Add): number {
  for (let at = from; ; ) {
    const begin = at;
    const fault = (index: number): PasteError => new PasteError('json', lineIn(section, index));
    ENTRY.lastIndex = at;
    const [all = '', path = '', text] = ENTRY.exec(content) ?? [];
    at += all.length;
    const end = text === undefined && all !== '' ? endOf(content, at) : at;
    if (all === '' || end < 0) throw fault(begin);
    try {
      add(JSON.parse(path) as string, text === undefined ? content.slice(at, end) : (JSON.parse(text) as string), () => lineIn(section, begin));
    } catch (error) {
      throw error instanceof PasteError ? error : fault(begin);
    }
    NEXT.lastIndex = end;
    const next = NEXT.exec(content);
    if (!next) throw fault(end);
    at = NEXT.lastIndex;
    if (next[1] === '}') return at;
  }
}
