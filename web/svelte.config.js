import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Nobody asks for the version of the compiler.
    discloseVersion: false,
    // Scoped classes stand in the script everywhere that they are used: short ones weigh less there.
    cssHash: ({ hash, css, filename }) => `s${hash(filename === '(unknown)' ? css : filename).slice(0, 4)}`,
  },
};
