// The tournaments in which a browser has a part: the latest ones, and none that the server has no more.
import { beforeEach, expect, test, vi } from 'vitest';
import { membershipOf, ownTournamentIds, storeMembership } from '../src/tournament/membership';
import { ownTournaments } from '../src/tournament/tournament.svelte';
import { BrowserStorage } from './browser-storage';

const ids = Array.from({ length: 15 }, (_, at) => `club${String(at).padStart(4, '0')}`);
let asked: string[];

beforeEach(() => {
  vi.stubGlobal('localStorage', new BrowserStorage());
  vi.useFakeTimers();
  // Entered in another order than that of their names.
  for (const [minute, id] of [...ids].sort((a, b) => Number(a.slice(-1)) - Number(b.slice(-1)) || a.localeCompare(b)).entries()) {
    vi.setSystemTime(new Date(2026, 0, 1, 20, minute));
    storeMembership(id, { player: { number: 1, token: 'a'.repeat(24) } });
  }
  vi.useRealTimers();
  asked = [];
});

function answered(answer: (id: string) => [status: number, body: object]): void {
  vi.stubGlobal('fetch', (path: string) => {
    const id = path.slice('/api/tournaments/'.length);
    asked.push(id);
    const [status, body] = answer(id);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

test('the twelve latest are asked for, and those that are over come last', async () => {
  const latest = ownTournamentIds().slice(0, 12);
  expect(latest.slice(0, 4)).toEqual(['club0009', 'club0008', 'club0007', 'club0006']);
  answered((id) => [200, { id, phase: id === latest[0] ? 'over' : 'running' }]);
  expect((await ownTournaments()).map(({ id }) => id)).toEqual([...latest.slice(1), latest[0]]);
  expect(asked).toEqual(latest);
});

test('one that the server has no more is forgotten; one that cannot be read now is not', async () => {
  const [gone = '', failing = ''] = ownTournamentIds();
  answered((id) => (id === gone ? [404, { code: 'tournament_not_found' }] : id === failing ? [503, { code: 'unavailable' }] : [200, { id, phase: 'running' }]));
  expect((await ownTournaments()).map(({ id }) => id)).not.toContain(failing);
  expect([membershipOf(gone), ownTournamentIds().includes(gone)]).toEqual([{}, false]);
  expect(membershipOf(failing).player?.number).toBe(1);
});

test('a part that a former version stored is known, and comes last', () => {
  localStorage.setItem('tabula:tournament:former01', JSON.stringify({ director: 'b'.repeat(24) }));
  expect(membershipOf('former01')).toEqual({ director: 'b'.repeat(24) });
  expect(ownTournamentIds().at(-1)).toBe('former01');
});
