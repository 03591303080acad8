"""Plays a stream: packets in, and what they amount to out, to a listener.

For: registers, constants, programs, predication, memory, stores, buffers, frames. Not for: keys.
The listener's methods are those of tables.Census.
"""

from struct import unpack

from . import memory, names, ramp, ucode, xtr

REGISTERS = 0x5003
ALL = (1 << 64) - 1
CONSTANT_BASE = [0x4000, 0x4800, 0x4900, 0x4908, 0x2000]
COHER_STATUS = 0x0A31
# Payload dwords without which a packet of an opcode does nothing.
NEEDS = {
    0x21: 3, 0x22: 2, 0x23: 1, 0x27: 2, 0x2B: 2, 0x2D: 1, 0x2F: 3, 0x36: 1, 0x3C: 5, 0x3D: 1, 0x3E: 2,
    0x45: 6, 0x46: 1, 0x50: 2, 0x51: 2, 0x54: 1, 0x55: 1, 0x56: 1, 0x58: 3, 0x5A: 2, 0x5B: 1, 0x60: 1,
    0x61: 1, 0x62: 1, 0x63: 1, 0x64: 4,
}
CONDITION = [
    lambda a, b: False, lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a == b,
    lambda a, b: a != b, lambda a, b: a >= b, lambda a, b: a > b, lambda a, b: True,
]


def kind_of(header):
    """Name of a packet in the table of packets, its dwords, and whether it is predicated."""
    kind = header >> 30
    if kind == 3:
        opcode = header >> 8 & 127
        name = names.OPCODE.get(opcode, f"UNKNOWN_{opcode:02X}")
        predicated = bool(header & 1)
        return name, 2 + (header >> 16 & 0x3FFF), predicated
    if kind == 2:
        return "type2", 1, False
    if kind == 1:
        return "type1", 3, False
    if header == 0:
        return "null", 1, False
    one = header >> 15 & 1
    return "type0_one_register" if one else "type0", 2 + (header >> 16 & 0x3FFF), False


def groups():
    """For each register the bit of its group, 0 for none, and where the group's run ends."""
    bits, ends = [0] * REGISTERS, [REGISTERS] * REGISTERS
    for first, last, group in names.GROUP_RANGES:
        bits[first:last + 1] = [1 << names.GROUPS.index(group)] * (last + 1 - first)
    for index in range(REGISTERS - 2, -1, -1):
        ends[index] = ends[index + 1] if bits[index] == bits[index + 1] else index + 1
    return bits, ends


FILLS = ("type2", "null")


