"""Tables and keys of the census: docs/census-xenos.md in code.

The methods of Census are what machine.Machine reports. Keys that depend on few registers are kept
by these registers' values, since most draws repeat them.
"""

import hashlib
from collections import Counter, defaultdict

from . import keys, memory, names, rectangle
from .names import name, yes


SUMMARY = ("frames", "unfinished-frames", "packets", "draws", "copies", "swaps")


def pipeline(*found):
    return "state=" + hashlib.sha1("\n".join(found).encode()).hexdigest()[:16]


class Census:
    def __init__(self):
        self.tables = defaultdict(dict)
        self.written = {}
        self.kept = {}
        self.buffers = [{}, {}]  # by address, of the frame before and of this one
        self.buffers_frame = 0
        self.behind = False  # a packet followed the last swap
        self.pages = {}
        self.summary = Counter()
        self.place = (0, 0, 0)

    def at(self, frame, address):
        """What is counted from here on is counted for the packet at an address."""
        self.place = (frame, self.place[1] + 1, address)

    def add(self, table, key, count=1, value=0, place=None):
        """An entry is [count, value, {frame: count}, first place]; a place is a frame, a number that
        orders places in it, and an address."""
        place = place or self.place
        frame = place[0]
        entry = self.tables[table].get(key)
        if entry is None:
            self.tables[table][key] = [count, value, {frame: count}, place]
            return
        entry[0] += count
        entry[1] += value
        entry[2][frame] = entry[2].get(frame, 0) + count
        if place[:2] < entry[3][:2]:
            entry[3] = place

    def keep(self, function, *values):
        place = (function, values)
        found = self.kept.get(place)
        if found is None:
            found = self.kept[place] = function(*values)
        return found

    # ---- packets ----

    def record(self, kind, body):
        pass

    def packet(self, kind, dwords, predicated, run):
        self.add("summary", "what=packets")
        self.behind = True
        key = f"kind={kind} predicated={yes(predicated)}"
        self.add("packets", key, 1, dwords)
        if not run:
            self.add("skipped", key, 1, dwords)

    def predicated(self, every, run):
        self.add("predication", f"masks={'all' if every else 'some'} "
                                f"packets={'run' if run else 'skipped'}")

    def writes(self, path, first, count, one=False):
        self.written.setdefault((path, first, count, one), [0, self.place])[0] += 1

    def type1(self, first, second):
        self.add("registers", f"register={names.register(first)}")
        self.add("registers", f"register={names.register(second)}")
        for target in {names.target(first), names.target(second)}:
            dwords = (names.target(first) == target) + (names.target(second) == target)
            self.add("constants", f"path=type1 to={target}", 1, dwords)

    def end_frame(self):
        """Counts the writes of a frame that ends."""
        self.behind = False
        for (path, first, count, one), (packets, place) in self.written.items():
            dwords = Counter()
            for index in [first] * count if one else range(first, first + count):
                self.add("registers", f"register={names.register(index)}", packets, 0, place)
                dwords[names.target(index)] += 1
            if path is not None:
                for target, number in dwords.items():
                    self.add("constants", f"path={path} to={target}", packets, packets * number,
                             place)
        self.written.clear()

    def wait(self, on_memory, function, place):
        self.add("waits", f"on={'memory' if on_memory else 'register'} "
                          f"function={name(names.WAIT, function)}")
        self.add("polls", f"memory=0x{place & ~3 & 0xFFFFFFFF:08X}" if on_memory
                 else f"register={names.register(place)}")

    def fence(self, kind, dwords):
        self.add("fences", f"kind={kind}", 1, dwords)

    def event(self, event):
        self.add("events", f"event={name(names.EVENT, event)}")

    def interrupt(self, cpus):
        self.add("interrupts", f"cpus=0x{cpus:02X}")

    def effect(self, effect):
        self.add("side-effects", f"effect={effect}")

    def report(self, address):
        self.add("reports", f"address=0x{address:08X}")

    def program(self, program):
        pass

    # ---- buffers ----

    def buffer_begins(self, address, frame, place):
        if frame != self.buffers_frame:
            before = self.buffers[1] if frame == self.buffers_frame + 1 else {}
            self.buffers = [before, {}]
            self.buffers_frame = frame
        place.append(self.buffers[0].get(address))
        self.buffers[1][address] = place

    def buffer_ends(self, place, nesting):
        address, frame, pieces, dwords, before = place
        place[2] = b"".join(pieces)
        place[4] = None
        if before is None:
            identity = "new"
        else:
            identity = "same" if before[2] == place[2] else "changed"
        self.add("buffers", f"identity={identity} nesting={nesting}", 1, dwords,
                 (frame, 0, address))
        draws = sum(piece[:1] and piece[0] >> 6 == 3 and piece[2] & 127 in (0x22, 0x36)
                    for piece in pieces)
        low = 1 << max(draws.bit_length() - 1, 0)
        span = str(draws) if draws < 2 else f"{low}..{2 * low - 1}"
        self.add("buffer-draws", f"identity={identity} draws={span}", 1, draws, (frame, 0, address))

    # ---- draws ----

    def changes(self, bits):
        changed = [group for i, group in enumerate(names.GROUPS) if bits >> i & 1]
        self.add("changes", f"changed={'+'.join(changed) or 'none'}")

    def draw(self, r, guest, vertex, pixel, conditional):
        self.summary["draws"] += 1
        self.add("summary", "what=draws")
        primitive, count = self.keep(keys.primitive, r[0x21FC], r[0x21FB] >> 30, r[0x2205] >> 21 & 1,
                               r[0x2284] & 3)
        self.add("primitives", primitive, 1, count)
        mode = r[0x2208] & 7
        colors = pixel.colors if pixel else frozenset()
        bound = tuple(i in colors and bool(r[0x2104] >> 4 * i & 15) for i in range(4))
        tests = r[0x2200] if mode in (4, 5) else 0
        surface = self.keep(keys.surface, r[0x2000], *r[0x2001:0x2006], r[0x2080], bound,
                            bool(tests & 3), mode)
        state = self.keep(
            keys.pixel_state, tests, r[0x210D], r[0x210C], r[0x2104], bound, r[0x2201], r[0x2209],
            r[0x220A], r[0x220B], r[0x2202] if 0 in colors else 0)
        raster = self.keep(keys.raster_state, r[0x2205], r[0x2302], r[0x2204], r[0x2206])
        pair = (f"vertex={vertex.sha1[:10] if vertex else 'none'} "
                f"pixel={pixel.sha1[:10] if pixel else 'none'}")
        self.add("surfaces", surface)
        self.add("edram", self.keep(keys.edram, "draw", r[0x2000], *r[0x2001:0x2006], bound,
                                    bool(tests & 3)))
        self.add("pixel-states", state)
        self.add("raster-states", raster)
        self.add("shader-pairs", pair)
        self.add("pipelines", self.keep(pipeline, primitive, surface, state, raster, pair))
        layouts, formats, samplers = set(), set(), set()
        for program in (vertex, pixel):
            if program is None:
                continue
            self.fetches(r, guest, program, layouts, formats, samplers)
            self.program_use(program)
        for table, found in (("vertex-layouts", layouts), ("vertex-formats", formats),
                            ("samplers", samplers)):
            for key in found:
                self.add(table, key)
        if any(program and "memexport" in program.features for program in (vertex, pixel)):
            self.effect("memexport")
        if r[0x2284] & 3 == 1:
            self.effect("tessellation")
        if r[0x21FC] >> 6 & 3 == 1:
            self.effect("immediate-indices")
        if conditional:
            self.effect("conditional-draw")
        for key in self.keep(
                keys.unmodelled, r[0x21FC] & 63, r[0x2000], r[0x2312], r[0x2301], r[0x2205],
                *r[0x2182:0x2185], *r[0x2109:0x210C], r[0x2202], r[0x2282], r[0x2283], r[0x2300],
                *r[0x2384:0x2388], r[0x2292], r[0x2180]):
            self.add("unmodelled", key)

    def program_use(self, program):
        self.add("shaders", f"stage={program.stage} sha1={program.sha1}")
        for feature in program.features:
            self.add("shader-features", f"stage={program.stage} feature={feature}")

    def fetches(self, r, guest, program, layouts, formats, samplers):
        if program.vertex_fetches:
            layouts.update(self.keep(keys.vertex_layouts, program))
            for slot, _stride, form, _offset, sign, integer in program.vertex_fetches:
                formats.add(self.keep(keys.vertex_format, form, sign, integer,
                                      r[0x4801 + 2 * slot] & 3))
        done = set()
        for slot, mag, least, mip, aniso, bias in program.texture_fetches:
            words = tuple(r[0x4800 + 6 * slot:0x4806 + 6 * slot])
            if slot not in done:
                done.add(slot)
                key, page = self.keep(keys.texture, words)
                if page is not None:
                    key += " from=resolve" if guest.copied[page] else " from=cpu"
                self.add("textures", f"stage={program.stage} {key}")
            if words[0] & 3 == 2:
                samplers.add(self.keep(keys.sampler, words[0], *words[3:], mag, least, mip, aniso,
                                       bias))

    # ---- copies and swaps ----

    def copy(self, r, guest, vertex):
        self.summary["copies"] += 1
        self.add("summary", "what=copies")
        self.add("shader-pairs", f"vertex={vertex.sha1[:10] if vertex else 'none'} pixel=copy")
        if vertex:
            self.program_use(vertex)
        color = r[0x2318] & 7 if r[0x2318] & 7 < 4 else None
        info = r[0x2001] if color == 0 else r[0x2002 + color] if color else None
        key, clear = self.keep(keys.resolve, r[0x2318], r[0x231B], r[0x231A], r[0x2000], info,
                               r[0x2002])
        bound = tuple(i == color for i in range(4))
        self.add("edram", self.keep(keys.edram, "copy", r[0x2000], *r[0x2001:0x2006], bound,
                                    color is None or bool(r[0x2318] >> 9 & 1)))
        if clear != "none":
            self.add("clears", f"what={clear} after=copy")
        corners = rectangle.vertices(r, guest)
        pages, size = self.written_to(r, corners, color is None) if corners else ((), 0)
        self.add("resolves", key, 1, size)
        if corners is None:
            self.add("resolve-sizes", "size=none")
            return
        x0, y0, x1, y1 = corners
        self.add("resolve-sizes", f"size={x1 - x0}x{y1 - y0}")
        guest.copy(pages)

    def written_to(self, r, corners, depth):
        """Pages and bytes of a copy's pixels."""
        _name, bits, pixels = names.FORMATS[r[0x231B] >> 7 & 63]
        odd = pixels != 1 or bits not in (8, 16, 32, 64, 128)
        if r[0x2318] >> 20 & 3 == 3 or (odd and not depth):
            return (), 0
        log = 2 if depth else (bits // 8).bit_length() - 1
        pitch = (r[0x231A] & 0x3FFF) + 31 & ~31
        height = (r[0x231A] >> 16 & 0x3FFF) + 31 & ~31
        layer = r[0x231B] >> 4 & 7 if r[0x231B] >> 3 & 1 else None
        x0, y0, x1, y1 = area = rectangle.cut(r, corners)
        key = (r[0x2319], area, pitch, height, layer, log)
        if key not in self.pages:
            self.pages[key] = memory.copy_pages(*key)
        return self.pages[key], max(x1 - x0, 0) * max(y1 - y0, 0) << log

    def swap(self, r, ramps):
        self.summary["swaps"] += 1
        self.add("summary", "what=swaps")
        self.add("summary", "what=frames")
        words = tuple(r[0x4800:0x4806])
        key, form = self.keep(keys.front_buffer, words)
        self.add("front-buffers", key)
        if form == 6:
            table, linear = "256", ramps.table_linear()
        elif form in (7, 54):
            table, linear = "pwl", ramps.pwl_linear()
        else:
            table, linear = "none", True
        self.add("gamma", f"table={table} linear={yes(linear)}")

    def end(self, frame):
        self.summary["frames"] = frame
        behind = self.behind
        self.summary["unfinished-frames"] = int(behind)
        self.end_frame()
        if behind:
            self.add("summary", "what=unfinished-frames", place=(frame, 0, 0))

    def rows(self):
        """What a census file says: {table: {key: [count, value, frames, worst, its frame, first]}},
        first as frame and address; and the number of frames in which something was counted."""
        for what in SUMMARY:
            self.tables["summary"].setdefault(f"what={what}", [0, 0, {}, (0, 0, 0)])
        found, last = {}, 0
        for table, entries in self.tables.items():
            rows = found[table] = {}
            for key, (count, value, frames, first) in entries.items():
                worst = max(frames.values(), default=0)
                at = min((frame for frame, n in frames.items() if n == worst), default=0)
                rows[key] = [count, value, len(frames), worst, at, first[0], first[2]]
                last = max(last, *frames, 0) if frames else last
        return found, last + 1 if found["summary"]["what=packets"][0] else 0
