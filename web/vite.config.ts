import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['TABULA_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false,
    // What every page needs besides the entry is one file, and so is what many later parts need: small files compress badly.
    rolldownOptions: {
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
