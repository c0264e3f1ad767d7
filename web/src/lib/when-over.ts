// A call at the end of a time that may last for weeks.

/** The longest time for which a browser's timer can be set, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls `over` once no milliseconds are left. Returns the function that stops waiting. */
export function whenOver(left: () => number, over: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const ms = left();
    if (ms > 0) timer = setTimeout(wait, Math.min(ms, LONGEST_MS));
    else over();
  };
  wait();
  return () => clearTimeout(timer);
}
