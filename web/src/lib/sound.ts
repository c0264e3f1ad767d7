// Sounds made on the spot, one for each thing that was heard. Nothing sounds that this viewer was not told.
import type { ModeratorText } from '../wire';
import { settings } from './settings.svelte';

export type Cue = 'move' | 'capture' | 'castle' | 'check' | 'promotion' | 'refusal' | 'touch' | 'offer' | 'begin' | 'low' | 'end';

const CUES: Readonly<Record<ModeratorText, Cue>> = {
  no_such_piece: 'refusal',
  no_legal_moves: 'refusal',
  wont_help: 'refusal',
  illegal_move: 'refusal',
  white_moved: 'move',
  black_moved: 'move',
  white_moved_captured: 'capture',
  black_moved_captured: 'capture',
  white_moved_captured_ep: 'capture',
  black_moved_captured_ep: 'capture',
  white_castled_kingside: 'castle',
  white_castled_queenside: 'castle',
  black_castled_kingside: 'castle',
  black_castled_queenside: 'castle',
  white_in_check: 'check',
  black_in_check: 'check',
  white_promoted: 'promotion',
  black_promoted: 'promotion',
  white_checkmate: 'end',
  black_checkmate: 'end',
  stalemate: 'end',
  draw_insufficient: 'end',
  draw_fifty: 'end',
  draw_threefold: 'end',
  white_wins_captures: 'end',
  black_wins_captures: 'end',
  white_wins_promotions: 'end',
  black_wins_promotions: 'end',
  white_wins_checks: 'end',
  black_wins_checks: 'end',
  white_wins_arrival: 'end',
  black_wins_arrival: 'end',
  white_wins_extinction: 'end',
  black_wins_extinction: 'end',
  draw_goal: 'end',
  white_hit: 'capture',
  black_hit: 'capture',
  white_exploded: 'capture',
  black_exploded: 'capture',
  white_fell: 'capture',
  black_fell: 'capture',
  white_poisoned: 'touch',
  black_poisoned: 'touch',
  white_healed: 'touch',
  black_healed: 'touch',
  white_attacks: 'touch',
  black_attacks: 'touch',
  white_repulsed: 'refusal',
  black_repulsed: 'refusal',
};

/** Tones of a cue: pitch in Hz, start and length in seconds, loudness, and how it is struck. */
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

const BUZZ: Readonly<Record<Cue, number[]>> = {
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

let context: AudioContext | null = null;

/** Browsers allow sound only after a gesture. */
export function wakeSound(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

export const cueOf = (text: ModeratorText): Cue | undefined => (Object.hasOwn(CUES, text) ? CUES[text] : undefined);

export function play(cue: Cue): void {
  if (settings.vibration && 'vibrate' in navigator) navigator.vibrate(BUZZ[cue]);
  if (!settings.sound || context?.state !== 'running') return;
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
