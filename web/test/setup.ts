// The end of every file of tests: it waits for the parts that its games load. An import in flight when a file ends fails the whole run.
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
