#!/usr/bin/env python3
"""Counts what an .xtr stream uses, from the bytes alone.

For: an independent answer to `afterimage census`. It shares no code and no table with the Rust
sources: registers, packets, formats and rules are written down again from the digests; what is
counted and how keys are spelled: docs/census-xenos.md. Standard library only; zstd files are unpacked
by `zstd -dc`, Snappy by the script. Not for: drawing.

    xenos_census.py TRACE                      prints JSON: {"frames": N, "tables": {table: {key: [count,
                                               value, frames, worst, worst frame, first frame, first
                                               packet]}}}
    xenos_census.py TRACE --names FILE         names of registers from a listing: lines of text in
                                               which a name in capitals follows a hexadecimal index
    xenos_census.py --check-manifest FOLDER    all streams of a folder against its MANIFEST.md, and
                                               their programs against --programs FILE

Exit code 1 if a stream differs from its manifest.
"""

import argparse
import json
import re
import sys

from xenos_census import machine, names, tables, xtr

LISTED = re.compile(r"0x([0-9A-Fa-f]{4})\W+([A-Z][A-Z0-9_]+)")


def count(path):
    census = tables.Census()
    machine.Machine(census).play(xtr.load(path))
    return census


def read_names(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = LISTED.search(line)
            if found:
                names.REGISTER[int(found[1], 16)] = found[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("traces", nargs="*", metavar="TRACE")
    parser.add_argument("--names", metavar="FILE")
    parser.add_argument("--check-manifest", metavar="FOLDER")
    parser.add_argument("--programs", metavar="FILE")
    options = parser.parse_args()
    if options.names:
        read_names(options.names)
    if options.check_manifest:
        from xenos_census import manifest
        return manifest.check(options.check_manifest, options.programs, options.traces)
    if not options.traces:
        parser.error("no trace given")
    for path in options.traces:
        try:
            found, frames = count(path).rows()
        except (xtr.Malformed, IndexError) as error:
            raise SystemExit(f"{path}: {error}") from error
        json.dump({"frames": frames, "tables": found}, sys.stdout, indent=1, sort_keys=True)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
