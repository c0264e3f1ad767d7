import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // The version of the compiler is of no use in the page.
    discloseVersion: false,
    // The script contains the scoped class at each use: short classes make it smaller.
    cssHash: ({ hash, css, filename }) => `s${hash(filename === '(unknown)' ? css : filename).slice(0, 4)}`,
  },
};
