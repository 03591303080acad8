//! Packets as JSON Lines.

use play::xtr::{Outcome, PacketSeen, Place, RegisterRow, What};
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
    depth: u32,
    address: u32,
    /// Nothing for a malformed one.
    kind: Option<&'static str>,
    predicated: bool,
    words: usize,
    outcome: Outcome,
    draw: Option<u64>,
    copy: Option<u64>,
    text: Vec<String>,
    writes: Vec<RegisterRow>,
}

impl Row {
    pub(super) fn of(packet: &PacketSeen<'_>) -> anyhow::Result<Self> {
        let decoded = packet.decode().ok().map(|(decoded, _)| decoded);
        let writes = decoded
            .iter()
            .filter_map(xenos_pm4::Packet::run)
            .flat_map(xenos_pm4::RegisterRun::writes);
        let made = |wanted| packet.made.filter(|(what, _)| *what == wanted).map(|(_, n)| n);
        Ok(Self {
            place: packet.place,
            depth: packet.depth,
            address: packet.address,
            kind: decoded.map(|decoded| decoded.kind().name()),
            predicated: decoded.is_some_and(|decoded| decoded.predicated()),
            words: packet.words.len(),
            outcome: packet.outcome,
            draw: made(What::Draw),
            copy: made(What::Copy),
            text: super::text(packet)?.lines().map(str::to_owned).collect(),
            writes: writes.map(|(register, word)| RegisterRow::of(register, word)).collect(),
        })
    }
}
