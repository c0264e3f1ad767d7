// Addresses that the service worker may answer and keep. Every other request passes it by: it is neither read nor stored.

/** Pages that are the same file, and can be shown without a network. Rooms and spectators' pages are not among them. */
const PAGES: readonly string[] = ['/', '/local', '/practice', '/lab'];

/** The page of a game, the same file again. */
const GAME = /^\/g\/[a-z0-9]{8}$/;

/** Lists of rulesets, which choose and name the games of these pages, and of house rules, which a replay names. */
export const LISTS: readonly string[] = ['/api/rules', '/api/rulesets', '/api/overlays'];

/** Rules that are always kept. */
export const ALWAYS = '/api/rules/chess?tables=relative';

/** The most rulesets that are kept besides; the one that was opened the longest time ago makes room. */
export const RULES_MAX = 32;

/** Files of a ruleset of the server by its id, as the page fetches them. A ruleset of a guest (`g-…`) is not kept: its id is its key. */
const RULES = /^\/api\/rules\/(?!g-)[a-z0-9-]{1,64}\?tables=relative$/;

/** Names in a language, and descriptions of games. */
const NAMES = /^\/api\/translations\/[a-z]{2}(\/abouts)?$/;

/** How a request is answered. */
export type Keeping =
  /** The page: from the network if that answers soon, or else as it was kept. */
  | 'page'
  /** The page of a game: as a page if this device has a copy of the game (`own/copies.ts`), or else from the network. */
  | 'game'
  /** A file whose name holds a hash of its content: as it was kept, or else from the network. */
  | 'part'
  /** A file that is kept with the page, under a name that stays. */
  | 'file'
  /** Rules and lists of them: from the network if that answers soon, and then kept; or else as they were kept. */
  | 'rules';

export interface Asked {
  method: string;
  /** `navigate` for a page. */
  mode: string;
  url: URL;
  /** Origin of the service worker. */
  origin: string;
}

/** Returns how a request is answered; null where the service worker leaves it to the browser. */
export function keepingOf({ method, mode, url, origin }: Asked, files: readonly string[]): Keeping | null {
  if (method !== 'GET' || url.origin !== origin) return null;
  const { pathname, search } = url;
  if (mode === 'navigate') return GAME.test(pathname) ? 'game' : PAGES.includes(pathname.replace(/(?<=.)\/$/, '')) ? 'page' : null;
  if (pathname.startsWith('/assets/')) return 'part';
  const address = pathname + search;
  if (files.includes(address)) return 'file';
  return LISTS.includes(address) || RULES.test(address) || NAMES.test(address) ? 'rules' : null;
}

/** Returns which kept rules are forgotten, of addresses in the order in which they were opened. */
export function excess(addresses: readonly string[]): readonly string[] {
  const bounded = addresses.filter((address) => address !== ALWAYS && !LISTS.includes(address) && !NAMES.test(address));
  return bounded.slice(0, Math.max(0, bounded.length - RULES_MAX));
}
