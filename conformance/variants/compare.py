"""Compares games of this project with Fairy-Stockfish: node counts, and random games.

`variants.json` says which ruleset is which of its variants, `faces` there which pieces it writes as others turned over, and `answer` that the
module ends a game at once where the answer to an arrival cannot be another, which here is still played. Every count to some depth has to agree; where the program does not know the variant, its
Python module counts, one ply less beyond depth 3. A variant that neither has built in needs the oracle's `variants.ini` (`--definitions`). At every
ply of a random game both sides have to offer the same moves (by their squares, the number of choices of each, and drops by their square), and at its
end the same result. The first game is played beside the module; in the others the program answers at nine plies of ten, if it counts as the module
does, and the module where they differ. Where `notation` names a notation of the module, moves are written alike: all in the first game, two at each
ply of the others. The oracle is started here alone and is no part of what is shipped.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pyffish

ROOT = Path(__file__).resolve().parents[2]
# Endings by counts that a player of the other program claims, or that it counts otherwise.
COUNTED = ("threefold_repetition", "repetition", "fifty_move_rule", "movelimit", "insufficient_material")
MOVE = re.compile(r"^(?:(?P<piece>\+?[A-Z])@|(?P<source>[a-p]\d+))(?P<target>[a-p]\d+)(?P<rest>.*)$")


# A castling that brings a piece from the hand onto the rook's square is the rook's way to the king there.
CASTLINGS = {("h1", "e1"): ("e1", "g1"), ("a1", "e1"): ("e1", "c1"), ("h8", "e8"): ("e8", "g8"), ("a8", "e8"): ("e8", "c8")}
# The module counts no depth with more lines than about so many.
MOST_LINES = 3_000_000
# Moves that the module gets behind a position: all that an ending looks back on. It makes them anew at each question, and reads each by writing all legal moves.
REMEMBERED = 8
# Moves whose notation is compared at each ply of all games but the first: the module takes some milliseconds for each question, whatever it is.
NOTED = 2
# Of so many plies the module is asked at one, where the program answers at the others.
ASKED = 10


def start_of_960(number):
    """Returns a starting position of Chess960 by its number, as R. Scharnagl has numbered them."""
    rank = [""] * 8
    number, bishop = divmod(number, 4)
    rank[2 * bishop + 1] = "b"
    number, bishop = divmod(number, 4)
    rank[2 * bishop] = "b"
    number, queen = divmod(number, 6)
    free = [index for index in range(8) if not rank[index]]
    rank[free.pop(queen)] = "q"
    knights = [(one, other) for one in range(5) for other in range(one + 1, 5)][number]
    for index, at in enumerate(free):
        if index in knights:
            rank[at] = "n"
    for piece, at in zip("rkr", [at for at in free if not rank[at]]):
        rank[at] = piece
    rooks = "".join("abcdefgh"[at] for at in (7, 6, 5, 4, 3, 2, 1, 0) if rank[at] == "r")
    pieces = "".join(rank)
    return f"{pieces}/pppppppp/8/8/8/8/PPPPPPPP/{pieces.upper()} w {rooks.upper()}{rooks} - 0 1"


class Oracle:
    """A position of a variant, reached by moves. Its moves are the module's, or at most plies the program's where `program` is one that knows the variant."""

    def __init__(self, name):
        self.program = None
        number = re.fullmatch(r"chess960-(\d+)", name)
        self.is_960 = bool(number)
        self.variant = "chess" if number else name
        self.start = start_of_960(int(number[1])) if number else pyffish.start_fen(name)
        self.reset()

    def reset(self):
        # A position, the moves since, and all moves.
        self.fen, self.moves, self.played = self.start, [], []

    def play(self, text):
        self.played.append(text)
        self.moves.append(text)
        if len(self.moves) > 2 * REMEMBERED:
            self.fen, self.moves = self.fen_after(self.moves[:REMEMBERED]), self.moves[REMEMBERED:]

    def fen_after(self, moves):
        return pyffish.get_fen(self.variant, self.fen, moves, self.is_960, False, True)

    def legal(self):
        """Returns the legal moves; none once a goal is reached."""
        if self.program and len(self.played) % ASKED:
            return self.program.legal(self.variant, self.played)
        return pyffish.legal_moves(self.variant, self.fen, self.moves, self.is_960)

    def written(self, texts, notation):
        """Returns moves in a notation of the module, without the mark of check or mate."""
        if not texts:
            return []
        fen, form = self.fen_after(self.moves), getattr(pyffish, f"NOTATION_{notation}")
        return [pyffish.get_san(self.variant, fen, text, self.is_960, form).rstrip("#") for text in texts]

    def nodes(self, depth):
        """Counts the lines of so many plies; a line that a goal has ended has no further moves."""
        legal = self.legal()
        if depth == 1:
            return len(legal)
        total = 0
        for move in legal:
            self.moves.append(move)
            total += self.nodes(depth - 1)
            self.moves.pop()
        return total

    def is_mate(self, move):
        """Returns whether a move leaves the other side without an answer."""
        return not pyffish.legal_moves(self.variant, self.fen, [*self.moves, move], self.is_960)

    def result(self):
        """Returns 1 if the side to move has won, -1 if it has lost, 0 for a draw; None while the game goes on."""
        is_over, value = pyffish.is_immediate_game_end(self.variant, self.fen, self.moves, self.is_960)
        if not is_over:
            if pyffish.legal_moves(self.variant, self.fen, self.moves, self.is_960):
                return None
            value = pyffish.game_result(self.variant, self.fen, self.moves, self.is_960)
        return (value > 0) - (value < 0)


class Program:
    """The program, which counts faster than its module and knows fewer variants."""

    def __init__(self):
        command = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.variant = None
        self.known = set()
        for line in iter(self.process.stdout.readline, "uciok\n"):
            if line.startswith("option name UCI_Variant"):
                self.known = set(line.split(" var ")[1:])
        self.known = {name.strip() for name in self.known}

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def nodes(self, variant, depth):
        return self.perft(variant, [], depth)[1]

    def legal(self, variant, played):
        return self.perft(variant, played, 1)[0]

    def perft(self, variant, played, depth):
        """Returns the moves after those that were played, and the number of lines."""
        if variant != self.variant:
            self.say(f"setoption name UCI_Variant value {variant}")
            self.variant = variant
        self.say(" ".join(["position startpos", "moves" if played else "", *played]))
        self.say(f"go perft {depth}")
        moves = []
        for line in iter(self.process.stdout.readline, ""):
            if line.startswith("Nodes searched:"):
                return moves, int(line.split(":")[1])
            if match := re.fullmatch(r"(\S+): \d+", line.strip()):
                moves.append(match[1])
        raise RuntimeError(f"the oracle has ended at {variant}")


class Engine:
    """A game of a ruleset, played over the JSON engine interface."""

    def __init__(self, ggn, entry):
        overlays = ["--with", ",".join(entry["with"])] if entry["with"] else []
        command = [ggn, "engine", "--rules", ROOT / entry["rules"], *overlays]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.process.stdout.readline()
        self.feen = entry["feen"]
        self.faces = entry.get("faces", {})
        self.notation = entry.get("notation")
        self.has_answer = entry.get("answer", False)
        self.reset()

    def reset(self):
        self.state = self.ask({"message_type": "new_game", **({"feen": self.feen} if self.feen else {})})

    def ask(self, message):
        """Sends a message, and returns the state of the game after it."""
        for line in (message, {"message_type": "state"}):
            self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer["message_type"] == "failure":
                raise RuntimeError(f"{message}: {answer}")
            if answer["message_type"] == "state":
                return answer

    def play(self, move):
        source = {"piece": move["drop"]} if "drop" in move else {"from": move["from"]}
        kind = "piece_drop" if "drop" in move else "piece_move"
        alike = [other for other in self.state["legal"] if key_of_engine(other) == key_of_engine(move)]
        is_choice = sum(other.get("drop") == move.get("drop") for other in alike) > 1
        choice = ", ".join(filter(None, (move.get("promotion"), move.get("places")))) or "none"
        promotion = {"promotion": choice} if is_choice else {}
        self.state = self.ask({"message_type": kind, **source, "to": move["to"], **promotion})

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def key_of_oracle(text, ours):
    parts = MOVE.match(text)
    if not parts:
        raise RuntimeError(f"the oracle's move {text} has another form")
    key = (parts["source"] or "*", parts["target"])
    return CASTLINGS[key] if parts["rest"] in tuple("ehqrbn") and key in CASTLINGS and key not in ours else key


def key_of_engine(move):
    return (move.get("from", "*").lower(), move["to"].lower())


def spellings(move, faces):
    """Returns the ways in which the oracle may write a move; `faces` has its letters of pieces that it takes for a state of another."""
    if "places" in move:
        there = move["places"].split()[-1].lower()
        plain, placed = move["uci"].lower().split(",")
        source, target = move["from"].lower(), move["to"].lower()
        letter = placed[0]
        yield f"{plain},{target}{there}"
        # From the hand onto the square that the piece leaves, or that of the rook after castling.
        yield from (f"{rook}{king}{letter}" for (rook, king), key in CASTLINGS.items() if key == (source, target) and there == rook)
        if there == source:
            yield f"{plain}{letter}"
    elif "drop" in move and move.get("promotion") in faces:
        yield f"{faces[move['promotion']]}@{move['to']}".lower()
    elif "drop" in move and move.get("promotion") == move["drop"]:
        yield move["uci"][:-1].lower()
    elif not move.get("promotion", "").startswith("+"):
        yield move["uci"].lower()
    elif "drop" in move:
        yield f"+{move['uci']}".lower()
    else:
        yield f"{move['from']}{move['to']}+".lower()
        # A promoted piece that is marked, since it falls as a pawn.
        yield move["uci"].lower()


def is_written_alike(ours, theirs, source, feen):
    """Of two pieces on a file, the module writes the file where no other of its moves reads the same; the federation's notation says front or rear."""
    if ours == theirs:
        return True
    if not (len(ours) == len(theirs) == 4 and ours[1] in "+-" and ours[0] + ours[2:] == theirs[0] + theirs[2:]):
        return False
    placement, _, styles = feen.split(" ")
    is_first = styles[0].isupper()
    rows = [re.sub(r"\d+", lambda digits: " " * int(digits[0]), re.sub(r"[+^'-]", "", row)) for row in reversed(placement.split("/"))]
    file, rank = ord(source[0]) - ord("a"), int(source[1:]) - 1
    others = [at for at, row in enumerate(rows) if row[file] == rows[rank][file] and at != rank]
    is_front = len(others) == 1 and (rank > others[0]) == is_first
    return len(others) == 1 and (ours[1] == "+") == is_front


