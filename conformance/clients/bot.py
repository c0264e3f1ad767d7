"""A bot of one's own, written from the wire's page alone: `bot.py http://HOST:PORT [MOVES]`.

It plays chess against the machine with random legal moves, and resigns after so many. The legal moves come from the engine interface: a bot needs no
rules of its own.
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def create(server):
    """Creates a game, and returns its id and the token of the seat."""
    body = json.dumps({"mode": "vanilla", "side": "white", "machine": {"level": 1}}).encode()
    request = urllib.request.Request(f"{server}/api/games", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        game = json.load(answer)
    return game["gameId"], game["creatorToken"]


def feen(view):
    """Writes the position of a view: each piece has its full name in `qpi`."""
    ranks = []
    for rank in "87654321":
        squares = [view["pieces"].get(file + rank) for file in "abcdefgh"]
        text = "".join(piece["qpi"].split(":")[1] if piece else "." for piece in squares)
        for empty in range(8, 0, -1):
            text = text.replace("." * empty, str(empty))
        ranks.append(text)
    return "/".join(ranks) + (" / C/c" if view["toMove"] == "w" else " / c/C")


def choose(engine, view):
    """Asks the engine for the legal moves, and takes one of them."""
    engine.send(json.dumps({"message_type": "set_position", "feen": feen(view)}))
    moves = json.loads(engine.recv())["moves"]
    source = random.choice(sorted(moves))
    return {"type": "commit", "from": source.lower(), "to": random.choice(moves[source]).lower(), "promotion": "q"}


def play(server, most):
    game, token = create(server)
    sockets = server.replace("http", "ws", 1)
    with connect(f"{sockets}/ws?game={game}") as seat, connect(f"{sockets}/engine?rules=chess") as engine:
        engine.recv()  # the moves of the first position
        seat.send(json.dumps({"type": "hello", "gameId": game, "token": token}))
        made = -1
        while True:
            frame = json.loads(seat.recv())
            if frame["type"] == "error":
                raise SystemExit(f"refused: {frame}")
            if frame["type"] not in ("joined", "update") or frame["gameStatus"] == "waiting":
                continue
            if frame["gameStatus"] == "finished":
                return frame["ply"]
            # A frame may repeat the state: a bot moves once for each number of moves made.
            if frame["view"]["toMove"] == "w" and frame["ply"] > made:
                made = frame["ply"]
                seat.send(json.dumps({"type": "resign"} if made >= 2 * most else choose(engine, frame["view"])))


if __name__ == "__main__":
    plies = play(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    print(f"a bot has played the machine: {plies} plies")
