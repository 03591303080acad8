//! Inputs of `eval`, as options and JSON give them.
//!
//! For: names and values into registers, constants, memory and a texel.
//! Not for: inputs out of a trace (`stream`).

mod dwords;
mod file;
mod values;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use play::xtr::evaluate::Guest;
use xenos_eval::{Constants, Group, Memory, QUAD, Quad, REGISTERS, TextureRequest, TextureUnit};
use xenos_memory::GuestMemory;

use crate::exit::{BadInput, Usage};
use crate::input;
use dwords::{Dwords, MOST_DWORDS};
use values::{boolean, fetch, loop_constant, number, plain_words, word, words};

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
    /// Words of a fetch constant, 0x and digits each: vf95=0x1003,0x42 for vertices (listings call the
    /// constant in slot N vf(95 - N); slot0 is vf95), tf0=six words for a texture
    #[arg(long, value_name = "vfN|slotN|tfN=WORDS")]
    fetch: Vec<String>,
    /// Dwords of memory from a byte address on, as big-endian numbers: 0x1000=0x3f800000,0x40000000;
    /// or the bytes of a file: 0x1000=@FILE
    #[arg(long, value_name = "ADDRESS=WORDS|@FILE")]
    memory: Vec<String>,
    /// What every texture fetch gives: 1,0.5,0,1
    #[arg(long, value_name = "VALUES")]
    texel: Option<String>,
}

/// Bytes of a JSON file at most.
const MOST_JSON: u64 = 4 << 20;

/// Bytes of a file into memory at most.
const MOST_BYTES: u64 = 64 << 20;

/// Inputs, taken apart.
pub(crate) struct Given {
    registers: Vec<(usize, Option<usize>, Vec<u32>)>,
    constants: Vec<(u32, Vec<u32>)>,
    booleans: Vec<(u8, bool)>,
    loops: Vec<(usize, u32)>,
    fetch: Vec<(usize, u32)>,
    dwords: Dwords,
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
            dwords: Dwords::default(),
            texel: [0.0; 4],
            guest: None,
        };
        if let Some(path) = &options.inputs {
            let bytes = input::bytes(path, MOST_JSON)?;
            file::each(&bytes, |kind, name, values| given.add(kind, name, values))
                .map_err(BadInput)
                .with_context(|| input::shown(path))?;
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
                    .option(kind, name, values)
                    .map_err(|why| Usage::error(format!("--{kind} {text}: {why}")))?;
            }
        }
        if let Some(texel) = &options.texel {
            given
                .option("texel", "", texel)
                .map_err(|why| Usage::error(format!("--texel {texel}: {why}")))?;
        }
        Ok(given)
    }

    /// Adds an option's input.
    fn option(&mut self, kind: &str, name: &str, text: &str) -> Result<(), String> {
        if let ("memory", Some(path)) = (kind, text.strip_prefix('@')) {
            return self.dwords.put(address(name)?, &file_words(path)?);
        }
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        self.add(kind, name, &values)
    }

    /// Adds one input.
    fn add(&mut self, kind: &str, name: &str, values: &[&str]) -> Result<(), String> {
        match kind {
            "reg" => {
                let (register, lane) = match name.split_once('@') {
                    Some((register, lane)) => (register, Some(number(lane, "", QUAD)?)),
                    None => (name, None),
                };
                let register = number(register, "r", REGISTERS)?;
                self.registers.push((register, lane, words(values, 4)?));
            }
            "const" => self.constants.push((number(name, "c", 256)? as u32, words(values, 4)?)),
            "bool" => self.booleans.push((number(name, "b", 256)? as u8, boolean(values)?)),
            "loop" => self.loops.push((number(name, "i", 32)?, loop_constant(values)?)),
            "fetch" => {
                let (first, count) = fetch(name)?;
                self.fetch.extend((first..).zip(plain_words(values, count)?));
            }
            "memory" => self.dwords.put(address(name)?, &words(values, MOST_DWORDS)?)?,
            "texel" => {
                self.texel = [0.0; 4];
                for (component, word) in self.texel.iter_mut().zip(words(values, 4)?) {
                    *component = f32::from_bits(word);
                }
            }
            _ => return Err("no input is called so".to_owned()),
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

/// The byte address that a name is.
fn address(name: &str) -> Result<u32, String> {
    let address = word(name).ok_or("an address is a number of 32 bits")?;
    if address % 4 == 0 {
        Ok(address)
    } else {
        Err("an address of dwords is divisible by 4".to_owned())
    }
}

fn file_words(path: &str) -> Result<Vec<u32>, String> {
    let bytes = input::bytes(path.as_ref(), MOST_BYTES).map_err(|error| format!("{error:#}"))?;
    let word = |chunk: &[u8]| chunk.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let padded = |chunk: &[u8]| word(chunk) << (8 * (4 - chunk.len()));
    Ok(bytes.chunks(4).map(padded).collect())
}

impl Memory for Given {
    fn dword(&self, address: u32) -> u32 {
        let behind = || self.guest.as_ref().map_or(0, |guest| guest.dword(address));
        self.dwords.get(address).unwrap_or_else(behind)
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
