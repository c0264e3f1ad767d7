// The facts in the frames that one client received: what each frame tells that the one before did not, and what holds after it. Worked out from the
// frames alone, by no code of the page. Facts are short texts, as in the grammar.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../server.mjs';
import { OF_MOVES, pieceCode } from './grammar.mjs';

/** @typedef {import('../../src/wire').Color} Color */
/** @typedef {import('../../src/wire').Joined & { type: 'joined' }} Joined */

/** Refusals by the moderator. */
const REFUSALS = ['no_such_piece', 'no_legal_moves', 'wont_help', ...OF_MOVES];

/** Letters of the kinds that a choice names in the words of the rules. @type {Readonly<Record<string, string>>} */
const LETTERS = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' };

/** Returns the file of a moderator. @param {string} id */
export const moderatorFile = (id) => JSON.parse(readFileSync(path.join(root, 'rules/moderators', `${id}.json`), 'utf8'));

/** Returns the kind of a piece by its identity: `p` for `C:P`. @param {string} qpi */
const kindOf = (qpi) => (/([a-z])\^?$/i.exec(qpi)?.[1] ?? '?').toLowerCase();

/** The facts that one client knows by its frames. */
export class Known {
  /** The last snapshot or update, with the fields of the snapshot that no update repeats. @type {any} */
  now = null;
  /** The entries that belong into the log, by ply. @type {Map<number, string[]>} */
  log = new Map();
  /** Everything that was told, once each. @type {Set<string>} */
  all = new Set();
  /** Squares that an own piece left or came to, or was lost from, with the last ply. @type {Set<string>} */
  changed = new Set();
  /** Squares on which own pieces were lost with the last ply. @type {Set<string>} */
  lost = new Set();
  /** Announced directions of the check in which the own king stands; null where none were. @type {string | null} */
  directions = null;
  /** True if the tally counts every capture while the game is on: before a moderator who tells no kinds it waits for the end. */
  isCounted = true;
  /** Tries that were refused since the last own move. @type {{ from: string, to: string }[]} */
  tries = [];

  /** @returns {Color} */
  get you() {
    return this.now.you;
  }

  /** @returns {'active' | 'waiting' | 'finished' | undefined} */
  get status() {
    return this.now?.gameStatus;
  }

  get myTurn() {
    return this.status === 'active' && this.now.view.toMove === this.you;
  }

  /** Returns whose offer of a draw stands. @returns {'you' | 'them' | null} */
  get offer() {
    const from = this.now?.drawOffer?.from;
    return from === undefined ? null : from === this.you ? 'you' : 'them';
  }

  /** Returns the square of the own king that is in check, as far as this is known. */
  get checkedKing() {
    const { pieces, inCheck } = this.now.view;
    if (!this.myTurn || inCheck !== true) return null;
    return Object.keys(pieces).find((square) => pieces[square].color === this.you && pieces[square].qpi.includes('^')) ?? null;
  }

  /**
   * Takes a frame, and returns what it tells.
   * @param {any} frame
   * @param {ReadonlyMap<string, any>} sent messages of the client, by their ids
   * @returns {string[]}
   */
  take(frame, sent) {
    const facts = this.#factsOf(frame, sent);
    for (const fact of facts) this.all.add(fact);
    return facts;
  }

