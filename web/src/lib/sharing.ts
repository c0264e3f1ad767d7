// The device's own sheet for sharing, which not every browser has.

export const canShare = typeof navigator.share === 'function';

/** Offers a link to the apps of the device. */
export function share(what: ShareData): void {
  // Closing the sheet rejects the promise; that is no error.
  navigator.share(what).catch(() => undefined);
}
