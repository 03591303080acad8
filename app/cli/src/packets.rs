//! `afterimage packets`: the packets of an .xtr trace, disassembled.

mod json;

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Context;
use play::xtr::{Outcome, PacketSeen, Packets, What, XtrPlayer};

use crate::exit::{Exit, Usage};
use crate::input;
use crate::out::Lines;
use crate::progress::Bar;

/// Levels of buffers that are shown by indentation; deeper ones stand there too.
const MOST_LEVELS: u32 = 16;

/// Print the packets of an .xtr trace
///
/// A packet has a line with its record, its address and what it is, and a line for each register that
/// it writes, by name and field. Packets in indirect buffers are indented. With --json, a JSON object
/// a packet, a line each (docs/xtr.md). A malformed trace is printed up to the fault, and the exit
/// code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage packets game.xtr --frame 3
  afterimage packets game.xtr --draw 120
  afterimage packets game.xtr --json | jq 'select(.kind == \"WAIT_REG_MEM\")'")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Only packets of this frame, from 0
    #[arg(long, value_name = "N")]
    frame: Option<u64>,
    /// Only packets after the draw before, up to this draw: its number in `draws`
    #[arg(long, value_name = "N")]
    draw: Option<u64>,
    /// Print JSON, a line a packet
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let reader = input::xtr(path)?;
    let bar = Bar::watch(reader.source().progress());
    let mut packets = Packets::new(XtrPlayer::new(reader));
    let mut printer = Printer::new(arguments)?;
    let end = loop {
        if printer.done {
            break Ok(());
        }
        match packets.step(|packet| printer.packet(packet)) {
            Ok(true) => {}
            Ok(false) => break printer.found(&packets),
            Err(fault) => break Err(fault),
        }
    };
    drop(bar);
    printer.lines.finish()?;
    end.map(|()| Exit::Done).with_context(|| input::shown(path))
}

struct Printer<'a> {
    arguments: &'a Arguments,
    lines: Lines,
    frame: Option<u64>,
    /// Draws that were made before.
    draws: u64,
    printed: bool,
    /// Nothing that is asked for can follow.
    done: bool,
    text: String,
}

impl<'a> Printer<'a> {
    fn new(arguments: &'a Arguments) -> anyhow::Result<Self> {
        let mut lines = Lines::new();
        if arguments.json {
            lines.json(&json::HEADER)?;
        }
        let (frame, text) = (None, String::new());
        Ok(Self { arguments, lines, frame, draws: 0, printed: false, done: false, text })
    }

    fn packet(&mut self, packet: &PacketSeen<'_>) -> anyhow::Result<()> {
        let Arguments { frame, draw, json, .. } = self.arguments;
        let before = self.draws;
        if let Some((What::Draw, number)) = packet.made {
            self.draws = number + 1;
        }
        let at = packet.place.frame;
        self.done = frame.is_some_and(|frame| at > frame) || draw.is_some_and(|n| self.draws > n);
        if frame.is_some_and(|frame| at != frame) || draw.is_some_and(|draw| before != draw) {
            return Ok(());
        }
        self.printed = true;
        if *json {
            return self.lines.json(&json::Row::of(packet)?);
        }
        if self.frame != Some(at) {
            self.frame = Some(at);
            self.lines.text(format_args!("frame {at}\n"))?;
        }
        self.text.clear();
        write!(self.text, "{}", Shown(packet))?;
        self.lines.text(&self.text)
    }

    /// At the end of the trace: whether what was asked for was there.
    fn found(&self, packets: &Packets) -> anyhow::Result<()> {
        let counts = packets.player().processor().counts();
        match (self.arguments.frame, self.arguments.draw) {
            (_, Some(draw)) if draw >= counts.draws => {
                let message = format!("--draw {draw}: there are {} draws, from 0", counts.draws);
                Err(Usage::error(message))
            }
            (Some(frame), _) if !self.printed => Err(Usage::error(format!(
                "--frame {frame}: no such packet; {} frames",
                counts.frames()
            ))),
            _ => Ok(()),
        }
    }
}

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

/// A packet's text without place.
fn text(packet: &PacketSeen<'_>) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    match packet.decode() {
        Ok((decoded, length)) => {
            xenos_pm4::disassemble(&decoded, &mut text)?;
            let more = packet.words.len().saturating_sub(length);
            if more > 0 {
                writeln!(text, "  {more} words more than the packet has")?;
            }
        }
        Err(error) => writeln!(text, "malformed: {error}")?,
    }
    Ok(text)
}

struct Shown<'a>(&'a PacketSeen<'a>);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let packet = self.0;
        let level = packet.depth.saturating_sub(1);
        let indent = 2 * level.min(MOST_LEVELS) as usize;
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
