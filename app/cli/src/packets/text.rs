//! A packet as lines for people.

use std::fmt::Write;

use play::xtr::{Outcome, PacketSeen, What};
use xenos_regs::{Name, Value};

/// Levels of buffers that are shown by indentation; deeper ones stand there too.
const MOST_LEVELS: u32 = 16;

/// What stands behind a packet.
fn remark(packet: &PacketSeen<'_>) -> String {
    let outcome = match packet.outcome {
        Outcome::Ran | Outcome::Buffer => "",
        Outcome::Skipped if packet.is_swap() => "  ; skipped: a predicated swap never runs",
        Outcome::Skipped => "  ; skipped: no bin is selected",
        Outcome::NotEnded => "  ; not run: the trace has no end of it",
    };
    match packet.made {
        Some((What::Draw, number)) => format!("  ; draw {number}"),
        Some((What::Copy, number)) => format!("  ; copy {number}"),
        None => outcome.to_owned(),
    }
}

/// What a packet brings from memory, or loads: a line each.
fn loaded(packet: &PacketSeen<'_>, text: &mut String) -> std::fmt::Result {
    for (index, word) in packet.loads() {
        let value = Value { index, word };
        writeln!(text, "  {index:04X} {} = {word:08X}  {value}", Name(index))?;
    }
    packet.program().map_or(Ok(()), |sha1| writeln!(text, "  sha1={sha1}"))
}

/// A packet's text without place.
pub(super) fn text(packet: &PacketSeen<'_>) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    match packet.decode() {
        Ok((decoded, length)) => {
            xenos_pm4::disassemble(&decoded, &mut text)?;
            loaded(packet, &mut text)?;
            let more = packet.words.len().saturating_sub(length);
            if more > 0 {
                writeln!(text, "  {more} words more than the packet has")?;
            }
        }
        Err(error) => writeln!(text, "malformed: {error}")?,
    }
    Ok(text)
}

/// A packet with its place.
pub(super) struct Shown<'a>(pub(super) &'a PacketSeen<'a>);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let packet = self.0;
        let indent = 2 * packet.nesting.min(MOST_LEVELS) as usize;
        let text = text(packet)?;
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let (record, address) = (packet.place.record, packet.address);
        writeln!(f, "{record:>8} {address:08X}  {:indent$}{first}{}", "", remark(packet))?;
        for line in lines {
            writeln!(f, "{:18}  {:indent$}{line}", "", "")?;
        }
        Ok(())
    }
}
