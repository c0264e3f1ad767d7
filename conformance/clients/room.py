"""Two players in one room, written from the room protocol's page alone: `room.py ws://HOST:PORT [RULE…]`.

In a game with house rules a pawn steps back, a piece is hit and survives (with `piece-hp`), a connection breaks, and mate ends the game. A second
game ends because a player leaves.
"""

import sys

from client import Broken, Player, demand

BACKWARD, HIT_POINTS = "pawns-move-backward", "piece-hp"

# Moves of both sides in turn, up to mate; no pawn can step back in between.
OPENING = ["e2e4", "f7f5", "a2a3", "g7g5", "a3a2", "g5g4"]
MISSED = "e4f5"
ENDING = {
    True: ["g4g3", "e4f5", "b7b6", "d1h5"],
    False: ["g4g3", "f5f4", "b7b6", "d1h5"],
}


def begin(address, rules):
    white, black = Player(address), Player(address)
    code = white.create(rules)
    active = black.join(code)
    demand(sorted(active) == sorted(rules), "other rules are active", active)
    demand({white.color, black.color} == {"white", "black"}, "two of one color", white.color, black.color)
    demand(white.color == "white", "who creates the room is white", white.color)
    demand(white.token != black.token, "both have one token")
    for player in (white, black):
        player.begin(active)
        demand(player.facts.get(player.facts.standing("e2"), "PieceType") == "pawn", "no pawn on e2")
    return white, black


def play(mover, other, move, over=None):
    """Plays a move that both players receive; then both compare their facts with those of the server."""
    mover.move(move)
    for player in (mover, other):
        payload = player.delta(move)
        demand(payload["gameOver"] == over, "over or not", payload["gameOver"], over)
        demand(payload["turn"] == other.color, "the turn did not pass", payload["turn"])


def whole_game(address, rules):
    white, black = begin(address, rules)
    has_points = HIT_POINTS in rules
    sides = [white, black]
    for ply, move in enumerate(OPENING):
        play(sides[ply % 2], sides[1 - ply % 2], move)
        for player in sides:
            player.look()
    demand(white.facts.standing("a2") is not None and white.facts.standing("a3") is None, "the pawn is not back")

    # The connection of one player breaks; the other continues.
    victim = white.facts.standing("f5")
    black.connection.break_off()
    white.move(MISSED)
    white.delta(MISSED)
    white.look()
    if has_points:
        for square in ("e4", "f5"):
            demand(white.facts.standing(square) is not None, f"who hits and who is hit stay: {square}")
        demand(white.facts.get(victim, "Hp") == 1, "two points less one", white.facts.get(victim, "Hp"))
    else:
        demand(white.facts.get(victim, "PieceType") is None, "a captured piece has facts")
    black.rejoin()
    black.returned([MISSED])
    demand(black.facts == white.facts, "two who see everything know something else")

    for ply, move in enumerate(ENDING[has_points]):
        mover, other = sides[1 - ply % 2], sides[ply % 2]
        is_last = ply == len(ENDING[has_points]) - 1
        play(mover, other, move, {"winner": "white", "reason": "checkmate"} if is_last else None)
        if not is_last:
            for player in sides:
                player.look()
    if has_points:
        demand(white.facts.get(victim, "PieceType") is None, "the second hit kills")
    for player in sides:
        end = player.connection.receive("game.end")
        demand((end["winner"], end["reason"]) == ("white", "checkmate"), "another end", end)
        demand(end["finalFen"].split()[0] == player.facts.board(), "the last position is another", end)
    over = sides * 2
    for player in over:
        player.move("a7a6")
        player.connection.error("GAME_OVER", fatal=False)
    for player in sides:
        player.connection.close()
    return len(OPENING) + 1 + len(ENDING[has_points])


def left_game(address, rules):
    white, black = begin(address, rules)
    play(white, black, "e2e4")
    black.send("room.leave")
    end = white.connection.receive("game.end")
    demand((end["winner"], end["reason"]) == ("white", "player_left"), "another end", end)
    white.move("e4e5")
    white.connection.error("GAME_OVER", fatal=False)
    white.connection.close()
    black.connection.close()


def main(address, *rules):
    rules = list(rules) or [BACKWARD, HIT_POINTS]
    plies = whole_game(address, rules)
    left_game(address, rules)
    print(f"a game of {plies} plies with {', '.join(rules)}, each beside a fresh snapshot; a break and a return; mate; a game that one left")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Broken as broken:
        sys.exit(f"room.py: {broken}")
