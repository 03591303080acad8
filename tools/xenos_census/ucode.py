"""What a microcode program reaches, and what of it the census needs.

For: control flow, fetches, exports, features, the program's true end. Not for: meaning of
arithmetic. Facts: section 2 of the register digest; what "reached" means: docs/census-xenos.md.
"""

import hashlib
import heapq
from struct import pack

EXECS = {1, 2, 3, 4, 5, 6, 13, 14}
SAMPLING = {1, 16, 17, 19}


class Program:
    def __init__(self, pixel, words):
        self.pixel = pixel
        self.words = words
        self.stage = "pixel" if pixel else "vertex"
        self.features = set()
        self.exports = set()
        self.vertex_fetches = []   # (slot, stride, format, offset, signed, integer)
        self.texture_fetches = []  # (slot, mag, min, mip, aniso, bias)
        self._walk()
        self.sha1 = hashlib.sha1(pack(f">{self.size}I", *words[:self.size])).hexdigest()
        self.colors = {i for i in range(4) if i in self.exports} if pixel else set()
        self.vertex_fetches = list(dict.fromkeys(self.vertex_fetches))
        self.texture_fetches = list(dict.fromkeys(self.texture_fetches))

    def flow(self, index):
        """Control-flow instruction `index` as one 48-bit number, or None outside the program."""
        at = 3 * (index // 2)
        if at + 3 > len(self.words):
            return None
        d0, d1, d2 = self.words[at:at + 3]
        if index & 1:
            return d1 >> 16 | d2 << 16
        return d0 | (d1 & 0xFFFF) << 32

    def _walk(self):
        limit = 1 << 30
        todo, seen, execs = [0], set(), {}
        while todo:
            index = heapq.heappop(todo)
            word = self.flow(index)
            if index in seen or index >= limit or word is None:
                continue
            seen.add(index)
            opcode = word >> 44
            follow = [index + 1]
            if opcode in EXECS:
                address, count = word & 0xFFF, word >> 12 & 7
                if count:
                    limit = min(limit, 2 * address)
                    execs[index] = (address, count, word >> 16 & 0xFFF)
                if opcode == 2:
                    follow = []
            elif opcode in (7, 8, 9, 11):
                if opcode == 11 and word >> 13 & 1:
                    follow = []
                follow.append(word & 0x1FFF)
            elif opcode == 10:
                follow = []
            self._flow_features(opcode, word)
            for other in follow:
                heapq.heappush(todo, other)
        end = 0
        mini = None
        for index in sorted(execs):
            address, count, kinds = execs[index]
            for i in range(count):
                at = 3 * (address + i)
                if at + 3 > len(self.words):
                    break
                end = max(end, at + 3)
                words = self.words[at:at + 3]
                if kinds >> 2 * i & 1:
                    mini = self._fetch(words, mini)
                else:
                    self._alu(words)
        if not execs and seen:
            end = 3 * (max(seen) // 2 + 1)
        self.size = end
        if self.pixel:
            if 61 in self.exports:
                self.features.add("depth-export")
            if len(self.exports & {0, 1, 2, 3}) > 1:
                self.features.add("many-colors")
        elif 63 in self.exports:
            self.features.add("point-size")
        if self.exports & set(range(32, 38)):
            self.features.add("memexport")

    def _flow_features(self, opcode, word):
        add = self.features.add
        if opcode in (7, 9, 11):
            add({7: "loop", 9: "call", 11: "jump"}[opcode])
        if opcode in (3, 4, 13, 14):
            add("boolean")
        elif opcode in (5, 6) or (opcode == 8 and word >> 21 & 1):
            add("predicate")
        elif opcode in (9, 11) and not word >> 13 & 1:
            add("predicate" if word >> 14 & 1 else "boolean")

    def _fetch(self, words, mini):
        d0, d1, d2 = words
        add = self.features.add
        opcode = d0 & 31
        if d1 >> 31:
            add("predicate")
        if d0 >> 11 & 1 or d0 >> 18 & 1:
            add("relative-registers")
        if opcode == 0:
            add("vertex-fetch")
            if d1 >> 30 & 1:
                add("mini-fetch")
                full = mini
            else:
                full = mini = (3 * (d0 >> 20 & 31) + (d0 >> 25 & 3), d2 & 0xFF)
            if full is not None:
                offset = (d2 >> 8 & 0x7FFFFF) - (d2 >> 30 & 1) * 0x800000
                self.vertex_fetches.append(
                    (*full, d1 >> 16 & 63, offset, d1 >> 12 & 1, d1 >> 13 & 1))
            return mini
        add("texture-fetch")
        if opcode in (18, 25, 26) or d2 & 1:
            add("gradients")
        if opcode == 24 or d1 >> 29 & 1:
            add("register-lod")
        if opcode in (16, 17, 19):
            add({16: "border-fraction", 17: "computed-lod", 19: "weights"}[opcode])
        if opcode in SAMPLING:
            if d0 >> 25 & 1:
                add("unnormalized")
            if d2 >> 16 & 0x7FFF:
                add("texture-offset")
            bias = (d2 >> 2 & 0x3F) - (d2 >> 8 & 1) * 0x40
            self.texture_fetches.append((d0 >> 20 & 31, d1 >> 12 & 3, d1 >> 14 & 3, d1 >> 16 & 3,
                                         d1 >> 18 & 7, bias))
        return mini

    def _alu(self, words):
        d0, d1, d2 = words
        add = self.features.add
        vector, scalar = d2 >> 24 & 31, d0 >> 26
        export = d0 >> 15 & 1
        if d1 >> 28 & 1:
            add("predicate")
        if 24 <= vector <= 27 or 35 <= scalar <= 39:
            add("kill")
        if vector == 18:
            add("cube")
        if vector == 29 or scalar in (23, 24):
            add("address")
        if d1 >> 30:
            add("relative-constants")
        if d0 >> 6 & 1 or (d0 >> 14 & 1 and not export):
            add("relative-registers")
        if any(d2 >> 29 + i & 1 and d2 >> 8 * i + 6 & 1 for i in range(3)):
            add("relative-registers")
        if export and (d0 >> 16 & 0xFF or d0 >> 14 & 1):
            self.exports.add(d0 & 63)
