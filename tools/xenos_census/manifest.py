"""Holds what the script plays against the MANIFEST.md of a folder of streams, and programs.json.

For: trust in the script itself. MANIFEST.md spells things its own way (raw codes, sizes of every
texture read as 2D); a list that ends in dots is held against the kinds that it names only.
"""

import json
import os
import re
from collections import Counter, defaultdict

from . import machine, names, tables, xtr

SHORT = {"line-strip": "linestrip", "triangle-fan": "fan", "triangle-strip": "strip",
         "rectangles": "rects", "line-loop": "lineloop", "quad-strip": "quadstrip", "polygon": "15"}
KINDS = {"type0_one_register": "type0-onereg", "null": "type0-null"}
MORE = re.compile(r"\.\.\.( \(\d+ \w+\))?$")


class Facts(tables.Census):
    """The census, and the raw codes that the manifest states."""

    def __init__(self):
        super().__init__()
        self.records = Counter()
        self.bytes = 0
        self.loads = Counter()
        self.sha1 = {}
        self.textures = Counter()
        self.surfaces = Counter()
        self.resolves = Counter()
        self.sources = Counter()
        self.buffer_frames = Counter()
        self.identical = [0, 0]
        self.seen = Counter()
        self.depth = 0

    def record(self, kind, body):
        self.records[xtr.RECORD[kind]] += 1
        if kind in (xtr.MEMORY_READ, xtr.MEMORY_WRITE):
            self.bytes += len(body)

    def program(self, program):
        key = (program.stage[0] + "s", program.sha1[:10], program.size)
        self.loads[key] += 1
        self.sha1[program.sha1] = (program.stage[0] + "s", program.size)

    def buffer_begins(self, address, frame, place):
        super().buffer_begins(address, frame, place)
        self.buffer_frames[frame] += 1

    def buffer_ends(self, place, nesting):
        self.depth = max(self.depth, nesting)
        address, frame, pieces = place[:3]
        body = b"".join(pieces)
        super().buffer_ends(place, nesting)
        # The manifest pairs executions: one of the frame before makes one of this frame identical.
        self.seen[frame, address, body] += 1
        if frame:
            paired = self.seen[frame, address, body] <= self.seen[frame - 1, address, body]
            self.identical[0] += paired
            self.identical[1] += 1

    def draw(self, r, guest, vertex, pixel, conditional):
        super().draw(r, guest, vertex, pixel, conditional)
        source = r[0x21FC] >> 6 & 3
        index = "index32" if r[0x21FC] >> 11 & 1 else "index16"
        self.sources[("" if source else index) or names.SOURCE[source]] += 1
        self.surfaces[f"pitch={r[0x2000] & 0x3FFF} msaa={names.MSAA[r[0x2000] >> 16 & 3]} "
                      f"color0: tile {r[0x2001] & 0x7FF} fmt {r[0x2001] >> 16 & 15}; "
                      f"depth: tile {r[0x2002] & 0x7FF} fmt {r[0x2002] >> 16 & 1}"] += 1
        for program in (vertex, pixel):
            for slot in {fetch[0] for fetch in program.texture_fetches} if program else ():
                d0, d1, d2, d3 = r[0x4800 + 6 * slot:0x4804 + 6 * slot]
                self.textures[
                    f"{d1 & 63} {(d2 & 0x1FFF) + 1}x{(d2 >> 13 & 0x1FFF) + 1} "
                    f"{'tiled' if d0 >> 31 else 'linear'} endian={d1 >> 6 & 3} "
                    f"swz={d3 >> 1 & 0xFFF:03x}"] += 1

    def copy(self, r, guest, vertex):
        super().copy(r, guest, vertex)
        source = r[0x2318] & 7
        self.resolves[
            f"src={'depth' if source > 3 else f'color{source}'} sample={r[0x2318] >> 4 & 7} "
            f"clear={'C' * (r[0x2318] >> 8 & 1)}{'D' * (r[0x2318] >> 9 & 1)} dest={r[0x2319]:08x} "
            f"{r[0x231A] & 0x3FFF}x{r[0x231A] >> 16 & 0x3FFF} fmt={r[0x231B] >> 7 & 63} "
            f"endian={r[0x231B] & 7} swapRB={r[0x231B] >> 24 & 1} clearcolor={r[0x231E]:08x} "
            f"clearZ={r[0x231D]:08x}"] += 1

    def entries(self, table):
        return {key: entry[0] for key, entry in self.tables[table].items()}


