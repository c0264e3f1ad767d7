"""Playtests of all rulesets, as a table: `table.py --ggn PROGRAM --page FILE [--games N] [--level L] [--time SECONDS] [--seed N]`.

Each ruleset is played by bots (`ggn playtest`); a line of the table says what an author wants to know of it first.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HEAD = """
# Playtests

Bots play each game against each other, and a stronger level plays the other: {games} games of each kind, level {level}, seed {seed}, at most {time} s for a
game (`make playtest` rewrites this page). Intervals hold the share with a probability of 95 %; of so few games they are wide. Bots are not people: what
they find dull may still be a good game, and a difference that they do not show may be there.

| column | meaning |
|---|---|
| games | games that were over, or long enough, within the time |
| first side | share of points of the side that moves first |
| draws | share of draws, with unfinished games |
| plies, choice | mean length, and mean number of legal moves |
| ends | the most frequent ends |
| thinking | share of points of level {stronger} against level {level} |

| game | games | first side | draws | plies | choice | ends | thinking |
|---|---:|---|---:|---:|---:|---|---|
"""


def percent(share):
    return f"{100 * share['share']:.0f} % ({100 * share['low']:.0f} to {100 * share['high']:.0f})"


def line(report):
    ends = sorted(report["ends"].items(), key=lambda end: (-end[1], end[0]))[:3]
    games = max(report["games"], 1)
    return " | ".join([
        f"| {report['ruleset']}",
        str(report["games"]),
        percent(report["first_side"]),
        f"{100 * report['results']['draws'] / games:.0f} %",
        f"{report['plies']['mean']:.0f}",
        f"{report['choices']:.0f}",
        ", ".join(f"{end} {count}" for end, count in ends),
        f"{percent(report['thinking']['share'])} |",
    ])


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--ggn", required=True)
    arguments.add_argument("--page", required=True)
    for name, default in (("games", 20), ("level", 2), ("time", 20), ("seed", 1)):
        arguments.add_argument(f"--{name}", type=int, default=default)
    options = arguments.parse_args()
    rulesets = sorted(path.parent for path in pathlib.Path("rules").glob("*/ruleset.json"))
    lines = []
    for number, ruleset in enumerate(rulesets, 1):
        print(f"{number} of {len(rulesets)}: {ruleset.name}", file=sys.stderr, flush=True)
        chosen = [f"--{name}={getattr(options, name)}" for name in ("games", "level", "time", "seed")]
        played = subprocess.run([options.ggn, "playtest", str(ruleset), "--format=json", *chosen],
                                check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines.append(line(json.loads(played.stdout)))
    head = HEAD.lstrip().format(stronger=options.level + 2, **vars(options))
    pathlib.Path(options.page).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
