// A worker of practice: the board by the rules, or the machine that thinks about it. The page never waits for either.
/// <reference lib="webworker" />
import type { EngineMessage, HostMessage } from '../engine-messages';
import { LocalEngine } from '../game/local-game';
import type { EngineChannel } from '../lib/legal';
import { zonesOf, type LonePieces } from '../lib/zones';
import type { Files, Found, Opened, Question, Request, Requests, Response, Step } from './messages';
import { PlayedMessages } from './played';

interface Rules extends LonePieces {
  engine(): EngineChannel;
}
interface Machine {
  choose(messages: string, level: number, seed: number, milliseconds: number): string | undefined;
}
/** The used part of the generated bindings. */
interface Bindings {
  default(): Promise<unknown>;
  Loader: new () => { add(path: string, text: string): void; finish(): Rules };
  Machine: new (rules: Rules) => Machine;
}

// A glob, so that the page builds without the engine: then it is empty.
const bindings = import.meta.glob<Bindings>('../machine-engine/tabula_machine.js');

const loading = (async () => {
  const module = await Object.values(bindings)[0]?.();
  await module?.default();
  return module ?? null;
})();

let rules: Rules | null = null;
let board: LocalEngine | null = null;
let played = new PlayedMessages();
let machine: Machine | null = null;

async function engine(): Promise<Bindings> {
  const module = await loading;
  if (!module) throw new Error('no engine');
  return module;
}

async function load(files: Files): Promise<Rules> {
  const loader = new (await engine()).Loader();
  for (const [path, text] of Object.entries(files)) loader.add(path, text);
  return (rules = loader.finish());
}

async function open({ files, messages }: Requests['board']['ask']): Promise<Opened> {
  const loaded = await load(files);
  board = new LocalEngine(loaded.engine());
  played = new PlayedMessages();
  let step = send({ message_type: 'new_game' });
  const { board: shown, feen } = step.state;
  const zones = shown ? zonesOf(loaded, feen, shown.shape, files['ruleset.json'] ?? '{}') : null;
  for (const message of messages) {
    step = send(message);
    if (step.refusal !== null) break;
  }
  return { ...step, zones };
}

function send(message: HostMessage): Step {
  if (!board) throw new Error('no board');
  const { state, refusal } = board.attempt(message);
  if (refusal === null) played.note(message, state.history.length);
  return { state, messages: played.all, refusal };
}

async function prepare(files: Files): Promise<null> {
  const loaded = await load(files);
  machine = new (await engine()).Machine(loaded);
  return null;
}

function choose({ messages, level, seed, milliseconds }: Question): Found | null {
  if (!machine || !rules) throw new Error('no machine');
  const text = machine.choose(messages.map((message) => JSON.stringify(message)).join('\n'), level, seed, milliseconds);
  if (text === undefined) return null;
  const message = JSON.parse(text) as HostMessage;
  return { message, text: textOf(rules, messages, message) };
}

/** Returns the next move of a game as it is shown. */
function textOf(rules: Rules, messages: readonly HostMessage[], next: HostMessage): string {
  const channel = rules.engine();
  const ask = (message: HostMessage) => channel.send(JSON.stringify(message)).split('\n').map((line) => JSON.parse(line) as EngineMessage);
  for (const message of [...messages, next]) ask(message);
  const state = ask({ message_type: 'state' }).find((answer) => answer.message_type === 'state');
  const move = state?.history.at(-1);
  return move?.game_notation ?? move?.san ?? '';
}

async function answerTo({ name, ask }: Request): Promise<Requests[keyof Requests]['answer']> {
  switch (name) {
    case 'board':
      return open(ask as Requests['board']['ask']);
    case 'send':
      return send(ask as HostMessage);
    case 'machine':
      return prepare(ask as Files);
    case 'choose':
      return choose(ask as Question);
  }
}

const respond = (response: Response): void => self.postMessage(response);

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answerTo(data).then(
    (answer) => respond({ id: data.id, answer }),
    () => respond({ id: data.id, failed: true }),
  );
});
