// Sentences about arrows and circles that are drawn by key.
export interface DrawingTexts {
  readonly begun: (square: string) => string;
  readonly arrow: (from: string, to: string) => string;
  readonly redArrow: (from: string, to: string) => string;
  readonly circle: (square: string) => string;
  readonly redCircle: (square: string) => string;
  readonly removed: string;
}
