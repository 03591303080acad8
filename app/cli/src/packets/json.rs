//! Packets as JSON Lines.

use play::xtr::{FieldRow, Outcome, PacketSeen, Place, RegisterRow, What, as_map};
use serde::Serialize;

/// The first line.
pub(crate) const HEADER: Header = Header { format: "xtr-packets", version: 1 };

/// Says what follows.
#[derive(Serialize)]
pub(crate) struct Header {
    format: &'static str,
    version: u32,
}

/// A packet.
#[derive(Serialize)]
pub(super) struct Row {
    #[serde(flatten)]
    place: Place,
    nesting: u32,
    address: u32,
    /// Nothing for a malformed one.
    kind: Option<&'static str>,
    predicated: bool,
    words: usize,
    outcome: Outcome,
    draw: Option<u64>,
    copy: Option<u64>,
    /// The number of that draw or copy within its frame.
    nth: Option<u64>,
    /// SHA-1 of the program that it loads.
    program: Option<String>,
    text: Vec<String>,
    /// What it says, by fields.
    #[serde(serialize_with = "as_map")]
    fields: Vec<FieldRow>,
    writes: Vec<RegisterRow>,
}

impl Row {
    pub(super) fn of(packet: &PacketSeen<'_>) -> anyhow::Result<Self> {
        let decoded = packet.decode().ok().map(|(decoded, _)| decoded);
        let writes = decoded
            .iter()
            .filter_map(xenos_pm4::Packet::run)
            .flat_map(xenos_pm4::RegisterRun::writes)
            .chain(packet.loads());
        let made = |wanted| packet.made.filter(|(what, _)| *what == wanted).map(|(_, n)| n);
        Ok(Self {
            place: packet.place,
            nesting: packet.nesting,
            address: packet.address,
            kind: decoded.map(|decoded| decoded.kind().name()),
            predicated: decoded.is_some_and(|decoded| decoded.predicated()),
            words: packet.words.len(),
            outcome: packet.outcome,
            draw: made(What::Draw),
            copy: made(What::Copy),
            nth: packet.nth,
            program: packet.program(),
            fields: packet.fields(),
            text: super::text::text(packet)?.lines().map(str::to_owned).collect(),
            writes: writes.map(|(register, word)| RegisterRow::of(register, word)).collect(),
        })
    }
}
