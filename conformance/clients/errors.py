"""Every error of the room protocol's table, provoked by a client written from that page alone: `errors.py ws://HOST:PORT --rooms N`.

After an error that is fatal the connection has to be closed, after any other it has to work. N is how many rooms are opened at most until the
server says that it is full; without it that one error is left out.
"""

import argparse
import sys

from client import Broken, Connection, Player, demand, place
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def table(address):
    """Seats two players in one room and begins the game."""
    white, black = Player(address), Player(address)
    active = black.join(white.create([]))
    for player in (white, black):
        player.begin(active)
    return white, black


def goes_on(mover, other, move):
    """Checks that both connections work: both players receive a move, and nothing before it."""
    mover.move(move)
    for player in (mover, other):
        player.delta(move)


def opens_a_room(connection):
    """Checks that a connection without a seat works."""
    connection.send("room.create", {})
    return connection.receive("room.created")


def illegal_move(address):
    white, black = table(address)
    for move in ("e2e5", "e1e2", "e7e5", "e4e5"):
        white.move(move)
        white.connection.error("ILLEGAL_MOVE", fatal=False)
    goes_on(white, black, "e2e4")


def not_your_turn(address):
    white, black = table(address)
    for move in ("e7e5", "e7e4", "e2e4"):
        black.move(move)
        black.connection.error("NOT_YOUR_TURN", fatal=False)
    goes_on(white, black, "e2e4")
    white.move("d2d4")
    white.connection.error("NOT_YOUR_TURN", fatal=False)
    goes_on(black, white, "e7e5")


def game_over(address):
    white, black = table(address)
    for mover, other, move in [(white, black, "f2f3"), (black, white, "e7e5"), (white, black, "g2g4"), (black, white, "d8h4")]:
        goes_on(mover, other, move)
    for player in (white, black):
        end = player.connection.receive("game.end")
        demand((end["winner"], end["reason"]) == ("black", "checkmate"), "another end", end)
    for player in (white, black, white, black):
        player.move("a2a3")
        player.connection.error("GAME_OVER", fatal=False)


def room_not_found(address):
    connection = Connection(address)
    connection.send("room.join", {"code": "0O0O0O"})
    connection.error("ROOM_NOT_FOUND", fatal=False)
    opens_a_room(connection)
    # A room is removed when its only player leaves.
    player = Player(address)
    code = player.create([])
    player.send("room.leave")
    later = Connection(address)
    later.send("room.join", {"code": code})
    later.error("ROOM_NOT_FOUND", fatal=False)
    opens_a_room(later)


def room_full(address):
    white, black = table(address)
    third = Connection(address)
    third.send("room.join", {"code": white.code})
    third.error("ROOM_FULL", fatal=False)
    opens_a_room(third)
    goes_on(white, black, "e2e4")


def server_full(address, rooms):
    players = []
    for _ in range(rooms):
        player = Player(address)
        player.send("room.create", {})
        try:
            player.seat(player.connection.receive("room.created"))
        except Broken:
            break
        players.append(player)
    else:
        raise Broken(f"{rooms} rooms were opened, and the server is not full")
    # The server is full. The same connection gets the same answer again, and a room once another room is gone.
    player.send("room.create", {})
    player.connection.error("SERVER_FULL", fatal=False)
    players[0].send("room.leave")
    later = Connection(address)
    later.send("room.join", {"code": players[0].code})
    later.error("ROOM_NOT_FOUND", fatal=False)
    player.create([])
    return len(players)


def version_mismatch(address):
    for version in (2, 0, "1", None):
        connection = Connection(address)
        connection.send("room.create", {}, v=version)
        connection.error("VERSION_MISMATCH", fatal=True)
    white, black = table(address)
    white.connection.send("game.move", {"from": "e2", "to": "e4"}, token=white.token, v=2)
    white.connection.error("VERSION_MISMATCH", fatal=True)
    comes_back(white, black)


def rate_limit(address):
    white, black = table(address)
    try:
        for _ in range(2000):
            white.move("e2e5")
    except Broken:
        pass  # closed while we were still sending
    # A burst is allowed and answered, so errors of the moves come before that of the rate.
    for answered in range(2000):
        payload = white.connection.receive("error")
        if payload["code"] != "ILLEGAL_MOVE":
            break
    demand((payload["code"], payload["fatal"]) == ("RATE_LIMIT", True), "RATE_LIMIT was to come", payload)
    demand(answered >= 15, "not even a burst of twenty is let through", answered)
    white.connection.closed()
    comes_back(white, black)


