// The guide to patterns, which the build makes from Markdown.
import { expect, it } from 'vitest';
import guide from '../../../rules/PATTERNS.md?guide';
import { guideOf } from '../../scripts/guide.mjs';
import type { GuideNode } from '../../src/lab/guide';

const all = (nodes: readonly GuideNode[]): GuideNode[] => nodes.flatMap((node) => (typeof node === 'string' ? [node] : [node, ...all(node[1])]));

it('headings, paragraphs, lists, tables and code become elements', () => {
  expect(guideOf('# A line\nIt **has** `x < y`,\n[here](#a-line) and [there](README.md#there).\n\n```moves\nP: fW\n  # a & b\n```\n- one\n- two\n')).toEqual([
    ['h3', ['A line'], 'a-line'],
    ['p', ['It ', ['strong', ['has']], ' ', ['code', ['x < y']], ',\n', ['a', ['here'], 'a-line'], ' and ', 'there', '.']],
    ['pre', ['P: fW\n  # a & b']],
    ['ul', [['li', ['one']], ['li', ['two']]]],
  ]);
  expect(guideOf('| a | |\n|---|---|\n| `b` | c |')).toEqual([
    ['table', [['thead', [['tr', [['th', ['a']], ['td', []]]]]], ['tbody', [['tr', [['td', [['code', ['b']]]], ['td', ['c']]]]]]]],
  ]);
});

it('the whole guide has only elements that the page styles, and every link leads to a heading', () => {
  const elements = all(guide).filter((node) => typeof node !== 'string');
  expect([...new Set(elements.map(([tag]) => tag))].sort()).toEqual(['a', 'code', 'h3', 'h4', 'h5', 'li', 'ol', 'p', 'pre', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'].sort());
  const headings = elements.flatMap(([tag, , id]) => (/^h\d$/.test(tag) ? [id] : []));
  expect(headings.length).toBeGreaterThan(10);
  for (const [tag, , id] of elements) if (tag === 'a') expect(headings).toContain(id);
  // No sign of Markdown is left in what is read as prose.
  for (const [tag, children] of elements) if (tag === 'p') expect(children.filter((child) => typeof child === 'string').join('')).not.toMatch(/[`*#]|\]\(/);
});
