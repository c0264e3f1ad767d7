"""Runs the Autobahn cases against an echo server, and prints the result of each section.

It leaves out section 9, which measures and needs messages of megabytes, and sections 12 and 13, compression, which this server
does not support.
"""

import asyncio
import os
import sys
from collections import Counter, defaultdict

from kosoku import FailureError, run_fuzzingclient

LEFT_OUT = ["9.*", "12.*", "13.*"]
AT_ONCE = 8
SECTIONS = {
    "1": "Framing",
    "2": "Pings and pongs",
    "3": "Reserved bits",
    "4": "Opcodes",
    "5": "Fragmentation",
    "6": "UTF-8",
    "7": "Closing",
    "10": "Sizes of fragments",
}
COLUMNS = ["OK", "NON-STRICT", "INFORMATIONAL", "FAILED"]


async def main(address: str) -> int:
    try:
        results = await run_fuzzingclient(address, None, LEFT_OUT, concurrency=AT_ONCE)
    except FailureError as failure:
        results = failure.results
    sections = defaultdict(Counter)
    for result in results:
        verdict = result.behavior.value if result.passed else "FAILED"
        sections[result.case_id.split(".")[0]][verdict] += 1
    print("| section | " + " | ".join(COLUMNS) + " |")
    print("|---|" + "---|" * len(COLUMNS))
    total = Counter()
    for section in sorted(sections, key=int):
        total += sections[section]
        name = f"{section} {SECTIONS.get(section, '')}".strip()
        print(f"| {name} | " + " | ".join(str(sections[section][column]) for column in COLUMNS) + " |")
    print("| all | " + " | ".join(str(total[column]) for column in COLUMNS) + " |")
    for result in results:
        if not result.passed:
            print(f"{result.case_id}: {result.behavior.value}, close {result.behavior_close.value}: {result.result}")
            print(f"    {result.expectation}")
    unheard = set(SECTIONS) - set(sections)
    if unheard:
        print(f"sections that were not played: {', '.join(sorted(unheard))}")
    return 1 if total["FAILED"] or unheard else 0


if __name__ == "__main__":
    status = asyncio.run(main(sys.argv[1]))
    # No `sys.exit`: the native threads of kosoku 0.1.0 sometimes abort while Python shuts down, after all results are printed.
    sys.stdout.flush()
    os._exit(status)
