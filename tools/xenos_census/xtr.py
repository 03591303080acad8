"""The .xtr file: header, records, bodies; Snappy's raw blocks.

Facts: the digest of the trace format. A damaged file raises Malformed with the offset.
"""

import subprocess
from struct import unpack_from

(PRIMARY_START, PRIMARY_END, INDIRECT_START, INDIRECT_END, PACKET_START, PACKET_END, MEMORY_READ,
 MEMORY_WRITE, EDRAM, EVENT, REGISTERS, GAMMA) = range(12)
RECORD = ["PrimaryStart", "PrimaryEnd", "IBStart", "IBEnd", "PacketStart", "PacketEnd", "MemoryRead",
          "MemoryWrite", "EdramSnapshot", "Event", "Registers", "GammaRamp"]
HEADER = 48
FIXED = [12, 4, 12, 4, 12, 4, 20, 20, 12, 8, 24, 16]


class Malformed(Exception):
    pass


def load(path):
    """The whole file, unpacked if it is a zstd file."""
    with open(path, "rb") as file:
        head = file.read(4)
    if head == b"\x28\xb5\x2f\xfd":
        return subprocess.run(["zstd", "-dc", "--long=27", path], check=True,
                              stdout=subprocess.PIPE).stdout
    with open(path, "rb") as file:
        return file.read()


def snappy(data):
    at = shift = size = 0
    while True:
        byte = data[at]
        at += 1
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    out = bytearray()
    end = len(data)
    while at < end:
        tag = data[at]
        at += 1
        kind = tag & 3
        if kind == 0:
            length = tag >> 2
            if length >= 60:
                extra = length - 59
                length = int.from_bytes(data[at:at + extra], "little")
                at += extra
            length += 1
            out += data[at:at + length]
            at += length
            continue
        if kind == 1:
            length = (tag >> 2 & 7) + 4
            distance = (tag >> 5) << 8 | data[at]
            at += 1
        else:
            length = (tag >> 2) + 1
            width = 2 if kind == 2 else 4
            distance = int.from_bytes(data[at:at + width], "little")
            at += width
        start = len(out) - distance
        if distance == 0 or start < 0:
            raise Malformed("a Snappy copy from before the block")
        if distance >= length:
            out += out[start:start + length]
        else:
            piece = bytes(out[start:])
            out += (piece * (length // distance + 1))[:length]
    if len(out) != size:
        raise Malformed(f"a Snappy block of {len(out)} bytes that should have {size}")
    return bytes(out)


def body(data, at, encoding, length, decoded=None):
    piece = data[at:at + length]
    if len(piece) != length:
        raise Malformed(f"a body at {at} goes beyond the file")
    if encoding == 1:
        piece = snappy(piece)
    elif encoding != 0:
        raise Malformed(f"encoding {encoding} at {at}")
    if decoded is not None and len(piece) != decoded:
        raise Malformed(f"a body at {at} has {len(piece)} bytes, not {decoded}")
    return piece


def records(data):
    """Yields (type, first, second): see below for what each type gives."""
    if len(data) < HEADER or unpack_from("<I", data)[0] != 1:
        raise Malformed("not an .xtr file of version 1")
    at, end = HEADER, len(data)
    while at < end:
        kind = data[at] if data[at + 1:at + 4] == b"\0\0\0" else 255
        if kind > GAMMA or at + FIXED[kind] > end:
            raise Malformed(f"no record at {at}")
        if kind in (PACKET_END, PRIMARY_END, INDIRECT_END):
            yield kind, None, None
            at += 4
        elif kind in (PACKET_START, PRIMARY_START, INDIRECT_START):
            base, count = unpack_from("<II", data, at + 4)
            at += 12
            if at + 4 * count > end:
                raise Malformed(f"a record before {at} claims {count} dwords")
            yield kind, base, data[at:at + 4 * count]
            at += 4 * count
        elif kind in (MEMORY_READ, MEMORY_WRITE):
            base, encoding, length, decoded = unpack_from("<IIII", data, at + 4)
            at += 20
            yield kind, base, body(data, at, encoding, length, decoded)
            at += length
        elif kind == EDRAM:
            encoding, length = unpack_from("<II", data, at + 4)
            at += 12
            yield kind, None, body(data, at, encoding, length, 10_485_760)
            at += length
        elif kind == EVENT:
            yield kind, unpack_from("<I", data, at + 4)[0], None
            at += 8
        elif kind == REGISTERS:
            first, count, callbacks, encoding, length = unpack_from("<IIIII", data, at + 4)
            at += 24
            yield kind, (first, bool(callbacks & 0xFF)), body(data, at, encoding, length, 4 * count)
            at += length
        else:
            component, encoding, length = unpack_from("<III", data, at + 4)
            at += 16
            yield kind, component & 0xFF, body(data, at, encoding, length, 2560)
            at += length