def msg_too_large(address):
    connection = Connection(address)
    connection.send("room.create", {"rulesetIds": ["x" * 65_536]})
    connection.error("MSG_TOO_LARGE", fatal=True)
    white, black = table(address)
    white.connection.send("room.leave", {"x": "y" * 70_000}, token=white.token)
    white.connection.error("MSG_TOO_LARGE", fatal=True)
    comes_back(white, black)


def bad_token(address):
    for kind, payload in [("game.move", {"from": "e2", "to": "e4"}), ("room.leave", {})]:
        connection = Connection(address)
        connection.send(kind, payload)
        connection.error("BAD_TOKEN", fatal=True)
    white, black = table(address)
    thief = Connection(address)
    thief.send("room.join", {"code": white.code}, token=UNKNOWN)
    thief.error("BAD_TOKEN", fatal=True)
    for token in (None, UNKNOWN, black.token, "x"):
        white.connection.send("game.move", {"from": "e2", "to": "e4"}, token=token)
        white.connection.error("BAD_TOKEN", fatal=True)
        returns(white)
    goes_on(white, black, "e2e4")


def invalid_message(address):
    envelope = '{"v":1,"seq":1,"ts":1,"type":"%s","payload":%s}'
    wrong = [
        "",
        "{",
        "[]",
        "null",
        "hello",
        envelope % ("room.nonsense", "{}"),
        envelope % ("room.join", "{}"),
        envelope % ("room.join", '{"code":6}'),
        envelope % ("room.create", '{"rulesetIds":"piece-hp"}'),
        envelope % ("room.create", '{"rulesetIds":["no-such-rule"]}'),
        envelope % ("room.create", "7"),
        '{"v":1,"ts":1,"type":"room.create","payload":{}}',
        '{"v":1,"seq":"1","ts":1,"type":"room.create","payload":{}}',
        '{"v":1,"seq":1,"type":"room.create","payload":{}}',
        '{"v":1,"seq":1,"ts":1,"payload":{}}',
        b"\x00\x01",
    ]
    for message in wrong:
        connection = Connection(address)
        connection.raw(message)
        try:
            connection.error("INVALID_MESSAGE", fatal=True)
        except Broken as broken:
            raise Broken(f"to {message!r}: {broken}") from None
    white, black = table(address)
    for payload in [{"from": "e2"}, {"from": "e2", "to": 44}, {"from": "e2", "to": "e4", "promoteTo": 9}]:
        white.connection.send("game.move", payload, token=white.token)
        white.connection.error("INVALID_MESSAGE", fatal=True)
        returns(white)
    goes_on(white, black, "e2e4")


def returns(player):
    """Reconnects a player whose connection was closed."""
    player.rejoin()
    player.returned()


def comes_back(player, other):
    returns(player)
    goes_on(player, other, "e2e4")


def origin(address):
    try:
        connect(place(address), origin="http://elsewhere.example").close()
    except InvalidStatus as refused:
        demand(refused.response.status_code == 403, "an origin that is not listed is refused with 403", refused.response.status_code)
        return
    raise Broken("an origin that is not listed is let in")


EACH = [illegal_move, not_your_turn, game_over, room_not_found, room_full, version_mismatch, rate_limit, msg_too_large, bad_token, invalid_message]


def main(address, rooms):
    for provoke in EACH:
        try:
            provoke(address)
        except Broken as broken:
            raise Broken(f"{provoke.__name__.upper()}: {broken}") from None
    origin(address)
    told = [provoke.__name__.upper() for provoke in EACH]
    if rooms:
        opened = server_full(address, rooms)
        told.append(f"SERVER_FULL (after {opened} rooms)")
    print(f"{len(told)} errors, each as the page has it: {', '.join(told)}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Every error of the room protocol, provoked.")
    arguments.add_argument("address", help="ws://HOST:PORT")
    arguments.add_argument("--rooms", type=int, default=0, help="how many rooms are opened at most until the server is full")
    try:
        main(**vars(arguments.parse_args()))
    except Broken as broken:
        sys.exit(f"errors.py: {broken}")
