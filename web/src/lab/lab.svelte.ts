// The state of the rule lab: the files of one game, what is wrong with them, and the board by the latest files that load.
import { WorkerError, type NoAnswer } from '../lib/worker-client';
import { LabClient } from './client';
import { firstFile, MANIFEST, nameOf, type Diagnostic, type Files } from './folder';
import { keep, newKey } from './kept';
import { LabPlay } from './lab-play.svelte';
import type { Checked, Counted } from './messages';

/** The pause after the last key before the files are checked, in milliseconds. */
const PAUSE_MS = 300;

/** The state of the check: under way, done, or without an answer. */
export type Progress = 'checking' | 'done' | Exclude<NoAnswer, 'cancelled'>;

export class Lab {
  files = $state.raw<Files>({});
  /** The file in the editor. */
  file = $state(MANIFEST);
  checked = $state.raw<Checked | null>(null);
  progress = $state<Progress>('checking');
  /** True if the board shows the rules as they are written now; false if these have errors and the board shows earlier ones. */
  current = $state(false);
  /** False if the browser could not keep the latest change. */
  kept = $state(true);
  count = $state.raw<Counted | null>(null);
  counting = $state(false);
  /** The file that was deleted last; null where none can be put back. */
  deleted = $state.raw<{ path: string; text: string } | null>(null);
  /** The key under which the game is kept; none before its first change. */
  key: string | null = null;

  readonly client = new LabClient();
  readonly play: LabPlay;
  /** Files that load, to begin again with after the worker was ended. */
  #good: Files | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isChanged = false;

  readonly paths = $derived(Object.keys(this.files).sort((a, b) => Number(b === MANIFEST) - Number(a === MANIFEST) || (a < b ? -1 : 1)));
  readonly diagnostics = $derived<readonly Diagnostic[]>(this.checked?.diagnostics ?? []);
  readonly errors = $derived(this.diagnostics.filter(({ severity }) => severity === 'error').length);
  readonly name = $derived(nameOf(this.files));

  constructor() {
    this.play = new LabPlay(this.client, (error) => this.#failed(error));
  }

  /** Opens a game. Without a key it is kept from its first change on. */
  open(files: Files, key: string | null): void {
    this.files = files;
    this.file = firstFile(files);
    this.key = key;
    this.checked = null;
    this.current = false;
    this.kept = true;
    this.deleted = null;
    this.#forgetCount();
    this.play.played = [];
    this.play.state = null;
    this.play.kinds = null;
    this.#good = null;
    this.#soon(0);
  }

  write(text: string): void {
    this.#change({ ...this.files, [this.file]: text });
  }

  add(path: string): void {
    this.file = path;
    if (this.deleted?.path === path) this.deleted = null;
    this.#change({ ...this.files, [path]: this.files[path] ?? '' });
  }

  /** Deletes a file, which can be put back until another one is deleted. */
  remove(path: string): void {
    this.deleted = { path, text: this.files[path] ?? '' };
    this.#change(Object.fromEntries(Object.entries(this.files).filter(([other]) => other !== path)));
    this.file = firstFile(this.files);
  }

  /** Puts the deleted file back, and shows it. */
  restore(): void {
    if (!this.deleted) return;
    const { path, text } = this.deleted;
    this.deleted = null;
    this.file = path;
    this.#change({ ...this.files, [path]: text });
  }

  /** Keeps the game now, also without a change. */
  store(): void {
    this.key ??= newKey();
    this.kept = keep(this.key, this.files);
  }

  /** Ends everything. */
  close(): void {
    clearTimeout(this.#timer);
    this.client.end();
  }

  async perft(depth: number): Promise<void> {
    const feen = this.play.state?.feen;
    if (feen === undefined || this.counting) return;
    this.counting = true;
    this.count = null;
    try {
      this.count = await this.client.ask('count', { feen, depth }, (part) => (this.count = part));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.counting = false;
    }
  }

  /** Gives up a count: its worker is ended, and another one loads the rules again. */
  cancelCount(): void {
    this.client.end();
    this.#soon(0);
  }

  #change(files: Files): void {
    this.files = files;
    this.store();
    this.#soon(PAUSE_MS);
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    this.progress = 'checking';
    this.#timer = setTimeout(() => void this.#run(), pause);
  }

  #forgetCount(): void {
    if (this.counting) this.client.end();
    this.count = null;
  }

  /** Loads and checks the files, and again if they change meanwhile. */
  async #run(): Promise<void> {
    this.#isChanged = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isChanged) {
        this.#isChanged = false;
        this.#forgetCount();
        await this.#check(this.files);
      }
      this.progress = 'done';
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #check(files: Files): Promise<void> {
    const opened = await this.client.ask('open', { files, played: this.play.played });
    if (files !== this.files) return;
    this.current = opened !== null;
    if (opened) {
      this.#good = files;
      this.play.show(opened);
    }
    const checked = await this.client.ask('check', null);
    if (files === this.files) this.checked = checked;
  }

  /** Says that there was no answer, and gives the board to another worker with the latest rules that loaded. */
  #failed(error: unknown): void {
    const why = error instanceof WorkerError ? error.why : 'failed';
    if (why === 'cancelled') return;
    this.progress = why;
    this.current = false;
    const good = this.#good;
    if (!good || good === this.files) return;
    this.client.ask('open', { files: good, played: this.play.played }).then(
      (opened) => opened && this.play.show(opened),
      () => undefined,
    );
  }
}
