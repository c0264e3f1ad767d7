import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['TABULA_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  // The host that the page was asked from stays in each request: the server speaks to pages of its own alone.
  server: { proxy: { '/api': { target: server }, '/ws': { target: server, ws: true }, '/engine': { target: server, ws: true } } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
