// English texts of the choice of the game on the first page.
import type { ChoosingTexts } from './catalogue';

export const en: ChoosingTexts = { legend: 'Rules', usual: 'Chess', more: 'More games…' };
