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
  await import(pathToFileURL(file).href);
  // Tests run in their order: this one after all of the file.
  await test(`(${path.basename(file)})`, () => undefined);
}
await stage.stop();
process.disconnect();
