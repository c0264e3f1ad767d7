// Drawings of kinds that are not in the piece sets of chess, on a grid of 100, made for this project.

/** A shape of a drawing, also of one that a ruleset brings, in a box of 100 by 100. */
export interface DrawnShape {
  d: string;
  /** The colour of the piece, with its outline, if left out; else a line in the colour of the outline, or a shape in it, such as an eye. */
  paint?: 'body' | 'line' | 'detail';
}

export const DRAWINGS: Readonly<Record<string, readonly DrawnShape[]>> = {
  cannon: [
    { d: 'M20 58 66 22a6 6 0 0 1 9 1l9 13a6 6 0 0 1-2 8L56 62a17 17 0 1 1-34 4z' },
    { d: 'M62 27 74 45M39 60v20M29 70h20', paint: 'line' },
  ],
  elephant: [
    { d: 'M28 86V60c-9-5-13-13-13-22C15 23 28 13 47 13c21 0 35 11 36 29 1 11-3 19-2 28 0 5 3 7 6 7v9c-12 2-19-5-19-15v-9c-5 4-9 5-14 5v19z' },
    { d: 'M62 22c11 8 13 24 3 36M28 74h26', paint: 'line' },
    { d: 'M34.6 36a3.4 3.4 0 1 1 6.8 0 3.4 3.4 0 1 1-6.8 0z', paint: 'detail' },
  ],
  counsel: [
    { d: 'M50 12a8 8 0 0 1 5 14.2L67 50l15-9-8 30c1.3 1.3 2 3 2 5v6a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4v-6c0-2 .7-3.7 2-5l-8-30 15 9 12-23.800A8 8 0 0 1 50 12z' },
    { d: 'M28 70c14-4 30-4 44 0', paint: 'line' },
  ],
  shield: [
    { d: 'M50 11c9 6 18 8 29 8v28c0 19-12 31-29 41-17-10-29-22-29-41V19c11 0 20-2 29-8z' },
    { d: 'M50 27v44M34 45h32', paint: 'line' },
  ],
  lance: [
    { d: 'M50 6 65 36 56 33.500V68l10 5c1.6.9 2.5 2.5 2.5 4.300V82a4 4 0 0 1-4 4h-29a4 4 0 0 1-4-4v-4.700c0-1.8.9-3.4 2.5-4.300l10-5V33.500L35 36z' },
    { d: 'M36 76h28', paint: 'line' },
  ],
  hawk: [
    { d: 'M50 20c6 0 10 4 11 10l28-11c-2 22-12 35-27 39l7 21-19 9-19-9 7-21C23 54 13 41 11 19l28 11c1-6 5-10 11-10z' },
    { d: 'M39 30c1 13 4 20 11 28 7-8 10-15 11-28M42 76l8-8 8 8', paint: 'line' },
  ],
  stone: [
    { d: 'M50 12a38 38 0 1 1 0 76 38 38 0 0 1 0-76z' },
    { d: 'M50 22a28 28 0 1 1 0 56 28 28 0 0 1 0-56z', paint: 'line' },
  ],
  duck: [
    { d: 'M13 52c6-5 12-5 19-2 8 4 16 4 23-1-5-4-8-9-7-16 1-11 10-18 20-16 8 1 13 7 14 14l11 5c2 1 2 4 0 5l-13 4c-2 6-4 9-4 13 3 4 4 7 4 11 0 13-12 20-30 20-19 0-34-12-37-37z' },
    { d: 'M37 63c9 6 19 6 27-1', paint: 'line' },
    { d: 'M62.2 31a3.8 3.8 0 1 1 7.6 0 3.8 3.8 0 1 1-7.6 0z', paint: 'detail' },
  ],
  wall: [
    { d: 'M7 12H93V88H7z' },
    { d: 'M7 37h86M7 62h86M50 12v25M28 37v25M72 37v25M50 62v26', paint: 'line' },
  ],
  arrow: [
    { d: 'M25 15 50 40 75 15 85 25 60 50 85 75 75 85 50 60 25 85 15 75 40 50 15 25z' },
  ],
  hole: [
    { d: 'M16 9H84a7 7 0 0 1 7 7V84a7 7 0 0 1-7 7H16a7 7 0 0 1-7-7V16a7 7 0 0 1 7-7z' },
    { d: 'M18 30V24a6 6 0 0 1 6-6h52a6 6 0 0 1 6 6v6', paint: 'line' },
  ],
};

/** Outlines of tiles that point upwards. */
export const TILES = {
  pentagon: 'M50 7 79 19 90 92H10L21 19z',
  disc: 'M50 6a44 44 0 1 1 0 88 44 44 0 0 1 0-88z',
  octagon: 'M32 7H68L93 32V68L68 93H32L7 68V32z',
  token: 'M50 10c11 7 22 9 33 9v30c0 20-13 33-33 42-20-9-33-22-33-42V19c11 0 22-2 33-9z',
} as const;

/** The back of a covered piece: a lattice, which tells nothing. */
export const BACK = 'M50 24 76 50 50 76 24 50zM37 37 63 63M63 37 37 63';

/** Second lines within tiles. */
export const RIMS: Readonly<Record<string, string>> = {
  disc: 'M50 13a37 37 0 1 1 0 74 37 37 0 0 1 0-74z',
  octagon: 'M35 14H65L86 35V65L65 86H35L14 65V35z',
};

export type Tile = keyof typeof TILES;
