// Beliefs of a player about the enemy's pieces: phantoms and pencil marks on squares that they do not see. They stay in this browser, unless their player shares
// them once the game is over. Loaded for games in which a player does not see all pieces.
import { MediaQuery } from 'svelte/reactivity';
import type { Game } from '../game/game.svelte';
import type { OwnMove } from '../game/log';
import type { Replay } from '../game/replay.svelte';
import type { PlayerState } from '../game/state';
import type { Kinds } from '../lib/kinds';
import { PLAIN_RULESET } from '../lib/plain-ruleset';
import { parseFeen } from '../lib/feen';
import { load, marksKey, sightingsKey, store } from '../lib/storage';
import MindButton from '../parts/MindButton.svelte';
import MindMarks from '../parts/MindMarks.svelte';
import MindPencil from '../parts/MindPencil.svelte';
import MindTray from '../parts/MindTray.svelte';
import { texts } from '../texts';
import { deduced, reasonText } from '../texts/deduced';
import { mindTexts } from '../texts/mind';
import { pieceText, squareName } from '../texts/table';
import type { BoardView, Color, SquareName as Square } from '../wire';
import { armyOf, leftOf, placedOf, type Army, type EnemyKind, type Left } from './army';
import { toggled, type Belief, type Changes, type KindId } from './beliefs';
import { capturedAt, correctionsOf } from './corrections';
import { deductionsOf, factsOf, markersOf, type Deduction } from './deductions';
import { judgedAt, NOTHING_JUDGED, scoreAt, totalOf, type Held, type Judged } from './judged';
import { joined, mapOf, Notebook, onSquares, type Beliefs } from './notebook';
import { moveOf, NO_SIGHTINGS, parseSightings, printSightings, sightingsAfter, type Capture, type Sightings } from './sightings';
import { pgnWithComments, verdictOf, type Score } from './verdicts';
import { beliefText, kindName } from './words';

/** A tool of the tray: a kind to place, or what marks an empty square. */
export type Tool = KindId | 'empty';

const NO_ARMY: Army = { kinds: [], start: null };
const NOTHING = { you: 'w', tally: { byYou: {}, byOpponent: {} }, announcements: [] } as const;

/** Returns whether deductions are shown: agreed on, and by the rules of which the page knows what follows from an announcement. */
const mayDeduce = ({ aids, bids, overlays, ruleset }: PlayerState): boolean => aids === 'deductions' && ruleset === PLAIN_RULESET && overlays.length === 0 && !bids;

export class Mind {
  readonly Button = MindButton;
  readonly Marks = MindMarks;
  readonly Pencil = MindPencil;
  readonly Tray = MindTray;
  /** True where the tray takes the place of the log: on short screens beside a board, and on upright tablets. */
  readonly overLog = new MediaQuery('((orientation: landscape) and (max-height: 35.99em)) or ((orientation: portrait) and (min-width: 44em))');
  /** True while the tray is open. */
  open = $state(false);
  /** The square whose mark is being chosen. */
  asked = $state<Square | null>(null);
  tool = $state<Tool | null>(null);
  /** The side whose beliefs the review of a finished game shows; null for the truth alone. */
  shown = $state<Color | null>(null);
  /** The kinds of pieces as the list of games has them, where the rules are not loaded. */
  listed = $state.raw<Kinds | null>(null);
  /** The last change in words, to be heard. */
  said = $state('');
  #book = $state.raw(Notebook.EMPTY);
  /** The own pieces of the first position, if this page saw it. */
  #first = $state.raw<BoardView['pieces'] | null>(null);
  #sightings = $state.raw<Sightings>(NO_SIGHTINGS);
  readonly #game: Game;
  /** The number of plies that had been made when the game was last observed; undefined before. */
  #observed: number | undefined;
  /** True if the other player's beliefs have been announced, or were there from the beginning; undefined before the first state. */
  #knowsOfTheirs: boolean | undefined;