  /** @param {any} frame @param {ReadonlyMap<string, any>} sent @returns {string[]} */
  #factsOf(frame, sent) {
    switch (frame.type) {
      case 'joined':
        return this.#joined(frame);
      case 'update':
        return this.#updated(frame, sent.get(frame.ack));
      case 'peer-status':
        if (frame.color === this.you || this.now.peer.connected === frame.connected) return [];
        this.now = { ...this.now, peer: frame };
        return [`peer ${frame.connected ? 'here' : 'away'}`];
      case 'error':
        return [`error ${frame.code}`];
      case 'ping':
        return [];
      default:
        return [`a frame of the type ${frame.type}`];
    }
  }

  /** Takes the snapshot of a page that has just been loaded: it tells nothing new, and everything that holds. @param {Joined} frame */
  #joined(frame) {
    this.now = frame;
    this.changed.clear();
    this.lost.clear();
    const { attempts, forms } = moderatorFile(frame.moderator);
    this.isCounted = attempts === undefined || forms?.captured === 'kind';
    const written = new Set(this.log.keys());
    for (const { ply, text, payload } of frame.announcements) {
      const fact = said(text, payload);
      this.all.add(fact);
      if (!written.has(ply)) this.#write(ply, [fact]);
    }
    this.#findDirections(frame.announcements);
    return [];
  }

  /** Finds the directions of a check on the present board among announcements. @param {any[]} announcements */
  #findDirections(announcements) {
    const { ply, you } = this.now;
    const found = announcements.find((one) => one.ply === ply && one.text === `${you === 'w' ? 'white' : 'black'}_in_check`);
    if (found) this.directions = found.payload?.directions ? [...found.payload.directions].sort().join('+') : null;
  }

  /** @param {any} frame @param {any} command */
  #updated(frame, command) {
    const before = this.now;
    const after = { ...before, touchedPiece: undefined, endReason: undefined, winner: undefined, ...frame };
    this.now = after;
    const advanced = frame.ply !== before.ply;
    if (advanced) this.directions = null;
    this.#findDirections(frame.newAnnouncements);
    /** @type {string[]} */
    const facts = [];
    for (const { ply, text, payload } of frame.newAnnouncements) {
      const told = [said(text, payload)];
      if (REFUSALS.includes(text) && command?.type === 'commit') {
        const { from, to = from } = command;
        told.push(`tried ${from}${OF_MOVES.includes(text) && to !== from ? ` ${to}` : ''}`);
        this.tries.push({ from, to });
      } else if (REFUSALS.includes(text) && command?.type === 'drop') {
        told.push(`tried drop ${kindOf(command.piece)}${OF_MOVES.includes(text) ? ` ${command.to}` : ''}`);
        this.tries.push({ from: '*', to: command.to });
      }
      this.#write(ply, told);
      facts.push(...told);
    }
    if (advanced && before.gameStatus === 'active') {
      const told = [...this.#moved(before, after, command), ...this.#captures(before, after, command)];
      this.#write(frame.ply, told);
      facts.push(...told);
      this.tries = [];
    }
    if (before.gameStatus === 'waiting' && after.gameStatus === 'active') facts.push('began');
    if (after.touchedPiece !== undefined && after.touchedPiece !== before.touchedPiece) facts.push(`touched ${after.touchedPiece}`);
    facts.push(...this.#offers(before, after, advanced));
    const { movesLeft, toMove } = after.view;
    if (movesLeft !== undefined && (advanced || before.gameStatus === 'waiting') && after.gameStatus === 'active') {
      facts.push(`left ${toMove === this.you ? 'yours' : 'theirs'} ${movesLeft}`);
    }
    if (before.gameStatus !== 'finished' && after.gameStatus === 'finished') {
      const { endReason: reason, winner } = after;
      facts.push(`over ${reason} ${winner === undefined ? 'drawn' : winner === this.you ? 'won' : 'lost'}`);
    }
    return facts;
  }

  /** Returns the own move of a ply. @param {any} before @param {any} after @param {any} command */
  #moved(before, after, command) {
    if (before.view.toMove !== this.you) return [];
    if (command?.type === 'drop') return [`dropped ${kindOf(command.piece)} ${command.to}`];
    if (command?.type !== 'commit') return [];
    const { from, to, choice } = command;
    const promotion = command.promotion ?? (choice && (LETTERS[choice.replace(/^[+-]/, '')] ?? choice));
    const stays = after.view.pieces[from]?.color === this.you && after.view.pieces[from]?.points !== undefined && after.view.pieces[to]?.color !== this.you;
    if (stays) return [`hit ${from} ${to}`];
    return [`moved ${from} ${to}${promotion ? ` ${promotion}` : ''}`];
  }

  /** Returns what fell in a ply, and which own pieces are weaker. @param {any} before @param {any} after @param {any} command */
  #captures(before, after, command) {
    const own = (/** @type {any} */ { view: { pieces } }) => Object.entries(pieces).filter(([, { color }]) => color === this.you);
    const [was, is] = [own(before), Object.fromEntries(own(after))];
    const mine = before.view.toMove === this.you && command?.type === 'commit' ? command : null;
    // Of what left its square, what came to another has moved; the king's rook as well.
    const arrived = Object.entries(is).filter(([square]) => !was.some(([before]) => before === square));
    const gone = was.filter(([square, piece]) => {
      if (is[square]) return false;
      if (square === mine?.from && is[mine.to]) return false;
      const place = arrived.findIndex(([, { type }]) => type === piece.type);
      if (mine && place >= 0) arrived.splice(place, 1);
      return !mine || place < 0;
    });
    this.lost = new Set(gone.map(([square]) => square));
    this.changed = new Set([...was, ...Object.entries(is)].map(([square]) => square).filter((square) => before.view.pieces[square]?.qpi !== after.view.pieces[square]?.qpi));
    /** @type {string[]} */
    const facts = [];
    const unplaced = [...gone];
    for (const kind of grown(before.tally.byOpponent, after.tally.byOpponent)) {
      const place = unplaced.findIndex(([, { type }]) => type === kind);
      const [found] = place < 0 ? [] : unplaced.splice(place, 1);
      facts.push(found ? `lost ${kind} ${found[0]}` : `lost ${kind}`);
    }
    for (const [square, { type }] of unplaced) facts.push(`lost ${type} ${square}`);
    // At the end the tally has all captures at once, and the record tells which one was the last.
    const last = after.record && !this.isCounted ? after.record.plies.filter((/** @type {any} */ { ply, by }) => ply === after.ply && by === this.you) : null;
    const fallen = last ? last.flatMap((/** @type {any} */ { captured = [] }) => captured) : grown(before.tally.byYou, after.tally.byYou);
    for (const kind of fallen) facts.push(`captured ${kind}`);
    for (const [square, piece] of Object.entries(is)) {
      const stood = before.view.pieces[square === mine?.to && !before.view.pieces[square] ? mine.from : square];
      if (stood?.color === this.you && (piece.points ?? 0) < (stood.points ?? 0)) facts.push(`weaker ${piece.type} ${square}`);
    }
    return facts;
  }

  /** @param {any} before @param {any} after @param {boolean} advanced */
  #offers(before, after, advanced) {
    const [was, is] = [before.drawOffer?.from, after.drawOffer?.from];
    if (is !== undefined && is !== was) return [`offered by ${is === this.you ? 'you' : 'them'}`];
    // With the other side's move an offer lapses, as the rules of the game say.
    return was === this.you && is === undefined && after.gameStatus === 'active' && !advanced ? ['declined'] : [];
  }

  /** @param {number} ply @param {string[]} facts */
  #write(ply, facts) {
    this.log.set(ply, [...(this.log.get(ply) ?? []), ...facts]);
  }

  /** Everything in the log. */
  get logged() {
    return [...this.log.values()].flat();
  }

  // ---- what can be asked for

  /** Returns the facts that answer a question. The text of a clock depends on when it is asked; see `clockFits`. @param {string} question */
  answer(question) {
    const [word = '', argument = ''] = question.split(' ');
    const { pieces } = this.now.view;
    const stands = (/** @type {(square: string, piece: any) => boolean} */ isAsked) =>
      Object.keys(pieces).filter((square) => isAsked(square, pieces[square])).map((square) => `stands ${pieceCode(pieces[square])} ${square}`);
    const list = (/** @type {Record<string, number>} */ tally) => Object.entries(tally).filter(([, count]) => count > 0).map(([kind, count]) => `${kind}${count}`).sort().join(' ');
    switch (word) {
      case 'pieces': {
        const found = stands((_, { type }) => argument === '' || type === argument);
        return found.length > 0 ? found : ['stands none'];
      }
      case 'rank':
        return [`rank ${argument}`, ...stands((square) => /\d+$/.exec(square)?.[0] === argument)];
      case 'last':
        return [...this.log].sort(([a], [b]) => a - b).at(-1)?.[1] ?? ['nothing said'];
      case 'hands': {
        const { [this.you]: yours = [], [this.you === 'w' ? 'b' : 'w']: theirs } = this.now.view.hands;
        const held = (/** @type {{ type: string, count: number }[]} */ hand) => hand.map(({ type, count }) => `${type}${count}`).sort().join(' ');
        return [`in hand: ${held(yours)}`, ...(theirs ? [`in their hand: ${held(theirs)}`] : [])];
      }
      case 'captured':
        return [`taken by you: ${list(this.now.tally.byYou)}`, `taken by them: ${list(this.now.tally.byOpponent)}`];
      default: {
        const square = word.replace('?', '');
        const [file = '', rank = ''] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
        const piece = pieces[square];
        return [`square ${square} ${(Number(file) + Number(rank)) % 2 === 0 ? 'dark' : 'light'} ${piece ? pieceCode(piece) : this.veiled ? 'unseen' : 'empty'}`];
      }
    }
  }

  get veiled() {
    return this.now.mode === 'blind' && this.status !== 'finished';
  }

  /** Returns whether a side's clock may have shown a text since a moment, within two seconds. @param {Color} side @param {string} text @param {number} [from] */
  clockFits(side, text, from = Date.now()) {
    const { clock } = this.now;
    if (!clock) return false;
    const running = clock.running === side && clock.since !== undefined;
    const leftAt = (/** @type {number} */ moment) => {
      const spent = running ? Math.max(0, moment - clock.since - (clock.freeMs ?? 0)) : 0;
      return Math.max(0, clock.leftMs[side] - spent) / 1_000;
    };
    const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    const slack = running ? 2 : 1;
    return seconds <= leftAt(from) + slack && seconds >= leftAt(Date.now()) - slack;
  }
}

/**
 * Returns an announcement with its particulars. One that is not known here is a fact as well, which no sentence tells.
 * @param {string} text
 * @param {import('../../src/wire').Payload} [payload]
 */
function said(text, { promotedTo, captured, capturedType, square, directions, dropped, sources, tries, ...others } = {}) {
  const what = captured === 'pawn' ? 'p' : (captured ?? capturedType);
  return [
    `said ${text}`, promotedTo, dropped, what && `as ${what}`, square && `on ${square}`, directions && `by ${[...directions].sort().join('+')}`,
    sources && `of ${[...sources].sort().join(' ') || 'none'}`, tries, ...Object.keys(others),
  ].filter((part) => part !== undefined).join(' ');
}

/** @param {Record<string, number>} before @param {Record<string, number>} after */
const grown = (before, after) => Object.entries(after).flatMap(([kind, count]) => Array.from({ length: Math.max(0, count - (before[kind] ?? 0)) }, () => kind));

/** Returns what one list has more than another, each element as often as it is missing there. @param {readonly string[]} list @param {readonly string[]} other */
export function surplus(list, other) {
  const rest = [...other];
  return list.filter((element) => {
    const place = rest.indexOf(element);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}
