// The rules engine in the browser, loaded late: without it the page works, but marks no squares.
import type { BoardView, Color, PieceType, SquareName as Square } from '../wire';
import type { Shape } from './geometry';
import type { Hands } from './hands';
import { bySource, readLegal, type EngineChannel, type LegalMove, type Reach } from './legal';
import { PLAIN_RULESET } from './plain-ruleset';
import type { LonePieces } from './zones';

export interface Engine {
  readonly shape: Shape;
  /** True if the ruleset has mechanics: then the browser's engine cannot tell which moves are legal. */
  readonly mechanics: boolean;
  /** Returns the squares that an own piece may try. It does not receive the other side's pieces, so it cannot leak them. */
  tries(you: Color, own: BoardView['pieces'], from: Square): Square[];
  /** Returns the legal moves of a piece in a wholly visible position. */
  legal(pieces: BoardView['pieces'], toMove: Color, from: Square, hands?: Hands): readonly Reach[];
  /** Returns all legal moves of a wholly visible position, with their notation. */
  moves(pieces: BoardView['pieces'], toMove: Color, hands?: Hands): readonly LegalMove[];
  /** `ruleset.json` of the rules. */
  readonly manifest: string;
  /** The rules for a piece that stands alone. */
  readonly lone: LonePieces;
  /** Returns a game of the rules, which speaks by messages. */
  channel(): EngineChannel;
  /** Returns the promotion choices of a move by geometry alone; empty when there is none. */
  choices(you: Color, own: BoardView['pieces'], from: Square, to: Square): PieceType[];
}

/** The used part of the generated bindings. */
export interface Bindings {
  default(): Promise<unknown>;
  Loader: new () => { add(path: string, text: string): void; finish(): Rules };
}

export interface Rules {
  files(): number;
  ranks(): number;
  tries(first: boolean, own: string, from: string): string;
  choices(first: boolean, own: string, from: string, to: string): string;
  engine(): EngineChannel;
}

// A glob, so that the page builds without the engine: then it is empty.
const bindings = import.meta.glob<Bindings>('../engine/tabula_engine.js');

const splitList = (text: string): string[] => (text === '' ? [] : text.split(' '));
const formatPieces = (pieces: BoardView['pieces']): string =>
  Object.entries(pieces)
    .map(([cell, { qpi }]) => `${cell}=${qpi}`)
    .join(' ');

export async function loadEngine(ruleset: string, overlays: readonly string[]): Promise<Engine | null> {
  const loaded = await loadRules(ruleset, overlays);
  return loaded && wrapRules(loaded.rules, hasMechanics(loaded.manifest), loaded.manifest);
}

/** A loaded ruleset with its files, of which `ruleset.json` is the manifest. */
export interface LoadedRules {
  rules: Rules;
  manifest: string;
  files: Readonly<Record<string, string>>;
}

/** Loads a ruleset; null if the page was built without the engine. */
export async function loadRules(ruleset: string, overlays: readonly string[]): Promise<LoadedRules | null> {
  const load = Object.values(bindings)[0];
  if (!load) return null;
  const [module, files] = await Promise.all([load(), fetchRules(ruleset, overlays)]);
  return { rules: await readRules(module, files), manifest: files['ruleset.json'] ?? '{}', files };
}

/** Reads the files of a ruleset with one of the engines. */
export async function readRules(module: Bindings, files: Readonly<Record<string, string>>): Promise<Rules> {
  await module.default();
  const loader = new module.Loader();
  for (const [path, text] of Object.entries(files)) loader.add(path, text);
  return loader.finish();
}

export async function fetchRules(ruleset: string, overlays: readonly string[], signal: AbortSignal | null = null): Promise<Record<string, string>> {
  const query = overlays.length > 0 ? `&with=${overlays.map(encodeURIComponent).join(',')}` : '';
  const answer = await fetch(`/api/rules/${encodeURIComponent(ruleset)}?tables=relative${query}`, { signal });
  if (!answer.ok) throw new Error(`rules: ${answer.status}`);
  return (await answer.json()) as Record<string, string>;
}

/** Returns whether a ruleset has mechanics, or a constraint on the choice among moves. */
export function hasMechanics(manifest: string): boolean {
  const { mechanics = [], constraints = [] } = JSON.parse(manifest) as { mechanics?: unknown[]; constraints?: string[] };
  return mechanics.length > 0 || constraints.includes('forced-capture');
}

const PLAIN: Readonly<Record<string, string>> = { 'C:K': 'king', 'C:Q': 'queen', 'C:R': 'rook', 'C:B': 'bishop', 'C:N': 'knight', 'C:P': 'pawn' };

/** Returns whether `ruleset.json` is that of the game that the page knows by itself, with house rules or without: its id, and its pieces under their usual names. */
export function isPlain(manifest: string): boolean {
  const { id, pieces = {} } = JSON.parse(manifest) as { id?: string; pieces?: Record<string, { name: string }> };
  return id === PLAIN_RULESET && Object.entries(pieces).every(([qpi, piece]) => PLAIN[qpi] === piece.name);
}

export function wrapRules(rules: Rules, mechanics = false, manifest = '{}'): Engine {
  const shape = { files: rules.files(), ranks: rules.ranks() };
  const read = readLegal(rules.engine());
  return {
    shape,
    mechanics,
    manifest,
    lone: rules,
    channel: () => rules.engine(),
    tries: (you, own, from) => splitList(rules.tries(you === 'w', formatPieces(own), from)),
    legal: (pieces, toMove, from, hands) => bySource(read({ shape, pieces, toMove }, hands)).get(from) ?? [],
    moves: (pieces, toMove, hands) => read({ shape, pieces, toMove }, hands),
    choices: (you, own, from, to) => splitList(rules.choices(you === 'w', formatPieces(own), from, to)) as PieceType[],
  };
}