class Machine:
    def __init__(self, listener):
        self.listener = listener
        self.registers = [0] * REGISTERS
        self.memory = memory.Memory()
        self.ramp = ramp.Ramp()
        self.mask = self.select = ALL
        self.programs = [None, None]
        self.frame = 0
        self.swapped = False  # this frame has had its swap; fills behind it still belong to it
        self.changed = 0
        self.group, self.group_end = groups()
        self.kinds = {}
        self.decoded = {}
        self.actions = {
            0x21: self.reg_rmw, 0x22: self.draw_indx, 0x23: self.viz_query, 0x27: self.im_load,
            0x2B: self.im_load_immediate, 0x2D: self.set_constant, 0x2F: self.load_alu_constant,
            0x36: self.draw_indx_2, 0x3C: self.wait_reg_mem, 0x3D: self.mem_write,
            0x3E: self.reg_to_mem, 0x45: self.cond_write, 0x46: self.event_write,
            0x50: self.bins, 0x51: self.bins, 0x54: self.interrupt, 0x55: self.set_constant2,
            0x56: self.set_constant2, 0x58: self.event_write_shd, 0x5A: self.event_write_ext,
            0x5B: self.event_write_zpd, 0x60: self.bins, 0x61: self.bins, 0x62: self.bins,
            0x63: self.bins, 0x64: self.swap,
        }

    def play(self, data):
        """Plays a file's bytes to its end."""
        pending = None
        buffers = []  # [address, frame, pieces, dwords]
        for kind, first, second in xtr.records(data):
            self.listener.record(kind, second)
            if kind == xtr.PACKET_START:
                self.memory.put(first, second)
                header = int.from_bytes(second[:4], "big")
                found = self.kinds.get(header)
                if found is None:
                    found = self.kinds[header] = kind_of(header)
                name, dwords, predicated = found
                if name not in FILLS:
                    self.end_frame()
                self.listener.at(self.frame, first)
                run = True
                if predicated:
                    run = bool(self.mask & self.select) and name != "XE_SWAP"
                    self.listener.predicated(self.mask == ALL and self.select == ALL, run)
                self.listener.packet(name, dwords, predicated, run)
                if buffers:
                    buffers[-1][2].append(second)
                    buffers[-1][3] += dwords
                pending = (header, second) if run else None
            elif kind == xtr.PACKET_END:
                if pending is not None:
                    self.execute(*pending)
                    pending = None
            elif kind == xtr.MEMORY_READ:
                self.memory.write(first, second)
            elif kind == xtr.INDIRECT_START:
                pending = None
                buffers.append([first, self.frame, [], 0])
                self.listener.buffer_begins(first, self.frame, buffers[-1])
            elif kind == xtr.INDIRECT_END:
                if buffers:
                    self.listener.buffer_ends(buffers.pop(), len(buffers) + 1)
            elif kind == xtr.REGISTERS:
                base, effects = first
                values = list(unpack(f"<{len(second) // 4}I", second))
                self.put(base, values, effects)
            elif kind == xtr.GAMMA:
                self.ramp.load(first, second)
        while buffers:
            self.listener.buffer_ends(buffers.pop(), len(buffers) + 1)
        self.end_frame()
        self.listener.end(self.frame)

    def end_frame(self):
        if self.swapped:
            self.listener.end_frame()
            self.frame += 1
            self.swapped = False

    def execute(self, header, raw):
        words = unpack(f">{len(raw) // 4}I", raw)
        kind = header >> 30
        if kind == 0:
            if header:
                first = header & 0x7FFF
                if header >> 15 & 1:
                    self.listener.writes("type0_one_register", first, len(words) - 1, one=True)
                    for value in words[1:]:
                        self.put(first, (value,))
                else:
                    self.write("type0", first, words[1:])
        elif kind == 1 and len(words) >= 3:
            self.listener.type1(header & 0x7FF, header >> 11 & 0x7FF)
            self.put(header & 0x7FF, words[1:2])
            self.put(header >> 11 & 0x7FF, words[2:3])
        elif kind == 3:
            opcode = header >> 8 & 127
            action = self.actions.get(opcode)
            if action is not None and len(words) > NEEDS[opcode]:
                action(opcode, words[1:])

    # ---- registers ----

    def write(self, path, first, values):
        self.listener.writes(path, first, len(values))
        self.put(first, values)

    def put(self, first, values, effects=True):
        end = min(first + len(values), REGISTERS)
        if first >= end:
            return
        special = effects and first < ramp.END and end > 0x578
        if not special:
            values = values[:end - first]
            if self.registers[first:end] != list(values):
                self.note_changes(first, values)
                self.registers[first:end] = values
            return
        for index in range(first, end):
            value = values[index - first]
            self.note_changes(index, (value,))
            self.registers[index] = value
            if ramp.FIRST <= index < ramp.END:
                self.ramp.write(self.registers, index, value)
            elif 0x578 <= index < 0x580:
                if self.registers[0x1DC] >> index - 0x578 & 1:
                    at = (self.registers[0x1DD] & ~3) + 4 * (index - 0x578)
                    self.memory.write(at, value.to_bytes(4, "big"))
                    self.listener.fence("scratch", 1)
            elif index == COHER_STATUS:
                self.registers[index] |= 1 << 31

    def note_changes(self, first, values):
        at, end = first, first + len(values)
        while at < end:
            stop = min(end, self.group_end[at])
            bit = self.group[at]
            if bit and any(map(int.__ne__, self.registers[at:stop],
                               values[at - first:stop - first])):
                self.changed |= bit
            at = stop

    def read(self, index):
        return self.registers[index] if index < REGISTERS else 0

    def reg_rmw(self, _opcode, words):
        info, keep, add = words[:3]
        index = info & 0x1FFF
        keep = self.read(keep & 0x7FFF) if info >> 31 else keep
        add = self.read(add & 0x7FFF) if info >> 30 & 1 else add
        self.write(None, index, [self.read(index) & keep | add])

    def set_constant(self, _opcode, words):
        kind = words[0] >> 16 & 0xFF
        if kind < len(CONSTANT_BASE):
            self.write("SET_CONSTANT", CONSTANT_BASE[kind] + (words[0] & 0x7FF), words[1:])

    def set_constant2(self, opcode, words):
        path = "SET_CONSTANT2" if opcode == 0x55 else "SET_SHADER_CONSTANTS"
        self.write(path, words[0] & 0xFFFF, words[1:])

    def load_alu_constant(self, _opcode, words):
        address, target, size = words[:3]
        kind = target >> 16 & 0xFF
        if kind < len(CONSTANT_BASE):
            values = self.memory.words(address & 0x3FFFFFFF, size & 0xFFF)
            self.write("LOAD_ALU_CONSTANT", CONSTANT_BASE[kind] + (target & 0x7FF), values)

    # ---- programs ----

    def program(self, kind, words):
        if kind > 1:
            return
        key = (kind, tuple(words))
        found = self.decoded.get(key)
        if found is None:
            found = self.decoded[key] = ucode.Program(bool(kind), list(words))
        self.programs[kind] = found
        self.listener.program(found)

    def im_load(self, _opcode, words):
        self.program(words[0] & 3, self.memory.words(words[0] & ~3, words[1] & 0xFFFF))

    def im_load_immediate(self, _opcode, words):
        self.program(words[0] & 3, words[2:2 + (words[1] & 0xFFFF)])

    # ---- draws, copies, swaps ----

    def draw_indx(self, _opcode, words):
        self.draw(words[1:], bool(words[0] >> 8 & 1))

    def draw_indx_2(self, _opcode, words):
        self.draw(words, False)

    def draw(self, words, conditional):
        registers = self.registers
        registers[0x21FC] = words[0]
        if len(words) >= 3:
            registers[0x21FA:0x21FC] = words[1:3]
        mode = registers[0x2208] & 7
        if mode == 6:
            self.listener.copy(registers, self.memory, self.programs[0])
        else:
            pixel = self.programs[1] if mode == 4 else None
            self.listener.changes(self.changed)
            self.changed = 0
            self.listener.draw(registers, self.memory, self.programs[0], pixel, conditional)

    def swap(self, _opcode, _words):
        self.listener.swap(self.registers, self.ramp)
        self.swapped = True

    # ---- masks, waits, stores, events ----

    def bins(self, opcode, words):
        low, high = (1 << 32) - 1, (1 << 32) - 1 << 32
        if opcode == 0x50:
            self.mask = words[0] << 32 | words[1]
        elif opcode == 0x51:
            self.select = words[0] << 32 | words[1]
        elif opcode == 0x60:
            self.mask = self.mask & high | words[0]
        elif opcode == 0x61:
            self.mask = self.mask & low | words[0] << 32
        elif opcode == 0x62:
            self.select = self.select & high | words[0]
        else:
            self.select = self.select & low | words[0] << 32

    def wait_reg_mem(self, _opcode, words):
        self.listener.wait(bool(words[0] >> 4 & 1), words[0] & 7, words[1])
        if not words[0] >> 4 & 1 and words[1] == COHER_STATUS:
            self.registers[COHER_STATUS] = 0

    def mem_write(self, _opcode, words):
        for i, value in enumerate(words[1:]):
            self.memory.store(words[0] + 4 * i, value)
        self.listener.fence("MEM_WRITE", len(words) - 1)

    def reg_to_mem(self, _opcode, words):
        self.memory.store(words[1], self.read(words[0]))
        self.listener.fence("REG_TO_MEM", 1)

    def cond_write(self, _opcode, words):
        info, poll, reference, mask, target, data = words[:6]
        value = self.memory.fetch(poll) if info >> 4 & 1 else self.read(poll)
        if not CONDITION[info & 7](value & mask, reference):
            return
        if info >> 8 & 1:
            self.memory.store(target, data)
            self.listener.fence("COND_WRITE", 1)
        else:
            self.write(None, target, [data])

    def event(self, initiator):
        self.registers[0x21F9] = initiator & 63
        self.listener.event(initiator & 63)

    def event_write(self, _opcode, words):
        self.event(words[0])

    def event_write_shd(self, _opcode, words):
        self.event(words[0])
        self.memory.store(words[1], words[2])
        self.listener.fence("EVENT_WRITE_SHD", 1)

    def event_write_ext(self, _opcode, words):
        self.event(words[0])
        self.memory.write(words[1] & ~3, bytes(12))
        self.listener.effect("screen-extents")

    def event_write_zpd(self, _opcode, words):
        self.event(words[0])
        self.memory.write(self.registers[0x2325] & ~3, bytes(32))
        self.listener.effect("occlusion-report")
        self.listener.report(self.registers[0x2325] & ~3)

    def viz_query(self, _opcode, words):
        if words[0] >> 8 & 1:
            status = 0x0C44 + (words[0] >> 5 & 1)
            self.put(status, (self.registers[status] | 1 << (words[0] & 31),))
        self.listener.effect("visibility-query")

    def interrupt(self, _opcode, words):
        self.listener.interrupt(words[0] & 63)
