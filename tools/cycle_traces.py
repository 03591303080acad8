#!/usr/bin/env python3
"""Measures every shared trace on the clocked card and prints the table of
docs/evidence/sst1-cycle-traces.md.

    cargo build --release -p afterimage
    tools/cycle_traces.py target/release/afterimage $AFTERIMAGE_TRACES/sst1/*.vood.zst > new.md

Every figure is counted in clocks, so that two runs give the same table.
"""

import json
import pathlib
import subprocess
import sys

PRESETS = ["zsst", "afterimage", "zsst,memory=ideal", "afterimage,memory=ideal"]


def measured(program, trace):
    """The rows of `afterimage timing` under every preset."""
    command = [program, "timing", trace, "--json"]
    for preset in PRESETS:
        command += ["--preset", preset]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["rows"]


def lost(row, most):
    """The largest causes beside pixels, largest first."""
    stalls = [stall for stall in row["stalls"] if stall["cause"] != "pixel" and stall["clocks"]]
    stalls.sort(key=lambda stall: -stall["clocks"])
    return ", ".join(f"{stall['cause']} {float(stall['percent']):.0f} %" for stall in stalls[:most])


def line(cells):
    print("| " + " | ".join(cells) + " |")


def main():
    program, traces = sys.argv[1], sys.argv[2:]
    line(["trace", "pixels"] + ["zsst", "afterimage", "zsst, ideal", "afterimage, ideal"]
         + ["gain", "to ideal", "afterimage lost most to"])
    line(["---"] + ["--:"] * 7 + ["---"])
    totals = [0] * len(PRESETS)
    pixels = 0
    for trace in traces:
        rows = measured(program, trace)
        clocks = [row["clocks"] for row in rows]
        pixels += rows[0]["pixels"]
        totals = [total + more for total, more in zip(totals, clocks)]
        name = pathlib.Path(trace).name.removesuffix(".vood.zst")
        line([name, f"{rows[0]['pixels']:,}"] + [f"{count:,}" for count in clocks]
             + [f"{clocks[0] / clocks[1]:.2f}", f"{clocks[1] / clocks[3]:.2f}", lost(rows[1], 2)])
        print(name, file=sys.stderr)
    line(["all", f"{pixels:,}"] + [f"{count:,}" for count in totals]
         + [f"{totals[0] / totals[1]:.2f}", f"{totals[1] / totals[3]:.2f}", ""])


if __name__ == "__main__":
    main()
