//! Waveforms as a VCD file (IEEE 1364, value change dump).
//!
//! A clock is a rising edge of `clk`; what a clock brought changes with it. Time begins with the first
//! clock that is measured.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use base_trace::AtomicFile;
use play::timing::{Change, Waves};
use sst1_cycle::wires::{Names, Wire};
use vcd::{IdCode, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

use super::Measured;

/// Version of names and meaning of the wires.
const FORMAT: u32 = 1;
/// Units of the time scale a second, and their name: coarser ones for slow clocks, so that times of
/// long runs fit 64 bits.
fn units(hertz: u64) -> (u64, TimescaleUnit) {
    if hertz < 1_000_000 {
        (1_000_000_000, TimescaleUnit::NS)
    } else {
        (1_000_000_000_000, TimescaleUnit::PS)
    }
}

pub(super) fn write(path: &Path, waves: &Waves, measured: &Measured) -> anyhow::Result<()> {
    let mut file = AtomicFile::create(path)?;
    dump(&mut BufWriter::new(&mut file), waves, measured)
        .with_context(|| format!("cannot write {}", path.display()))?;
    file.commit()?;
    Ok(())
}

/// A wire in the file.
struct Shown {
    id: IdCode,
    width: u32,
    names: Option<(IdCode, Names)>,
}

fn dump(file: &mut impl Write, waves: &Waves, measured: &Measured) -> io::Result<()> {
    let config = &measured.timing.config;
    let (units, unit) = units(config.hertz);
    let period = (units / config.hertz.max(1)).max(2);
    let mut writer = Writer::new(&mut *file);
    writer.version(&format!("afterimage {}, wires {FORMAT}", env!("CARGO_PKG_VERSION")))?;
    let Measured { name, preset, profile, .. } = measured;
    writer.comment(&plain(&format!("{name}, preset {preset}, profile {profile}")))?;
    writer.timescale(1, unit)?;
    writer.add_module("card")?;
    let clk = writer.add_wire(1, "clk")?;
    let mut shown = Vec::new();
    let mut block: Option<&str> = None;
    for wire in &waves.wires {
        if block != Some(&wire.block) {
            if block.is_some() {
                writer.upscope()?;
            }
            writer.add_module(&wire.block)?;
            block = Some(&wire.block);
        }
        shown.push(declare(&mut writer, wire)?);
    }
    if block.is_some() {
        writer.upscope()?;
    }
    writer.upscope()?;
    writer.enddefinitions()?;

    let mut changes = waves.changes.iter().peekable();
    let Some(first) = changes.peek().map(|change| change.clock) else { return writer.flush() };
    for clock in first..waves.end {
        writer.timestamp(clock.saturating_mul(period))?;
        if clock == first {
            writer.begin(SimulationCommand::Dumpvars)?;
        }
        writer.change_scalar(clk, Value::V1)?;
        while let Some(change) = changes.next_if(|change| change.clock == clock) {
            put(&mut writer, &shown, *change)?;
        }
        if clock == first {
            writer.end()?;
        }
        writer.timestamp(clock.saturating_mul(period).saturating_add(period / 2))?;
        writer.change_scalar(clk, Value::V0)?;
    }
    writer.timestamp(waves.end.saturating_mul(period))?;
    writer.flush()
}

fn declare<W: Write>(writer: &mut Writer<W>, wire: &Wire) -> io::Result<Shown> {
    let id = writer.add_wire(wire.width, &wire.name)?;
    let names = match wire.names {
        Some(names) => {
            let text = writer.add_var(VarType::String, 1, &format!("{}_name", wire.name), None)?;
            Some((text, names))
        }
        None => None,
    };
    Ok(Shown { id, width: wire.width, names })
}

fn put<W: Write>(writer: &mut Writer<W>, shown: &[Shown], change: Change) -> io::Result<()> {
    let Some(wire) = shown.get(usize::from(change.wire)) else { return Ok(()) };
    let bit = |bit: u32| match change.value {
        Some(value) => Value::from(value >> bit & 1 != 0),
        None => Value::X,
    };
    if wire.width == 1 {
        writer.change_scalar(wire.id, bit(0))?;
    } else {
        writer.change_vector(wire.id, (0..wire.width).rev().map(bit))?;
    }
    if let (Some((id, names)), Some(value)) = (wire.names, change.value) {
        writer.change_string(id, names(value))?;
    }
    Ok(())
}

/// Text without what would end a comment.
fn plain(text: &str) -> String {
    text.replace('$', "?")
}
