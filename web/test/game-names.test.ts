import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** Answers requests by their path; what has no answer fails. Returns the paths that were asked for. */
function serve(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return path in answers ? Promise.resolve(new Response(JSON.stringify(answers[path]))) : Promise.reject(new Error('offline'));
  });
  return asked;
}

const RULES = { rulesets: [{ id: 'los-alamos', name: 'Los Alamos chess' }] };

it('games are called as the server lists them, which is asked once', async () => {
  const asked = serve({ '/api/rules': RULES });
  const { gameName, loadGameName } = await import('../src/lib/game-names.svelte');
  expect(gameName('los-alamos')).toBe('los alamos');
  await loadGameName('los-alamos');
  expect([gameName('los-alamos'), gameName('no-such-game')]).toEqual(['Los Alamos chess', 'no such game']);
  await loadGameName('no-such-game');
  expect(asked).toEqual(['/api/rules']);
});

it('a guest’s game is asked for by itself', async () => {
  const asked = serve({ '/api/rulesets/g-1': { id: 'g-1', name: 'Centaurs' } });
  const { gameName, loadGameName } = await import('../src/lib/game-names.svelte');
  await Promise.all([loadGameName('g-1'), loadGameName('g-1')]);
  expect([gameName('g-1'), asked]).toEqual(['Centaurs', ['/api/rulesets/g-1']]);
});

it('what could not be had is asked for again', async () => {
  serve({});
  const { gameName, loadGameName } = await import('../src/lib/game-names.svelte');
  await Promise.all([loadGameName('los-alamos'), loadGameName('g-1')]);
  expect([gameName('los-alamos'), gameName('g-1')]).toEqual(['los alamos', 'g 1']);
  serve({ '/api/rules': RULES, '/api/rulesets/g-1': { id: 'g-1', name: 'Centaurs' } });
  await Promise.all([loadGameName('los-alamos'), loadGameName('g-1')]);
  expect([gameName('los-alamos'), gameName('g-1')]).toEqual(['Los Alamos chess', 'Centaurs']);
});
