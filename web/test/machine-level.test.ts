import { expect, it } from 'vitest';
import { store } from '../src/lib/storage';
import { MACHINE_LEVELS, storedLevel, storeLevel } from '../src/lib/machine-level';

it('the machine plays at the level that was chosen last', () => {
  expect(MACHINE_LEVELS).toContain(storedLevel());
  storeLevel(7);
  expect(storedLevel()).toBe(7);
  for (const wrong of ['0', '9', 'x', '2.5']) {
    store('machine-level', wrong);
    expect(storedLevel()).toBe(2);
  }
});