  readonly army = $derived.by<Army>(() => {
    const { engine, play } = this.#game;
    return engine && play ? armyOf(engine.manifest, play.you, this.#first) : NO_ARMY;
  });
  readonly #left = $derived.by<ReadonlyMap<KindId, Left>>(() => {
    const { play } = this.#game;
    return leftOf(this.army, { ...(play ?? NOTHING), hands: play?.view.hands !== undefined });
  });
  /** The beliefs of now, on squares where the board does not show what stands there. */
  readonly beliefs = $derived.by<Beliefs>(() => onSquares(this.#book.now, (square) => this.isHidden(square)));
  /** The pieces of each kind that are on the board, as believed or as seen. */
  readonly #placed = $derived.by<ReadonlyMap<KindId, number>>(() => placedOf(this.beliefs, this.#game.play?.view.pieces ?? {}, this.#game.play?.you ?? 'w'));
  /** The kinds of the enemy's pieces with the number that is not on the board yet. */
  readonly tray = $derived.by<readonly (EnemyKind & { rest: number; sure: boolean })[]>(() =>
    this.army.kinds.map((kind) => {
      const { most, least } = this.#left.get(kind.id) ?? { most: kind.count, least: kind.count };
      return { ...kind, rest: most - (this.#placed.get(kind.id) ?? 0), sure: most === least };
    }),
  );
  /** Enemy pieces where they were last seen, in a game by sight: on squares that are out of sight now, and have no mark. */
  readonly remembered = $derived.by<Sightings>(() => onSquares(this.#sightings, (square) => this.editable && this.isHidden(square) && !this.beliefs.has(square)));
  /** The mark of each square in words. */
  readonly notes = $derived.by<ReadonlyMap<Square, string>>(() => {
    const marked = joined(mapOf(this.beliefs, (belief) => mindTexts.note(this.text(belief))), mapOf(this.markers, ({ about }) => deduced.note(about.map(reasonText))));
    return joined(marked, mapOf(this.remembered, (sighting) => mindTexts.remembered(pieceText(sighting.piece, this.kinds), moveOf(sighting, this.#game.play?.seenMoves ?? []))));
  });
  readonly deductions = $derived.by<readonly Deduction[]>(() => {
    const { play, history, moderation } = this.#game;
    return play?.status === 'active' && mayDeduce(play) ? deductionsOf(factsOf(play, history), moderation?.lineOf ?? null) : [];
  });
  /** Signs of deductions at squares, with what they say. */
  readonly markers = $derived(onSquares(markersOf(this.deductions), (square) => this.isHidden(square)));
  readonly canUndo = $derived(this.editable && this.#book.canUndo);
  readonly canRedo = $derived(this.editable && this.#book.canRedo);

  /** The beliefs that the other player has shared; null before. */
  readonly #theirs = $derived.by<Notebook | null>(() => {
    const shared = this.#game.play?.sharedMarks?.[this.other];
    return shared ? Notebook.ofShared(shared) : null;
  });

  constructor(game: Game) {
    this.#game = game;
    this.#book = Notebook.parse(load(marksKey(game.id)));
    this.#sightings = parseSightings(load(sightingsKey(game.id)));
    this.shown = this.you;
    this.observe();
  }

  get you(): Color {
    return this.#game.play?.you ?? 'w';
  }

  get other(): Color {
    return this.you === 'w' ? 'b' : 'w';
  }

  get game(): Game {
    return this.#game;
  }

  get kinds(): Kinds | null {
    return this.#game.ruleset?.kinds ?? this.listed;
  }

  get editable(): boolean {
    return this.#game.play?.status === 'active';
  }

  get ply(): number {
    return this.#game.play?.ply ?? 0;
  }

  /** True if a square holds nothing that the board shows: no own piece, and, in fog, no seen square. */
  isHidden(square: Square): boolean {
    const { play, seen } = this.#game;
    return play?.view.pieces[square] === undefined && seen?.has(square) !== true;
  }

  nameOf(id: KindId): string {
    return kindName(id, this.kinds);
  }

  sideText(color: Color): string {
    return this.kinds?.sideText(color) ?? texts.side[color];
  }

  squareName(square: Square): string {
    return squareName(square, this.kinds);
  }

  text(belief: Belief): string {
    return beliefText(belief, this.kinds);
  }

  // ---- what the player knows

  /** Takes in a new state of the game: marks give way to what the player knows. */
  observe(): void {
    const { play, history } = this.#game;
    if (play?.status === 'finished') this.#announceTheirs();
    if (!play || play.status !== 'active') return;
    if (play.ply === 0) this.#first = this.#game.own;
    const own = history.ownMoves.find(({ ply }) => ply === play.ply);
    this.#keep(this.#book.corrected(play.ply, correctionsOf(this.#book.now, play, own ?? null)));
    if (play.mode === 'sight') {
      this.#sightings = sightingsAfter(this.#sightings, play.view, play.ply, play.you, this.#captureOf(play, own ?? null));
      store(sightingsKey(this.#game.id), printSightings(this.#sightings));
    }
    this.#observed = play.ply;
  }

  /** Returns what is known of a capture by the player's own last move, in a game by sight; null without one. */
  #captureOf({ announcements, ply, seenMoves, you }: PlayerState, own: OwnMove | null): Capture | null {
    const { from, to } = seenMoves.findLast((one) => one.ply === ply && one.by === you) ?? {};
    if (from === undefined || to === undefined || from === '*') return null;
    // Once for a move: afterwards the sightings no longer tell what stood where it arrived.
    const isNew = this.#observed !== undefined && ply > this.#observed;
    const types = isNew ? this.#game.captured.flatMap(({ own: isLoss, type }) => (isLoss ? [] : [type])) : [];
    return { from, to, types, square: capturedAt(announcements, ply, you, own) };
  }

  /** Says once that the other player has shared their beliefs; not what was shared before the page was opened. */
  #announceTheirs(): void {
    const isShared = this.#theirs !== null;
    if (isShared && this.#knowsOfTheirs === false) this.#game.tell(mindTexts.review.came(this.sideText(this.other)));
    this.#knowsOfTheirs = isShared;
  }

  /** Reads what another tab of this browser stored. */
  reload(key: string | null, text: string | null): void {
    if (key === marksKey(this.#game.id)) this.#book = Notebook.parse(text);
    if (key === sightingsKey(this.#game.id)) this.#sightings = parseSightings(text);
  }

  /** Says why a square has the sign of a deduction. Returns whether it has one. */
  explain(square: Square): boolean {
    const about = this.markers.get(square)?.about;
    if (!about) return false;
    this.#game.tell(about.map(reasonText).join(' '));
    return true;
  }

  // ---- marks

  beliefAt(square: Square): Belief | null {
    return this.beliefs.get(square) ?? null;
  }

  /** Marks or unmarks a candidate, or that a square is empty. */
  toggle(square: Square, tool: Tool): void {
    const before = this.beliefAt(square);
    if (tool === 'empty') this.#mark({ [square]: before?.kind === 'empty' ? null : { kind: 'empty' } });
    else this.#mark({ [square]: toggled(before, tool) });
  }

  /** Places one piece, whatever was believed of the square before. */
  place(square: Square, piece: KindId): void {
    this.#mark({ [square]: { kind: 'piece', piece } });
  }

  erase(square: Square): void {
    this.#mark({ [square]: null });
  }

  /** Moves a mark to another square. */
  move(from: Square, to: Square): void {
    if (from !== to && this.isHidden(to)) this.#mark({ [from]: null, [to]: this.beliefAt(from) });
  }

  /** Places the enemy's first position, and removes all other marks. */
  setUp(): void {
    const { start } = this.army;
    if (!start) return;
    const changes: Record<string, Belief | null> = Object.fromEntries([...this.#book.now.keys()].map((square) => [square, null]));
    for (const [square, piece] of start) if (this.isHidden(square)) changes[square] = { kind: 'piece', piece };
    this.#mark(changes, mindTexts.setUpDone);
  }

  clear(): void {
    this.#mark(Object.fromEntries([...this.#book.now.keys()].map((square) => [square, null])), mindTexts.cleared);
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#keep(this.#book.undone(this.ply));
    this.said = mindTexts.undone;
    this.observe();
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#keep(this.#book.redone(this.ply));
    this.said = mindTexts.redone;
    this.observe();
  }

  /** Chooses a tool of the tray, or puts it back. */
  take(tool: Tool): void {
    this.tool = this.tool === tool ? null : tool;
  }

  #mark(changes: Changes, said?: string): void {
    if (!this.editable) return;
    const hidden = Object.fromEntries(Object.entries(changes).filter(([square, belief]) => belief === null || this.isHidden(square)));
    this.#keep(this.#book.marked(this.ply, hidden));
    const [square, ...others] = Object.keys(hidden).filter((changed) => hidden[changed] !== null || Object.keys(hidden).length === 1);
    const belief = square === undefined ? null : this.beliefAt(square);
    if (said !== undefined) this.said = said;
    else if (square !== undefined && others.length === 0) this.said = mindTexts.said(this.squareName(square), belief ? this.text(belief) : mindTexts.nothing);
  }

  #keep(book: Notebook): void {
    if (book === this.#book) return;
    this.#book = book;
    store(marksKey(this.#game.id), book.print());
  }

  // ---- review

  /** Loads the part of the review about beliefs. */
  readonly loadReview = () => import('../parts/MindReview.svelte');

  /** The beliefs that the review is about: those that are shown, or else the own ones. */
  get #held(): Held {
    return this.shown === this.other && this.#theirs ? { book: this.#theirs, by: this.other } : { book: this.#book, by: this.you };
  }

  /** Returns the beliefs about the position of the review, with the truth of each; none unless they are shown. */
  judgedIn(replay: Replay): ReadonlyMap<Square, Judged> {
    return this.shown === null ? NOTHING_JUDGED : judgedAt(this.#held, replay);
  }

  /** Returns the beliefs about the position of the review in words. */
  judgedNotes(replay: Replay): ReadonlyMap<Square, string> {
    const { note, noteOf } = mindTexts.review;
    const { by } = this.#held;
    return mapOf(this.judgedIn(replay), ({ belief, verdict }) => (by === this.you ? note[verdict](this.text(belief)) : noteOf[verdict](this.sideText(by), this.text(belief))));
  }

  scoreAt(replay: Replay): Score {
    return scoreAt(this.#held, replay);
  }

  totalOf(replay: Replay): Score {
    return totalOf(this.#held, replay);
  }

  /** Returns the game in PGN, with new marks as comments; null where there is no PGN. */
  pgnOf({ record }: Replay): string | null {
    if (record?.pgn === undefined) return null;
    const { pgn, plies } = record;
    return pgnWithComments(pgn, plies, (ply) => {
      const pieces = parseFeen(plies.find((one) => one.ply === ply)?.feen ?? '')?.pieces ?? {};
      const marks = this.#book.madeAt(ply).map(([square, belief]) => ({ square, belief: this.text(belief), verdict: verdictOf(belief, square, pieces, this.you) }));
      return marks.length === 0 ? null : mindTexts.review.comment(marks);
    });
  }

  get hasBeliefs(): boolean {
    return !this.#book.isEmpty;
  }

  /** True if the other player has shared their beliefs. */
  get hasTheirs(): boolean {
    return this.#theirs !== null;
  }

  // ---- sharing

  /** True once the own beliefs are shared. */
  get isShared(): boolean {
    return this.#game.play?.sharedMarks?.[this.you] !== undefined;
  }

  /** True if the own beliefs can be shared: once, after the end, and not in a room, which leaves nothing. */
  get canShare(): boolean {
    const { connection, isRoom, outbox, play } = this.#game;
    const isSharing = outbox.some(({ command }) => command.type === 'share-marks');
    return this.hasBeliefs && play?.status === 'finished' && !isRoom && !this.isShared && !isSharing && connection.kind === 'open';
  }

  /** True if the own beliefs cannot be shared for want of a connection. */
  get lacksConnection(): boolean {
    return !this.isShared && this.#game.connection.kind !== 'open';
  }

  /** Shows the own beliefs to the other player and to spectators, for good. */
  share(): void {
    if (this.canShare) this.#game.send({ type: 'share-marks', marks: this.#book.shared() });
  }
}
