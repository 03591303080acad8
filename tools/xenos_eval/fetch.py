"""Fetches: chapters V and T of docs/hardware/xenos-microcode.md, the program's side.

For: vertex fetches; requests to the texture unit, gradients, the unit's registers.
Not for: sampling. The texture unit is the test unit of docs/xenos-eval-compare.md.
"""

from functools import lru_cache
from math import floor
from struct import pack

from . import numbers as n
from .alu import register
from .numbers import ABS, INF, ONE, SIGN

ZEROS = (0, 0, 0, 0)
# (dword, lowest bit, width) of each component.
LAYOUTS = {
    6: [(0, 0, 8), (0, 8, 8), (0, 16, 8), (0, 24, 8)],
    7: [(0, 0, 10), (0, 10, 10), (0, 20, 10), (0, 30, 2)],
    16: [(0, 0, 11), (0, 11, 11), (0, 22, 10)],
    17: [(0, 0, 10), (0, 10, 11), (0, 21, 11)],
    25: [(0, 0, 16), (0, 16, 16)],
    26: [(0, 0, 16), (0, 16, 16), (1, 0, 16), (1, 16, 16)],
}
LAYOUTS |= {31: LAYOUTS[25], 32: LAYOUTS[26]}
WORDS = {33: 1, 34: 2, 35: 4, 36: 1, 37: 2, 57: 3, 38: 4}
LAYOUTS |= {code: [(k, 0, 32) for k in range(count)] for code, count in WORDS.items()}
HALVES, FLOATS = (31, 32), (36, 37, 57, 38)


def swapped(w, endian):
    """V6."""
    a, b, c, d = w & 255, w >> 8 & 255, w >> 16 & 255, w >> 24
    a, b, c, d = [(a, b, c, d), (b, a, d, c), (d, c, b, a), (c, d, a, b)][endian]
    return a | b << 8 | c << 16 | d << 24


def unpacked(v, bits, signed, integer, no_zero):
    """V8: each quotient is rounded once, its operands being exact."""
    if signed and v >> bits - 1:
        v -= 1 << bits
    if bits == 32:
        f = n.word(float(v))
        if integer:
            return f
        if not signed:
            return n.word(n.num(f) / 2**32)
        return n.word(n.num(n.add(f, 0x3F000000) if no_zero else f) / 2**31)
    if integer:
        return n.word(float(v))
    if not signed:
        return n.word(v / ((1 << bits) - 1))
    if no_zero:
        return n.word((2 * v + 1) / ((1 << bits) - 1))
    return n.word(max(-1.0, v / ((1 << bits - 1) - 1)))


def half(v):
    """V9."""
    e, m = v >> 10 & 31, v & 1023
    value = m * 2.0**-24 if e == 0 else (1 + m / 1024) * 2.0 ** (e - 15)
    return n.word(value) | (v & 0x8000) << 16


def scaled(w, exponent):
    """V11."""
    w = n.flush(w)
    return n.word(n.num(w) * 2.0**exponent)


def index(w, rounded):
    """V3."""
    w = n.flush(w)
    if n.is_nan(w):
        return 0
    if w & ABS == INF:
        return -(1 << 31) if w & SIGN else (1 << 31) - 1
    # The sum with 1/2 is exact in binary64, or x is so small that the floor is 0 all the same; a
    # number from 2^24 on is whole.
    x = n.num(w)
    i = floor(x + 0.5) if rounded and abs(x) < 1 << 24 else floor(x)
    return min(max(i, -(1 << 31)), (1 << 31) - 1)


def put(unit, lane, i, words, events):
    """V13."""
    at = 4 * register(unit, i.destination, i.destination_relative, events)
    for k in range(4):
        code = i.destination_swizzle >> 3 * k & 7
        if code < 4:
            lane.registers[at + k] = words[code]
        elif code < 7:
            lane.registers[at + k] = ONE if code == 5 else 0
            if code == 6:
                events.add("fetch-swizzle-6")


