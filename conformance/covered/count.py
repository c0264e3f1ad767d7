"""Counts of covered xiangqi (Jieqi) by a program that shares nothing with the engine: squares, one piece at a time.

    python3 conformance/covered/count.py DEPTH [DEALT]

DEALT is the deal as FEEN: the hidden pieces in the place of those that cover them. Without it every piece hides what stood there in xiangqi.
It prints the number of lines of so many plies.
"""

import sys

XIANGQI = "rheag^aehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAG^AEHR"
LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def read(placement):
    """Returns the pieces by (file, rank), both from 0."""
    pieces = {}
    for row, text in enumerate(placement.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            elif letter != "^":
                pieces[file, 9 - row] = letter
                file += 1
    return pieces


def on_board(square):
    return 0 <= square[0] < 9 and 0 <= square[1] < 10


def in_palace(square, red):
    return 3 <= square[0] <= 5 and (0 <= square[1] <= 2 if red else 7 <= square[1] <= 9)


def steps(board, at):
    """Returns where a piece goes if the square is empty or has an enemy. A piece is its face and the piece that it hides, if any."""
    face, hidden = board[at]
    red, kind = face.isupper(), face.upper()
    file, rank = at
    if kind == "G":
        for df, dr in LINES:
            if in_palace((file + df, rank + dr), red):
                yield file + df, rank + dr
        # Along an open file to the other general.
        step = 1 if red else -1
        ahead = rank + step
        while 0 <= ahead < 10:
            if (file, ahead) in board:
                if board[file, ahead][0].upper() == "G":
                    yield file, ahead
                break
            ahead += step
    elif kind == "A":
        for df, dr in SLANTS:
            to = file + df, rank + dr
            if on_board(to) and (hidden is None or in_palace(to, red)):
                yield to
    elif kind == "E":
        for df, dr in SLANTS:
            to = file + 2 * df, rank + 2 * dr
            if on_board(to) and (file + df, rank + dr) not in board:
                yield to
    elif kind == "H":
        for df, dr in LINES:
            if (file + df, rank + dr) in board:
                continue
            for side in (-1, 1):
                to = (file + 2 * df, rank + side) if df else (file + side, rank + 2 * dr)
                if on_board(to):
                    yield to
    elif kind in "RC":
        for df, dr in LINES:
            jumped = False
            to = file + df, rank + dr
            while on_board(to):
                if to in board:
                    if kind == "R" or jumped:
                        yield to
                        break
                    jumped = True
                elif not jumped:
                    yield to
                to = to[0] + df, to[1] + dr
    elif kind == "S":
        ahead = 1 if red else -1
        crossed = rank >= 5 if red else rank <= 4
        for to in [(file, rank + ahead)] + ([(file - 1, rank), (file + 1, rank)] if crossed else []):
            if on_board(to):
                yield to


def moves(board, red):
    for at, (face, _) in board.items():
        if face.isupper() == red:
            for to in steps(board, at):
                if to not in board or board[to][0].isupper() != red:
                    yield at, to


def after(board, at, to):
    following = dict(board)
    face, hidden = following.pop(at)
    following[to] = (hidden or face, None)
    return following


def is_safe(board, red):
    general = next(at for at, (face, _) in board.items() if face == ("G" if red else "g"))
    return all(to != general for _, to in moves(board, not red))


def count(board, red, depth):
    if depth == 0:
        return 1
    nodes = 0
    for at, to in moves(board, red):
        following = after(board, at, to)
        if is_safe(following, red):
            nodes += count(following, not red, depth - 1)
    return nodes


def main():
    faces = read(XIANGQI)
    dealt = read(sys.argv[2].split(" ")[0]) if len(sys.argv) > 2 else faces
    board = {at: (face, None if face in "Gg" else dealt[at]) for at, face in faces.items()}
    print(count(board, True, int(sys.argv[1])))


main()
