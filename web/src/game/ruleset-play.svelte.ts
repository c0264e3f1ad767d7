// Additions to the input of a game of other rules than those of plain chess: pieces dropped from hands, choices in the engine's words, passes. Loaded with
// the kinds of its pieces.
import type { Engine } from '../lib/engine';
import { parseFeen } from '../lib/feen';
import { kindsOfManifest, type Kinds } from '../lib/kinds';
import { handsOf, type HandPiece } from '../lib/hands';
import { isInPlace, isPass, type LegalMove } from '../lib/legal';
import { baseOf, NONE, parseChoice, spotsOf, stageOf, wordOf, type MoveOption, type Stage } from '../lib/move-choice';
import { optionsOf } from '../lib/move-options';
import { MoveWords, PASS } from '../lib/move-words';
import { offeredMoves } from '../lib/offered';
import { OwnMoves } from '../lib/own-moves';
import { passJudge, type PassJudge } from '../lib/passes';
import { castlingIn, namedMoves, parseRulesetMove } from '../lib/typed-ruleset-move';
import { zonesOf } from '../lib/zones';
import RulesetHand from '../parts/RulesetHand.svelte';
import type { Color, SquareName as Square } from '../wire';
import { kindTexts } from '../texts/kinds';
import { moveTexts } from '../texts/moves';
import type { TypedMove } from './board-input.svelte';
import type { Game } from './game.svelte';
import type { Attempt } from './outbox';
import { distinct, setOf } from '../lib/sets';

/** Most pieces to place that buttons show; for more squares than these the board is enough. */
const MOST_BUTTONS = 8;

