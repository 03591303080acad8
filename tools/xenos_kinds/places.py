"""Where texels lie in memory and samples in EDRAM.

For: the address formulas of specification digest `xenos-hardware` 3.1, 3.2 and 4.1, and how memory's
bytes are written in filetests. Not for: what is stored there.
"""


def tiled_2d(x, y, pitch, size):
    """3.1; `size` bytes a block."""
    b = size.bit_length() - 1
    n = (((y >> 5) * (pitch // 32) + (x >> 5)) * 64 + ((y >> 1) & 7) * 8 + (x & 7)) << b
    return bits(n, y & 1, (x >> 3 & 3) ^ 2 * (y >> 3 & 1), y >> 4 & 1)


def tiled_3d(x, y, z, pitch, height, size):
    """3.2."""
    b = size.bit_length() - 1
    outer = (((z >> 2) * (height // 16) + (y >> 4)) * (pitch // 32) + (x >> 5)) * 128
    n = (outer + (z & 3) * 32 + ((y >> 1) & 3) * 8 + (x & 7)) << b
    bank = (y >> 3 ^ z >> 2) & 1
    return bits(n, y & 1, (x >> 3 & 3) ^ 2 * bank, bank)


def bits(n, row, pipe, bank):
    return n & 15 | row << 4 | (n >> 4 & 1) << 5 | pipe << 6 | (n >> 5 & 7) << 8 | bank << 11 | (n >> 8) << 12


def shown_2d(x, y, pitch, size):
    """The formula's parts, for a comment."""
    outer = ((y >> 5) * (pitch // 32) + (x >> 5)) * 64
    inner = (y >> 1 & 7) * 8 + (x & 7)
    b = size.bit_length() - 1
    pipe, bank = (x >> 3 & 3) ^ 2 * (y >> 3 & 1), y >> 4 & 1
    return f"n = ({outer} + {inner}) << {b}, pipe {pipe}, bank {bank}: byte 0x{tiled_2d(x, y, pitch, size):X}"


class Surface:
    """A surface in EDRAM."""

    def __init__(self, base, pitch, samples, wide=False, depth=False):
        self.base, self.pitch, self.samples = base, pitch, samples
        self.wide, self.depth = wide, depth
        self.columns = 2 if samples == 4 else 1
        self.rows = 1 if samples == 1 else 2
        self.across = 40 if wide else 80
        # 4.1: ceil(pitch x columns / 80), twice for 64 bits.
        self.pitch_tiles = -(-pitch * self.columns // 80) * (2 if wide else 1)

    def place(self, x, y, sample):
        """Tile, row, column of a sample's first word."""
        sx, sy = x, y
        if self.samples == 2:
            sy = 2 * y + sample
        elif self.samples == 4:
            sx, sy = 2 * x + (sample >> 1), 2 * y + (sample & 1)
        tile = self.base + sy // 16 * self.pitch_tiles + sx // self.across
        column = sx % self.across * (2 if self.wide else 1)
        if self.depth:
            column = (column + 40) % 80
        return tile % 2048, sy % 16, column


def swapped(data, endian):
    """3.6: bytes with a byte order undone, which is its own inverse."""
    size = {"none": 1, "8in16": 2, "8in32": 4, "8in64": 8}[endian]
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


def dwords(data):
    """Memory as filetests write it: dwords as big-endian numbers."""
    return [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]


# Digest, section 9.
for (x, y, pitch, size), byte in {
    (1, 0, 32, 4): 0x4, (0, 1, 32, 4): 0x10, (8, 0, 32, 4): 0x40, (0, 8, 32, 4): 0x480, (0, 16, 32, 4): 0x800,
    (31, 31, 32, 4): 0xF7C, (33, 5, 1280, 4): 0x1214, (1279, 719, 1280, 4): 0x39777C, (17, 9, 64, 1): 0x111,
    (100, 77, 128, 2): 0x5798, (5, 6, 96, 8): 0x708, (5, 6, 96, 16): 0x1620,
}.items():
    assert tiled_2d(x, y, pitch, size) == byte, (x, y, pitch, size)
for (x, y, z, pitch, height, size), byte in {
    (0, 0, 1, 32, 32, 4): 0x400, (0, 0, 4, 32, 32, 4): 0x4880, (9, 10, 3, 32, 32, 4): 0x1DC4,
    (31, 31, 7, 32, 32, 4): 0x77FC, (17, 40, 5, 64, 64, 1): 0x6181,
}.items():
    assert tiled_3d(x, y, z, pitch, height, size) == byte, (x, y, z)
