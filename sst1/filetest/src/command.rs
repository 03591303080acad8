//! What a line of a program does.

use sst1_board::Width;

use crate::shapes::{Triangle, rectangle, span};
use crate::value::Value;
use crate::{Expectation, ParseError, Place, Selection, Target};
use base_filetest::{Line, number};

/// Coordinates that shapes and accesses may name.
const COORDINATE: u32 = 1023;
/// The LFB's window in the aperture.
pub(crate) const LFB: u32 = 0x40_0000;
/// The texture window in the aperture.
const TEXTURE: u32 = 0x80_0000;

/// One thing that is done to a device, or looked at.
#[derive(Clone, Debug)]
pub enum Command {
    /// A register write.
    Register {
        /// The register.
        target: Target,
        /// What is written.
        value: Value,
    },
    /// A write anywhere in the aperture.
    Raw {
        /// Aperture offset.
        offset: u32,
        /// The data.
        data: u32,
        /// The width.
        width: Width,
    },
    /// A write of a word to configuration space.
    Config {
        /// The offset.
        offset: u32,
        /// The data.
        data: u32,
    },
    /// The vertex registers and triangleCMD.
    Triangle(Triangle),
    /// Whether swaps that ask for it wait for a retrace.
    Vsync(bool),
    /// A retrace begins or ends.
    Retrace(bool),
    /// Something that has to be so now.
    Expect(Expectation),
}

/// A command and where it stands.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it stands.
    pub place: Place,
    /// What it does.
    pub command: Command,
    /// Whether it comes from a setup.
    pub setup: bool,
}

impl Command {
    /// Takes a line, which may be several commands.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Vec<Self>, ParseError> {
        let keyword = match line.peek().unwrap_or_default() {
            "write" => raw,
            "config" => config,
            "pixel" => pixel,
            "span" => row,
            "rect" => rect,
            "triangle" => triangle,
            "texels8" => texels8,
            "texels16" => texels16,
            "palette" => palette,
            "lfb" => lfb,
            "vsync" => vsync,
            "retrace" => retrace,
            "expect" => expect,
            _ => {
                let commands = register(line)?;
                line.end()?;
                return Ok(commands);
            }
        };
        line.word("a command")?;
        let commands = keyword(line)?;
        line.end()?;
        Ok(commands)
    }
}

type Commands = Result<Vec<Command>, ParseError>;

fn register(line: &mut Line<'_>) -> Commands {
    let target = Target::parse(line)?;
    let value = Value::parse(line, &target)?;
    Ok(vec![Command::Register { target, value }])
}

fn raw(line: &mut Line<'_>) -> Commands {
    let half = line.eat("half");
    let offset = line.up_to("an aperture offset", 0xFF_FFFF)?;
    line.need("=")?;
    let data = line.integer("data")?;
    let width = if half { Width::Half } else { Width::Word };
    Ok(vec![Command::Raw { offset, data, width }])
}

fn config(line: &mut Line<'_>) -> Commands {
    let offset = line.up_to("a configuration offset", 0xFC)?;
    line.need("=")?;
    let data = line.integer("data")?;
    Ok(vec![Command::Config { offset, data }])
}

/// Takes `x,y`.
pub(crate) fn point(line: &mut Line<'_>) -> Result<(u32, u32), ParseError> {
    let x = line.up_to("x", COORDINATE)?;
    line.need(",")?;
    Ok((x, line.up_to("y", COORDINATE)?))
}

fn pixel(line: &mut Line<'_>) -> Commands {
    let (x, y) = point(line)?;
    Ok(vec![Command::Triangle(span(x, y, 1))])
}

fn row(line: &mut Line<'_>) -> Commands {
    let (x, y) = point(line)?;
    let count = line.up_to("a number of pixels", COORDINATE)?;
    Ok(vec![Command::Triangle(span(x, y, count))])
}

fn rect(line: &mut Line<'_>) -> Commands {
    let (x0, y0) = point(line)?;
    let (x1, y1) = point(line)?;
    Ok(rectangle(x0, y0, x1, y1).map(Command::Triangle).to_vec())
}

fn triangle(line: &mut Line<'_>) -> Commands {
    let mut vertices = [[0; 2]; 3];
    for [x, y] in &mut vertices {
        *x = vertex(line)?;
        line.need(",")?;
        *y = vertex(line)?;
    }
    let negative = line.eat("negative");
    Ok(vec![Command::Triangle(Triangle { vertices, negative })])
}

fn vertex(line: &mut Line<'_>) -> Result<i32, ParseError> {
    line.parsed("a coordinate", |word| number::fixed(word, 4).map(|value| value as i32))
}

fn texels8(line: &mut Line<'_>) -> Commands {
    texels(line, 8)
}

fn texels16(line: &mut Line<'_>) -> Commands {
    texels(line, 16)
}

