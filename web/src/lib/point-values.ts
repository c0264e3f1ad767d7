// The values of pieces by which some rules decide a game, and what the second side has more.

/** The part of `ruleset.json` that tells when points decide, and what pieces are worth. */
export interface PointRules {
  points?: PointValues;
  endings?: readonly { status: string; result: string; perpetual_check?: string; perpetual_chase?: unknown }[];
}

export interface PointValues {
  pieces: Readonly<Record<string, number>>;
  second?: number;
  second_wins?: boolean;
}

/** Returns the points that the second side has more. All values are whole: that it is ahead where both have as many is half a point. */
export const bonusOf = ({ second = 0, second_wins = false }: PointValues): number => second + (second_wins ? 0.5 : 0);
