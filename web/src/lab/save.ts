// A game of the lab on the server, which keeps it for games with others, and lists it if its author wants that.
import { lab } from '../texts/lab';
import type { Modes, RequestRefused, RulesetDescription } from '../wire';
import type { Diagnostic, Files } from './folder';

/** Those who find a game that is saved: its author alone, in this browser; who has its link; or everybody, by the server's list. */
export type SaveKind = 'private' | 'unlisted' | 'public';

/** Why the server does not keep a game. */
export type SaveFault = { kind: 'faulty'; diagnostics: readonly Diagnostic[] } | { kind: 'refused'; text: string } | { kind: 'large' | 'busy' | 'failed' };

export class SaveError extends Error {
  /** `kept` is the id of a game that the server keeps all the same; null of one that it does not keep, or may not. */
  constructor(
    readonly fault: SaveFault,
    readonly kept: string | null = null,
  ) {
    super(fault.kind);
  }
}

/** True for a file that a game needs; others, such as notes of the author, stay here. */
const isPlayed = (path: string): boolean => path.endsWith('.json') || path.endsWith('.moves');

async function faultOf(status: number, refusal: RequestRefused): Promise<SaveFault> {
  if (refusal.code === 'faulty_ruleset') return { kind: 'faulty', diagnostics: (refusal.diagnostics ?? []) as readonly Diagnostic[] };
  if (status === 413) return { kind: 'large' };
  const text = await import('../lib/why-refused').then(({ reasonText }) => reasonText(refusal)).catch(() => null);
  if (text !== null) return { kind: 'refused', text };
  if (status === 429 || status === 503) return { kind: 'busy' };
  return status === 500 ? { kind: 'failed' } : { kind: 'refused', text: lab.saveFault.refused(refusal.message) };
}

/** Sends a game to the server, and returns its description there. The same game has the same id each time. One that cannot be published is kept all the same. Throws a `SaveError`. */
export async function save(files: Files, publish = false): Promise<RulesetDescription> {
  const body = JSON.stringify(Object.fromEntries(Object.entries(files).filter(([path]) => isPlayed(path))));
  let answer: Response;
  try {
    answer = await fetch(`/api/rulesets${publish ? '?publish=true' : ''}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (answer.ok) return (await answer.json()) as RulesetDescription;
  } catch {
    throw new SaveError({ kind: 'failed' });
  }
  const refusal = (await answer.json().catch(() => ({ code: '', message: '' }))) as RequestRefused;
  // A game that the list does not take is kept. The refusal does not say its id; the same files have the same one.
  const kept = publish && refusal.reason?.startsWith('published_') ? await save(files).then(({ id }) => id, () => null) : null;
  throw new SaveError(await faultOf(answer.status, refusal), kept);
}

/** Returns the ways in which a game can be saved, by the operator's leave. */
export async function saveKinds(): Promise<readonly SaveKind[]> {
  try {
    const answer = await fetch('/api/modes');
    const { guestRules = false, publishing = false } = answer.ok ? ((await answer.json()) as Partial<Modes>) : {};
    return guestRules ? (publishing ? ['private', 'unlisted', 'public'] : ['private', 'unlisted']) : ['private'];
  } catch {
    return ['private'];
  }
}
