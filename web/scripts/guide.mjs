// A Markdown file as elements of the page, made when the page is built: the page has no parser of Markdown, and writes no markup.
import { readFile } from 'node:fs/promises';
import { marked } from 'marked';

/** @typedef {import('../src/lab/guide').GuideNode} GuideNode */
/** @typedef {import('marked').Token} Token */
/** @typedef {import('marked').Tokens.TableCell} TableCell */

/** Levels by which headings stand below that of the dialog that shows them. */
const BELOW = 2;

/** Returns the id of a heading, as links of Markdown name it. @param {string} text */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');

/** @param {string} tag @param {readonly GuideNode[]} children @returns {GuideNode} */
const element = (tag, children) => [tag, children];

/** Returns the elements of a token; none for blank lines, and the text alone for what the page does not show. @param {Token} token @returns {readonly GuideNode[]} */
function nodesOf(token) {
  const inner = () => ('tokens' in token && token.tokens ? token.tokens.flatMap(nodesOf) : 'text' in token ? [String(token.text)] : []);
  const row = (/** @type {string} */ tag, /** @type {readonly TableCell[]} */ cells) => element('tr', cells.map(({ tokens, text }) => element(text === '' ? 'td' : tag, tokens.flatMap(nodesOf))));
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [[`h${Math.min(token['depth'] + BELOW, 6)}`, inner(), slug(token['text'])]];
    case 'paragraph':
      return [element('p', inner())];
    case 'code':
      return [element('pre', [String(token['text'])])];
    case 'codespan':
      return [element('code', inner())];
    case 'strong':
    case 'em':
      return [element(token.type, inner())];
    case 'list':
      return [element(token['ordered'] ? 'ol' : 'ul', /** @type {import('marked').Tokens.List} */ (token).items.map((item) => element('li', item.tokens.flatMap(nodesOf))))];
    case 'link':
      // Other files are not on the page.
      return token['href'].startsWith('#') ? [['a', inner(), token['href'].slice(1)]] : inner();
    case 'table': {
      const { header, rows } = /** @type {import('marked').Tokens.Table} */ (token);
      const head = header.some(({ text }) => text !== '') ? [element('thead', [row('th', header)])] : [];
      return [element('table', [...head, element('tbody', rows.map((cells) => row('td', cells)))])];
    }
    default:
      return inner();
  }
}

/** Returns the elements of a Markdown text. @param {string} text @returns {readonly GuideNode[]} */
export const guideOf = (text) => marked.lexer(text).flatMap(nodesOf);

/** Reads files with `?guide` behind their name. @type {import('vite').Plugin} */
export const guides = {
  name: 'guides',
  enforce: 'pre',
  load: {
    filter: { id: /\.md\?guide$/ },
    async handler(id) {
      const file = id.slice(0, -'?guide'.length);
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(guideOf(await readFile(file, 'utf8')))}`, moduleType: 'js' };
    },
  },
};