class Fetch:
    """What both have in common."""

    def __init__(self, i):
        self.i = i
        self.predicate = i.predicate_condition if i.predicated else None
        self.writes = i.destination_swizzle != 0o7777
        codes = [i.destination_swizzle >> 3 * k & 7 for k in range(4)]
        self.named = {code for code in codes if code < 4}

    def source(self, unit, lane, events):
        at = 4 * register(unit, self.i.source, self.i.source_relative, events)
        return lane.registers[at : at + 4]


class VertexFetch(Fetch):
    def __init__(self, i):
        super().__init__(i)
        self.effect = self.writes or not i.mini

    def run(self, unit, lanes, events):
        for lane in lanes:
            self.one(unit, lane, events)

    def one(self, unit, lane, events):
        i = self.i
        if not i.mini:
            word = self.source(unit, lane, events)[i.source_component]
            start = i.stride * index(word, i.index_rounded)
            lane.fetched = 3 * i.constant_index + i.constant_select, start
        if not self.writes:
            return
        if lane.fetched is None:
            events.add("mini-without-full")
            words = ZEROS
        else:
            words = self.element(unit, *lane.fetched, events)
        put(unit, lane, i, words, events)

    def element(self, unit, slot, start, events):
        i = self.i
        layout = LAYOUTS.get(i.format)
        dwords = self.dwords(unit, slot, start, layout or [], events)
        if layout is None:
            events.add("vertex-format")
            return ZEROS
        if any(code >= len(layout) for code in self.named):
            events.add("vertex-component-lacking")
        words = []
        for dword, low, width in layout:
            v = dwords[dword] >> low & (1 << width) - 1
            if i.format in HALVES:
                w = half(v)
            elif i.format in FLOATS:
                w = v
            else:
                w = unpacked(v, width, i.signed, i.integer, i.signed_mode)
            words.append(scaled(w, i.exponent) if i.exponent else w)
        return words + [0] * (4 - len(words))

    def dwords(self, unit, slot, start, layout, events):
        """V4 to V6."""
        count = layout[-1][0] + 1 if layout else 0
        if slot == 96:
            events.add("fetch-constant-slot")
            return [0] * count
        d0, d1 = unit.job.fetch[2 * slot : 2 * slot + 2]
        if d0 & 3 != 3:
            events.add("fetch-constant-type")
            return [0] * count
        base, size = d0 >> 2, d1 >> 2 & 0xFFFFFF
        first = start + self.i.offset
        return [
            swapped(unit.job.memory.get(base + first + k, 0), d1 & 3)
            if 0 <= first + k < size
            else 0
            for k in range(count)
        ]


TFETCH, BORDER, COMPUTED, GRADIENTS, WEIGHTS = 1, 16, 17, 18, 19
SETS = (24, 25, 26)
ONE_D, TWO_D, THREE_D, CUBE = range(4)


@lru_cache(1 << 12)
def float_word(x):
    return n.word(x)


def answer(request, opcode):
    """The test texture unit: FNV-1a of the request's words, then the component's number."""
    common = 0x811C9DC5
    for byte in pack(f"<{len(request)}I", *request):
        common = (common ^ byte) * 0x01000193 & 0xFFFFFFFF
    words = []
    for component in range(4):
        value = common
        for byte in (component, 0, 0, 0):
            value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
        words.append(0x3F800000 | value >> 9)
    return words[:1] + [0, 0, 0] if opcode in (BORDER, COMPUTED) else words


