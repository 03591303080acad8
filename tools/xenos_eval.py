#!/usr/bin/env python3
"""Evaluates Xenos microcode, from docs/hardware/xenos-microcode.md alone.

For: a second answer to `xenos/eval`, bit for bit. It shares no code with the Rust sources; files of
jobs and results: docs/xenos-eval-compare.md. Needs mpmath. Not for: sampling textures, speed.

    xenos_eval.py JOBS [RESULTS]       runs a file of jobs; results to a file or standard output
    xenos_eval.py JOBS --trace N       runs job N; registers that change, after each instruction
    xenos_eval.py --check DOCUMENT     holds the operations against the document's check values

Exit code 1 if a check value differs, 2 for a file that cannot be read as jobs.
"""

import argparse
import json
import os
import sys
from struct import unpack

from xenos_eval import check, flow, words

FORMAT, RESULTS, VERSION = "xenos-eval-jobs", "xenos-eval-results", 1
WORDS = os.path.join(os.path.dirname(__file__), "../docs/hardware/xenos-microcode-words.md")


def parse(text):
    """Words: eight hexadecimal digits each, spaces between them."""
    data = bytes.fromhex(text)
    return list(unpack(f">{len(data) // 4}I", data))


def spell(values):
    return " ".join(f"{w:08X}" for w in values)


def runs(listed, length):
    """An array from runs of words."""
    array = [0] * length
    for run in listed:
        part = parse(run["words"])
        array[run["first"] : run["first"] + len(part)] = part
    if len(array) != length:
        raise ValueError(f"words behind the last of {length}")
    return array


class Job:
    def __init__(self, job, programs):
        self.program = programs[job["program"]]
        constants = runs(job.get("constants", []), 2048)
        self.constants = [constants[at : at + 4] for at in range(0, 2048, 4)]
        self.window_base, self.window_last = job["window"]["base"], job["window"]["last"]
        if not self.window_base and not self.window_last:
            # A11: the register was never written.
            self.window_base, self.window_last = 256 * self.program.pixel, 255
        self.booleans = runs(job.get("booleans", []), 8)
        self.loops = runs(job.get("loops", []), 32)
        self.fetch = runs(job.get("fetch", []), 192)
        self.memory = {}
        for run in job.get("memory", []):
            self.memory.update(enumerate(parse(run["words"]), run["first"]))
        self.export_mode = job.get("export_mode", 0)
        self.flow_limit = job.get("flow_limit", flow.FLOW_LIMIT)
        self.lanes = []
        for number, text in enumerate(job["registers"]):
            registers = parse(text)
            covered = bool(job["covered"] >> number & 1)
            self.lanes.append(flow.Lane(registers + [0] * (256 - len(registers)), covered))
        if self.program.pixel and len(self.lanes) % 4:
            raise ValueError("lanes of a pixel program are quads")

    def run(self, trace=None):
        step = 4 if self.program.pixel else 1
        units = []
        for at in range(0, len(self.lanes), step):
            units.append(flow.Unit(self, self.lanes[at : at + step], trace))
            units[-1].run()
        events = sum((unit.events for unit in units), flow.Counter())
        return {
            "lanes": [result(lane) for lane in self.lanes],
            "stored": [
                {"address": address, "bytes": data.hex().upper()}
                for unit in units
                for address, data in unit.stored
            ],
            "events": dict(sorted(events.items())),
            "flow": [unit.executed for unit in units],
        }


def result(lane):
    registers = lane.registers
    last = max((at for at in range(256) if registers[at]), default=-1) // 4 + 1
    exports = {}
    if lane.covered and not lane.killed:
        for register, components in sorted(lane.exports.items()):
            mask = sum(1 << k for k in components)
            exports[str(register)] = {
                "mask": mask,
                "words": spell(components.get(k, 0) for k in range(4)),
            }
    return {
        "registers": spell(registers[: 4 * last]),
        "ps": spell([lane.ps]),
        "p0": lane.p0,
        "a0": lane.a0,
        "killed": lane.killed,
        "exports": exports,
    }


def trace():
    before = {}

    def show(unit, address, form):
        for number, lane in enumerate(unit.lanes):
            key = id(lane), number
            now = {f"r{at // 4}.{'xyzw'[at % 4]}": w for at, w in enumerate(lane.registers)}
            now |= {"ps": lane.ps, "p0": lane.p0, "a0": lane.a0 & 0xFFFFFFFF}
            now |= {f"e{e}.{'xyzw'[k]}": w for e, c in lane.exports.items() for k, w in c.items()}
            old = before.get(key, {})
            changed = [f"{k}={w:08X}" for k, w in now.items() if w != old.get(k, 0)]
            print(f"{address} {form} lane {number}: {' '.join(changed)}")
            before[key] = now

    return show


def read(path, layouts):
    with open(path, encoding="utf-8") as file:
        jobs = json.load(file)
    if jobs.get("format") != FORMAT or jobs.get("version") != VERSION:
        raise ValueError(f"{path} is not {FORMAT} of version {VERSION}")
    programs = [words.Program(layouts, typed) for typed in jobs["programs"]]
    return jobs["jobs"], programs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("jobs", nargs="?")
    parser.add_argument("results", nargs="?")
    parser.add_argument("--check", metavar="DOCUMENT")
    parser.add_argument("--trace", metavar="N", type=int)
    parser.add_argument("--words", metavar="PAGE", default=WORDS, help="layouts of instructions")
    arguments = parser.parse_args()
    if arguments.check:
        return check.check(arguments.check)
    if not arguments.jobs:
        parser.error("a file of jobs or --check")
    with open(arguments.words, encoding="utf-8") as file:
        layouts = words.Layouts(file.read())
    try:
        jobs, programs = read(arguments.jobs, layouts)
        if arguments.trace is not None:
            outcome = Job(jobs[arguments.trace], programs).run(trace())
            print(json.dumps(outcome, indent=1))
            return 0
        results = [Job(job, programs).run() for job in jobs]
    except (AttributeError, IndexError, KeyError, OSError, TypeError, ValueError) as error:
        print(f"{arguments.jobs}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    out = open(arguments.results, "w", encoding="utf-8") if arguments.results else sys.stdout
    with out:
        out.write(f'{{"format":"{RESULTS}","version":{VERSION},"results":[\n')
        out.write(",\n".join(json.dumps(r, separators=(",", ":")) for r in results))
        out.write("\n]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
