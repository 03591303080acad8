#!/usr/bin/env python3
"""Holds `afterimage census` of .xtr traces against tools/xenos_census.py, entry by entry: counts,
sums, frames, the worst one, means and the first place, and the frames that were counted.

    compare_xenos_census.py PROGRAM TRACE...

Both follow docs/census-xenos.md and share no code. Register names that the script does not know come
from `PROGRAM registers xenos`. Exit code 1 if anything differs.
"""

import json
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xenos_census.py")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def census(program, path):
    """Entries as lists of numbers, as the script has them, and the number of frames."""
    entries, frames = {}, 0
    for line in run(program, "census", path, "--json").splitlines():
        row = json.loads(line)
        if "ranges" in row:
            frames = sum(part["end"] - part["start"] for part in row["ranges"])
        if "in" in row:
            first = row["first"]
            entries[row["in"], row["key"]] = [
                row["count"], row.get("value", 0), row["frames"], row["worst"], row["worst_frame"],
                first["frame"], int(first["packet"], 16)]
            mean = row["count"] / max(frames, 1)
            if abs(row["mean"] - mean) > mean * 1e-9:
                entries[row["in"], row["key"]].append(f"mean {row['mean']}")
    return entries, frames


def script(path, names):
    found = json.loads(run(sys.executable, SCRIPT, "--names", names, path))
    rows = {(table, key): row for table, rows in found["tables"].items() for key, row in rows.items()}
    return rows, found["frames"]


def main():
    program, *traces = sys.argv[1:] or [None]
    if not traces:
        raise SystemExit(__doc__)
    total = wrong = 0
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        # REG_ and an index is how the listing shows a register without a name.
        listing = run(program, "registers", "xenos").splitlines(keepends=True)
        names.writelines(line for line in listing if "REG_" not in line)
        names.flush()
        for path in traces:
            (ours, frames), (theirs, counted) = census(program, path), script(path, names.name)
            if frames != counted:
                print(f"{path}: frames in ranges: census {frames}, script {counted}")
                wrong += 1
            places = sorted(set(ours) | set(theirs))
            found = [p for p in places if ours.get(p) != theirs.get(p)]
            for place in found:
                print(f"{path}: {place}: census {ours.get(place)}, script {theirs.get(place)}")
            total, wrong = total + len(places), wrong + len(found)
    print(f"{len(traces)} traces, {total} entries, {wrong} differ")
    return 1 if wrong else 0


sys.exit(main())
