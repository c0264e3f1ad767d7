import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env['TABULA_SERVER'] ?? 'http://localhost:3000';

/** Puts the script `src/start.ts` first in the page, with the names of the parts that a visitor of a game needs besides those of every page. */
const startFirst: Plugin = {
  name: 'start-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const named = (name: string) => chunks.find((chunk) => chunk.name === name);
      const start = named('start');
      const joining = named('JoinPage');
      if (!start || !joining) throw new Error('there is no script of the start, or no part that joins');
      const parts = new Set([joining]);
      for (const part of parts) for (const chunk of chunks) if (part.imports.includes(chunk.fileName)) parts.add(chunk);
      const files = [...parts].flatMap((part) => [part.fileName, ...(part.viteMetadata?.importedCss ?? [])]);
      // Those of every page are in the page already.
      const names = files.filter((file) => !html.includes(file)).map((file) => file.replace(/^assets\/|\.js$/g, ''));
      // It runs before the others, also where all of them are there at once.
      const attrs = { type: 'module', crossorigin: true, src: `/${start.fileName}`, fetchpriority: 'high', 'data-joining': names.join(' ') };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
};

export default defineConfig({
  plugins: [svelte(), startFirst],
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false,
    // What every page needs besides the entry is one file, and so is what many later parts need: small files compress badly.
    rolldownOptions: {
      input: { index: 'index.html', start: 'src/start.ts' },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(svelte|esm-env|clsx)|src\/(lib\/(feen|geometry|qpi|settings|storage)\b|parts\/PieceShape|texts\/(en|index)\.ts)/ },
            { name: 'later', includeDependenciesRecursively: false, test: /src\/(texts\/later\/|game\/notation\b|parts\/(Fold|MoveTable|NameField|SettingsDialog)\b)/ },
          ],
        },
      },
    },
  },
  // Requests keep the page's host: the server accepts pages of its own origin only.
  server: { proxy: { '/api': { target: server }, '/ws': { target: server, ws: true }, '/engine': { target: server, ws: true } } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
