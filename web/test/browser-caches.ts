// The caches of a browser, as far as the page uses them.

const ORIGIN = 'https://tabula.example';
const addressOf = (path: string): string => new URL(path, ORIGIN).href;

/** One cache; it has room for so many characters. */
class BrowserCache {
  readonly #held = new Map<string, string>();
  constructor(readonly room: number) {}

  async put(path: string, response: Response): Promise<void> {
    const text = await response.text();
    const used = [...this.#held.values()].reduce((sum, { length }) => sum + length, 0);
    if (used + text.length > this.room) throw new Error('QuotaExceededError');
    this.#held.set(addressOf(path), text);
  }
  async match(path: string): Promise<Response | undefined> {
    const text = this.#held.get(addressOf(path));
    return text === undefined ? undefined : new Response(text);
  }
  async delete(path: string): Promise<boolean> {
    return this.#held.delete(addressOf(path));
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.#held.keys()].map((url) => ({ url }));
  }
}

export class BrowserCaches {
  readonly #caches = new Map<string, BrowserCache>();
  constructor(readonly room = Infinity) {}

  async open(name: string): Promise<BrowserCache> {
    const cache = this.#caches.get(name) ?? new BrowserCache(this.room);
    this.#caches.set(name, cache);
    return cache;
  }

  /** Returns the paths in a cache, in the order in which they were put. */
  async paths(name: string): Promise<string[]> {
    return (await (await this.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }
}
