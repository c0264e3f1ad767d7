// The rules in the browser: loaded late, never waited for. Without it the page plays on, only without dots.
import type { BoardView, Color, PieceType, SquareName as Square } from '../wire';
import type { Shape } from './geometry';
import { legalMoves, type Conversation, type Reach } from './legal';

export interface Engine {
  readonly shape: Shape;
  /** Whether moves do more than the engine of the browser knows: then it cannot say which are legal. */
  readonly mechanics: boolean;
  /** Where an own piece may try to go. The other side's pieces are not handed over, so nothing can leak from here. */
  tries(you: Color, own: BoardView['pieces'], from: Square): Square[];
  /** Where a piece may go in a position that is wholly in sight. */
  legal(pieces: BoardView['pieces'], toMove: Color, from: Square): readonly Reach[];
  /** What a piece must choose to become there, by geometry alone; empty when it stays what it is. */
  choices(you: Color, own: BoardView['pieces'], from: Square, to: Square): PieceType[];
}

/** The part of the generated bindings that is used here. */
interface Bindings {
  default(): Promise<unknown>;
  Loader: new () => { add(path: string, text: string): void; finish(): Rules };
}

export interface Rules {
  files(): number;
  ranks(): number;
  tries(first: boolean, own: string, from: string): string;
  choices(first: boolean, own: string, from: string, to: string): string;
  engine(): Conversation;
}

// A glob, so that the page builds before the engine is: then it is empty.
const bindings = import.meta.glob<Bindings>('../engine/tabula_engine.js');

const listed = (text: string): string[] => (text === '' ? [] : text.split(' '));
const written = (pieces: BoardView['pieces']): string =>
  Object.entries(pieces)
    .map(([cell, { qpi }]) => `${cell}=${qpi}`)
    .join(' ');

export async function loadEngine(ruleset: string, overlays: readonly string[]): Promise<Engine | null> {
  const load = Object.values(bindings)[0];
  if (!load) return null;
  const [module, bundle] = await Promise.all([load(), fetchRules(ruleset, overlays)]);
  await module.default();
  const loader = new module.Loader();
  for (const [path, text] of Object.entries(bundle)) loader.add(path, text);
  return wrap(loader.finish(), hasMechanics(bundle['ruleset.json'] ?? '{}'));
}

async function fetchRules(ruleset: string, overlays: readonly string[]): Promise<Record<string, string>> {
  const house = overlays.length > 0 ? `?with=${overlays.map(encodeURIComponent).join(',')}` : '';
  const answer = await fetch(`/api/rules/${encodeURIComponent(ruleset)}${house}`);
  if (!answer.ok) throw new Error(`rules: ${answer.status}`);
  return (await answer.json()) as Record<string, string>;
}

/** Whether a ruleset names mechanics, or a constraint on the choice among moves. */
export function hasMechanics(manifest: string): boolean {
  const { mechanics = [], constraints = [] } = JSON.parse(manifest) as { mechanics?: unknown[]; constraints?: string[] };
  return mechanics.length > 0 || constraints.includes('forced-capture');
}

export function wrap(rules: Rules, mechanics = false): Engine {
  const shape = { files: rules.files(), ranks: rules.ranks() };
  const movesOf = legalMoves(rules.engine());
  return {
    shape,
    mechanics,
    tries: (you, own, from) => listed(rules.tries(you === 'w', written(own), from)),
    legal: (pieces, toMove, from) => movesOf({ shape, pieces, toMove }).get(from) ?? [],
    choices: (you, own, from, to) => listed(rules.choices(you === 'w', written(own), from, to)) as PieceType[],
  };
}