def sections(text):
    name, found = None, defaultdict(list)
    for line in text.splitlines():
        if line.startswith("## "):
            name = line[3:].strip()
        elif name and line.startswith("- "):
            found[name].append(line[2:])
    return found


def counted(text, separator, cross=" x"):
    """The items of a list as counts by name, and whether it is cut short."""
    text = text.strip()
    cut = bool(MORE.search(text))
    items = [item.strip() for item in MORE.sub("", text).split(separator)]
    counts = Counter()
    for item in items:
        if item and item != "none":
            what, number = item.rsplit(cross, 1)
            counts[what.strip()] += int(number)
    return counts, cut


def differ(what, ours, theirs, cut=False):
    if cut:
        ours = {key: number for key, number in ours.items() if key in theirs}
    if dict(ours) == dict(theirs):
        return []
    places = sorted(key for key in set(ours) | set(theirs) if ours.get(key) != theirs.get(key))
    return [f"{what}: {key}: here {ours.get(key)}, manifest {theirs.get(key)}" for key in places]


def coded(counts, pattern):
    """Formats by name as codes."""
    code = {name: str(i) for i, (name, _bits, _pixels) in enumerate(names.FORMATS)}
    found = Counter()
    for key, number in counts.items():
        named = re.search(pattern, key)
        word = named[1]
        if not word.isdigit():
            key = key[:named.start(1)] + code[word] + key[named.end(1):]
        found[key] += number
    return found


def compare(facts, lines):
    found = []
    checked = 0
    by_kind = Counter()
    for key, number in facts.entries("packets").items():
        kind, predicated = (part.split("=")[1] for part in key.split())
        by_kind[KINDS.get(kind, kind) + "(pred)" * (predicated == "yes")] += number
    for line in lines:
        head, _, rest = line.partition(":")
        checked += 1
        if line.startswith("size "):
            stated = {}
            for part in line.split("; "):
                match = re.fullmatch(r"([a-zA-Z/ -]+?) (\d+|\[[\d, ]*\])( B| B \(.*\))?", part)
                if match:
                    stated[match[1]] = match[2]
            values = {
                "frames": facts.summary["frames"], "draws": facts.summary["draws"],
                "vertices/indices": sum(e[1] for e in facts.tables["primitives"].values()),
                "resolves": facts.summary["copies"], "swaps": facts.summary["swaps"],
                "memory data": facts.bytes, "IB depth": facts.depth, "size": facts.size,
                "predicated-off packets": sum(facts.entries("skipped").values()),
            }
            for name, text in stated.items():
                if name in values and str(values[name]) != text:
                    found.append(f"{name}: here {values[name]}, manifest {text}")
            listed = re.search(r"IBs per frame: \[([\d, ]*)\]|IBs per frame \[([\d, ]*)\]", line)
            wanted = [int(n) for n in (listed[1] or listed[2] or "").split(",") if n.strip()]
            ours = [facts.buffer_frames[frame] for frame in range(len(wanted))]
            if wanted != ours:
                found.append(f"IBs per frame: here {ours}, manifest {wanted}")
        elif line.startswith("IBs identical"):
            wanted = json.loads(line.rsplit(": ", 1)[1])
            if wanted != facts.identical:
                found.append(f"identical buffers: here {facts.identical}, manifest {wanted}")
        elif head == "packets":
            theirs, cut = counted(rest.replace(" (flattened)", ""), ",", " ")
            found += differ("packets", by_kind, theirs, cut)
        elif head == "records":
            theirs, cut = counted(rest, ",", " ")
            found += differ("records", facts.records, theirs, cut)
        elif head == "primitives":
            kinds, _, sources = rest.partition("; index source:")
            ours = Counter()
            for key, number in facts.entries("primitives").items():
                word = key.split()[0][len("primitive="):]
                ours[SHORT.get(word, word)] += number
            found += differ("primitives", ours, counted(kinds, ",", " ")[0])
            found += differ("index sources", facts.sources, counted(sources, ",", " ")[0])
        elif head.startswith("shaders"):
            found += shaders(facts, line)
        elif head == "textures":
            # Formats without a name stand there by code, so that "8" is format 2 (8) and 8 (8_A).
            ours = Counter()
            for key, number in facts.textures.items():
                ours["8" + key[1:] if key.startswith("2 ") else key] += number
            theirs, cut = counted(rest, ",")
            found += differ("textures", ours, coded(theirs, r"^(\S+)"), cut)
        elif head == "surface":
            theirs, cut = counted(rest, "|")
            found += differ("surfaces", facts.surfaces, theirs, cut)
        elif head == "resolves":
            theirs, cut = counted(rest, "|")
            found += differ("resolves", facts.resolves, coded(theirs, r"fmt=(\S+)"), cut)
        else:
            checked -= 1
    return found, checked


