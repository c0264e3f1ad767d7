import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // What a page is made of weighs less as calls than as text to parse, and nobody asks for the version of the compiler.
    fragments: 'tree',
    discloseVersion: false,
    // Scoped classes stand in the script everywhere that they are used: short ones weigh less there.
    cssHash: ({ hash, css, filename }) => `s${hash(filename === '(unknown)' ? css : filename).slice(0, 4)}`,
  },
};
