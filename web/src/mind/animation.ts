// The review of a finished game as an animated picture (GIF): the board at each step, as it is drawn on the page, with the marks that are shown.
import { tick } from 'svelte';
import type { Replay } from '../game/replay.svelte';
import { scriptAddress } from '../lib/script-address';
import { WorkerClient } from '../lib/worker-client';
import workerAddress from './animation-worker?worker&url';
import type { Requests, Size } from './animation-messages';
import { pictureOf } from './picture';

/** Pixels of the longer side. */
const SIDE_MAX_PX = 480;

/** Pixels of all pictures together: those of a long game are smaller. */
const PIXELS_MAX = 10_000_000;

/** Pictures of an animation. */
const PICTURES_MAX = 400;

const STEP_MS = 800;
const LAST_STEP_MS = 4_000;

/** The part of the work that is drawing; the rest is the worker's. */
const DRAWING_PART = 0.6;

/** The longest time that the worker may take: several times what the largest animation takes on a slow phone. */
const ANSWER_MS = 180_000;

/** Returns the size of each picture, with the proportions of the board. */
export function sizeOf(board: Size, steps: number): Size {
  const longer = Math.max(board.width, board.height);
  const pixels = board.width * board.height;
  const scale = Math.min(SIDE_MAX_PX / longer, Math.sqrt(PIXELS_MAX / steps / pixels));
  return { width: Math.max(1, Math.floor(board.width * scale)), height: Math.max(1, Math.floor(board.height * scale)) };
}

/** Returns the steps that are shown, of so many: all of them, or some at equal distances, with the first and the last. */
export function shownSteps(steps: number): number[] {
  const count = Math.min(steps, PICTURES_MAX);
  return Array.from({ length: count }, (_, place) => (count === 1 ? 0 : Math.round((place * (steps - 1)) / (count - 1))));
}

/** Returns the pixels of a drawing on a ground. */
async function pixelsOf(svg: string, { width, height }: Size, ground: string): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Shows the steps of a review one after another on a board of the page, and returns them as a GIF; afterwards the position is shown that was shown before.
 * `tell` receives the part that is done, up to 1. Null if it was given up: by the signal, or because the steps became others, from another perspective.
 */
export async function animationOf(replay: Replay, board: SVGSVGElement, signal: AbortSignal, tell: (part: number) => void): Promise<Blob | null> {
  const { steps } = replay;
  const shown = shownSteps(steps.length);
  const size = sizeOf(board.viewBox.baseVal, shown.length);
  const ground = getComputedStyle(document.body).backgroundColor;
  const worker = new WorkerClient<Requests>(() => new Worker(scriptAddress(workerAddress), { type: 'module' }), ANSWER_MS);
  signal.addEventListener('abort', () => worker.end());
  const showBefore = replay.bookmark();
  const end = async () => {
    showBefore();
    // Not announced either.
    await tick();
    replay.drawing = false;
  };
  replay.drawing = true;
  try {
    for (const [place, step] of shown.entries()) {
      replay.playing = false;
      replay.to(step);
      await tick();
      // Each piece is drawn where it arrives.
      for (const motion of board.getAnimations({ subtree: true })) motion.finish();
      const data = await pixelsOf(pictureOf(board), size, ground);
      await worker.ask('add', { data, delay: place === shown.length - 1 ? LAST_STEP_MS : STEP_MS });
      if (signal.aborted || replay.steps !== steps) return null;
      tell((DRAWING_PART * (place + 1)) / shown.length);
    }
    await end();
    const bytes = await worker.ask('finish', size);
    tell(1);
    return new Blob([bytes], { type: 'image/gif' });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    if (replay.drawing) await end();
    worker.end();
  }
}
