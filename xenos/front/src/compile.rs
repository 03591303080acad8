//! Packets to steps.
//!
//! Facts: specification digest `pm4`.

use base_refusal::RefusalKind;
use xenos_pm4::{
    BufferLength, ConstantSelect, IndexSource, Kind, Packet, PacketError, Payload, RegisterRun,
    SWAP_SIGNATURE, ShaderType, Words, opcode,
};
use xenos_regs::FILE_WORDS;
use xenos_regs::words::{VgtDmaSize, VgtDrawInitiator};

use crate::calls::Calls;
use crate::effects::{any_effect, has_effect};
use crate::program::{Command, IndexKind, Mark, NO_QUERY, Op, Program};
use crate::refusals::refusal;
use crate::shader::{Load, Shaders};
use crate::{Stage, StateGroup};

/// Turns packets into a program's steps.
pub(crate) struct Compiler<'a> {
    pub(crate) program: &'a mut Program,
    pub(crate) shaders: &'a mut Shaders,
    /// Where indirect buffers are known by; none in a trace, whose buffers are walked already.
    pub(crate) calls: Option<&'a mut Calls>,
}

impl Compiler<'_> {
    /// Adds the packet that begins at word `word` of the buffer.
    #[inline]
    pub(crate) fn packet(&mut self, packet: &Packet<'_>, word: u32) {
        let number = self.program.kinds.len() as u32;
        self.program.kinds.push(packet.kind());
        let mut place = Place { mark: Mark::of_packet(word, number), predicated: false };
        if let Some(run) = packet.run() {
            place.predicated = packet.predicated();
            self.run(&run, place);
            return;
        }
        match packet {
            Packet::Type1 { registers, values, .. } => {
                for (register, value) in registers.iter().zip(values) {
                    let bytes = [value.to_be_bytes()];
                    let values = Words::from_chunks(&bytes);
                    let run = RegisterRun { first: u32::from(*register), repeated: false, values };
                    self.run(&run, place);
                    place = place.inside();
                }
            }
            Packet::Type3(command) => {
                place.predicated = command.predicated;
                self.command(&command.payload, place);
            }
            // Nothing, and the two that are runs already.
            _ => self.nothing(place),
        }
    }

    /// Adds a packet that cannot be decoded.
    pub(crate) fn malformed(&mut self, error: &PacketError, word: u32) {
        let Some((kind, what, value)) = malformed(error) else { return };
        let number = self.program.kinds.len() as u32;
        self.program.kinds.push(kind);
        let place = Place { mark: Mark::of_packet(word, number), predicated: false };
        self.refuse(&refusal::PACKET_MALFORMED, what, value, place);
    }

    /// Register writes from words.
    #[inline]
    fn run(&mut self, run: &RegisterRun<'_>, place: Place) {
        let (first, count) = (run.first, run.values.len() as u32);
        let length = if run.repeated { 1 } else { count };
        if count == 0 {
            self.nothing(place);
        } else if first + length > FILE_WORDS as u32 || any_effect(first, length) {
            self.unusual_run(run, place);
        } else if run.repeated {
            // Only the last one is ever seen.
            self.plain(first, run.values.skip(count as usize - 1), place);
        } else {
            self.plain(first, run.values, place);
        }
    }

    /// Registers in a row, in the file and without side effects, cut where groups end. What
    /// continues the step before becomes part of it.
    #[inline]
    fn plain(&mut self, first: u32, values: Words<'_>, mut place: Place) {
        let (mut first, mut rest) = (first, values);
        while !rest.is_empty() {
            let group = StateGroup::of(first);
            let count = StateGroup::run(first, rest.len() as u32);
            let at = self.program.words.len() as u32;
            self.program.words.extend(rest.take(count as usize).iter());
            let joined = !place.predicated && self.join(group, first, count, at);
            if !joined {
                let op = Op::Registers { group, first: first as u16, count: count as u16, at };
                self.program.push(op, place.predicated, place.mark);
            }
            place = place.inside();
            (first, rest) = (first + count, rest.skip(count as usize));
        }
    }

    /// Whether the words just added continue the last step.
    #[inline]
    fn join(&mut self, group: StateGroup, first: u32, count: u32, at: u32) -> bool {
        if let Some(last) = self.program.steps.last_mut()
            && !last.predicated
            && let Op::Registers { group: before, first: from, count: have, at: start } =
                &mut last.op
            && *before == group
            && u32::from(*from) + u32::from(*have) == first
            && *start + u32::from(*have) == at
        {
            *have += count as u16;
            return true;
        }
        false
    }

    /// A run that leaves the file, or in which a write does more than store the word.
    #[cold]
    fn unusual_run(&mut self, run: &RegisterRun<'_>, mut place: Place) {
        let file = FILE_WORDS as u32;
        let count = run.values.len() as u32;
        if run.repeated {
            if run.first >= file {
                self.refuse(&refusal::REGISTER_OUTSIDE, "register", run.first, place);
            } else {
                let at = self.program.words.len() as u32;
                self.program.words.extend(run.values.iter());
                let op = Op::Effects { register: run.first as u16, count: count as u16, at };
                self.program.push(op, place.predicated, place.mark);
            }
            return;
        }
        let inside = count.min(file.saturating_sub(run.first));
        let mut at = 0;
        while at < inside {
            let register = run.first + at;
            let mut plain = 0;
            while at + plain < inside && !has_effect(register + plain) {
                plain += 1;
            }
            let rest = run.values.skip(at as usize);
            if plain > 0 {
                self.plain(register, rest.take(plain as usize), place);
                at += plain;
            } else {
                let word = self.program.words.len() as u32;
                self.program.words.extend(rest.take(1).iter());
                let op = Op::Effects { register: register as u16, count: 1, at: word };
                self.program.push(op, place.predicated, place.mark);
                at += 1;
            }
            place = place.inside();
        }
        if inside < count {
            self.refuse(&refusal::REGISTER_OUTSIDE, "register", run.first + count - 1, place);
        }
    }

    #[inline]
    fn command(&mut self, payload: &Payload<'_>, place: Place) {
        match *payload {
            Payload::DrawIndx { viz, initiator, ref source } => {
                let query = if viz.conditional() { viz.query_id() as u8 } else { NO_QUERY };
                self.draw(initiator, source, query, place);
            }
            Payload::DrawIndx2 { initiator, ref source } => {
                self.draw(initiator, source, NO_QUERY, place);
            }
            Payload::ImLoad { source, extent } => match stage(source.stage()) {
                Some(stage) => {
                    let (address, words) = (source.address(), extent.size());
                    match self.shaders.slot(Load { stage, address, words }) {
                        Some(slot) => {
                            let load = Op::LoadShader { slot };
                            self.program.push(load, place.predicated, place.mark);
                        }
                        None => self.refuse(&refusal::PLACES_FULL, "IM_LOAD", address, place),
                    }
                }
                None => self.refuse(&refusal::SHADER_STAGE, "IM_LOAD", source.raw(), place),
            },
            Payload::ImLoadImmediate { stage: kind, code, .. } => match stage(kind) {
                Some(stage) => {
                    let words: Vec<u32> = code.iter().collect();
                    if let Some(id) = self.shaders.intern(stage, &words) {
                        let bind = Op::BindShader { id };
                        self.program.push(bind, place.predicated, place.mark);
                    } else {
                        let (kind, what) = (&refusal::PROGRAMS_FULL, "IM_LOAD_IMMEDIATE");
                        self.refuse(kind, what, words.len() as u32, place);
                    }
                }
                None => {
                    self.refuse(&refusal::SHADER_STAGE, "IM_LOAD_IMMEDIATE", kind as u32, place);
                }
            },
            Payload::LoadAluConstant { address, select, size } => {
                self.load(address.address(), select, size.size(), place);
            }
            Payload::SetConstant { select, .. } => {
                self.refuse(&refusal::CONSTANT_KIND, "SET_CONSTANT", select.raw(), place);
            }
            Payload::IndirectBuffer { address, length } => {
                self.call(address, length.map(BufferLength::dwords), place);
            }
            Payload::IndirectBufferPfd { address, length } => {
                self.call(address, Some(length.dwords()), place);
            }
            Payload::Nop { .. }
            | Payload::WaitForIdle { .. }
            | Payload::InvalidateState { .. }
            | Payload::MeInit { .. }
            | Payload::ContextUpdate { .. } => self.nothing(place),
            _ => self.rare(payload, place),
        }
    }

    fn rare(&mut self, payload: &Payload<'_>, place: Place) {
        const HIGH: u64 = 0xFFFF_FFFF_0000_0000;
        let bins = |select, keep, value| Command::Bins { select, keep, value };
        let command = match *payload {
            Payload::RegRmw { register, and, or, .. } => Command::RegRmw { register, and, or },
            Payload::VizQuery { token } => {
                Command::VisibilityQuery { id: token.query_id() as u8, end: token.end() }
            }
            Payload::WaitRegMem { condition, .. } => Command::Wait(condition),
            Payload::MemWrite { address, values } => {
                let at = self.program.words.len() as u32;
                self.program.words.extend(values.iter());
                Command::MemWrite { address, at, count: values.len() as u32 }
            }
            Payload::RegToMem { register, address } => Command::RegToMem { register, address },
            Payload::CondWrite { condition, target, value, .. } => {
                Command::CondWrite { condition, target, value }
            }
            Payload::EventWrite { initiator } => Command::Event(initiator.event()),
            Payload::EventWriteShd { initiator, address, value } => {
                Command::Fence { initiator, address, value }
            }
            Payload::EventWriteExt { initiator, address } => {
                Command::Extents { event: initiator.event(), address }
            }
            Payload::EventWriteZpd { initiator } => {
                Command::SampleCounts { event: initiator.event() }
            }
            Payload::SetBinMask { mask } => bins(false, 0, mask),
            Payload::SetBinSelect { select } => bins(true, 0, select),
            Payload::SetBinMaskLo { mask } => bins(false, HIGH, u64::from(mask)),
            Payload::SetBinMaskHi { mask } => bins(false, !HIGH, u64::from(mask) << 32),
            Payload::SetBinSelectLo { select } => bins(true, HIGH, u64::from(select)),
            Payload::SetBinSelectHi { select } => bins(true, !HIGH, u64::from(select) << 32),
            Payload::Interrupt { cpus } => Command::Interrupt { cpus: cpus.cpu_mask() as u8 },
            Payload::XeSwap { signature, front_buffer, width, height } => {
                if place.predicated {
                    // Skipped whether or not a bin is selected.
                    let place = Place { predicated: false, ..place };
                    return self.push_command(Command::SkippedSwap { front_buffer }, place);
                }
                if signature != SWAP_SIGNATURE {
                    return self.refuse(&refusal::SWAP_SIGNATURE, "XE_SWAP", signature, place);
                }
                Command::Swap { front_buffer, width, height }
            }
            Payload::NotExecuted { opcode: code, .. } => {
                let what = opcode::name(code).unwrap_or("opcode");
                return self.refuse(&refusal::OPCODE_NOT_EXECUTED, what, u32::from(code), place);
            }
            Payload::Unknown { opcode: code, .. } => {
                let value = u32::from(code);
                return self.refuse(&refusal::OPCODE_UNKNOWN, "opcode", value, place);
            }
            // `command` has seen to these.
            _ => return self.nothing(place),
        };
        self.program.rebins |= matches!(command, Command::Bins { .. });
        self.push_command(command, place);
    }

    #[inline]
    fn draw(
        &mut self,
        initiator: VgtDrawInitiator,
        source: &IndexSource<'_>,
        query: u8,
        place: Place,
    ) {
        let packet = self.program.address.wrapping_add(place.mark.word().wrapping_mul(4));
        let at = self.program.words.len() as u32;
        let (base, size, indices) = match *source {
            IndexSource::Auto => (0, VgtDmaSize::from_raw(0), IndexKind::Auto),
            IndexSource::Dma { base, size } => (base, size, IndexKind::Memory),
            IndexSource::Immediate { indices } => {
                let kind = IndexKind::Immediate(indices.len() as u16);
                (0, VgtDmaSize::from_raw(0), kind)
            }
            IndexSource::Reserved => {
                let raw = initiator.raw();
                return self.refuse(&refusal::INDEX_SOURCE, "VGT_DRAW_INITIATOR", raw, place);
            }
        };
        self.program.words.extend([packet, base, size.raw(), initiator.raw()]);
        if let IndexSource::Immediate { indices } = source {
            self.program.words.extend(indices.iter());
        }
        self.program.push(Op::Draw { at, indices, query }, place.predicated, place.mark);
    }

    fn load(&mut self, address: u32, select: ConstantSelect, size: u32, place: Place) {
        let Some(first) = select.first_register() else {
            return self.refuse(&refusal::CONSTANT_KIND, "LOAD_ALU_CONSTANT", select.raw(), place);
        };
        let count = size.min((FILE_WORDS as u32).saturating_sub(first));
        let mut place = place;
        if count > 0 {
            let at = self.program.words.len() as u32;
            self.program.words.push(address);
            let op = Op::Load { first: first as u16, count: count as u16, at };
            self.program.push(op, place.predicated, place.mark);
            place = place.inside();
        }
        if count < size {
            self.refuse(&refusal::REGISTER_OUTSIDE, "LOAD_ALU_CONSTANT", first + size - 1, place);
        } else if size == 0 {
            self.nothing(place);
        }
    }

    fn call(&mut self, address: u32, dwords: Option<u32>, place: Place) {
        match (&mut self.calls, dwords) {
            (_, Some(0)) => self.nothing(place),
            // A trace's packets of a buffer replace the packet that names it; here none came.
            (None, _) => self.refuse(&refusal::TRACE_ORDER, "INDIRECT_BUFFER", address, place),
            (Some(calls), Some(dwords)) => match calls.slot(address, dwords) {
                Some(slot) => {
                    self.program.push(Op::Call { slot }, place.predicated, place.mark);
                }
                None => self.refuse(&refusal::PLACES_FULL, "INDIRECT_BUFFER", address, place),
            },
            (Some(_), None) => {
                let what = "INDIRECT_BUFFER";
                self.refuse(&refusal::INDIRECT_WITHOUT_LENGTH, what, address, place);
            }
        }
    }

    /// A packet that does nothing becomes part of the step before it where it can.
    #[inline]
    fn nothing(&mut self, place: Place) {
        if place.predicated {
            // Whether it was skipped is counted.
            self.program.push(Op::Nothing, true, place.mark);
        } else if self.program.steps.last().is_none_or(|last| {
            // What follows a call is counted after what the call runs.
            last.predicated || matches!(last.op, Op::Call { .. })
        }) {
            self.program.push(Op::Nothing, false, place.mark);
        }
    }

    fn refuse(&mut self, kind: &'static RefusalKind, what: &'static str, value: u32, place: Place) {
        self.push_command(Command::Refuse { kind, what, value }, place);
    }

    fn push_command(&mut self, command: Command, place: Place) {
        let at = self.program.commands.len() as u32;
        self.program.commands.push(command);
        self.program.push(Op::Command { at }, place.predicated, place.mark);
    }
}

/// The kind of a packet that cannot be decoded, and what to refuse of it; none if there is no packet.
pub(crate) fn malformed(error: &PacketError) -> Option<(Kind, &'static str, u32)> {
    let (kind, value) = match *error {
        PacketError::End { .. } => return None,
        PacketError::Truncated { kind, header, .. } => (kind, header),
        PacketError::Short { kind, have, .. } => (kind, have as u32),
    };
    let what = kind.opcode().and_then(opcode::name).unwrap_or("register write");
    Some((kind, what, value))
}

/// What the steps of a packet share.
#[derive(Clone, Copy)]
struct Place {
    mark: Mark,
    predicated: bool,
}

impl Place {
    /// The same for the steps after the first.
    fn inside(self) -> Self {
        Self { mark: self.mark.inside(), ..self }
    }
}

fn stage(kind: ShaderType) -> Option<Stage> {
    match kind {
        ShaderType::Vertex => Some(Stage::Vertex),
        ShaderType::Pixel => Some(Stage::Pixel),
        ShaderType::Reserved2 | ShaderType::Reserved3 => None,
    }
}
