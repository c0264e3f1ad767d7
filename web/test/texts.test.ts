import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { personText } from '../src/texts';
import { announcementText, kindText, pieceText, resultText } from '../src/texts/table';
import { en } from '../src/texts/table/en';
import { profileText } from '../src/texts/later';
import { particularText } from '../src/texts/moderated';
import type { Announcement, Gambit } from '../src/wire';

const announcement = (text: string, promotedTo?: string): Announcement =>
  ({ ply: 1, text, audience: 'both', at: 0, ...(promotedTo ? { payload: { promotedTo } } : {}) }) as Announcement;

describe('the moderator', () => {
  // Requirement blind-4.
  it('has a whole sentence for every announcement, no two alike', () => {
    const sentences = Object.values(en.moderator);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('names what a pawn became', () => {
    expect(announcementText(announcement('black_promoted', 'n'))).toBe('Black has promoted to a knight.');
    expect(announcementText(announcement('black_promoted'))).toBe('Black has promoted a pawn.');
    expect(announcementText(announcement('white_promoted', 'x'))).toBe('White has promoted a pawn.');
  });

  it('says how many captures by pawns there are, or whose', () => {
    const tries = (payload: Announcement['payload']) => announcementText({ ...announcement('white_pawn_tries'), ...(payload && { payload }) }, { particulars: particularText });
    expect(tries({ tries: 0 })).toBe('White has no pawn captures.');
    expect(tries({ tries: 1 })).toBe('White has one pawn capture.');
    expect(tries({ tries: 3 })).toBe('White has 3 pawn captures.');
    expect(tries({ sources: ['e4', 'g2'] })).toBe('White’s pawns that can capture: e4, g2.');
    expect(tries({ sources: [] })).toBe('White has no pawn that can capture.');
  });

  it('shows an unknown announcement by its key', () => {
    expect(announcementText(announcement('white_sneezed'))).toBe('white sneezed');
  });
});

it('the game end has a text for each player', () => {
  expect(resultText('w', 'w', 'resign')).toBe('You won: your opponent resigned.');
  expect(resultText('b', 'w', 'resign')).toBe('You resigned.');
  expect(resultText('b', null, 'stalemate')).toBe('Drawn by stalemate.');
  // A game without a legal move may be won: players of Amazons and Ataxx do not call that stalemate.
  expect([resultText('b', 'b', 'stalemate'), resultText('b', 'w', 'stalemate')]).toEqual(['You won: no legal move is left.', 'You lost: no legal move is left.']);
  expect(resultText('b', null, null)).toBe('Game over');
  expect(resultText('b', 'b', null)).toBe('You won.');
  expect(resultText('b', 'w', null)).toBe('You lost.');
});

it('every end that the wire can name has a text', () => {
  const wire = readFileSync(new URL('../src/wire.ts', import.meta.url), 'utf8');
  const reasons = [...(/export type EndReason =([^;]+);/.exec(wire)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect(reasons).toContain('checkmate');
  for (const texts of Object.values(en.end)) {
    expect(Object.keys(texts).sort()).toEqual([...reasons].sort());
    for (const text of Object.values(texts)) expect(text).toMatch(/^[A-Z].*\.$/);
  }
});

it('pieces of other games are named by letter', () => {
  expect(pieceText({ color: 'b', type: 'n', qpi: 'c:n' })).toBe('black knight');
  expect(pieceText({ color: 'w', type: 'g', qpi: 'S:+G' })).toBe('White, piece S:+G');
  expect(kindText('g')).toBe('G');
});

it('a name that reads like a word of the page is quoted', () => {
  expect(['Black', 'you', 'Ada'].map(personText)).toEqual(['“Black”', '“you”', 'Ada']);
});

describe('the numbers of a way to play with bids', () => {
  /** Returns the text for a file of `rules/gambit`. */
  const textOf = (id: string) => {
    const file = JSON.parse(readFileSync(new URL(`../../rules/gambit/${id}.json`, import.meta.url), 'utf8')) as Record<string, unknown>;
    const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return profileText(Object.fromEntries(Object.entries(file).map(([name, value]) => [camel(name), value])) as unknown as Gambit);
  };

  it.each([
    ['standard', ['39 points, hidden from the other', 'wins back 1 a turn', 'Equal bids go to the defender', 'may stay where it came from, free']],
    ['advanced', ['31 points, hidden', 'wins back some by tactics', 'above that, each point of strength costs 2 points, up to a strength of 15.', 'Equal bids go to the attacker', 'pays 1 point to stay']],
    ['beginner', ['59 points, open to both', 'wins back 2 a turn', 'may stay where it came from, free']],
    ['risky', ['47 points, hidden', 'pays 3 points to stay', 'a piece that cannot pay is lost', '50% goes to the defender']],
    ['attacker-wins-ties', ['Equal bids go to the attacker']],
  ])('of %s are said where it is chosen', (id, parts) => {
    for (const part of parts) expect(textOf(id)).toContain(part);
  });
});
