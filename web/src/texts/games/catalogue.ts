// Texts of the list of games, loaded with it.
import type { By, TextOf } from '../catalogue';

/** How a game ends for the side of which the sentence speaks. */
export type Outcome = 'win' | 'loss' | 'draw' | 'points';

export interface GamesTexts {
  readonly heading: string;
  readonly loading: string;
  readonly search: string;
  readonly all: string;
  readonly favourites: string;
  /** The family of the games that players have published. */
  readonly guests: string;
  readonly found: TextOf<[count: number]>;
  readonly nothing: string;
  readonly failed: string;
  readonly rulesFailed: string;
  /** The link to the rule lab, of a game that a guest wrote. */
  readonly lab: string;
  readonly favour: TextOf<[game: string]>;
  readonly board: TextOf<[files: number, ranks: number]>;
  readonly features: By<'drops' | 'places' | 'passes' | 'drawn' | 'covered'>;
  readonly choose: TextOf<[game: string]>;
  readonly back: string;
  readonly start: string;
  readonly pieces: string;
  readonly ways: TextOf<[piece: string]>;
  readonly waysKey: By<'quiet' | 'capture' | 'both' | 'screen'>;
  /** Ways of a piece for those who do not see the picture. */
  readonly waysWords: TextOf<[piece: string, from: string, quiet: readonly string[], captures: readonly string[]]>;
  /** The ways that the piece has over another one. */
  readonly waysOver: TextOf<[quiet: readonly string[], captures: readonly string[]]>;
  readonly rules: string;
  readonly first: TextOf<[first: string, second: string]>;
  readonly checkmate: By<Outcome>;
  readonly stalemate: By<Outcome>;
  readonly extinction: TextOf<[kinds: readonly string[], left: number, outcome: Outcome]>;
  readonly extinctionAnswered: string;
  readonly arrival: TextOf<[kinds: readonly string[], squares: readonly string[], second: readonly string[], extra: 'safe' | 'held' | 'answer' | null]>;
  readonly counted: By<'captures' | 'promotions' | 'checks', TextOf<[count: number, outcome: Outcome]>>;
  readonly passes: By<Outcome>;
  readonly facing: TextOf<[kinds: readonly string[], outcome: Outcome]>;
  readonly full: By<Outcome>;
  readonly insufficient: string;
  readonly moveLimit: TextOf<[moves: number, kinds: readonly string[]]>;
  readonly counting: string;
  readonly repetition: TextOf<[count: number, outcome: Outcome]>;
  readonly perpetual: By<'check' | 'chase'>;
  readonly points: TextOf<[kinds: readonly (readonly [name: string, points: number])[], second: number]>;
  readonly constraints: By<'royal-safety' | 'forced-capture' | 'forced-move' | 'forced-drop' | 'gives-no-check' | 'spare-royals' | 'royal-stays' | 'duple-check'>;
  readonly hands: string;
  readonly dropOnly: string;
  readonly noDropMate: TextOf<[kind: string]>;
  readonly promotes: string;
  readonly places: string;
  readonly canPass: string;
  readonly inPlace: string;
  readonly drawn: string;
  readonly covered: string;
  /** About games that were searched for and are not offered here: somebody must deal their covered pieces. */
  readonly dealt: (names: string) => string;
  readonly mechanics: By<'blast' | 'conversion'>;
}
