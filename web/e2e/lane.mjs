// One process of `e2e/run.mjs`: it asks for a file, runs its tests, and asks for the next.
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stage } from './fixtures.mjs';

stage.outlivesFile = true;

for (;;) {
  process.send?.('next');
  /** @type {[{ file: string | null }]} */
  const [{ file }] = /** @type {any} */ (await once(process, 'message'));
  if (file === null) break;
  /** A file that cannot be read has no test that fails: this one does. @type {unknown} */
  let fault = null;
  await import(pathToFileURL(file).href).catch((/** @type {unknown} */ error) => (fault = error));
  // Tests run in their order: this one after all of the file.
  await test(`(${path.basename(file)})`, () => {
    if (fault !== null) throw fault;
  });
}
await stage.stop();
process.disconnect();
