/** The id of the game that the page knows by itself: its pieces are those of the page's sets, on a plain board. */
export const PLAIN_RULESET = 'chess';
