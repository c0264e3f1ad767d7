"""Compares `ggn moderate` with an independent referee, the package `kriegspiel` of PyPI: random games, attempt by attempt.

Each game is played by both at once. A step is a legal move, a move of a piece that the player cannot know to be illegal, a try of a pawn, a
repetition of what was refused in the turn, nonsense, a drop, or the question "any?". Every member of every answer has to agree. The referee is
started here alone and is no part of what is shipped.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import chess
import chess.variant
from kriegspiel import KriegspielGame, KriegspielMove, QuestionAnnouncement
from kriegspiel.move import SpecialCaseAnnouncement as Special

ROOT = Path(__file__).resolve().parents[2]
MODERATORS = ("berkeley", "berkeley-any", "cincinnati", "wild16", "rand", "english", "crazykrieg")
WORDS = {
    "REGULAR_MOVE": "moved",
    "CAPTURE_DONE": "captured",
    "ILLEGAL_MOVE": "illegal",
    "NONSENSE": "nonsense",
    "IMPOSSIBLE_TO_ASK": "impossible",
    "HAS_ANY": "has_any",
    "NO_ANY": "no_any",
}
# Positions in which what is rare happens soon: captures in passing, promotions, castling, double checks, stalemates, few pieces.
STARTS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "7k/PP1P4/8/1p1p1p1p/P1P1P1P1/8/4p1pp/2K5 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/3b4/8/2N1P3/r3K2R w K - 0 1",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 1990 1000",
    "k7/8/1K6/8/8/8/P7/8 w - - 0 1",
    "r1b1k2r/1P1p1p1P/8/2p1p1p1/2P1P1P1/8/1p1P1P1p/R1B1K2R b KQkq - 0 1",
    "3rk3/8/8/2pPp3/8/8/3K4/8 w - c6 0 1",
)


class Referee:
    """The other referee's game."""

    def __init__(self, moderator, fen):
        self.game = KriegspielGame(ruleset=moderator.replace("-", "_"))
        if fen:
            self.game._board = type(self.game._board)(fen)
            self.game._game_over = False
            self.game._generate_possible_to_ask_list()

    @property
    def board(self):
        return self.game._board

    def answer(self, ask):
        """Answers in the form of `ggn moderate`."""
        if ask == "any?":
            move = KriegspielMove(QuestionAnnouncement.ASK_ANY)
        else:
            move = KriegspielMove(QuestionAnnouncement.COMMON, chess.Move.from_uci(ask))
        answer = self.game.ask_for(move)
        hears = self.game._ruleset.should_record_opponent_answer(move, answer)
        told = {"answer": WORDS[answer.main_announcement.name], "opponent_hears": hears}
        if answer.capture_at_square is not None:
            told["capture_square"] = chess.square_name(answer.capture_at_square)
        if answer.captured_piece_announcement is not None:
            told["captured"] = answer.captured_piece_announcement.name.lower()
        if answer.dropped_piece_announcement is not None:
            told["dropped"] = answer.dropped_piece_announcement.name.lower()
        if answer.en_passant_announced:
            told["en_passant"] = True
        if answer.promotion_announced:
            told["promotion"] = True
        if answer.special_announcement == Special.CHECK_DOUBLE:
            told["check"] = [check.name[6:].lower() for check in (answer.check_1, answer.check_2)]
        elif answer.special_announcement != Special.NONE:
            word = answer.special_announcement.name.lower()
            if word.startswith("check_"):
                told["check"] = [word[6:]]
            else:
                told["end"] = word
        if answer.next_turn_pawn_tries is not None:
            told["next_turn_pawn_tries"] = answer.next_turn_pawn_tries
        if answer.next_turn_has_pawn_capture is not None:
            told["next_turn_has_pawn_capture"] = answer.next_turn_has_pawn_capture
        if answer.next_turn_pawn_try_squares is not None:
            told["next_turn_pawn_try_squares"] = [chess.square_name(at) for at in answer.next_turn_pawn_try_squares]
        return told


