import { describe, expect, it } from 'vitest';
import { announcementText, kindText, personText, pieceText, resultText } from '../src/texts';
import { en } from '../src/texts/en';
import type { Announcement } from '../src/wire';

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

  it('shows an unknown announcement by its key', () => {
    expect(announcementText(announcement('white_sneezed'))).toBe('white sneezed');
  });
});

it('the game end has a text for each player', () => {
  expect(resultText('w', 'w', 'resign')).toBe('You won: your opponent resigned.');
  expect(resultText('b', 'w', 'resign')).toBe('You resigned.');
  expect(resultText('b', null, 'stalemate')).toBe('Drawn by stalemate.');
  expect(resultText('b', null, null)).toBe('Game over');
});

it('pieces of other games are named by letter', () => {
  expect(pieceText({ color: 'b', type: 'n', qpi: 'c:n' })).toBe('black knight');
  expect(pieceText({ color: 'w', type: 'g', qpi: 'S:+G' })).toBe('White, piece S:+G');
  expect(kindText('g')).toBe('G');
});

it('a name that reads like a word of the page is quoted', () => {
  expect(['Black', 'you', 'Ada'].map(personText)).toEqual(['“Black”', '“you”', 'Ada']);
});
