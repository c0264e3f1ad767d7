// What every file of tests does: it ends when the parts that its games load have come. An import in flight when a file ends fails the whole run.
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