export class RulesetPlay {
  readonly kinds: Kinds;
  readonly #game: Game;
  readonly #engine: Engine;
  readonly #own: OwnMoves;
  /** True if the rules end a game after passes, which may be legal then at any time. */
  readonly #endsByPasses: boolean;
  /** Judges passes in a wholly visible position; null where the browser's engine does not know enough for that. */
  readonly #passJudge: PassJudge | null;
  /** A pass as the players of the game write it. */
  readonly #passWord: string;
  readonly #words: MoveWords;
  readonly #name: string;
  /** The initial position as FEEN. */
  readonly #initial: string;
  #first: readonly LegalMove[] | undefined;
  /** True if the rules have passes, as far as is known. */
  readonly hasPasses = $derived.by(() => this.#endsByPasses || this.#passIsLegal());
  /** The component of a hand, which comes with this module. */
  readonly Hand = RulesetHand;
  /** The identity of the chosen piece in the hand. */
  #armed = $state<string | null>(null);
  /** A move that waits for a choice, and the promotion that was chosen first. */
  #choosing = $state.raw<{ move: Attempt; words: readonly string[]; promotion?: string } | null>(null);

  /** The chosen piece in the hand; a touched one cannot be put back. */
  readonly selected = $derived.by<string | null>(() => this.#game.play?.touchedDrop ?? (this.#game.active ? this.#armed : null));
  readonly stage = $derived<Stage | null>(this.#choosing ? stageOf(this.#choosing.words, this.#choosing.promotion) : null);
  /** Squares on which the move that waits may place a piece, or onto which the chosen piece can be dropped. */
  readonly spots = $derived.by<readonly Square[]>(() => {
    if (this.#choosing) return spotsOf(this.stage);
    return this.selected !== null && this.#game.play?.highlighting ? this.#dropsOf(this.selected) : [];
  });
  readonly options = $derived.by<MoveOption[]>(() => {
    const { play } = this.#game;
    if (!this.#choosing || !this.stage || !play) return [];
    return optionsOf(this.stage, this.kinds, play.you, play.view.pieces[this.#choosing.move.from] ?? null, MOST_BUTTONS);
  });
  /** The choice that is shown on the board. */
  readonly choice = $derived.by(() => {
    const move = this.#choosing?.move;
    if (!move || this.options.length === 0) return null;
    return {
      to: this.spots[0] ?? move.to,
      options: this.options,
      label: this.stage?.kind === 'placing' ? kindTexts.placing : undefined,
      choose: (id: string) => this.choose(id),
      cancel: () => this.cancel(),
    };
  });
  /** The move whose piece stands on its new square already, while the board shows where it may place another; and the question for that. */
  readonly placing = $derived(this.#choosing && this.stage?.kind === 'placing' && this.options.length === 0 ? { ...this.#choosing.move, question: kindTexts.placing } : null);
  /** The choice of placing nothing, where the board shows the others. */
  readonly nothing = $derived(this.stage?.kind === 'placing' && this.options.length === 0 ? this.stage.nothing : null);
  readonly canPass = $derived.by(() => this.hasPasses && this.#game.myTurn && !this.#choosing && this.#mayPass());

  /** The name of the game with its mode. */
  readonly title = $derived.by(() => kindTexts.title[this.#game.play?.mode ?? 'blind'](this.#name));

  constructor(game: Game, engine: Engine) {
    this.#game = game;
    this.#engine = engine;
    const { manifest, shape, lone } = engine;
    const { name = '', initial, endings = [], notation } = JSON.parse(manifest) as { name?: string; initial: string; endings?: { status: string }[]; notation?: { pass?: string } };
    this.#name = name;
    this.#endsByPasses = endings.some(({ status }) => status === 'passes');
    this.#passJudge = passJudge(manifest, shape);
    this.#passWord = notation?.pass ?? PASS;
    this.#own = new OwnMoves((board, hands) => engine.moves(board.pieces, board.toMove, hands), initial);
    this.#initial = initial;
    this.kinds = kindsOfManifest(manifest).withZones(zonesOf(lone, initial, shape, manifest));
    this.kinds.words = this.#words = new MoveWords(this.kinds);
  }

  /** Returns the pieces in a hand; none where the viewer may not know. */
  handOf(color: Color): readonly HandPiece[] | null {
    return this.#game.play?.view.hands?.[color] ?? null;
  }

  /** True in games in which pieces are held. */
  get hasHands(): boolean {
    return this.#game.play?.view.hands !== undefined;
  }

  /** Returns the own pieces that can be dropped now, by identity. */
  readonly playable = $derived.by<ReadonlySet<string>>(() => {
    const { myTurn, pending, input, play } = this.#game;
    const held = (myTurn || input.premove.allowed) && !pending ? this.handOf(play?.you ?? 'w') : null;
    return setOf((held ?? []).map(({ qpi }) => qpi));
  });

  /** The pieces in both hands, in words; null in games without hands. */
  get handsText(): string | null {
    const you = this.#game.play?.you ?? 'w';
    const [yours, theirs] = [this.handOf(you), this.handOf(you === 'w' ? 'b' : 'w')];
    return this.hasHands ? this.#words.hands(yours ?? [], theirs) : null;
  }

  /** Says that a touched piece in the hand has to be dropped; null without one. */
  get touchedText(): string | null {
    const touched = this.#game.play?.touchedDrop ?? null;
    return touched === null ? null : this.#words.touched(touched);
  }

  /**
   * Examples of moves that can be typed: by squares, in notation where that is understood, a drop and a pass. They are of the initial position, and tell
   * nothing of the one that is played.
   */
  readonly examples = $derived.by<readonly string[]>(() => {
    const { kinds } = this;
    const first = this.#firstMoves();
    const moves = first.filter(({ from, to, chosen }) => from && from !== to && !chosen);
    const [{ from = 'e2', to = 'e4' } = {}] = moves;
    // Where each move places a piece, the example shows how that is written.
    const noted = this.#sees && this.#game.play?.mode !== 'sight' ? (moves.findLast(({ places }) => !places) ?? moves.at(-1)) : undefined;
    const held = kinds.list.find(({ type }) => type.toUpperCase() === 'P') ?? kinds.list.findLast(({ neutral }) => !neutral);
    return [
      kinds.example(from) + kinds.example(to),
      ...(noted ? [noted.game_notation ?? noted.san] : []),
      // What is held from the beginning may never be dropped, as in Seirawan chess.
      ...(this.hasHands && held && (this.#initial.includes(' / ') || first.some(({ drop }) => drop)) ? [`${(held.san || held.type).toUpperCase()}@${kinds.example('e4')}`] : []),
      ...(this.hasPasses ? [this.#passWord] : []),
    ];
  });

  // ---- input

  /** Takes a piece from the hand, or puts it back. */
  take(qpi: string): void {
    this.#choosing = null;
    this.#game.input.armed = null;
    this.#game.input.premove.forget();
    if ((this.#game.play?.touchedDrop ?? null) === null) this.#armed = this.#armed === qpi ? null : qpi;
  }

  lift(qpi: string): boolean {
    if (!this.playable.has(qpi)) return false;
    this.#game.input.armed = null;
    this.#game.input.premove.forget();
    this.#armed = qpi;
    return true;
  }

  dropAt(cell: Square | null): void {
    const { selected } = this;
    if (cell !== null && selected !== null) this.attempt({ from: '*', to: cell, drop: selected });
  }

  /** Handles a tap on the board while something of this waits for one. Returns whether the tap is used up. */
  tap(cell: Square): boolean {
    if (this.stage?.kind === 'placing') {
      const there = this.stage.options.filter(({ square }) => square === cell);
      if (there.length === 1 && there[0]) this.#finish(there[0].word);
      else if (there.length === 0) this.cancel();
      return true;
    }
    if (this.#choosing) {
      this.cancel();
      return true;
    }
    const { selected } = this;
    if (selected === null) return this.#uncover(cell);
    if (this.#game.own[cell] !== undefined && (this.#game.play?.touchedDrop ?? null) === null) {
      this.#armed = null;
      return false;
    }
    if (this.spots.length === 0 || this.spots.includes(cell) || this.#game.blind) this.dropAt(cell);
    else this.cancel();
    return true;
  }

  /** Uncovers a piece of neither side where it stands, which is a turn. */
  #uncover(cell: Square): boolean {
    const { myTurn, play, input } = this.#game;
    const piece = play?.view.pieces[cell];
    if (!myTurn || input.armed !== null || !piece?.covered || piece.neutral !== true) return false;
    this.attempt({ from: cell, to: cell });
    return true;
  }

  cancel(): void {
    this.#armed = null;
    this.#choosing = null;
  }

  /** Asks for what the move leaves open, or plays it. */
  attempt(move: Attempt): void {
    // The choices of a premove are made when it is due.
    const words = this.#game.input.premove.allowed ? [] : this.#wordsOf(move);
    // A second tap may also want to put the piece back: a change in place is asked for, however few choices there are.
    const isAsked = words.length > 1 || (move.from === move.to && words[0] !== undefined && words[0] !== NONE);
    if (isAsked) this.#choosing = { move, words };
    else this.#request(move, words[0]);
  }

  /** Asks for a choice that the server demands. */
  demand(move: Attempt): void {
    const words = this.#wordsOf(move);
    const { you = 'w' } = this.#game.play ?? {};
    const known = words.length > 1 ? words : this.kinds.list.filter(({ neutral }) => !neutral).map(({ name }) => name);
    if (you) this.#choosing = { move, words: known };
  }

  choose(id: string): void {
    if (!this.#choosing) return;
    if (this.stage?.kind === 'placing') {
      this.#finish(id);
      return;
    }
    const word = wordOf(this.#choosing.words, id);
    if (word === null) this.#choosing = { ...this.#choosing, promotion: id };
    else this.#finish(word);
  }

  /** Takes a typed move that the rules of chess do not have, or one in the notation of a legal move; null for any other text. */
  type(typed: string): TypedMove | null {
    const { play } = this.#game;
    if (!play) return null;
    const text = this.kinds.squares.read(typed);
    // Castling is known by the own pieces: where the king goes depends on the rules.
    const castling = castlingIn(text);
    const isNoted = this.#sees && (castling === null || play.mode !== 'sight');
    const legal = isNoted ? namedMoves(this.#legal(), castling ?? typed, castling ?? text) : castling === null ? [] : namedMoves(this.#guess(), castling, castling);
    const [only, ...others] = legal;
    const isOther = ({ from, to, drop }: LegalMove) => from !== only?.from || to !== only?.to || drop !== only.drop;
    if (only && others.some(isOther)) return { kind: 'several', from: legal.map(({ from = '*' }) => from) };
    const read = only ? null : parseRulesetMove(text, this.#passWord);
    if (!only && (read === null || (read.kind === 'pass' && !this.hasPasses))) return null;
    if (this.#game.pending) return { kind: 'busy' };
    if (only) return this.#typed({ from: only.from ?? '*', to: only.to, ...(only.drop !== undefined && { drop: this.#heldOf(only.drop) }) }, others.length > 0 ? undefined : choiceOf(only));
    if (read?.kind === 'pass') {
      this.pass();
      return { kind: 'move', from: '*', to: '*' };
    }
    if (read?.kind === 'drop') {
      if (!this.hasHands) return { kind: 'told', text: moveTexts.typed.noHands };
      const [held] = this.kinds.written(read.piece, this.handOf(play.you) ?? []);
      return held ? this.#typed({ from: '*', to: read.to, drop: held.qpi }) : { kind: 'told', text: moveTexts.typed.notHeld };
    }
    if (read?.kind !== 'choice' || this.#game.own[read.from] === undefined) return null;
    const move = { from: read.from, to: read.to };
    return this.#typed(move, this.#wordsOf(move).find((word) => this.#isChoice(word, read.choice)));
  }

  #typed(move: Attempt, word?: string): TypedMove {
    this.cancel();
    if (word === undefined) this.attempt(move);
    else this.#request(move, word);
    return { kind: 'move', from: move.from, to: move.to };
  }

  /** Returns whether a typed choice means a word of the rules. */
  #isChoice(word: string, choice: string): boolean {
    const { promotion } = parseChoice(word);
    if (choice === '=') return promotion === null;
    if (choice === '+') return promotion?.startsWith('+') === true;
    const piece = promotion === null ? null : this.kinds.pieceNamed(promotion, 'w');
    return piece !== null && this.kinds.written(choice.replace(/^[+-]/, ''), [piece]).length > 0;
  }

  /** Returns the identity of an own piece in the hand by the words of the rules. */
  #heldOf(words: string): string {
    const { you = 'w' } = this.#game.play ?? {};
    return this.handOf(you)?.find(({ qpi }) => this.kinds.nameOf(qpi) === baseOf(words))?.qpi ?? this.kinds.pieceNamed(words, you)?.qpi ?? '';
  }

  pass(): void {
    this.cancel();
    this.#game.send({ type: 'pass' });
  }

  #finish(word: string): void {
    const move = this.#choosing?.move;
    this.#choosing = null;
    if (move) this.#request(move, word);
  }

  #request(move: Attempt, word: string | undefined): void {
    this.#armed = null;
    this.#game.input.request(word === undefined || word === NONE ? move : { ...move, choice: word });
  }

  // ---- what the rules say

  /** True if the engine may see the whole position and can tell what is legal. */
  get #sees(): boolean {
    const mode = this.#game.play?.mode;
    return mode === 'sight' || (mode !== 'blind' && !this.#engine.mechanics);
  }

  /** True if the present position tells what is legal: a premove is made in the one that follows. */
  get #judges(): boolean {
    return this.#sees && !this.#game.input.premove.allowed;
  }

  /** Returns whether a move is legal, with its choice if it has one. */
  allows(move: Attempt): boolean {
    const words = this.#wordsOf(move);
    return move.choice === undefined ? words.length > 0 : words.includes(move.choice);
  }

  #legal(): readonly LegalMove[] {
    const { play } = this.#game;
    if (play?.mode === 'sight') return offeredMoves(play.view, (qpi) => this.kinds.nameOf(qpi) ?? '');
    return play ? this.#engine.moves(play.view.pieces, play.you, play.view.hands) : [];
  }

  /** Returns the legal moves of the initial position. */
  #firstMoves(): readonly LegalMove[] {
    if (this.#first) return this.#first;
    const board = parseFeen(this.#initial);
    return (this.#first = board ? this.#engine.moves(board.pieces, board.toMove, handsOf(this.#initial)) : []);
  }

  /** Returns moves as far as the own pieces tell. */
  #guess(target: Square | null = null, skip = 0): readonly LegalMove[] {
    const { play, known } = this.#game;
    return play ? this.#own.moves(known, play.you, play.view.hands ?? {}, target, skip) : [];
  }

  #wordsOf({ from, to, drop }: Attempt): readonly string[] {
    const name = drop === undefined ? null : this.kinds.nameOf(drop);
    const isMove = (move: LegalMove) =>
      move.to === to && (drop === undefined ? move.from === from : move.drop !== undefined && baseOf(move.drop) === name);
    let moves = this.#known.filter(isMove);
    // A capture is a move only where there is something to capture.
    if (moves.length === 0 && !this.#judges) moves = this.#guess(to).filter(isMove);
    return distinct(moves.map(choiceOf));
  }

  #dropsOf(qpi: string): readonly Square[] {
    const name = this.kinds.nameOf(qpi);
    // The royal piece of the other side stands on another square in the second position, so that no square is left out for it.
    const moves = this.#judges ? this.#legal() : [...this.#guess(null), ...this.#guess(null, 1)];
    return distinct(moves.filter(({ drop }) => drop !== undefined && baseOf(drop) === name).map(({ to }) => to));
  }

  /** Returns whether a pass is legal, as far as the player may know. A move that leaves a covered piece where it is uncovers it. */
  #passIsLegal(): boolean {
    const pieces = this.#game.play?.view.pieces ?? {};
    return this.#known.some((move) => isPass(move) && pieces[move.from ?? '']?.covered !== true);
  }

  /** Returns whether a pass may be tried. Blind it may be at any time: a refusal before the try would tell of hidden pieces. */
  #mayPass(): boolean {
    const { play } = this.#game;
    if (this.#sees) return this.#passIsLegal();
    return play?.mode !== 'vanilla' || this.#passJudge === null || this.#passJudge(play.view.pieces, play.you, this.#legal());
  }

  /** Returns whether a piece may change where it stands, as far as the player may know. */
  changesInPlace(cell: Square): boolean {
    return this.#game.myTurn && this.#known.some((move) => move.from === cell && isInPlace(move));
  }

  /** Returns whether a piece may go to the square of another own piece, as a king that castles onto its rook, as far as the player may know. */
  goesOnto(from: Square, to: Square): boolean {
    return this.#game.myTurn && this.#known.some((move) => move.from === from && move.to === to);
  }

  /** The legal moves, or what the own pieces tell of them. */
  readonly #known = $derived.by<readonly LegalMove[]>(() => (this.#judges ? this.#legal() : this.#guess()));
}

/** Returns what is chosen with a legal move, in the engine's words. */
const choiceOf = ({ chosen, places }: LegalMove): string =>
  [...(chosen === undefined ? [] : [chosen]), ...(places === undefined ? [] : [places])].join(', ') || NONE;
