//! Records behind a swap that still belong to the frame that it ended: the recorder's mark and
//! fills. None of them does anything.

use xenos_xtr::{Record, TraceEvent};

/// Tells them from those of the next frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tail {
    over: bool,
    marked: bool,
    in_fill: bool,
}

impl Tail {
    /// Whether the next record belongs to the frame before; once one does not, none does.
    pub(crate) fn holds(&mut self, record: &Record<'_>) -> bool {
        let holds = match record {
            Record::Event(TraceEvent::Swap) => !std::mem::replace(&mut self.marked, true),
            Record::PacketStart(packet) => {
                self.in_fill = is_fill(packet.words);
                self.in_fill
            }
            Record::PacketEnd => std::mem::take(&mut self.in_fill),
            _ => false,
        };
        self.over |= !holds;
        !self.over
    }
}

/// A type-2 packet, or a dword of zero.
fn is_fill(words: &[u8]) -> bool {
    words.len() == 4 && (words[0] >> 6 == 2 || words == [0; 4])
}

#[cfg(test)]
mod tests {
    use xenos_xtr::PacketStart;

    use super::*;

    #[test]
    fn the_mark_and_fills_and_nothing_else() {
        let packet = |words| Record::PacketStart(PacketStart { base: 0, words });
        let (mark, end) = (Record::Event(TraceEvent::Swap), Record::PacketEnd);
        let mut tail = Tail::default();
        let behind = [mark, packet(&[0x80, 0, 0, 0]), end, packet(&[0; 4]), end];
        assert!(behind.iter().all(|record| tail.holds(record)));
        assert!(!tail.holds(&mark), "a mark for each swap");
        assert!(!tail.holds(&packet(&[0; 4])), "it is over");
        assert!(!Tail::default().holds(&end));
        assert!(!Tail::default().holds(&packet(&[0; 8])));
    }
}