def shaders(facts, line):
    """Loads by program in one folder's manifest, lengths by stage in the other's."""
    number = int(re.search(r"\d+", line)[0])
    found = []
    if number != len(facts.loads):
        found.append(f"shaders: here {len(facts.loads)}, manifest {number}")
    if line.startswith("shaders ("):
        theirs = {}
        for stage, sha1, size, loads in re.findall(r"(vs|ps) ([0-9a-f]{10}) (\d+)dw x(\d+)", line):
            theirs[stage, sha1, int(size)] = int(loads)
        found += differ("shaders", facts.loads, theirs, line.rstrip().endswith("..."))
    else:
        theirs = Counter((stage, int(size))
                         for stage, size in re.findall(r"(vs|ps) (\d+)dw", line))
        ours = Counter((stage, size) for stage, _sha1, size in facts.loads)
        if line.rstrip().endswith("...)"):
            ours &= theirs
        found += differ("shaders", ours, theirs)
    return found


def check(folder, programs, only):
    """Prints a line a stream and what differs; 1 if anything does."""
    with open(os.path.join(folder, "MANIFEST.md"), encoding="utf-8") as file:
        listed = sections(file.read())
    wanted = defaultdict(dict)
    if programs:
        with open(programs, encoding="utf-8") as file:
            for program in json.load(file):
                for stream in program["streams"]:
                    wanted[stream][program["sha1"]] = (program["type"], program["dwords"])
    wrong = 0
    room = os.path.basename(os.path.normpath(folder))
    for file in sorted(os.listdir(folder)):
        name = file.removesuffix(".xtr.zst")
        if name == file or only and name not in only:
            continue
        facts = Facts()
        data = xtr.load(os.path.join(folder, file))
        facts.size = len(data)
        machine.Machine(facts).play(data)
        plain = name.removesuffix("_raw")
        lines = listed.get(plain, [])
        if plain != name:
            lines = [re.sub(r"^size \d+ B", f"size {len(data)} B", line) for line in lines]
        found, checked = compare(facts, lines)
        if programs:
            checked += 1
            theirs = wanted.get(f"{room}/{plain}")
            if theirs is None:  # a stream that the list does not name
                every = {sha1: shape for rows in wanted.values() for sha1, shape in rows.items()}
                theirs = {sha1: every.get(sha1) for sha1 in facts.sha1}
            found += differ("programs", facts.sha1, theirs)
        if checked < 5:
            found.append(f"only {checked} lines of the manifest were understood")
        print(f"{room}/{name}: {checked} lines, {len(found)} differences", flush=True)
        for text in found:
            print("   ", text)
        wrong += len(found)
    print(f"{wrong} differences")
    return int(wrong > 0)
