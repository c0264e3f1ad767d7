// The rule lab's worker: loads and checks rules, plays by them, and counts moves, so that the page never waits for an engine.
/// <reference lib="webworker" />
import type { HostMessage } from '../engine-messages';
import { LocalEngine, type LocalState } from '../game/local-game';
import type { EngineChannel } from '../lib/legal';
import { zonesOf, type LonePieces } from '../lib/zones';
import { MANIFEST, type Files } from './folder';
import type { Checked, Counted, Name, Opened, Request, Requests, Response } from './messages';

interface Freed {
  free(): void;
}
interface Rules extends LonePieces, Freed {
  engine(): EngineChannel;
}
interface Folder extends Freed {
  add(path: string, text: string): void;
  load(): Rules | undefined;
  check(): string;
}
interface Count extends Freed {
  step(): string | undefined;
}
/** The used part of the generated bindings. */
interface Bindings {
  default(): Promise<unknown>;
  Folder: new () => Folder;
  Perft: { begin(rules: Rules, feen: string, depth: number): Count | undefined };
}

// A glob, so that the page builds without the engine: then it is empty.
const bindings = import.meta.glob<Bindings>('../lab-engine/tabula_lab.js');

/** The time after which a part of a count is told, in milliseconds. */
const PART_MS = 200;

const loading = (async () => {
  const module = await Object.values(bindings)[0]?.();
  await module?.default();
  return module ?? null;
})();

let folder: Folder | null = null;
let rules: Rules | null = null;
let board: LocalEngine | null = null;

async function engine(): Promise<Bindings> {
  const module = await loading;
  if (!module) throw new Error('no engine');
  return module;
}

async function open({ files, played }: { files: Files; played: readonly HostMessage[] }): Promise<Opened | null> {
  const module = await engine();
  folder?.free();
  folder = new module.Folder();
  for (const [path, text] of Object.entries(files)) folder.add(path, text);
  const loaded = folder.load();
  if (!loaded) return null;
  rules?.free();
  rules = loaded;
  board = new LocalEngine(rules.engine());
  let state = board.send({ message_type: 'new_game' });
  const zones = state.board ? zonesOf(rules, state.feen, state.board.shape, files[MANIFEST] ?? '{}') : null;
  let count = 0;
  for (const message of played) {
    const next = board.send(message);
    if (isSame(state, next)) break;
    state = next;
    count += 1;
  }
  return { manifest: files[MANIFEST] ?? '{}', state, zones, played: count };
}

/** Returns whether a message changed nothing, as one that is refused. */
const isSame = (before: LocalState, after: LocalState): boolean =>
  before.feen === after.feen && before.history.length === after.history.length && before.pending?.to === after.pending?.to && before.ending === after.ending;

async function count(id: number, feen: string, depth: number): Promise<Counted | null> {
  const module = await engine();
  const counting = rules && module.Perft.begin(rules, feen, depth);
  if (!counting) return null;
  const moves: [string, number][] = [];
  let [total, told] = [0, performance.now()];
  for (let step = counting.step(); step !== undefined; step = counting.step()) {
    const [move = '', nodes = '0'] = step.split(' ');
    moves.push([move, Number(nodes)]);
    total += Number(nodes);
    if (performance.now() - told < PART_MS) continue;
    told = performance.now();
    respond({ id, part: { moves: [...moves], total, done: false } });
  }
  counting.free();
  return { moves, total, done: true };
}

async function answerTo({ id, name, ask }: Request): Promise<Requests[Name]['answer']> {
  switch (name) {
    case 'open':
      return open(ask as Requests['open']['ask']);
    case 'check':
      return JSON.parse(folder?.check() ?? '{"diagnostics":[],"figures":null}') as Checked;
    case 'send':
      return board?.send(ask as HostMessage) ?? null;
    case 'ways': {
      const { first, qpi, from } = ask as Requests['ways']['ask'];
      const list = rules?.tries(first, `${from}=${qpi}`, from) ?? '';
      return list === '' ? [] : list.split(' ');
    }
    case 'count': {
      const { feen, depth } = ask as Requests['count']['ask'];
      return count(id, feen, depth);
    }
  }
}

const respond = (response: Response): void => self.postMessage(response);

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answerTo(data).then(
    (answer) => respond({ id: data.id, answer }),
    () => respond({ id: data.id, failed: true }),
  );
});
