"""Guest memory, and whether a copy wrote a page last; the addresses that a copy writes.

Facts: sections 3.1, 3.2 and 6 of the register digest. Not for: what is in EDRAM; a copy's bytes are
not known here, only where they go.
"""

import mmap
from struct import pack, unpack

SIZE = 1 << 29
PAGE = 12


def swap(word, mode):
    if mode == 1:
        return (word & 0x00FF00FF) << 8 | word >> 8 & 0x00FF00FF
    if mode == 2:
        return int.from_bytes(word.to_bytes(4, "little"), "big")
    if mode == 3:
        return word >> 16 | (word & 0xFFFF) << 16
    return word


class Memory:
    def __init__(self):
        self.bytes = mmap.mmap(-1, SIZE)
        self.copied = bytearray(SIZE >> PAGE)

    def put(self, address, data):
        address &= SIZE - 1
        data = data[:SIZE - address]
        self.bytes[address:address + len(data)] = data

    def write(self, address, data):
        """A write by the CPU or by a packet."""
        self.put(address, data)
        address &= SIZE - 1
        length = min(len(data), SIZE - address)
        if length:
            first, last = address >> PAGE, address + length - 1 >> PAGE
            self.copied[first:last + 1] = bytes(last - first + 1)

    def store(self, address, value):
        """A dword by a packet; bits 0 and 1 of the address are its endian mode."""
        self.write(address & ~3, pack("<I", swap(value & 0xFFFFFFFF, address & 3)))

    def fetch(self, address):
        at = address & (SIZE - 4)
        return swap(int.from_bytes(self.bytes[at:at + 4], "little"), address & 3)

    def words(self, address, count):
        """Big-endian dwords, fewer at the end of memory."""
        at = address & (SIZE - 4)
        count = min(count, (SIZE - at) // 4)
        return list(unpack(f">{count}I", self.bytes[at:at + 4 * count]))

    def copy(self, pages):
        for page in pages:
            self.copied[page] = 1


def _scramble(n, y, bank, pipe):
    return (n & 15 | (y & 1) << 4 | (n >> 4 & 1) << 5 | pipe << 6 | (n >> 5 & 7) << 8 | bank << 11
            | n >> 8 << 12)


def tiled_2d(x, y, pitch, log):
    outer = ((y >> 5) * (pitch >> 5) + (x >> 5)) * 64
    n = outer + (y >> 1 & 7) * 8 + (x & 7) << log
    return _scramble(n, y, y >> 4 & 1, x >> 3 & 3 ^ (y >> 3 & 1) * 2)


def tiled_3d(x, y, z, pitch, height, log):
    outer = (((z >> 2) * (height >> 4) + (y >> 4)) * (pitch >> 5) + (x >> 5)) * 128
    n = outer + (z & 3) * 32 + (y >> 1 & 3) * 8 + (x & 7) << log
    bank = (y >> 3 ^ z >> 2) & 1
    return _scramble(n, y, bank, x >> 3 & 3 ^ bank * 2)


def copy_pages(base, rectangle, pitch, height, layer, log):
    """Pages of a copy's pixels; `layer` is None of a 2D destination."""
    x0, y0, x1, y1 = rectangle
    last = (1 << log) - 1
    # Of a base on a page, 8 pixels of a row and pairs of rows never leave their page.
    step_x, step_y = (1, 1) if base & 0xFFF else (8, 2)
    pages = set()
    for y in range(y0, y1, step_y):
        for x in range(x0, x1, step_x):
            if layer is None:
                at = base + tiled_2d(x, y, pitch, log)
            else:
                at = base + tiled_3d(x, y, layer, pitch, height, log)
            pages.add((at & SIZE - 1) >> PAGE)
            if step_x == 1:
                pages.add((at + last & SIZE - 1) >> PAGE)
    return frozenset(pages)
