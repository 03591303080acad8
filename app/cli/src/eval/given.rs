//! Inputs of `eval`, as options and JSON give them.
//!
//! For: names and values into registers, constants, memory and a texel.
//! Not for: inputs out of a trace (`stream`).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use play::xtr::evaluate::Guest;
use serde_json::Value;
use xenos_eval::{
    Constants, FETCH_WORDS, Group, Memory, QUAD, Quad, REGISTERS, TextureRequest, TextureUnit,
};
use xenos_memory::GuestMemory;
use xenos_regs::words::LoopConstant;

use crate::exit::{BadInput, Usage};
use crate::input;

/// Options that give inputs.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A JSON file of inputs; options count more
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    /// A register of every lane, or of one: r0=1,2,3,4 or r0@2=1,2
    #[arg(long, value_name = "rN[@LANE]=VALUES")]
    reg: Vec<String>,
    /// A float constant as the program numbers it: c0=1,0,0,0
    #[arg(long = "const", value_name = "cN=VALUES")]
    constant: Vec<String>,
    /// A boolean: b128=1
    #[arg(long = "bool", value_name = "bN=0|1")]
    boolean: Vec<String>,
    /// A loop constant: i0=count,start,step
    #[arg(long = "loop", value_name = "iN=COUNT,START,STEP")]
    loops: Vec<String>,
    /// Words of a fetch constant: vf95=0x1003,0x42 for vertices, tf0=six words for a texture
    #[arg(long, value_name = "vfN|tfN=WORDS")]
    fetch: Vec<String>,
    /// Dwords of memory from a byte address on, as big-endian numbers: 0x1000=0x3f800000,0x40000000;
    /// or the bytes of a file: 0x1000=@FILE
    #[arg(long, value_name = "ADDRESS=WORDS|@FILE")]
    memory: Vec<String>,
    /// What every texture fetch gives: 1,0.5,0,1
    #[arg(long, value_name = "VALUES")]
    texel: Option<String>,
}

/// Bytes of a file at most.
const MOST: u64 = 64 << 20;

/// Inputs, taken apart.
pub(crate) struct Given {
    registers: Vec<(usize, Option<usize>, Vec<u32>)>,
    constants: Vec<(u32, Vec<u32>)>,
    booleans: Vec<(u8, bool)>,
    loops: Vec<(usize, u32)>,
    fetch: Vec<(usize, u32)>,
    memory: BTreeMap<u32, u32>,
    texel: [f32; 4],
    /// Memory behind what is given.
    pub(super) guest: Option<Guest>,
}

impl Given {
    /// Takes options apart.
    pub(crate) fn of(options: &Options) -> anyhow::Result<Self> {
        let mut given = Self {
            registers: Vec::new(),
            constants: Vec::new(),
            booleans: Vec::new(),
            loops: Vec::new(),
            fetch: Vec::new(),
            memory: BTreeMap::new(),
            texel: [0.0; 4],
            guest: None,
        };
        if let Some(path) = &options.inputs {
            let bytes = input::bytes(path, MOST)?;
            given.json(&bytes).with_context(|| input::shown(path))?;
        }
        let lists = [
            ("reg", &options.reg),
            ("const", &options.constant),
            ("bool", &options.boolean),
            ("loop", &options.loops),
            ("fetch", &options.fetch),
            ("memory", &options.memory),
        ];
        for (kind, list) in lists {
            for text in list {
                let wrong = || Usage::error(format!("--{kind} {text}: NAME=VALUES is needed"));
                let (name, values) = text.split_once('=').ok_or_else(wrong)?;
                given
                    .add(kind, name, values)
                    .map_err(|why| Usage::error(format!("--{kind} {text}: {why}")))?;
            }
        }
        if let Some(texel) = &options.texel {
            let words =
                words(texel).map_err(|why| Usage::error(format!("--texel {texel}: {why}")))?;
            for (component, word) in given.texel.iter_mut().zip(words) {
                *component = f32::from_bits(word);
            }
        }
        Ok(given)
    }

    /// Takes a JSON file apart.
    fn json(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let file: BTreeMap<String, BTreeMap<String, Vec<Value>>> =
            serde_json::from_slice(bytes).map_err(|error| BadInput(error.to_string()))?;
        for (kind, names) in &file {
            for (name, values) in names {
                let values: Vec<String> = values
                    .iter()
                    .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
                    .collect();
                self.add(kind, name, &values.join(","))
                    .map_err(|why| BadInput(format!("{kind} {name}: {why}")))?;
            }
        }
        Ok(())
    }

