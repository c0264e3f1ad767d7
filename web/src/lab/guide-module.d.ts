// Markdown files as the build reads them (`scripts/guide.mjs`).
declare module '*.md?guide' {
  const nodes: readonly import('./guide').GuideNode[];
  export default nodes;
}
