"""The two gamma ramps, changed by the registers 1921 to 1927.

Facts: section 1.1 of the register digest. Order of stored components: red, green, blue.
"""

from struct import unpack

FIRST, END = 0x1921, 0x1928


class Ramp:
    def __init__(self):
        self.table = [[i * 1023 // 255] * 3 for i in range(256)]
        self.pwl = [[(512 * e, 512)] * 3 for e in range(128)]
        self.component = 0

    def load(self, component, body):
        words = unpack("<640I", body)
        self.component = component
        self.table = [[word >> 20 & 1023, word >> 10 & 1023, word & 1023] for word in words[:256]]
        pairs = [(word & 0xFFFF, word >> 16) for word in words[256:]]
        self.pwl = [pairs[3 * e:3 * e + 3] for e in range(128)]

    def write(self, registers, index, value):
        """A write of the register `index`, which holds `value` already."""
        entry = registers[0x1922] & 0xFF
        mask = registers[0x1927]
        if index == 0x1922:
            self.component = 0
        elif index == 0x1925:
            for c, low in enumerate((20, 10, 0)):
                if mask >> 2 - c & 1:
                    self.table[entry][c] = value >> low & 1023
            self.component = 0
            registers[0x1922] = entry + 1 & 0xFF
        elif index in (0x1923, 0x1924):
            c = self.component
            if mask >> 2 - c & 1:
                if index == 0x1923:
                    self.table[entry][c] = (value & 0xFFFF) >> 6
                else:
                    self.pwl[entry & 0x7F][c] = (value & 0xFFC0, value >> 16 & 0xFFC0)
            self.component = (c + 1) % 3
            if self.component == 0:
                following = entry + 1 & 0xFF
                if index == 0x1924:
                    following = entry & 0x80 | entry + 1 & 0x7F
                registers[0x1922] = following

    def table_linear(self):
        return all(abs(value * 255 - i * 1023) < 255
                   for i, entry in enumerate(self.table) for value in entry)

    def pwl_linear(self):
        return all(pair == (512 * e, 512) for e, entry in enumerate(self.pwl) for pair in entry)
