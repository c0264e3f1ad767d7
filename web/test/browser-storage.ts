// The storage of a browser, as far as the page uses it.

/** A store whose keys are its own properties, as those of `localStorage` are. */
export class BrowserStorage {
  [name: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}
