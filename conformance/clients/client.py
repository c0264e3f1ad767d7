"""One seat of a room, for a program written from the room protocol's page alone.

It checks every received message against the page: the envelope, growing numbers, one value for each fact. A violation
raises `Broken`.
"""

import json
import socket
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 10  # seconds to wait for an expected message
LETTERS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}


class Broken(Exception):
    """The server broke the protocol of the page."""


def demand(holds, what, *seen):
    """Raises `Broken`, with the observed values, unless the condition holds."""
    if not holds:
        raise Broken(f"{what}: {', '.join(json.dumps(one, default=str) for one in seen)}" if seen else what)


def place(address):
    """Returns the address of a server's sockets; the argument may be the address of its page."""
    return address.rstrip("/").replace("http", "ws", 1) + "/ws"


class Facts:
    """The facts of a game as a client keeps them: one value for each entity and attribute."""

    def __init__(self):
        self.values = {}

    @classmethod
    def of(cls, listed):
        """Reads the facts of a snapshot, which must be distinct."""
        facts = cls()
        for fact in listed:
            key = facts.key(fact)
            demand("value" in fact, "a fact without a value", fact)
            demand(key not in facts.values, "two values for one attribute", fact)
            facts.values[key] = fact["value"]
        return facts

    @staticmethod
    def key(fact):
        demand(type(fact.get("id")) is int and fact["id"] >= 0, "a fact's id is no number", fact)
        demand(type(fact.get("attr")) is str and fact["attr"], "a fact has no attribute", fact)
        return fact["id"], fact["attr"]

    def apply(self, delta):
        """Applies a delta. A second application changes nothing more."""
        inserted = [self.key(fact) for fact in delta["inserted"]]
        demand(len(set(inserted)) == len(inserted), "a delta inserts two values for one attribute", delta)
        for fact in delta["retracted"]:
            self.values.pop(self.key(fact), None)
        for fact in delta["inserted"]:
            self.values[self.key(fact)] = fact["value"]

    def copy(self):
        facts = Facts()
        facts.values = dict(self.values)
        return facts

    def __eq__(self, other):
        return self.values == other.values

    def without(self, other):
        """Returns the facts that differ from those of another set, or are absent there."""
        return {str(key): value for key, value in self.values.items() if other.values.get(key, self) != value}

    def get(self, entity, attribute):
        return self.values.get((entity, attribute))

    def standing(self, square):
        """Returns the entity on a square, if there is one."""
        number = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
        found = [entity for (entity, attr), value in self.values.items() if attr == "Position" and value == number]
        demand(len(found) <= 1, f"several pieces on {square}", found)
        return found[0] if found else None

    def board(self):
        """Returns the first field of FEN, from the facts of the pieces alone."""
        ranks = []
        for rank in range(8, 0, -1):
            line = ""
            for file in "abcdefgh":
                entity = self.standing(f"{file}{rank}")
                letter = "1"
                if entity is not None:
                    letter = LETTERS[self.get(entity, "PieceType")]
                    letter = letter.upper() if self.get(entity, "Color") == "white" else letter
                line += letter
            for empty in range(8, 1, -1):
                line = line.replace("1" * empty, str(empty))
            ranks.append(line)
        return "/".join(ranks)


class Connection:
    """A socket to the server that sends and receives envelopes."""

    def __init__(self, address, after=0):
        # Open as long as the script runs. The library expects a context manager.
        self.socket = connect(place(address), open_timeout=PATIENCE, close_timeout=PATIENCE, max_size=None).__enter__()
        self.sent = 0
        self.last_seq = after

    def send(self, kind, payload=None, **fields):
        """Sends an envelope without its fields that are None."""
        self.sent += 1
        envelope = {"v": 1, "seq": self.sent, "ts": int(time.time() * 1000), "type": kind, "payload": payload or {}}
        envelope.update(fields)
        self.raw(json.dumps({name: value for name, value in envelope.items() if value is not None}))

    def raw(self, message):
        try:
            self.socket.send(message)
        except ConnectionClosed as closed:
            raise Broken(f"the connection was closed: {closed}") from None

    def receive(self, kind):
        """Returns the payload of the next message, which has to be of that type."""
        try:
            text = self.socket.recv(timeout=PATIENCE)
        except TimeoutError:
            raise Broken(f"no {kind} came") from None
        except ConnectionClosed as closed:
            raise Broken(f"instead of {kind} the connection was closed: {closed}") from None
        demand(isinstance(text, str), "a message is not text")
        envelope = json.loads(text)
        demand(envelope.get("v") == 1, "a message of another version", envelope)
        demand(type(envelope.get("seq")) is int and envelope["seq"] > self.last_seq, f"the number does not grow from {self.last_seq}", envelope)
        demand(abs(envelope.get("ts", 0) - time.time() * 1000) < 60_000, "the time is not the present in milliseconds", envelope)
        demand(isinstance(envelope.get("payload"), dict), "a message without a payload", envelope)
        demand(envelope.get("type") == kind, f"{kind} was to come", envelope)
        self.last_seq = envelope["seq"]
        return envelope["payload"]

    def error(self, code, fatal):
        """Expects an error, and after a fatal one the end of the connection."""
        payload = self.receive("error")
        demand(payload.get("code") == code, f"{code} was to come", payload)
        demand(payload.get("fatal") is fatal, f"{code} is {'fatal' if fatal else 'not fatal'}", payload)
        demand(isinstance(payload.get("message"), str) and payload["message"], f"{code} says nothing", payload)
        if fatal:
            self.closed()
        return payload

    def closed(self):
        """Expects that the server closes the connection without another message."""
        try:
            text = self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed:
            return
        except TimeoutError:
            raise Broken("the connection was not closed") from None
        raise Broken(f"a message came instead of the close: {text}")

    def break_off(self):
        """Breaks the connection as a network does, without a close frame."""
        self.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.socket.close()

    def close(self):
        self.socket.close()