class TextureFetch(Fetch):
    def __init__(self, i):
        super().__init__(i)
        self.sets = i.opcode in SETS
        self.effect = self.writes or self.sets
        self.components = [i.source_swizzle >> 2 * k & 3 for k in range(3)]
        self.used = min(i.dimension + 1, 3)

    def coordinates(self, unit, lane, events):
        """c of T2, all three."""
        source = self.source(unit, lane, events)
        return [n.flush(source[k]) for k in self.components]

    def run(self, unit, lanes, events):
        i = self.i
        if not self.effect:
            return
        if self.sets:
            for lane in lanes:
                c = self.coordinates(unit, lane, events)
                lane.texture[i.opcode] = c[:1] if i.opcode == 24 else c
            return
        if i.opcode == GRADIENTS:
            results = [self.gradients(unit, lanes, events)] * len(lanes)
        elif i.opcode in (TFETCH, BORDER, COMPUTED, WEIGHTS):
            results = self.requests(unit, lanes, events)
        else:
            events.add("undefined-fetch-opcode")
            results = [ZEROS] * len(lanes)
        for lane, words in zip(lanes, results):
            put(unit, lane, i, words, events)

    def slopes(self, quad, k):
        """ddx and ddy of T4 of component k."""
        return n.sub(quad[1][k], quad[0][k]), n.sub(quad[2][k], quad[0][k])

    def gradients(self, unit, lanes, events):
        """T7."""
        if not unit.pixel:
            for lane in lanes:
                self.source(unit, lane, events)
            events.add("vertex-gradients")
            return ZEROS
        quad = [self.coordinates(unit, lane, events) for lane in unit.lanes]
        return self.slopes(quad, 0) + self.slopes(quad, 1)

    def requests(self, unit, lanes, events):
        """T5, T6: the answer of each lane."""
        i = self.i
        # T10: the console's compiler writes 0 everywhere.
        if i.arbitrary_filter not in (0, 7):
            events.add("arbitrary-filter")
        quad = []
        for lane in unit.lanes if unit.pixel else lanes:
            c = self.coordinates(unit, lane, events)
            quad.append(c[: self.used] + [0] * (3 - self.used))
        results = []
        takes = i.use_computed_lod or i.opcode == COMPUTED
        for place, lane in enumerate(unit.lanes):
            if lane not in lanes:
                continue
            gradients = None
            if takes and i.use_register_gradients:
                gradients = self.set_before(lane, 25, "gradient-register-unset", events)
                gradients = gradients + self.set_before(
                    lane, 26, "gradient-register-unset", events
                )
            elif takes and unit.pixel:
                pairs = [self.slopes(quad, k) for k in range(3)]
                gradients = [x for x, _ in pairs] + [y for _, y in pairs]
            elif i.opcode == COMPUTED:
                events.add("vertex-computed-lod")
                results.append(ZEROS)
                continue
            lod = None
            if i.use_register_lod:
                # T3: opcode 17 hands LOD on, but does not use it.
                counted = set() if i.opcode == COMPUTED else events
                lod = self.set_before(lane, 24, "lod-register-unset", counted)[0]
            request = self.request(quad[place], gradients, lod)
            if unit.pixel:
                request += [w for c in quad for w in c] + [place, int(lane.covered)]
            else:
                request += [0] * 14
            results.append(answer(request, i.opcode))
        return results

    def set_before(self, lane, which, event, events):
        words = lane.texture.get(which)
        if words is None:
            events.add(event)
            return [0, 0, 0]
        return words

    def request(self, c, gradients, lod):
        """The words of a request but for the quad, in the order of the comparison's page."""
        i = self.i
        offsets = [i.offset_x, i.offset_y, i.offset_z]
        offsets = offsets[: self.used] + [0] * (3 - self.used)
        direction = gradients and i.use_register_gradients and i.dimension == CUBE
        return [
            i.opcode, i.constant, i.dimension, i.unnormalized, *c,
            *(float_word(offset * 0.5) for offset in offsets),
            int(gradients is not None), *(gradients or [0] * 6), int(bool(direction)),
            int(lod is not None), lod or 0, float_word(i.lod_bias / 16),
            i.mag_filter, i.min_filter, i.mip_filter, i.anisotropy,
            i.volume_mag_filter, i.volume_min_filter, i.sample_location,
        ]  # fmt: skip
