// Checks the size of the built page against budgets, in bytes after gzip.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const sizeOf = (/** @type {string} */ name) => gzipSync(readFileSync(path.join(dist, name)), { level: 9 }).length;

const files = readdirSync(dist, { recursive: true }).map(String);
const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
// The page itself holds the script that comes before all others.
const first = ['index.html', ...files.filter((name) => name.endsWith('.js') && html.includes(`/${path.basename(name)}"`))];
const engine = files.filter((name) => /^tabula_engine.*\.wasm$/.test(path.basename(name)));
// The rule lab, with an engine of its own, which reads patterns and explains faults; nobody loads it with anything else. The guide is read on request.
const labEngine = files.filter((name) => /^tabula_lab.*\.wasm$/.test(path.basename(name)));
const lab = files.filter((name) => /^(Lab\w+|lab|worker|tabula_lab|share|save)-.*\.js$/.test(path.basename(name)));
const guide = files.filter((name) => /^PATTERNS-.*\.js$/.test(path.basename(name)));
// The moderator's sentences, pieces, game ends and the log: of a game that is played or watched.
const table = files.filter((name) => /^table-.*\.js$/.test(path.basename(name)));
// Languages besides English, whose texts come with the parts: a file for each, loaded before the page is shown. Nobody loads two.
const languages = files.filter((name) => /^[a-z]{2}-.*\.js$/.test(path.basename(name)));
// Parts loaded on demand: bids, chat, house rules, dialogs, the review, waiting for a friend. Each is small, and so must be their sum.
// The game on one screen, rooms, the page of a spectator, the list of finished games, and the page before a game (to join it, or to learn that it is
// full or gone) are pages of their own: nobody loads them with the others.
const rooms = files.filter((name) => /^(room|RoomPage)-(?!named-).*\.js$/.test(path.basename(name)));
// The dialog of a new room, which only its creator loads; and additions of a room of another game than chess, such as hands.
const newRoom = files.filter((name) => /^NewRoom-.*\.js$/.test(path.basename(name)));
const namedRooms = files.filter((name) => /^room-named-.*\.js$/.test(path.basename(name)));
const local = files.filter((name) => /^(LocalPage|board-play|workers)-.*\.js$/.test(path.basename(name)));
const watching = files.filter((name) => /^SpectatorPage-.*\.js$/.test(path.basename(name)));
const joining = files.filter((name) => /^(JoinPage|DeadEnd)-.*\.js$/.test(path.basename(name)));
const finished = files.filter((name) => /^(FinishedPage|GameRows|ResultTable|finished|Elsewhere)-.*\.js$/.test(path.basename(name)));
const playing = files.filter((name) => /^play-.*\.js$/.test(path.basename(name)));
// The pieces of other games than chess, their moves with hands and choices, and the list of games come to those who watch, play or choose one.
const kinds = files.filter((name) => /^kinds-.*\.js$/.test(path.basename(name)));
const moves = files.filter((name) => /^moves-.*\.js$/.test(path.basename(name)));
const games = files.filter((name) => /^(games|GameField|ruleset-card)-.*\.js$/.test(path.basename(name)));
// Moderators who answer attempts: chosen, read about, and at work.
const moderated = files.filter((name) => /^moderated-.*\.js$/.test(path.basename(name)));
// Beliefs of a player about pieces that they do not see: marks, and deductions from announcements.
const mind = files.filter((name) => /^mind-.*\.js$/.test(path.basename(name)));
// The same in the review: beside the truth, as a picture, and shared. It comes when a game with marks is over.
const reveal = files.filter((name) => /^reveal-.*\.js$/.test(path.basename(name)));
// A review as an animated picture, with the worker that makes it: loaded when somebody wants one.
const animation = files.filter((name) => /^animation(-worker)?-.*\.js$/.test(path.basename(name)));
// Practice against the machine, with a worker and an engine of its own; and what the page needs without a network, which comes when it has been there
// for a while.
const practice = files.filter((name) => /^(PracticePage|practice-worker|tabula_machine)-.*\.js$/.test(path.basename(name)));
const machine = files.filter((name) => /^tabula_machine.*\.wasm$/.test(path.basename(name)));
const offline = files.filter((name) => /^(offline-.*|sw)\.js$/.test(path.basename(name)));
// The games of this browser on the first page, with copies of those that are over; nobody loads the list who has none.
const own = files.filter((name) => /^(YourGames|own|copies|KeptGame)-.*\.js$/.test(path.basename(name)));
// Messages about the own turn, where a game is waited for, and about the rounds of a tournament.
const turn = files.filter((name) => /^((Push|Round|Turn)Switch|subscription|turn|registration)-.*\.js$/.test(path.basename(name)));
// The own games on another device.
const handover = files.filter((name) => /^(HandoverDialog|TakeDialog|handover|arrival)-.*\.js$/.test(path.basename(name)));
// The key by which a player is known from game to game, and the page of its results.
const results = files.filter((name) => /^(ResultsPage|key|seat|requests|base64url)-.*\.js$/.test(path.basename(name)));
// Arrows of one's own, and announcements that are spoken.
const extras = files.filter((name) => /^(Drawing|Speech)-.*\.js$/.test(path.basename(name)));
// Settings that a player keeps on the server: vacations, and players whom they do not meet.
const settings = files.filter((name) => /^(OwnSettings|BlockEntry|kept)-.*\.js$/.test(path.basename(name)));
// Tournaments: the form, the page with its tables, the director's controls, and the rounds that players miss by their own wish.
const tournaments = files.filter((name) => /^(Tournament\w*|problem)-.*\.js$/.test(path.basename(name)));
// Reports of the other player.
const reports = files.filter((name) => /^PersonEntries-.*\.js$/.test(path.basename(name)));
// Reasons of refused moves in an open game, in the words of practice.
const reasons = files.filter((name) => /^(refusal-reason|practice)-(?!worker-).*\.js$/.test(path.basename(name)));
// Sentences about requests that the server refuses: English, with the choice of one, and a file for each other language. Nobody loads two of those.
const refused = files.filter((name) => /^(why-)?refused-.*\.js$/.test(path.basename(name)));
// Passkeys: the way to add and to use one, and its words, a file for each language. Nobody loads two of those.
const passkeys = files.filter((name) => /^(Passkey\w+|passkeys)-.*\.js$/.test(path.basename(name)));
const passkeyWords = files.filter((name) => /^passkey-words-.*\.js$/.test(path.basename(name)));
// Those who look for an opponent.
const lobby = files.filter((name) => /^LobbyDialog-.*\.js$/.test(path.basename(name)));
// The first page itself, and the words for the terms of a game: chosen there, and read before one joins.
const landing = files.filter((name) => /^Landing-.*\.js$/.test(path.basename(name)));
const terms = files.filter((name) => /^terms-.*\.js$/.test(path.basename(name)));
const late = files.filter(
  (name) => name.endsWith('.js') && ![...first, ...landing, ...terms, ...table, ...languages, ...playing, ...local, ...rooms, ...newRoom, ...namedRooms, ...watching, ...joining, ...finished, ...kinds, ...moves, ...games, ...moderated, ...mind, ...reveal, ...animation, ...lab, ...guide, ...practice, ...offline, ...own, ...tournaments, ...lobby, ...turn, ...handover, ...results, ...extras, ...settings, ...reports, ...reasons, ...refused, ...passkeys, ...passkeyWords].includes(name) && !path.basename(name).startsWith('tabula_engine'),
);
/** Returns the files that come before a page shows its content: those of every page, and those that its address asks for at once (`startFirst` in `vite.config.ts`). @param {string} part */
const before = (part) => {
  const named = new RegExp(`data-${part}="([^"]*)"`).exec(html)?.[1]?.split(' ');
  if (!named) throw new Error(`the page asks for nothing by the name of ${part}`);
  return [...first, ...files.filter((name) => named.includes(path.basename(name)) || (name.endsWith('.js') && named.includes(path.basename(name, '.js'))))];
};
const sum = (/** @type {string[]} */ names) => names.reduce((total, name) => total + sizeOf(name), 0);

