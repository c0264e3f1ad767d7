// Messages between the page and the worker that makes an animated picture.

export interface Size {
  width: number;
  height: number;
}

/** Requests by their name, with what they ask and what is answered. */
export interface Requests {
  /** Adds a picture: its pixels (red, green, blue, alpha), and how long it is shown, in milliseconds. */
  add: { ask: { data: Uint8ClampedArray<ArrayBuffer>; delay: number }; answer: null };
  /** Makes a GIF of the pictures, all of which have this size. */
  finish: { ask: Size; answer: ArrayBuffer };
}
