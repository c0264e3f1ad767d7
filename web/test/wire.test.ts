// The wire types are those of the Rust code, not of some day in the past.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('src/wire.ts is what the Rust types say', { timeout: 600_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/wire.mjs', '--check'], { encoding: 'utf8' });
  expect(stderr.trim()).toBe('');
  expect(status).toBe(0);
});
