// A game of the lab on the server, which keeps it for games with others.
import type { RulesetDescription } from '../wire';
import type { Diagnostic, Files } from './folder';

/** Why the server does not keep a game. */
export type SaveFault = { kind: 'faulty'; diagnostics: readonly Diagnostic[] } | { kind: 'refused'; message: string } | { kind: 'large' | 'busy' | 'failed' };

export class SaveError extends Error {
  readonly fault: SaveFault;

  constructor(fault: SaveFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** True for a file that a game needs; others, such as notes of the author, stay here. */
const isPlayed = (path: string): boolean => path.endsWith('.json') || path.endsWith('.moves');

interface Refusal {
  code: string;
  message: string;
  diagnostics?: readonly Diagnostic[];
}

function faultOf(status: number, { code, message, diagnostics }: Refusal): SaveFault {
  if (code === 'faulty_ruleset') return { kind: 'faulty', diagnostics: diagnostics ?? [] };
  if (status === 413) return { kind: 'large' };
  if (status === 429 || status === 503) return { kind: 'busy' };
  return status === 500 ? { kind: 'failed' } : { kind: 'refused', message };
}

/** Sends a game to the server, and returns its description there. The same game has the same id each time. */
export async function save(files: Files): Promise<RulesetDescription> {
  const body = JSON.stringify(Object.fromEntries(Object.entries(files).filter(([path]) => isPlayed(path))));
  let answer: Response;
  try {
    answer = await fetch('/api/rulesets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  } catch {
    throw new SaveError({ kind: 'failed' });
  }
  if (answer.ok) return (await answer.json()) as RulesetDescription;
  throw new SaveError(faultOf(answer.status, (await answer.json().catch(() => ({ code: '', message: '' }))) as Refusal));
}

/** Tells whether the server keeps games of guests. */
export async function takesGames(): Promise<boolean> {
  try {
    const answer = await fetch('/api/modes');
    return answer.ok && ((await answer.json()) as { guestRules?: boolean }).guestRules === true;
  } catch {
    return false;
  }
}
