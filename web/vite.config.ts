import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { guides } from './scripts/guide.mjs';

const server = process.env['TABULA_SERVER'] ?? 'http://localhost:3000';

/** Languages that come as a file of their own; `src/texts` has a file and a folder for each. */
const LANGUAGES = readdirSync('src/texts').flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []).filter((code) => code !== 'en');

const ASSET_NAMES = 'assets/[name]-[hash:7][extname]';

/** Asks for `src/start.ts` before the scripts of the page, where it is not written into the page. */
const startFirstInDevelopment: Plugin = {
  name: 'start-first-in-development',
  apply: 'serve',
  transformIndexHtml: { order: 'pre', handler: () => [{ tag: 'script', attrs: { type: 'module', src: '/src/start.ts' }, injectTo: 'head' }] },
};

/** Builds `src/start.ts` with what it imports as one function, so that its names are not those of the page. */
async function startScript(): Promise<string> {
  const built = await build({
    configFile: false, publicDir: false, logLevel: 'warn',
    build: { write: false, target: 'es2022', reportCompressedSize: false, rolldownOptions: { input: 'src/start.ts', output: { format: 'iife' } } },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk' || chunk.code.includes('</script')) throw new Error('there is no script of the start');
  return chunk.code.trim();
}

/**
 * Writes the script `src/start.ts` into the page, with the names of the files of the languages, of the parts that a visitor of a game needs besides
 * those of every page, and of those that its player needs: a file of its own would come a round trip later. The server permits it by its hash.
 */
const startFirst: Plugin = {
  name: 'start-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      /** Names of the files that a module needs and that are not in the page already, where those of every page are. */
      const filesOf = (name: string): string => {
        const part = chunks.find(({ moduleIds }) => moduleIds.some((module) => module.endsWith(name)));
        if (!part) throw new Error(`no part has ${name}`);
        const parts = new Set([part]);
        for (const found of parts) for (const chunk of chunks) if (found.imports.includes(chunk.fileName)) parts.add(chunk);
        const files = [...parts].flatMap((found) => [found.fileName, ...(found.viteMetadata?.importedCss ?? [])]);
        return files.filter((file) => !html.includes(file)).map((file) => file.replace(/^assets\/|\.js$/g, '')).join(' ');
      };
      const parts = `data-landing="${filesOf('/parts/Landing.svelte')}" data-joining="${filesOf('/parts/JoinPage.svelte')}" data-playing="${filesOf('/parts/PlayerPage.svelte')}"`;
      const languages = LANGUAGES.map((code) => ` data-${code}="${filesOf(`/texts/${code}.ts`)}"`).join('');
      // Behind the encoding, which a browser looks for at the beginning; before the styles, which scripts behind them wait for.
      const script = `<script ${parts}${languages}>${await startScript()}</script>`;
      return html.replace(/<meta charset[^>]*>/, (charset) => `${charset}\n    ${script}`);
    },
  },
};

/** Builds the service worker (`src/offline/sw.ts`) with the list of the page's files: those of the build, and those of `public`. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle() {
    const dist = path.resolve(import.meta.dirname, 'dist');
    const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = entries.map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')).sort();
    const hash = createHash('sha256');
    for (const name of names) hash.update(`${name}\n`).update(readFileSync(path.join(dist, name)));
    const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(readFileSync(path.join(dist, 'index.html'), 'utf8')) ?? [];
    if (entry === undefined) throw new Error('the page has no script');
    const codeOf = (name: string) => LANGUAGES.find((code) => new RegExp(`^assets/${code}-[^/]{7}\\.js$`).test(name));
    const languages = Object.fromEntries(names.flatMap((name) => (codeOf(name) === undefined ? [] : [[codeOf(name), `/${name}`]])));
    // Sentences about refusals and passkeys in other languages are not kept: they are needed where the server answers.
    const files = names.filter((name) => codeOf(name) === undefined && !/^assets\/(refused|passkey-words)-/.test(name)).map((name) => (name === 'index.html' ? '/' : `/${name}`));
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { __BUILD__: JSON.stringify({ version: hash.digest('hex').slice(0, 16), entry, files, languages }) },
      build: {
        emptyOutDir: false, target: 'es2022', reportCompressedSize: false,
        // One name for ever: by it the browser finds a new version.
        rolldownOptions: { input: 'src/offline/sw.ts', output: { entryFileNames: 'sw.js' } },
      },
    });
  },
};

/**
 * States as constants what Svelte's runtime keeps in variables that only other ways of using it assign: hydration of a page that a server rendered,
 * components of older versions, asynchronous components, tracing. Svelte guards that code with them so that a bundler can leave it out.
 */
const withoutUnusedSvelte: Plugin = {
  name: 'without-unused-svelte',
  apply: 'build',
  transform: {
    filter: { id: /svelte\/src\/internal\/(flags\/index|client\/dom\/hydration)\.js$/ },
    handler: (code) => code.replace(/^export let (hydrating|\w+_flag) = false/gm, 'export const $1 = false').replace(/^\t(hydrating|\w+_flag) = \w+;$/gm, ''),
  },
};