    /// Adds one input.
    fn add(&mut self, kind: &str, name: &str, values: &str) -> Result<(), String> {
        match kind {
            "reg" => {
                let (register, lane) = match name.split_once('@') {
                    Some((register, lane)) => (register, Some(number(lane, "", QUAD)?)),
                    None => (name, None),
                };
                let register = number(register, "r", REGISTERS)?;
                self.registers.push((register, lane, words(values)?));
            }
            "const" => self.constants.push((number(name, "c", 256)? as u32, words(values)?)),
            "bool" => {
                let value = match values {
                    "0" | "false" => false,
                    "1" | "true" => true,
                    _ => return Err("a boolean is 0 or 1".to_owned()),
                };
                self.booleans.push((number(name, "b", 256)? as u8, value));
            }
            "loop" => self.loops.push((number(name, "i", 32)?, loop_constant(values)?)),
            "fetch" => {
                let first = match name.strip_prefix('v') {
                    Some(rest) => number(rest, "f", FETCH_WORDS / 2)? * 2,
                    None => number(name, "tf", FETCH_WORDS / 6)? * 6,
                };
                self.fetch.extend((first..FETCH_WORDS).zip(words(values)?));
            }
            "memory" => {
                let address = word(name).ok_or("an address is a number")?;
                if address % 4 != 0 {
                    return Err("an address of dwords is divisible by 4".to_owned());
                }
                let words = match values.strip_prefix('@') {
                    Some(path) => file_words(path)?,
                    None => words(values)?,
                };
                self.memory.extend((address / 4..).zip(words));
            }
            _ => return Err("reg, const, bool, loop, fetch and memory are inputs".to_owned()),
        }
        Ok(())
    }

    /// Sets constants and registers; a register's components that are not given stay.
    pub(crate) fn apply(&self, constants: &mut Constants, group: &mut Group) {
        for (number, words) in &self.constants {
            let mut value = constants.float(*number as i32).copied().unwrap_or_default();
            for (component, word) in value.iter_mut().zip(words) {
                *component = f32::from_bits(*word);
            }
            constants.set_float(*number, value);
        }
        for (number, value) in &self.booleans {
            constants.set_boolean(*number, *value);
        }
        for (number, value) in &self.loops {
            constants.loops[*number] = *value;
        }
        for (at, word) in &self.fetch {
            constants.fetch[*at] = *word;
        }
        for (register, lane, words) in &self.registers {
            for lane in lane.map_or(0..QUAD, |lane| lane..lane + 1) {
                let mut value = group.get(*register, lane);
                for (component, word) in value.iter_mut().zip(words) {
                    *component = f32::from_bits(*word);
                }
                group.set(*register, lane, value);
            }
        }
    }
}

/// A number behind a prefix, below a bound.
fn number(name: &str, prefix: &str, bound: usize) -> Result<usize, String> {
    name.strip_prefix(prefix)
        .and_then(|digits| digits.parse().ok())
        .filter(|number| *number < bound)
        .ok_or_else(|| format!("{prefix}0 to {prefix}{} are names", bound - 1))
}

/// A whole number, decimal or hexadecimal.
fn word(text: &str) -> Option<u32> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Values: words as 0x and digits, everything else as floats.
fn words(text: &str) -> Result<Vec<u32>, String> {
    text.split(',')
        .map(|value| {
            let value = value.trim();
            if value.starts_with("0x") || value.starts_with("0X") {
                word(value)
            } else {
                value.parse::<f32>().ok().map(f32::to_bits)
            }
            .ok_or_else(|| format!("{value} is no number"))
        })
        .collect()
}

fn loop_constant(values: &str) -> Result<u32, String> {
    let wrong = || "count, start and step are 0 to 255, 0 to 255 and -128 to 127".to_owned();
    let parts: Vec<i32> = values
        .split(',')
        .map(|v| v.trim().parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let [count, start, step] = match parts[..] {
        [count] => [count, 0, 1],
        [count, start, step] => [count, start, step],
        _ => return Err(wrong()),
    };
    if !(0..256).contains(&count) || !(0..256).contains(&start) || !(-128..128).contains(&step) {
        return Err(wrong());
    }
    let constant = LoopConstant::from_raw(0);
    Ok(constant.with_count(count as u32).with_start(start as u32).with_step(step).raw())
}

fn file_words(path: &str) -> Result<Vec<u32>, String> {
    let bytes = input::bytes(path.as_ref(), MOST).map_err(|error| format!("{error:#}"))?;
    let word = |chunk: &[u8]| chunk.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let padded = |chunk: &[u8]| word(chunk) << (8 * (4 - chunk.len()));
    Ok(bytes.chunks(4).map(padded).collect())
}

impl Memory for Given {
    fn dword(&self, address: u32) -> u32 {
        let behind = || self.guest.as_ref().map_or(0, |guest| guest.dword(address));
        self.memory.get(&address).copied().unwrap_or_else(behind)
    }
}

impl Given {
    /// Takes what is not given from this memory.
    pub(super) fn with_guest(mut self, memory: Arc<GuestMemory>) -> Self {
        self.guest = Some(Guest(memory));
        self
    }
}

impl TextureUnit for Given {
    fn sample(&self, _: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        [self.texel; QUAD]
    }

    fn computed_lod(&self, _: &TextureRequest<'_>) -> Quad {
        [self.texel[0]; QUAD]
    }

    fn weights(&self, _: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        [self.texel; QUAD]
    }

    fn border_fraction(&self, _: &TextureRequest<'_>) -> Quad {
        [self.texel[0]; QUAD]
    }
}
