import { afterEach, expect, it, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import { play, wakeSound } from '../src/lib/sound';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the sound context is suspended while nothing sounds, and resumed for the next sound', () => {
  vi.useFakeTimers();
  const sounds = {
    state: 'running', currentTime: 0, destination: {}, started: 0,
    suspend: () => void (sounds.state = 'suspended'),
    resume: () => void (sounds.state = 'running'),
  };
  const node = { connect: () => node, gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }, start: () => (sounds.started += 1), stop: () => undefined };
  const classOf = (made: object) =>
    function construct() {
      return made;
    };
  for (const [name, made] of Object.entries({ AudioContext: sounds, OscillatorNode: node, GainNode: node })) vi.stubGlobal(name, classOf(made));
  settings.sound = true;
  wakeSound();
  expect(sounds.state).toBe('running');
  vi.advanceTimersByTime(5_000);
  expect(sounds.state).toBe('suspended');
  // A gesture alone makes no sound.
  wakeSound();
  expect(sounds.state).toBe('suspended');
  play('move');
  expect([sounds.state, sounds.started]).toEqual(['running', 2]);
  vi.advanceTimersByTime(500);
  expect(sounds.state).toBe('running');
  vi.advanceTimersByTime(5_000);
  expect(sounds.state).toBe('suspended');
});