// The page script opens a player's socket, or asks for the terms of a game, while the other scripts are on their way. What plays a game is a part of its
// own, so that a visitor reads the terms without it; it comes while they are read.
// The engine's goal is 60 as well. The engine interface is 34 of what it weighs; the greater part of the rest reads the files of
// a ruleset (JSON, names, faults with their places) and can go when the server hands out rulesets already read. Until then the
// limit keeps it from growing. 8 of it read relative tables, which spare the rules of a game 16 on average, and those of some 380.
const budgets = [
  { what: 'page script', bytes: sum(first), limit: 36 * KIB, files: first },
  { what: 'all before a board', bytes: sum(before('playing')), limit: 77.5 * KIB, files: before('playing') },
  { what: 'all before Join', bytes: sum(before('joining')), limit: 45 * KIB, files: before('joining') },
  { what: 'first page', bytes: sum(landing), limit: 4.5 * KIB, files: landing },
  { what: 'terms of games', bytes: sum(terms), limit: 6 * KIB, files: terms },
  { what: 'texts of a game', bytes: sum(table), limit: 6 * KIB, files: table },
  ...languages.map((name) => ({ what: `language ${path.basename(name).slice(0, 2)}`, bytes: sizeOf(name), limit: 24.75 * KIB, files: [name] })),
  { what: 'a game', bytes: sum(playing), limit: 33.25 * KIB, files: playing },
  { what: 'later parts', bytes: sum(late), limit: 42 * KIB, files: late },
  { what: 'one screen', bytes: sum(local), limit: 8.25 * KIB, files: local },
  { what: 'pieces of any game', bytes: sum(kinds), limit: 10.5 * KIB, files: kinds },
  { what: 'moves of any game', bytes: sum(moves), limit: 7.25 * KIB, files: moves },
  { what: 'list of games', bytes: sum(games), limit: 11 * KIB, files: games },
  { what: 'moderators who answer', bytes: sum(moderated), limit: 3 * KIB, files: moderated },
  { what: 'marks of a player', bytes: sum(mind), limit: 14.5 * KIB, files: mind },
  { what: 'marks in the review', bytes: sum(reveal), limit: 4 * KIB, files: reveal },
  { what: 'animated picture', bytes: sum(animation), limit: 10.5 * KIB, files: animation },
  { what: 'watching', bytes: sum(watching), limit: 7 * KIB, files: watching },
  { what: 'joining', bytes: sum(joining), limit: 5 * KIB, files: joining },
  { what: 'list of finished games', bytes: sum(finished), limit: 4.25 * KIB, files: finished },
  { what: 'own games', bytes: sum(own), limit: 6 * KIB, files: own },
  { what: 'messages about turns and rounds', bytes: sum(turn), limit: 3.25 * KIB, files: turn },
  { what: 'own games elsewhere', bytes: sum(handover), limit: 4.25 * KIB, files: handover },
  { what: 'own results', bytes: sum(results), limit: 4.25 * KIB, files: results },
  { what: 'arrows and speech', bytes: sum(extras), limit: 3 * KIB, files: extras },
  { what: 'own settings', bytes: sum(settings), limit: 3.75 * KIB, files: settings },
  { what: 'tournaments', bytes: sum(tournaments), limit: 12.5 * KIB, files: tournaments },
  { what: 'reports', bytes: sum(reports), limit: 2 * KIB, files: reports },
  { what: 'reasons of refusals', bytes: sum(reasons), limit: 1.75 * KIB, files: reasons },
  { what: 'refused requests, the greatest', bytes: Math.max(...refused.map(sizeOf)), limit: 1.75 * KIB, files: refused },
  { what: 'passkeys', bytes: sum(passkeys), limit: 4 * KIB, files: passkeys },
  { what: 'words of passkeys, the greatest', bytes: Math.max(...passkeyWords.map(sizeOf)), limit: 1.25 * KIB, files: passkeyWords },
  { what: 'lobby', bytes: sum(lobby), limit: 4 * KIB, files: lobby },
  { what: 'rooms', bytes: sum(rooms), limit: 11.5 * KIB, files: rooms },
  { what: 'a new room', bytes: sum(newRoom), limit: 2 * KIB, files: newRoom },
  { what: 'rooms of other games', bytes: sum(namedRooms), limit: 2 * KIB, files: namedRooms },
  { what: 'engine', bytes: sum(engine), limit: 187 * KIB, files: engine },
  { what: 'rule lab', bytes: sum(lab), limit: 33.25 * KIB, files: lab },
  { what: 'guide to patterns', bytes: sum(guide), limit: 12 * KIB, files: guide },
  { what: 'practice', bytes: sum(practice), limit: 14 * KIB, files: practice },
  { what: 'engine of the machine', bytes: sum(machine), limit: 690 * KIB, files: machine },
  { what: 'without a network', bytes: sum(offline), limit: 5.5 * KIB, files: offline },
  { what: 'engine of the rule lab', bytes: sum(labEngine), limit: 496 * KIB, files: labEngine },
];

let exceeded = false;
for (const { what, bytes, limit, files: counted } of budgets) {
  const over = bytes > limit || counted.length === 0;
  exceeded ||= over;
  console.log(`${over ? 'OVER' : 'ok  '} ${what}: ${(bytes / KIB).toFixed(2)} of ${(limit / KIB).toFixed(0)} KiB gzip (${counted.length} files)`);
}
if (exceeded) process.exit(1);