def chosen(referee, refused, chance):
    """Returns what the side to move asks next."""
    board, side = referee.board, referee.board.turn
    kind = chance.random()
    if kind < 0.10:
        return "any?"
    if kind < 0.16 and refused:
        return chance.choice(refused)
    if kind < 0.22:
        source, target = chance.sample(range(64), 2)
        return chess.square_name(source) + chess.square_name(target) + chance.choice(("", "", "", "q", "n"))
    if kind < 0.34:
        pawns = [(at, to) for at in board.pieces(chess.PAWN, side) for to in board.attacks(at) if board.color_at(to) != side]
        if pawns:
            source, target = chance.choice(pawns)
            promotes = chess.square_rank(target) in (0, 7) and chance.random() < 0.8
            return chess.square_name(source) + chess.square_name(target) + (chance.choice("qrbn") if promotes else "")
    if kind < 0.40 and isinstance(board, chess.variant.CrazyhouseBoard):
        return chance.choice("PNBRQPK") + "@" + chess.square_name(chance.randrange(64))
    if kind < 0.55:
        own = [move.chess_move.uci() for move in referee.game.possible_to_ask if move.chess_move]
        if own:
            return chance.choice(sorted(own))
    legal = [move.uci() for move in board.legal_moves]
    captures = [move.uci() for move in board.legal_moves if board.is_capture(move)]
    special = [move.uci() for move in board.legal_moves if board.is_en_passant(move) or board.is_castling(move) or move.promotion]
    return chance.choice(special if special and chance.random() < 0.5 else captures if captures and chance.random() < 0.4 else legal)


def is_listed(board, ask):
    """Returns whether the two differ there as `README.md` beside this file says."""
    if ask == "any?":
        return False
    move = chess.Move.from_uci(ask)
    return move.drop is None and board.ep_square == move.to_square and board.piece_type_at(move.from_square) == chess.PAWN


def play(moderator, ggn, seed, plies, start, kept):
    """Plays a game; returns the number of answers, and the difference if there is one."""
    chance = random.Random(f"{moderator} {seed}")
    referee = Referee(moderator, start)
    rules = "crazyhouse" if moderator == "crazykrieg" else "chess"
    command = [ggn, "moderate", str(ROOT / "rules" / rules), "--moderator", moderator]
    command += ["--fen", start] if start else []
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    refused, steps = [], []
    try:
        while not referee.game.game_over and len(referee.board.move_stack) < plies:
            by = "white" if referee.board.turn else "black"
            ask = chosen(referee, refused, chance)
            listed = is_listed(referee.board, ask)
            expected = referee.answer(ask)
            process.stdin.write(json.dumps({"by": by, "ask": ask}) + "\n")
            process.stdin.flush()
            found = json.loads(process.stdout.readline())
            steps.append({"by": by, "ask": ask, **expected})
            if found != expected:
                if listed and {found.get("answer"), expected["answer"]} == {"nonsense", "illegal"}:
                    return len(steps), None
                return len(steps), f"{moderator} seed {seed} start {start}: {by} asks {ask}: expected {expected}, found {found}"
            refused = [] if expected["answer"] in ("moved", "captured") else [*refused, ask] if ask != "any?" else refused
    finally:
        process.stdin.close()
        process.wait()
    kept.append({"steps": steps, "fen": referee.board.fen(), "seed": seed, "start": start})
    return len(steps), None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ggn", required=True)
    parser.add_argument("--games", type=int, default=50, help="games of each moderator")
    parser.add_argument("--plies", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder in which the games are written as JSON")
    parser.add_argument("names", nargs="*", default=MODERATORS)
    arguments = parser.parse_args()
    differences = 0
    for moderator in arguments.names or MODERATORS:
        answers, kept = 0, []
        for number in range(arguments.games):
            seed = arguments.seed + number
            start = None if moderator == "crazykrieg" or number % 2 == 0 else STARTS[number // 2 % len(STARTS)]
            count, difference = play(moderator, arguments.ggn, seed, arguments.plies, start, kept)
            answers += count
            if difference:
                differences += 1
                print(difference)
        if arguments.keep:
            Path(arguments.keep, f"{moderator}.json").write_text(json.dumps({"ruleset": moderator, "games": kept}))
        print(f"{moderator}: {arguments.games} games, {answers} answers", flush=True)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
