#!/usr/bin/env python3
"""Holds `afterimage census`, `contract` and `verdict` against tools/count_vood.py.

    compare_census.py counts PROGRAM TRACE...     every entry: count, frames, worst, first, windows
    compare_census.py leave-one-out PROGRAM DIR   the contract of all other streams, against each
    compare_census.py delete-one PROGRAM TRACE... each entry deleted from a stream's own contract
    compare_census.py windows PROGRAM TRACE...    parts of a stream merged, against the whole

Exit code 1 if anything differs. Of the table of pixels only "in" is compared, since the script does
not draw.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "count_vood.py")
WORKERS = 2


def run(*command, codes=(0,)):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in codes:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def compared(table, key):
    return table != "pixels" or key == "in"


def census_entries(text):
    entries = {}
    for line in text.splitlines():
        row = json.loads(line)
        if "in" in row and compared(row["in"], row["key"]):
            fields = ("count", "frames", "worst", "worst_frame", "first", "windows")
            entries[row["in"], row["key"]] = {name: row[name] for name in fields}
    return entries


def script_entries(path):
    tables = json.loads(run(sys.executable, SCRIPT, path))["tables"]
    return {(table, key): row for table, rows in tables.items() for key, row in rows.items()}


def differences(name, ours, theirs):
    found = []
    for place in sorted(set(ours) | set(theirs)):
        if ours.get(place) != theirs.get(place):
            found.append(f"{name}: {place}: census {ours.get(place)}, script {theirs.get(place)}")
    return found


def counts(program, traces):
    def one(path):
        ours = census_entries(run(program, "census", path, "--json"))
        return path, len(ours), differences(path, ours, script_entries(path))

    wrong = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for path, entries, found in pool.map(one, traces):
            print(f"{os.path.basename(path)}: {entries} entries, {len(found)} differ", flush=True)
            wrong += found
    return wrong


def leave_one_out(program, folder):
    traces = sorted(os.path.join(folder, n) for n in os.listdir(folder) if ".vood" in n)
    wrong, outside = [], 0
    with tempfile.TemporaryDirectory() as room, ThreadPoolExecutor(WORKERS) as pool:
        def prepare(path):
            file = os.path.join(room, os.path.basename(path) + ".toml")
            run(program, "contract", path, "-o", file)
            return file, script_entries(path)

        prepared = dict(zip(traces, pool.map(prepare, traces)))

        def one(path):
            others = [other for other in traces if other != path]
            rest = os.path.join(room, os.path.basename(path) + ".rest.toml")
            run(program, "contract", *(prepared[o][0] for o in others), "-o", rest)
            verdict = run(program, "verdict", path, "--contract", rest, "--json", codes=(0, 4))
            os.remove(rest)
            named = {(o["table"], o["key"]): [o["count"], o["first"]]
                     for o in json.loads(verdict)["outside"] if compared(o["table"], o["key"])}
            allowed = set().union(*(prepared[o][1].keys() for o in others))
            own = prepared[path][1]
            expected = {place: [row["count"], row["first"]] for place, row in own.items()
                        if place not in allowed}
            return path, len(named), differences(path, named, expected)

        for path, entries, found in pool.map(one, traces):
            print(f"{os.path.basename(path)}: {entries} outside, {len(found)} differ", flush=True)
            wrong += found
            outside += entries
    print(f"{len(traces)} streams, {outside} entries outside, {len(wrong)} differ")
    return wrong


def delete_one(program, traces):
    wrong = []
    with tempfile.TemporaryDirectory() as room, ThreadPoolExecutor(WORKERS) as pool:
        for path in traces:
            census = os.path.join(room, "census.jsonl")
            run(program, "census", path, "-o", census)
            text = run(program, "contract", census)
            head, *items = text.split("[[item]]\n")

            def one(number):
                less = os.path.join(room, f"{number}.toml")
                with open(less, "w") as file:
                    file.write("[[item]]\n".join([head] + items[:number] + items[number + 1:]))
                code = 4
                verdict = json.loads(run(program, "verdict", census, "--contract", less, "--json",
                                         codes=(code,)))
                os.remove(less)
                entry = [f"table = {json.dumps(o['table'])}\nkey = {json.dumps(o['key'])}\n"
                         for o in verdict["outside"]]
                exact = len(entry) == 1 and items[number].startswith(entry[0])
                return [] if exact else [f"{path}: item {number}: {verdict['outside']}"]

            found = [f for one_found in pool.map(one, range(len(items))) for f in one_found]
            print(f"{os.path.basename(path)}: {len(items)} entries deleted singly, "
                  f"{len(found)} wrong", flush=True)
            wrong += found
    return wrong


def windows(program, traces):
    wrong = []
    with tempfile.TemporaryDirectory() as room:
        for path in traces:
            whole = run(program, "census", path, "--json", "--window", "7")
            parts = []
            for number, frames in enumerate(["..3", "3..7", "7..20", "20.."]):
                part = os.path.join(room, f"{number}.jsonl")
                command = [program, "census", path, "--window", "7", "--frames", frames, "-o", part]
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode == 2 and "none of them is there" in done.stderr:
                    continue  # a short trace
                if done.returncode != 0:
                    raise SystemExit(f"{' '.join(command)}: {done.stderr}")
                parts.insert(0, part)
            merged = run(program, "census", *parts, "--merge", "--json")
            same = merged == whole
            print(f"{os.path.basename(path)}: {len(parts)} parts {'equal' if same else 'DIFFER FROM'} "
                  "the whole", flush=True)
            if not same:
                wrong.append(f"{path}: merged parts differ from the whole")
    return wrong


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    what, program, *rest = sys.argv[1:]
    checks = {"counts": counts, "delete-one": delete_one, "windows": windows,
              "leave-one-out": lambda program, rest: leave_one_out(program, rest[0])}
    if what not in checks:
        raise SystemExit(__doc__)
    wrong = checks[what](program, rest)
    print("\n".join(wrong[:50]))
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
