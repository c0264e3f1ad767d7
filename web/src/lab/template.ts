// The game with which an author begins: a small board, four kinds of pieces, and patterns alone.
import type { Files } from './folder';

export const TEMPLATE: Files = {
  'ruleset.json': `{
  "id": "my-game",
  "name": "My game",
  "styles": { "G": "Game" },
  "sides": { "first": "white", "second": "black" },
  "pieces": {
    "G:K": { "name": "king", "san": "K" },
    "G:R": { "name": "rook", "san": "R" },
    "G:N": { "name": "knight", "san": "N" },
    "G:P": { "name": "pawn", "san": "" }
  },
  "initial": "rnk^nr/ppppp/5/PPPPP/RNK^NR / G/g",
  "constraints": ["royal-safety"],
  "endings": [
    { "status": "checkmate", "result": "loss" },
    { "status": "stalemate", "result": "draw" },
    { "status": "repetition", "result": "draw", "count": 3, "identity": "rights" },
    { "status": "resignation", "result": "loss" },
    { "status": "agreement", "result": "draw" },
    { "status": "timelimit", "result": "loss" }
  ]
}
`,
  'patterns/pieces.moves': `# A line names pieces, and behind the colon their moves.
# K: one step in any direction. R: any way along ranks and files. N: a leap of the knight.
# m: only to an empty square; c: only to capture; f: forwards.

K^: K
R:  R
N:  N
P:  mfW cfF from ranks 2-4  promotes R N to rank 5
`,
};