/// `tmu=n lod=n t=n s=n [sequential] : texel ...`, whole words of them. Facts: digest 4.6.
fn texels(line: &mut Line<'_>, bits: u32) -> Commands {
    let [mut tmu, mut lod, mut t, mut s] = [0; 4];
    let mut sequential = false;
    while !line.eat(":") {
        if let Some(value) = line.option("tmu", 3)? {
            tmu = value;
        } else if let Some(value) = line.option("lod", 15)? {
            lod = value;
        } else if let Some(value) = line.option("t", 255)? {
            t = value;
        } else if let Some(value) = line.option("s", 255)? {
            s = value;
        } else if line.eat("sequential") && bits == 8 {
            sequential = true;
        } else {
            return Err(line.fail("tmu=, lod=, t=, s= or `:` is missing"));
        }
    }
    let mut values = Vec::new();
    while !line.done() {
        values.push(line.up_to("a texel", base_word::mask(bits))?);
    }
    let group = 32 / bits;
    if values.is_empty() || !(s | values.len() as u32).is_multiple_of(group) {
        return Err(line.fail(format!("texels of {bits} bits come {group} a word")));
    }
    let words = values.chunks(group as usize).zip(0..);
    let commands = words.map(|(texels, word)| {
        let data = texels.iter().rev().fold(0, |data, texel| data << bits | texel);
        let bytes = match (bits, sequential) {
            (16, _) => (s / 2 + word) * 4,
            (_, true) => (s / 4 + word) * 4,
            // Words of 8-bit texels lie 8 bytes apart in the address.
            (_, false) => (s / 4 + word) * 8,
        };
        let offset = TEXTURE | tmu << 21 | lod << 17 | t << 9 | bytes & 0x1FC;
        Command::Raw { offset, data, width: Width::Word }
    });
    Ok(commands.collect())
}

/// `palette[@chips] index = 0xRRGGBB ...`: nccTable0 writes with bit 31. Facts: digest 4.5.
fn palette(line: &mut Line<'_>) -> Commands {
    let first = line.up_to("an index", 255)?;
    line.need("=")?;
    let mut commands = Vec::new();
    while !line.done() || commands.is_empty() {
        let color = line.up_to("a colour", 0xFF_FFFF)?;
        let index = first + commands.len() as u32;
        if index > 255 {
            return Err(line.fail("the palette has 256 entries"));
        }
        let target = Target::read(&format!("nccTable0[{}]", 4 + (index & 1)), false);
        let target = target.map_err(|message| line.fail(message))?;
        let value = Value::Word(1 << 31 | (index >> 1) << 24 | color);
        commands.push(Command::Register { target, value });
    }
    Ok(commands)
}

/// Takes `half|word|wide x,y`: the offset in the aperture and the width. Facts: digest 4.1.
pub(crate) fn lfb_access(line: &mut Line<'_>) -> Result<(u32, Width), ParseError> {
    let (pitch, size, width) = match line.peek() {
        Some("half") => (2048, 2, Width::Half),
        Some("word") => (2048, 2, Width::Word),
        Some("wide") => (4096, 4, Width::Word),
        _ => return Err(line.fail("`half`, `word` or `wide` is missing")),
    };
    line.word("a width")?;
    let place = line.place();
    let (x, y) = point(line)?;
    if size == 2 && width == Width::Word && x % 2 != 0 {
        return Err(ParseError::at(place, "a `word` begins at an even column"));
    }
    Ok(((LFB + y * pitch + x * size) & 0x7F_FFFF, width))
}

fn lfb(line: &mut Line<'_>) -> Commands {
    let (offset, width) = lfb_access(line)?;
    line.need("=")?;
    let data = line.integer("data")?;
    Ok(vec![Command::Raw { offset, data, width }])
}

fn switch(line: &mut Line<'_>, on: &str, off: &str) -> Result<bool, ParseError> {
    let value = line.eat(on);
    if value || line.eat(off) {
        Ok(value)
    } else {
        Err(line.fail(format!("`{on}` or `{off}` is missing")))
    }
}

fn vsync(line: &mut Line<'_>) -> Commands {
    Ok(vec![Command::Vsync(switch(line, "on", "off")?)])
}

fn retrace(line: &mut Line<'_>) -> Commands {
    Ok(vec![Command::Retrace(switch(line, "begin", "end")?)])
}

fn expect(line: &mut Line<'_>) -> Commands {
    Ok(vec![Command::Expect(Expectation::parse(line)?)])
}

/// The register writes of a triangle: six vertices, then the command.
pub(crate) fn triangle_writes(triangle: &Triangle) -> Vec<(Target, Value)> {
    const NAMES: [[&str; 2]; 3] =
        [["vertexAx", "vertexAy"], ["vertexBx", "vertexBy"], ["vertexCx", "vertexCy"]];
    let names = NAMES.iter().flatten().zip(triangle.vertices.iter().flatten());
    let mut writes: Vec<_> = names
        .filter_map(|(name, v)| Target::named(name).map(|t| (t, Value::Word(*v as u32))))
        .collect();
    let negative = Selection { mask: 1 << 31, bits: u32::from(triangle.negative) << 31 };
    writes.extend(Target::named("triangleCMD").map(|t| (t, Value::Fields(negative))));
    writes
}

#[cfg(test)]
mod tests;
