// The rules of a game in sentences, made from its data alone.
import { games } from '../texts/games';
import type { Outcome } from '../texts/games/catalogue';
import { pieceName, sideName } from './names.svelte';
import { bonusOf, type PointValues } from './point-values';
import type { RulesetCard } from './ruleset-card';
import { SquareNaming } from './square-names';

/** The part of `ruleset.json` that is put into words. */
interface Manifest {
  pieces: Record<string, { name: string; drop?: string }>;
  constraints?: string[];
  mechanics?: { mechanic: string }[];
  points?: PointValues;
  endings: Ending[];
}

interface Ending {
  status: string;
  result: string;
  pieces?: string[];
  squares?: string[];
  second?: string[];
  left?: number;
  count?: number;
  plies?: number;
  resets?: { moves_of?: string[] };
  counts?: unknown[];
  safe?: boolean;
  held?: boolean;
  answer?: boolean;
  perpetual_check?: string;
  perpetual_chase?: unknown;
}

const isKey = <K extends string>(table: Readonly<Record<K, unknown>>, key: string): key is K => Object.hasOwn(table, key);

/** Returns the sentences, with those about the goal first. */
export function rulesInWords(card: RulesetCard, manifest: string): string[] {
  const rules = JSON.parse(manifest) as Manifest;
  const nameOf = (kind: string) => pieceName(rules.pieces[kind]?.name ?? kind, card.family);
  const names = (kinds: readonly string[] = []) => kinds.map(nameOf);
  const naming = new SquareNaming(card.squares);
  const squares = (list: readonly string[] = []) => list.map((square) => naming.name(square));
  const sentences = [games.first(capital(sideName(card.sides.w)), capital(sideName(card.sides.b))), ...rules.endings.flatMap((ending) => endingWords(ending, names, squares))];
  const { points, constraints = [], mechanics = [] } = rules;
  if (points) sentences.push(games.points(Object.entries(points.pieces).map(([kind, value]) => [nameOf(kind), value]), bonusOf(points)));
  for (const constraint of constraints) if (isKey(games.constraints, constraint)) sentences.push(games.constraints[constraint]);
  for (const { mechanic } of mechanics) if (isKey(games.mechanics, mechanic)) sentences.push(games.mechanics[mechanic]);
  if (card.drops) sentences.push(card.hands ? games.hands : games.dropOnly);
  for (const { name, drop } of Object.values(rules.pieces)) if (drop === 'no-mate') sentences.push(games.noDropMate(pieceName(name, card.family)));
  if (card.promotes) sentences.push(games.promotes);
  if (card.places) sentences.push(games.places);
  if (card.passes) sentences.push(games.canPass);
  // A move that leaves a covered piece where it is uncovers it.
  if (card.inPlace && !card.covered) sentences.push(games.inPlace);
  if (card.drawnStart) sentences.push(games.drawn);
  if (card.covered) sentences.push(games.covered);
  return sentences;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function endingWords(ending: Ending, names: (kinds?: readonly string[]) => string[], squares: (list?: readonly string[]) => string[]): string[] {
  const outcome = (['win', 'loss', 'draw', 'points'] as const).find((known) => known === ending.result) ?? ('draw' satisfies Outcome);
  const { status, pieces = [] } = ending;
  switch (status) {
    case 'checkmate':
    case 'stalemate':
    case 'passes':
    case 'full':
      return [games[status][outcome]];
    case 'extinction':
      return [games.extinction(names(pieces), ending.left ?? 0, outcome), ...(ending.answer ? [games.extinctionAnswered] : [])];
    case 'arrival':
      return [
        games.arrival(names(pieces), squares(ending.squares), squares(ending.second), ending.safe ? 'safe' : ending.held ? 'held' : ending.answer ? 'answer' : null),
      ];
    case 'captures':
    case 'promotions':
    case 'checks':
      return [games.counted[status](ending.count ?? 0, outcome)];
    case 'facing':
      return [games.facing(names(pieces), outcome)];
    case 'insufficient':
      return [games.insufficient];
    case 'movelimit':
      return ending.plies === undefined ? [games.counting] : [games.moveLimit(ending.plies / 2, names(ending.resets?.moves_of))];
    case 'repetition':
      return [
        games.repetition(ending.count ?? 3, outcome),
        ...(ending.perpetual_check === 'loss' ? [games.perpetual.check] : []),
        ...(ending.perpetual_chase === undefined ? [] : [games.perpetual.chase]),
      ];
    default:
      return [];
  }
}
