// Helpers of catalogues: forms of words by number, and tables of texts that differ in one word.

/** The forms of a text; a form that is left out is `other`. */
export type Forms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/**
 * Returns a function that chooses the form for a number by the rules of a language. The rules are made when they are needed, as are those of lists: on a
 * phone that takes as long as all else in a part with texts.
 */
export function counting(language: string): (count: number, forms: Forms) => string {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other;
}

/** Returns a function that joins the items of a list as a language does: by its word for "and", or for "or". */
export function listOf(language: string, type: 'conjunction' | 'disjunction'): (items: Iterable<string>) => string {
  let format: Intl.ListFormat | undefined;
  return (items) => (format ??= new Intl.ListFormat(language, { type })).format(items);
}

/** Returns a table with the same keys, whose texts are made of those of another. */
export const mapped = <K extends string, S, V>(table: Readonly<Record<K, S>>, text: (word: S) => V): Record<K, V> =>
  Object.fromEntries(Object.entries<S>(table).map(([key, word]) => [key, text(word)])) as Record<K, V>;

/** Returns the texts of both sides, by keys of the wire such as `white_moved`; each is made of the words for its side. */
export function ofSides<K extends string, S, V>(white: S, black: S, texts: Readonly<Record<K, (side: S) => V>>): Record<`${'white' | 'black'}_${K}`, V> {
  const entries = Object.entries<(side: S) => V>(texts).flatMap(([key, text]) => [[`white_${key}`, text(white)], [`black_${key}`, text(black)]]);
  return Object.fromEntries(entries) as Record<`${'white' | 'black'}_${K}`, V>;
}