def counts(ggn, entry, depth):
    overlays = ["--with", ",".join(entry["with"])] if entry["with"] else []
    start = ["--feen", entry["feen"]] if entry["feen"] else []
    command = [ggn, "perft", ROOT / entry["rules"], *overlays, *start, "--depth", str(depth)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if run.returncode:
        raise RuntimeError(run.stderr.strip())
    return int(run.stdout.split()[1])


def expected_counts(oracle, program, depth):
    """Returns the oracle's counts from depth 1. The module counts to depth 3. On from there the program counts if it agrees so far, since it is
    years older and the rules of some variants have been corrected; otherwise the module does, one ply less."""
    shallow = [oracle.nodes(1)]
    while len(shallow) < min(depth, 3) and shallow[-1] * shallow[0] <= MOST_LINES:
        shallow.append(oracle.nodes(len(shallow) + 1))
    if len(shallow) < min(depth, 3) or oracle.is_960:
        return shallow
    name = oracle.variant
    if name in program.known and shallow == [program.nodes(name, plies) for plies in range(1, len(shallow) + 1)]:
        return shallow + [program.nodes(name, plies) for plies in range(4, depth + 1)]
    return shallow + [oracle.nodes(plies) for plies in range(4, depth)]


def moves_of_oracle(oracle, ours):
    """Returns the oracle's moves, and the number of each by its squares. Where the program differs from `ours`, the module is asked from then on."""
    legal = oracle.legal()
    # A drop that a ruleset forbids since it gives mate is a move there, and loses.
    theirs = Counter(key_of_oracle(text, ours) for text in legal)
    for key, count in (theirs - ours).items():
        drops = [text for text in legal if "@" in text and key_of_oracle(text, ours) == key]
        theirs[key] -= min(count, sum(map(oracle.is_mate, drops)))
    if ours != theirs and oracle.program:
        oracle.program = None
        return moves_of_oracle(oracle, ours)
    return legal, theirs


def result_for(engine, ending):
    """Returns 1 if the side to move has won, -1 if it has lost, 0 for a draw or no end."""
    winner = ending and ending["victor"]
    return 0 if winner in (None, "draw") else 1 if winner == engine.state["turn"] else -1


def play(engine, oracle, seed, plies, notes_all):
    """Plays one random game. `notes_all`: the notation of all moves is compared. Returns what differs, or the number of its plies."""
    draw = random.Random(seed)
    engine.reset()
    oracle.reset()
    for ply in range(plies):
        offered = engine.state["legal"]
        ending = engine.state["ending"]
        by_key = {}
        for move in offered:
            by_key.setdefault(key_of_engine(move), []).append(move)
        ours = Counter({} if ending else {key: len(moves) for key, moves in by_key.items()})
        legal, theirs = moves_of_oracle(oracle, ours)
        here = f"seed {seed}, ply {ply}, {' '.join(oracle.played)}: {engine.state['feen']}"
        if ending and ending["reason"] in COUNTED:
            return ply
        if engine.has_answer and offered and not legal and not ending:
            expected = oracle.result()
            engine.play(draw.choice(offered))
            ending = engine.state["ending"]
            return ply if ending and result_for(engine, ending) == -expected else f"{here}: {ending} after the answer here, {expected} there"
        if ours != theirs:
            return f"{here}: only here {dict(ours - theirs)}, only there {dict(theirs - ours)}, {ending}"
        if ending or not legal:
            return ply if result_for(engine, ending) == oracle.result() else f"{here}: {ending} here, {oracle.result()} there"
        # Choices of one move are told apart by their letter, or by `+` for the promoted form of the piece itself.
        by_text = {text.lower(): text for text in legal}
        moves = [(move, next(filter(None, map(by_text.get, spellings(move, engine.faces))), None)) for move in offered]
        pairs = [(move, text) for move, text in moves if text]
        noted = (pairs if notes_all else draw.sample(pairs, min(NOTED, len(pairs)))) if engine.notation else []
        # Moves that read alike have no text here. To find one of them takes all.
        if any("game_notation" not in move for move, _ in noted):
            noted = pairs
        written = oracle.written([text for _, text in noted], engine.notation)
        for (move, text), theirs in zip(noted, written):
            is_unclear = "game_notation" not in move and written.count(theirs) > 1
            mine = move.get("game_notation", "")
            if not is_unclear and not is_written_alike(mine, theirs, move.get("from", "").lower(), engine.state["feen"]):
                return f"{here}: {text} is {mine} here, {theirs} there"
        paired = {text for _, text in pairs}
        single = [(by_key[key][0], text) for text in legal if (key := key_of_oracle(text, ours)) in by_key and ours[key] == 1 and text not in paired]
        chosen = draw.choice(pairs + single or [(None, None)])
        if chosen[0] is None:
            return ply
        engine.play(chosen[0])
        oracle.play(chosen[1])
    return plies


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--ggn", required=True, help="the tool")
    arguments.add_argument("--depth", type=int, default=4)
    arguments.add_argument("--games", type=int, default=2)
    arguments.add_argument("--plies", type=int, default=120)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--definitions", type=Path, help="definitions of further variants, in the oracle's format")
    arguments.add_argument("names", nargs="*", help="variants; all of them if none is named")
    options = arguments.parse_args()
    entries = json.loads((Path(__file__).parent.parent / "variants.json").read_text())
    wanted = [(name, entry) for name, entry in entries.items() if not options.names or name in options.names]
    failed = 0
    # Games wait for two programs in turn, which use one processor together.
    with ProcessPoolExecutor(initializer=begin, initargs=(options,)) as workers:
        for done, (lines, has_failed) in enumerate(workers.map(compared, wanted), 1):
            failed += has_failed
            print(f"{done} of {len(wanted)}  " + "\n    ".join(lines), flush=True)
    print(f"{failed} of {len(wanted)} variants differ" if failed else "all agree")
    return failed > 0


def begin(options):
    """Begins a process that compares: with the options, and the program beside it, which ends with its pipe."""
    if options.definitions:
        pyffish.load_variant_config(options.definitions.read_text())
    Worker.options, Worker.program, Worker.known = options, Program(), set(pyffish.variants())


class Worker:
    """What a process that compares has."""

    options = program = known = None


def compared(wanted):
    """Compares one variant. Returns lines about it, the first with its name, and whether anything differs."""
    (name, entry), options = wanted, Worker.options
    if name not in Worker.known and not name.startswith("chess960-"):
        return [f"{name}: not in this build of the oracle"], False
    begun = time.monotonic()
    faults = []
    oracle = Oracle(name)
    expected = expected_counts(oracle, Worker.program, options.depth)
    for depth, theirs in enumerate(expected, 1):
        ours = counts(options.ggn, entry, depth)
        # A rule that has been corrected since the program was built may show at this depth only.
        if ours != theirs and depth > 3 and theirs <= MOST_LINES:
            theirs = expected[depth - 1] = oracle.nodes(depth)
        if ours != theirs:
            faults.append(f"depth {depth}: {ours} here, {theirs} there")
    shallow = expected[:3]
    agrees = name in Worker.program.known and shallow == [Worker.program.nodes(name, depth) for depth in range(1, len(shallow) + 1)]
    engine = Engine(options.ggn, entry)
    plies = 0
    for seed in range(options.seed, options.seed + options.games):
        is_first = seed == options.seed
        # The first game beside the module, whose rules have been corrected; the others beside the program, which answers a hundred times as fast.
        if agrees and not is_first and not engine.has_answer:
            oracle.program = Worker.program
        try:
            played = play(engine, oracle, seed, options.plies, is_first)
        except SystemError:
            # The module refuses a move that the program and this project took.
            played = f"seed {seed}: the module does not take {' '.join(oracle.played)}"
        plies += played if isinstance(played, int) else 0
        faults += [played] if isinstance(played, str) else []
    engine.close()
    seconds = time.monotonic() - begun
    agreed = f"{expected[-1]:,} nodes at depth {len(expected)}, {plies} plies"
    return [f"{name}: {'differs' if faults else agreed} ({seconds:.1f} s)", *faults], bool(faults)


if __name__ == "__main__":
    sys.exit(main())
