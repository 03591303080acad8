"""Control flow and lanes: chapters C, G, K, E of docs/hardware/xenos-microcode.md.

For: running a job's units one after another; events; exports.
Not for: what an instruction computes.
"""

from collections import Counter

from .alu import Alu
from .export import elements
from .fetch import TextureFetch, VertexFetch

FLOW_LIMIT = 1 << 20
KINDS = {"alu": Alu, "vfetch": VertexFetch, "tfetch": TextureFetch}
MEMORY = range(32, 38)


class Lane:
    def __init__(self, registers, covered):
        self.registers = registers
        self.covered, self.killed = covered, False
        self.ps = self.p0 = self.a0 = 0
        self.exports = {}  # register: {component: word}
        self.address_at = None  # how many serialised instructions had run when eA was written
        self.written_after_kill = False
        self.fetched, self.texture = None, {}
        self.dragged_until = None


class Unit:
    """A quad of a pixel program or a lane of a vertex program (G2)."""

    def __init__(self, job, lanes, trace=None):
        self.job, self.lanes, self.trace = job, lanes, trace
        self.program, self.pixel = job.program, job.program.pixel
        self.events, self.stored = Counter(), []
        self.loops, self.calls, self.aL = [], [], 0
        self.executed = self.serialized = 0

    # Lanes

    def voters(self):
        """G3."""
        voters = [lane for lane in self.lanes if lane.covered and not lane.killed]
        return voters or self.lanes

    def kill(self, lane, events):
        if self.pixel:
            lane.killed = True
        else:
            events.add("kill-in-vertex")

    def defined(self, register):
        if self.pixel:
            return register <= 3 or register in MEMORY or register == 61
        return register <= 15 or register in MEMORY or register in (62, 63)

    def export(self, lane, register, words, events):
        if not self.defined(register):
            events.add("undefined-export")
            return
        if register in MEMORY:
            if lane.killed:
                lane.written_after_kill = True
                return
            if register == 32:
                lane.address_at = self.serialized
            elif lane.address_at is not None and lane.address_at < self.serialized:
                events.add("export-across-serialize")
        lane.exports.setdefault(register, {}).update(words)

    def flush(self, events):
        """E6."""
        for lane in self.lanes:
            written = {r: lane.exports.pop(r) for r in MEMORY if r in lane.exports}
            after, lane.written_after_kill, lane.address_at = lane.written_after_kill, False, None
            if not lane.covered:
                continue
            if lane.killed and (written or after):
                events.add("export-of-killed")
            words = {r: [w.get(k, 0) for k in range(4)] for r, w in written.items()}
            ea = words.pop(32, None)
            if ea:
                data = {r - 33: w for r, w in words.items()}
                self.stored += elements(ea, data, events)

    def count(self, events):
        for name in events:
            self.events[name] += 1

    # Control flow

    def run(self):
        flow, index = self.program.flow, 0
        while index is not None:
            if self.executed >= self.job.flow_limit:
                self.events["flow-limit"] += 1
                break
            if index >= len(flow):
                self.events["program-runs-off"] += 1
                break
            self.executed += 1
            for lane in self.lanes:
                if lane.dragged_until == index:
                    lane.dragged_until = None
            events = set()
            index = self.step(index, flow[index], events)
            self.count(events)
        events = set()
        self.flush(events)
        self.count(events)
        if not self.pixel and self.job.export_mode != 7:
            for lane in self.lanes:
                if lane.covered and len(lane.exports.get(62, ())) < 4:
                    self.events["position-unwritten"] += 1

    def step(self, index, i, events):
        """The next index, or None at the end."""
        form = i.form
        if form in ("exec", "cexec", "(p0) exec"):
            ran = self.execute(i, events)
            return None if ran and i.name.endswith("-end") else index + 1
        if form == "loop":
            return self.loop_start(index, i, events)
        if form == "endloop":
            return self.loop_end(index, i, events)
        if form == "jmp":
            return i.target if self.jumps(index, i) else index + 1
        if form == "call":
            return self.call(index, i, events)
        if form == "ret":
            return self.calls.pop() if self.calls else index + 1
        if form == "alloc":
            self.flush(events)
        return index + 1

    def boolean(self, i):
        return self.job.booleans[i.boolean >> 5] >> (i.boolean & 31) & 1 == i.condition

    def wishes(self, i):
        return [lane for lane in self.lanes if lane.p0 == i.condition]

    def drag(self, lanes, until):
        for lane in lanes:
            if lane.dragged_until is None:
                lane.dragged_until = until

    def others(self, lanes):
        return [lane for lane in self.lanes if lane not in lanes]

    def jumps(self, index, i):
        """C6, G5, G8."""
        if i.unconditional:
            return True
        if not i.predicated:
            return self.boolean(i)
        wishing, forward = self.wishes(i), i.target > index
        taken = (all if forward else any)(lane in wishing for lane in self.voters())
        if taken:
            self.drag(self.others(wishing), index + 1)
        else:
            self.drag(wishing, i.target)
        return taken

    def call(self, index, i, events):
        """C11, G7."""
        wishing = self.lanes
        if i.unconditional:
            taken = True
        elif i.predicated:
            wishing = self.wishes(i)
            taken = any(lane in wishing for lane in self.voters())
        else:
            taken = self.boolean(i)
        if taken and len(self.calls) == 4:
            events.add("call-depth")
            taken = False
        if not taken:
            return index + 1
        self.drag(self.others(wishing), index + 1)
        self.calls.append(index + 1)
        return i.target

    def advance(self, events):
        """C8."""
        self.aL = 0
        if self.loops:
            loop = self.loops[-1]
            value = loop["base"] + loop["iterator"] * loop["step"]
            self.aL = min(max(value, -256), 256)
            if self.aL != value:
                events.add("loop-register-clamped")

    def loop_start(self, index, i, events):
        """C7."""
        if len(self.loops) == 4:
            events.add("loop-depth")
            return i.target
        constant = self.job.loops[i.constant]
        count, base, step = constant & 255, constant >> 8 & 255, constant >> 16 & 255
        if not count:
            return i.target
        if i.repeat:
            events.add("loop-repeat")
            base = self.aL
        step -= 256 if step > 127 else 0
        loop = {"count": count, "base": base, "step": step, "iterator": 0, "by": i.constant}
        self.loops.append(loop)
        self.advance(events)
        return index + 1

    def loop_end(self, index, i, events):
        """C9, G6."""
        if not self.loops:
            events.add("loop-end-outside")
            return index + 1
        loop = self.loops[-1]
        if i.constant != loop["by"]:
            events.add("loop-constants-differ")
        loop["iterator"] += 1
        left = loop["iterator"] >= loop["count"]
        if i.predicated_break and not left:
            wishing = self.wishes(i)
            left = all(lane in wishing for lane in self.voters())
            if not left:
                self.drag(wishing, index + 1)
        if left:
            self.loops.pop()
            self.advance(set())
            return index + 1
        self.advance(events)
        return i.target

    # Instructions

    def execute(self, i, events):
        """C3, C4, G4; whether it ran."""
        failed = []
        if i.form == "cexec" and not self.boolean(i):
            return False
        if i.form == "(p0) exec":
            failed, voters = self.others(self.wishes(i)), self.voters()
            if all(lane in failed for lane in voters):
                return False
            if i.name == "pred-exec-end" and any(lane in failed for lane in voters):
                events.add("lanes-disagree")
        for k in range(i.count):
            fetch = k < 6 and i.sequence >> 2 * k & 1
            instruction = self.ready(i.address + k, bool(fetch))
            if instruction is None:
                events.add("instruction-missing")
                continue
            self.instruction(instruction, failed)
            if self.trace:
                self.trace(self, i.address + k, instruction.i.form)
            if k < 6 and i.sequence >> 2 * k + 1 & 1:
                self.serialized += 1
        return True

    def ready(self, address, fetch):
        cache = self.program.__dict__.setdefault("ready", {})
        if (address, fetch) not in cache:
            fields = self.program.instruction(address, fetch)
            cache[address, fetch] = KINDS[fields.form](fields) if fields else None
        return cache[address, fetch]

    def instruction(self, instruction, failed):
        events = set()
        lanes = self.lanes
        if instruction.predicate is not None:
            lanes = [lane for lane in lanes if lane.p0 == instruction.predicate]
        if not lanes:
            return
        if instruction.effect:
            for lane in self.voters():
                if lane in lanes and (lane.dragged_until is not None or lane in failed):
                    events.add("lanes-disagree")
        if isinstance(instruction, Alu):
            if instruction.effect:
                for lane in lanes:
                    instruction.run(self, lane, events)
        else:
            instruction.run(self, lanes, events)
        if events:
            self.count(events)
