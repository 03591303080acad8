//! `afterimage packets`: the packets of an .xtr trace, disassembled.

mod json;
mod printer;
mod text;

use std::path::PathBuf;

use anyhow::Context;
use play::xtr::{Packets, XtrPlayer};

use crate::exit::Exit;
use crate::input;
use crate::progress::Bar;
use printer::Printer;

/// Print the packets of an .xtr trace
///
/// A packet has a line with its record, its address and what it is, and a line for each register that
/// it writes, by name and field. Packets in indirect buffers are indented. With --json, a JSON object
/// a packet, a line each (docs/json.md). A malformed trace is printed up to the fault, and the exit
/// code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage packets game.xtr --frame 3
  afterimage packets game.xtr --draw 120
  afterimage packets game.xtr --frame 2 --draw 37
  afterimage packets game.xtr --json | jq 'select(.kind == \"WAIT_REG_MEM\")'")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Only packets of this frame, from 0
    #[arg(long, value_name = "N")]
    frame: Option<u64>,
    /// Only packets after the draw before, up to this draw: its number in `draws`, or with --frame its
    /// number within that frame, from 0
    #[arg(long, value_name = "N")]
    draw: Option<u64>,
    /// Print JSON, a line a packet
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let reader = input::xtr(path)?;
    let bar = Bar::watch(reader.source().progress());
    let mut packets = Packets::new(XtrPlayer::new(reader));
    let mut printer = Printer::new(arguments);
    let end = loop {
        if printer.done() {
            break Ok(());
        }
        match packets.step(|packet| printer.packet(packet)) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(fault) => break Err(fault),
        }
    };
    drop(bar);
    let end = printer.finish(&packets, end);
    end.map(|()| Exit::Done).with_context(|| input::shown(path))
}
