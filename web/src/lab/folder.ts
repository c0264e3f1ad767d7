// A game's folder as its author writes it, and the diagnostics of its files.
import { parseFeen } from '../lib/feen';

/** Texts by their paths inside the folder. */
export type Files = Readonly<Record<string, string>>;

/** The file with the name, the pieces and the position of a game. */
export const MANIFEST = 'ruleset.json';

/** Bounds of a folder, wherever it comes from. */
export const FILES_MAX = 200;
export const FOLDER_BYTES_MAX = 2 * 1024 * 1024;

/** One fault or doubt, in the form of `ggn check --format json`. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  file: string;
  /** Lines and columns from one, in characters; null without a place. */
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
  message: string;
  found: string | null;
  expected: string | null;
  hint: string | null;
}

/** A piece of a text, marked or not. */
export interface Span {
  text: string;
  severity: Diagnostic['severity'] | null;
}

/** Returns the index of a line and a column, both from one and in characters, in a text. */
export function indexOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  const rest = [...text.slice(start, end < 0 ? text.length : end)];
  return start + rest.slice(0, column - 1).join('').length;
}

/** Returns a text in pieces, of which those at fault are marked. A place without a length marks the character there. */
export function spansOf(text: string, diagnostics: readonly Diagnostic[]): Span[] {
  const marks = diagnostics.flatMap(({ line, column, end_line, end_column, severity }) => {
    if (line === null || column === null) return [];
    const from = indexOf(text, line, column);
    const to = end_line === null || end_column === null ? from : indexOf(text, end_line, end_column);
    return [{ from, to: Math.max(to, Math.min(from + 1, text.length)), severity }];
  });
  const spans: Span[] = [];
  let at = 0;
  for (const { from, to, severity } of marks.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at || to <= from) continue;
    if (from > at) spans.push({ text: text.slice(at, from), severity: null });
    spans.push({ text: text.slice(from, to), severity });
    at = to;
  }
  spans.push({ text: text.slice(at), severity: null });
  return spans;
}

/** Returns the name of a game by its manifest, as far as it can be read. */
export function nameOf(files: Files): string | null {
  return /"name"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(files[MANIFEST] ?? '')?.[1] ?? null;
}

/** Returns the size of the board and the names of the pieces by the manifest, as far as it can be read: they tell games of one name apart. */
export function contentsOf(files: Files): string {
  try {
    const { initial = '', pieces = {} } = JSON.parse(files[MANIFEST] ?? '') as { initial?: string; pieces?: Record<string, { name?: string }> };
    const { shape } = parseFeen(initial) ?? {};
    const names = Object.values(pieces).flatMap(({ name }) => name ?? []).join(', ');
    return [...(shape ? [`${shape.files} × ${shape.ranks}`] : []), ...(names ? [names] : [])].join(' · ');
  } catch {
    return '';
  }
}

/** Returns the id of a game by its manifest, for the name of a file. */
export function idOf(files: Files): string {
  return /"id"\s*:\s*"([a-z0-9-]{1,64})"/.exec(files[MANIFEST] ?? '')?.[1] ?? 'game';
}

/** Returns the file with which to begin: the first patterns, or the manifest. */
export function firstFile(files: Files): string {
  const paths = Object.keys(files).sort();
  return paths.find((path) => path.startsWith('patterns/')) ?? (MANIFEST in files ? MANIFEST : (paths[0] ?? MANIFEST));
}

/** True for the path of a file that a folder of a game can hold. */
export const isPath = (path: string): boolean => /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/){0,3}[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(path) && path.length <= 100;

/** Returns whether something read from outside is a folder within the bounds. */
export function isFolder(value: unknown): value is Files {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const texts = entries.every(([path, text]) => isPath(path) && typeof text === 'string');
  return texts && MANIFEST in value && entries.length <= FILES_MAX && entries.reduce((sum, [, text]) => sum + String(text).length, 0) <= FOLDER_BYTES_MAX;
}