class Player:
    """A player who keeps the facts of the game by applying deltas."""

    def __init__(self, address):
        self.address = address
        self.connection = Connection(address)
        self.code = self.token = self.color = None
        self.facts = None
        self.fen = None
        self.history = []

    def create(self, rules):
        self.send("room.create", {"rulesetIds": rules} if rules else {})
        self.seat(self.connection.receive("room.created"))
        return self.code

    def join(self, code):
        self.send("room.join", {"code": code})
        payload = self.connection.receive("room.joined")
        self.seat(payload)
        return payload["activeRules"]

    def seat(self, payload):
        code = payload["code"]
        demand(len(code) == 6 and code.isascii() and code.isalnum() and code == code.upper(), "no code of a room", payload)
        parts = payload["token"].split("-")
        demand([len(part) for part in parts] == [8, 4, 4, 4, 12] and parts[2][0] == "4", "the token is no UUID v4", payload)
        demand(payload["color"] in ("white", "black"), "no color", payload)
        self.code, self.token, self.color = code, payload["token"], payload["color"]

    def send(self, kind, payload=None):
        """Sends with the token, once there is one, and with the number of the last received message."""
        self.connection.send(kind, payload, token=self.token, ack=self.connection.last_seq or None)

    def state(self):
        """Expects a snapshot."""
        payload = self.connection.receive("game.state")
        demand(payload["lastSeq"] == self.connection.last_seq, "lastSeq is not the number of the snapshot", payload["lastSeq"])
        demand(payload["turn"] in ("white", "black"), "nobody's turn", payload["turn"])
        facts = Facts.of(payload["facts"])
        board, turn = payload["fen"].split()[:2]
        demand(facts.board() == board, "the facts show another board than the FEN", facts.board(), payload["fen"])
        demand(payload["turn"][0] == turn, "turn and FEN disagree", payload["turn"], payload["fen"])
        self.fen = payload["fen"]
        return facts, payload

    def begin(self, rules):
        """Expects the snapshot with which the game begins."""
        self.facts, payload = self.state()
        demand(payload["activeRules"] == rules, "other rules are active", payload["activeRules"])
        demand(payload["moveHistory"] == [], "moves before the first", payload["moveHistory"])

    def move(self, move):
        self.send("game.move", {"from": move[:2], "to": move[2:4]})

    def delta(self, move):
        """Expects the delta of a move, which both players receive."""
        payload = self.connection.receive("game.delta")
        demand(payload["moveNotation"] == move, "another move", payload["moveNotation"])
        before = self.facts.copy()
        self.facts.apply(payload)
        once = self.facts.copy()
        self.facts.apply(payload)
        demand(self.facts == once, "applied twice it comes to something else", payload)
        demand(before != once, "nothing changed", payload)
        self.history.append(f"{move[:2]}-{move[2:]}")
        return payload

    def rejoin(self):
        """Reconnects to the seat. The snapshot has to equal the known facts after `missed` are applied."""
        self.connection = Connection(self.address, self.connection.last_seq)
        self.connection.send("room.join", {"code": self.code}, token=self.token, ack=self.connection.last_seq)

    def returned(self, missed=()):
        """Expects the answer to a reconnect: the snapshot, then the deltas of the missed moves."""
        snapshot, payload = self.state()
        reconciled = snapshot.copy()
        for move in missed:
            delta = self.delta(move)
            reconciled.apply(delta)
        demand(reconciled == snapshot, "what was missed changes the snapshot", reconciled.without(snapshot), snapshot.without(reconciled))
        demand(self.facts == snapshot, "the snapshot is not what the deltas come to", self.facts.without(snapshot), snapshot.without(self.facts))
        demand(payload["moveHistory"] == self.history, "another history", payload["moveHistory"], self.history)
        return payload

    def look(self):
        """Compares the kept facts with those of a fresh snapshot: the same seat on a new connection, which ends the old one."""
        old = self.connection
        self.rejoin()
        self.returned()
        old.closed()
