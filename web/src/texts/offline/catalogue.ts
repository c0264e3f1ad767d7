// Texts about the page without a network, and about a new version of it.
import type { By } from '../catalogue';

export interface OfflineTexts {
  readonly heading: string;
  readonly works: By<'heading' | 'practice' | 'local' | 'lab'>;
  readonly fails: string;
  readonly retry: string;
  readonly news: By<'text' | 'reload' | 'later'>;
}
