//! Which packets are printed, and whether what was asked for is there.
//!
//! What follows the last swap is a frame only if it draws or copies, and a draw is there only when it
//! was made. Until that is known, text is held back, so that what is not there prints nothing.

use std::fmt::Write;

use play::xtr::{PacketSeen, Packets, What};

use super::{Arguments, json, text};
use crate::numbered::{not_in_frame, not_there};
use crate::out::Lines;

/// Bytes of text that are held back at most.
const MOST_HELD: usize = 32 << 20;

pub(super) struct Printer<'a> {
    arguments: &'a Arguments,
    lines: Lines,
    /// Whether something was printed.
    begun: bool,
    /// The frame whose packets come.
    at: Option<u64>,
    /// The frame whose heading stands last.
    heading: Option<u64>,
    /// Draws that were made before, in the trace or in the frame.
    draws: u64,
    /// The number in the trace of the first draw of the frame that is asked for.
    first_draw: Option<u64>,
    held: String,
    /// What comes now is part of something that is there.
    sure: bool,
    /// The draw that is asked for was made.
    found: bool,
    /// The frame that is asked for is over.
    over: bool,
}

impl<'a> Printer<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        Self {
            arguments,
            lines: Lines::new(),
            begun: false,
            at: None,
            heading: None,
            draws: 0,
            first_draw: None,
            held: String::new(),
            sure: false,
            found: false,
            over: false,
        }
    }

    /// Nothing that is asked for can follow.
    pub(super) fn done(&self) -> bool {
        self.found || self.over
    }

    pub(super) fn packet(&mut self, packet: &PacketSeen<'_>) -> anyhow::Result<()> {
        let Arguments { frame, draw, .. } = *self.arguments;
        let at = packet.place.frame;
        if self.at != Some(at) {
            self.begin(at)?;
        }
        if self.over || frame.is_some_and(|frame| at < frame) {
            return Ok(());
        }
        let before = self.draws;
        if let Some((What::Draw, number)) = packet.made {
            let nth = packet.nth.unwrap_or(number);
            self.first_draw.get_or_insert(number.saturating_sub(nth));
            self.draws = 1 + if frame.is_some() { nth } else { number };
        }
        if draw.is_some_and(|draw| before != draw) {
            return Ok(());
        }
        self.found = draw.is_some_and(|draw| self.draws > draw);
        self.sure |= if draw.is_some() { self.found } else { packet.made.is_some() };
        self.hold(packet)?;
        if self.sure || self.held.len() > MOST_HELD { self.print() } else { Ok(()) }
    }

    /// Packets of a frame come: the one before is complete, and so was there.
    fn begin(&mut self, at: u64) -> anyhow::Result<()> {
        let Arguments { frame, draw, .. } = *self.arguments;
        self.at = Some(at);
        self.over = frame.is_some_and(|frame| at > frame);
        if draw.is_none() {
            self.print()?;
            self.sure = false;
        }
        Ok(())
    }

    /// Makes the text of a packet.
    fn hold(&mut self, packet: &PacketSeen<'_>) -> anyhow::Result<()> {
        if self.arguments.json {
            self.held += &serde_json::to_string(&json::Row::of(packet)?)?;
            self.held.push('\n');
            return Ok(());
        }
        let at = packet.place.frame;
        if self.heading != Some(at) {
            self.heading = Some(at);
            writeln!(self.held, "frame {at}")?;
        }
        write!(self.held, "{}", text::Shown(packet))?;
        Ok(())
    }

    /// Prints what was held back.
    fn print(&mut self) -> anyhow::Result<()> {
        if !self.held.is_empty() {
            self.head()?;
            self.lines.text(&self.held)?;
            self.held.clear();
        }
        Ok(())
    }

    /// The first line of JSON.
    fn head(&mut self) -> anyhow::Result<()> {
        if !std::mem::replace(&mut self.begun, true) && self.arguments.json {
            self.lines.json(&json::HEADER)?;
        }
        Ok(())
    }

    /// The end of the trace, or of what can be of use: prints what is left, or says what is not there.
    pub(super) fn finish(
        mut self,
        packets: &Packets,
        end: anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if end.is_ok() {
            self.there(packets)?;
        }
        let Arguments { frame, .. } = *self.arguments;
        match (frame, self.held.strip_prefix(&format!("frame {}\n", packets.frames()))) {
            (None, Some(rest)) if end.is_ok() && !self.arguments.json => {
                self.held = format!("behind the last frame\n{rest}");
            }
            (Some(frame), _) if !self.begun && self.held.is_empty() && !self.arguments.json => {
                self.held = format!("frame {frame}\n");
            }
            _ => {}
        }
        self.print()?;
        self.head()?;
        self.lines.finish()?;
        end
    }

    /// Whether what was asked for was there.
    fn there(&self, packets: &Packets) -> anyhow::Result<()> {
        let frames = packets.frames();
        match (self.arguments.frame, self.arguments.draw) {
            (Some(frame), _) if !self.over && !self.found && frame >= frames => {
                Err(not_there("frame", frame, frames))
            }
            (_, None) => Ok(()),
            (_, Some(_)) if self.found => Ok(()),
            (None, Some(draw)) => {
                let draws = packets.player().processor().counts().draws;
                Err(not_there("draw", draw, draws))
            }
            (Some(frame), Some(draw)) => {
                Err(not_in_frame("draw", draw, frame, self.draws, self.first_draw))
            }
        }
    }
}