export default defineConfig({
  plugins: [svelte(), guides, startFirst, startFirstInDevelopment, withoutUnusedSvelte, serviceWorker],
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false,
    // What every page needs besides the entry is one file, and so is what many later parts need: small files compress badly.
    rolldownOptions: {
      input: 'index.html',
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Names are named again in every file that loads another, and their hashes do not compress.
        hashCharacters: 'base64', entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: ASSET_NAMES,
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /rolldown\/runtime|node_modules\/(svelte|esm-env|clsx)|src\/(main\.ts|App\.svelte|game\/house-rules\b|lib\/(api|feen|game-names|geometry|names|new-game|player-name|qpi|record|ruleset-card|sets|settings|sound|storage|time-left)\b|parts\/(Choice|Dialog|Icon|LanguageMenu|MiniPiece|PieceShape|Switch)\b|parts\/JoinPage\.svelte\?|styles\/|texts\/(en|forms|index)\.ts)/,
            },
            // The terms of a game: before it is joined, and in dialogs.
            { name: 'terms', includeDependenciesRecursively: false, test: /src\/(texts\/(joining|later)\/|lib\/point-values\b)/ },
            { name: 'table', includeDependenciesRecursively: false, test: /src\/texts\/table\// },
            // The pieces of any ruleset, its moves and hands for those who play, and the list of games with their rules.
            { name: 'kinds', includeDependenciesRecursively: false, test: /src\/(pieces\/|texts\/kinds\/|lib\/(goals|kinds\.ts|square-names|watched-kinds|zones)|parts\/(KindGround|KindShape|Hand|WatchedHand)\b)/ },
            { name: 'moves', includeDependenciesRecursively: false, test: /src\/(texts\/moves\/|lib\/(move-choice|move-options|move-words|own-moves|passes|typed-ruleset-move)\b|game\/ruleset-play|parts\/(RulesetHand|PromotionChooser)\b)/ },
            { name: 'games', includeDependenciesRecursively: false, test: /src\/(texts\/games\/|lib\/(abouts|game-list|published|rule-words|ways)|parts\/(GamesDialog|GameDetails|RulesDialog|PieceWays|MiniBoard)\b)/ },
            { name: 'play', test: /src\/parts\/PlayerPage\.svelte/ },
            { name: 'room', includeDependenciesRecursively: false, test: /src\/(texts\/rooms\/|game\/room-(storage|envelope)\b|parts\/Room(Entry|Code)\b)/ },
            { name: 'typed', includeDependenciesRecursively: false, test: /src\/(game\/(examples|spoken)\b|parts\/TypedMove\b)/ },
            // House rules with their pictures, to choose and to read about.
            { name: 'house', includeDependenciesRecursively: false, test: /src\/parts\/(HouseRule(List|Picker)|RuleSketch)\b/ },
            { name: 'bids', includeDependenciesRecursively: false, test: /src\/(game\/(bids|pool-turns)\b|lib\/focus\b|parts\/(Bidding|Deadline|Duel\w+|OpenedBids|PoolDialog|RetreatChoice)\b)/ },
            // The board for both sides: on one screen, in practice, and in the rule lab.
            { name: 'board-play', includeDependenciesRecursively: false, test: /src\/(texts\/local\/|game\/(board-play|local-game)\b|parts\/BothSides\b)/ },
            { name: 'workers', includeDependenciesRecursively: false, test: /src\/lib\/(script-address|worker-client)\b/ },
            // Copies of own finished games, which the list of own games, a review and the page of a game without a network need.
            { name: 'own', includeDependenciesRecursively: false, test: /src\/(texts\/own\/|own\/copies\b|parts\/KeptGame\b)/ },
            // The choice of the machine on the first page, of which practice has a part.
            { name: 'choosing', includeDependenciesRecursively: false, test: /src\/(texts\/choosing\/|lib\/machine-level\b|offline\/later\b)/ },
            // Moderators who answer attempts: chosen, read about before joining, and at work.
            { name: 'moderated', includeDependenciesRecursively: false, test: /src\/(texts\/moderated\/|game\/moderation\b|lib\/moderators\b)/ },
            // What a player believes of pieces that they do not see; and what the review says of it, to players and spectators.
            { name: 'mind', includeDependenciesRecursively: false, test: /src\/(mind\/(?!animation|picture|watched)|texts\/(mind|deduced)\/|parts\/Mind(?!Review|Score|Watched|Whose)\w+)/ },
            { name: 'reveal', includeDependenciesRecursively: false, test: /src\/(mind\/(picture|watched)|parts\/Mind(Review|Score|Watched|Whose))\b/ },
            // The keys of one character, and the numbers of moves: small, and wanted by many.
            { name: 'keys', includeDependenciesRecursively: false, test: /src\/(lib\/keys|game\/(table-keys|turn-numbers))\b/ },
            { name: 'later', includeDependenciesRecursively: false, test: /src\/(texts\/keys\/|game\/notation\b|lib\/(points|sharing)\b|parts\/(Fold|MoveTable|NameField|SettingsDialog)\b)/ },
          ],
        },
      },
    },
  },
  // A file that the page and a worker load, as an engine, has one name, and is there once.
  worker: { rolldownOptions: { output: { hashCharacters: 'base64', assetFileNames: ASSET_NAMES } } },
  // Requests keep the page's host: the server accepts pages of its own origin only.
  server: { proxy: { '/api': { target: server }, '/ws': { target: server, ws: true }, '/lobby': { target: server, ws: true }, '/engine': { target: server, ws: true } } },
  test: { include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'], environment: 'node', pool: 'threads', testTimeout: 60_000 },
});
