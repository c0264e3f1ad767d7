// Synthesised sounds, one for each kind of announcement. Nothing sounds that this viewer was not sent.
import type { ModeratorText } from '../wire';
import { settings } from './settings.svelte';

export type Cue = 'move' | 'capture' | 'castle' | 'check' | 'promotion' | 'refusal' | 'touch' | 'offer' | 'begin' | 'low' | 'end';

/** An announcement without the side that it is about. */
type WithoutSide<T> = T extends `${'white' | 'black'}_${infer Rest}` ? Rest : T;

const CUES: Readonly<Record<WithoutSide<ModeratorText>, Cue>> = {
  no_such_piece: 'refusal',
  no_legal_moves: 'refusal',
  wont_help: 'refusal',
  illegal_move: 'refusal',
  moved: 'move',
  moved_captured: 'capture',
  moved_captured_ep: 'capture',
  castled_kingside: 'castle',
  castled_queenside: 'castle',
  in_check: 'check',
  promoted: 'promotion',
  checkmate: 'end',
  stalemate: 'end',
  draw_insufficient: 'end',
  draw_fifty: 'end',
  draw_threefold: 'end',
  wins_captures: 'end',
  wins_promotions: 'end',
  wins_checks: 'end',
  wins_arrival: 'end',
  wins_extinction: 'end',
  draw_goal: 'end',
  hit: 'capture',
  exploded: 'capture',
  fell: 'capture',
  poisoned: 'touch',
  healed: 'touch',
  attacks: 'touch',
  repulsed: 'refusal',
  nonsense: 'refusal',
  impossible: 'refusal',
  dropped: 'move',
  has_any: 'touch',
  no_any: 'touch',
  pawn_tries: 'touch',
};

/** A tone of a cue: pitch in Hz, start and length in seconds, gain and waveform. */
type Tone = readonly [hz: number, start: number, length: number, gain: number, wave: OscillatorType];

const TONES: Readonly<Record<Cue, readonly Tone[]>> = {
  move: [[190, 0, 0.07, 0.5, 'triangle'], [95, 0, 0.09, 0.5, 'sine']],
  capture: [[150, 0, 0.08, 0.6, 'triangle'], [85, 0.06, 0.14, 0.7, 'triangle']],
  castle: [[190, 0, 0.06, 0.5, 'triangle'], [170, 0.11, 0.08, 0.5, 'triangle']],
  check: [[660, 0, 0.1, 0.25, 'triangle'], [660, 0.14, 0.16, 0.25, 'triangle']],
  promotion: [[392, 0, 0.12, 0.25, 'triangle'], [523, 0.1, 0.12, 0.25, 'triangle'], [659, 0.2, 0.22, 0.25, 'triangle']],
  refusal: [[130, 0, 0.09, 0.4, 'square'], [110, 0.1, 0.13, 0.35, 'square']],
  touch: [[240, 0, 0.04, 0.3, 'sine']],
  offer: [[523, 0, 0.18, 0.25, 'sine'], [659, 0.16, 0.26, 0.25, 'sine']],
  begin: [[330, 0, 0.14, 0.25, 'triangle'], [440, 0.13, 0.22, 0.25, 'triangle']],
  low: [[880, 0, 0.09, 0.22, 'triangle'], [880, 0.16, 0.09, 0.22, 'triangle'], [880, 0.32, 0.09, 0.22, 'triangle']],
  end: [[392, 0, 0.22, 0.3, 'triangle'], [330, 0.2, 0.22, 0.3, 'triangle'], [262, 0.4, 0.45, 0.3, 'triangle']],
};

const VIBRATIONS: Readonly<Record<Cue, number[]>> = {
  move: [15],
  capture: [30, 40, 30],
  castle: [15, 40, 15],
  check: [40, 50, 40],
  promotion: [20, 30, 40],
  refusal: [60],
  touch: [8],
  offer: [20, 60, 20],
  begin: [20],
  low: [30, 60, 30, 60, 30],
  end: [80, 60, 80],
};

/** Silence after which the sound context is suspended: a running one keeps the device's sound at work, also where nothing sounds. */
const SILENCE_MS = 1_000;

let context: AudioContext | null = null;
/** True if this page has suspended the context, so that it may resume it without a gesture. */
let isSuspended = false;
let suspension: ReturnType<typeof setTimeout> | undefined;

/** Starts the sound context; browsers allow that only after a gesture. */
export function wakeSound(): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || isSuspended) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  suspendLater();
}

function suspendLater(): void {
  clearTimeout(suspension);
  suspension = setTimeout(() => {
    isSuspended = context?.state === 'running';
    if (isSuspended) void context?.suspend();
  }, SILENCE_MS);
}

/** Returns the cue of an announcement; none for one that this page does not know. */
export function cueOf(text: ModeratorText): Cue | undefined {
  const key = text.replace(/^(white|black)_/, '');
  return Object.hasOwn(CUES, key) ? CUES[key as keyof typeof CUES] : undefined;
}

export function play(cue: Cue): void {
  if (settings.vibration && 'vibrate' in navigator) navigator.vibrate(VIBRATIONS[cue]);
  if (!settings.sound || !context || (context.state !== 'running' && !isSuspended)) return;
  if (isSuspended) void context.resume();
  isSuspended = false;
  suspendLater();
  const now = context.currentTime;
  for (const [hz, start, length, gain, wave] of TONES[cue]) {
    const oscillator = new OscillatorNode(context, { type: wave, frequency: hz });
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setValueAtTime(0.0001, now + start);
    envelope.gain.exponentialRampToValueAtTime(gain * 0.4, now + start + 0.008);
    envelope.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    oscillator.connect(envelope).connect(context.destination);
    oscillator.start(now + start);
    oscillator.stop(now + start + length + 0.02);
  }
}
