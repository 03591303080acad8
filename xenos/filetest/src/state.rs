//! Lines of state: what a program runs on.
//!
//! Facts: the state of `docs/filetests-xenos.md`; the places of constants from `xenos-regs`.

use base_filetest::{Line, ParseError, field_value};
use base_word::{Field, Word, mask};
use xenos_regs::fetch::{TextureSize1d, TextureSize2d, TextureSize3d};
use xenos_regs::index;
use xenos_regs::words::{LoopConstant, SqConst};

use crate::claim::{texture_field, vertex_field};
use crate::inputs::InputLine;
use crate::packets::PacketLine;
use crate::setup::Setup;
use crate::spot::{LANES, Spot, by_lane, groups, numbered};
use crate::texture::{Sample, Texels};
use crate::value::{single, word};

/// Some bits of one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    pub(crate) word: u8,
    pub(crate) mask: u32,
    pub(crate) value: u32,
}

/// What a line about a texture says.
#[derive(Clone, Debug, PartialEq)]
pub enum TextureLine {
    /// What samples are.
    Sample(Sample),
    /// What getCompTexLOD gets.
    Lod(u32),
    /// What getWeights gets.
    Weights([u32; 4]),
    /// What getBCF gets.
    Border(u32),
}

/// One line of state.
#[derive(Clone, Debug)]
pub enum State {
    /// Lanes of the group.
    Lanes(u32),
    /// Lanes that run.
    Active(u64),
    /// Lanes of the primitive.
    Covered(u64),
    /// Components of a temporary.
    Temporary {
        /// Which.
        register: u8,
        /// Components and lanes.
        spot: Spot,
        /// Values by lane.
        values: Vec<Vec<u32>>,
    },
    /// The predicate.
    Predicate {
        /// The lanes.
        lanes: Option<u64>,
        /// Values by lane.
        values: Vec<Vec<u32>>,
    },
    /// The window of float constants.
    Window(u32),
    /// Float constants.
    Constants {
        /// The first.
        first: u32,
        /// Whether it counts from the window's base.
        windowed: bool,
        /// The components, of one constant.
        components: Vec<u8>,
        /// The values.
        values: Vec<u32>,
    },
    /// A boolean constant.
    Boolean(u32, bool),
    /// Bits of consecutive registers.
    Registers {
        /// The first.
        first: u32,
        /// How many there are.
        count: u8,
        /// Whether what is not named stays.
        with: bool,
        /// What is named.
        bits: Vec<Bits>,
    },
    /// Dwords of memory.
    Memory(u32, Vec<u32>),
    /// Words of EDRAM, of a scene.
    Edram(u32, Vec<u32>),
    /// Every word of EDRAM, of a scene.
    EdramAll(u32),
    /// Instructions that may be executed.
    Limit(u64),
    /// A texture.
    Texture(u32, TextureLine),
    /// What a pixel program is handed.
    Input(InputLine),
    /// Packets for the command processor.
    Packets(Vec<PacketLine>),
}

/// A mask of lanes.
pub(crate) fn lane_mask(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let parsed = if let Some(digits) = plain.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = plain.strip_prefix("0b") {
        u64::from_str_radix(digits, 2).ok()
    } else {
        plain.parse().ok()
    };
    parsed.ok_or_else(|| format!("`{text}` is no mask of lanes"))
}

pub(crate) fn flag(text: &str) -> Result<u32, String> {
    match text {
        "0" => Ok(0),
        "1" => Ok(1),
        _ => Err(format!("`{text}` is neither 0 nor 1")),
    }
}

/// Takes `FIELD=VALUE ...` to the line's end.
pub(crate) fn fields(
    line: &mut Line<'_>,
    find: impl Fn(&str) -> Option<(u8, &'static Field)>,
) -> Result<Vec<Bits>, ParseError> {
    let mut all: Vec<Bits> = Vec::new();
    while !line.done() {
        let place = line.place();
        let (word, field) = line.parsed("a field", |name| {
            find(name).ok_or_else(|| format!("there is no field `{name}`"))
        })?;
        if all.iter().any(|bits| bits.word == word && bits.mask & field.mask() != 0) {
            return Err(ParseError::at(place, format!("`{}` is given twice", field.name)));
        }
        line.need("=")?;
        let value = line.parsed(field.name, |text| field_value(field, text))?;
        all.push(Bits { word, mask: field.mask(), value: field.set(0, value) });
    }
    Ok(all)
}

/// The largest limit, which is the usual one: an endless program comes to it soon.
const LIMIT: u32 = 1 << 20;
/// Dwords of guest memory.
const MEMORY: usize = 0x800_0000;

/// Complains about dwords behind the end of memory.
pub(crate) fn in_memory(line: &Line<'_>, address: u32, count: usize) -> Result<(), ParseError> {
    let fits = count <= MEMORY.saturating_sub(address as usize);
    if fits { Ok(()) } else { Err(line.fail(format!("memory ends at dword {MEMORY:#x}"))) }
}

/// Columns of an EDRAM tile, its rows, and how many tiles there are.
const EDRAM: [u32; 3] = [80, 16, 2048];

/// Takes a tile, a row of it and a column: the word's number.
pub(crate) fn edram_index(line: &mut Line<'_>) -> Result<u32, ParseError> {
    let [columns, rows, tiles] = EDRAM;
    let tile = line.up_to("a tile", tiles - 1)?;
    let row = line.up_to("a row", rows - 1)?;
    let column = line.up_to("a column", columns - 1)?;
    Ok((tile * rows + row) * columns + column)
}

/// Complains about words behind the end of a tile's row, or about none.
pub(crate) fn in_edram_row(line: &Line<'_>, index: u32, count: usize) -> Result<(), ParseError> {
    let left = EDRAM[0] - index % EDRAM[0];
    if count == 0 {
        return Err(line.fail("a word is missing"));
    }
    let fits = count <= left as usize;
    if fits { Ok(()) } else { Err(line.fail(format!("the row ends behind {left} word(s)"))) }
}

impl State {
    /// Takes a line; `None` if it is not about state.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Option<Self>, ParseError> {
        let Some(name) = line.peek() else { return Ok(None) };
        let state = match name {
            "lanes" => {
                line.word(name)?;
                Self::Lanes(line.parsed("a number of lanes", |text| {
                    let count = base_filetest::number::integer(text)?;
                    let fits = (1..=LANES).contains(&count);
                    if fits { Ok(count) } else { Err("a group has 1 to 64 lanes".to_owned()) }
                })?)
            }
            "active" | "covered" => {
                let active = line.eat("active") || !line.eat("covered");
                let mask = line.parsed("a mask", lane_mask)?;
                if active { Self::Active(mask) } else { Self::Covered(mask) }
            }
            "window" => {
                line.word(name)?;
                let base = line.up_to("a base", 511)?;
                let count = line.up_to("a number of constants", 512)?;
                if count == 0 {
                    return Err(line.fail("a window has 1 to 512 constants"));
                }
                Self::Window(SqConst::default().with_base(base).with_last(count - 1).raw())
            }
            "constant" => {
                line.word(name)?;
                let first = line.up_to("a constant", 511)?;
                Self::constants(line, first, false, vec![0, 1, 2, 3])?
            }
            "limit" => {
                line.word(name)?;
                Self::Limit(u64::from(line.up_to("a limit", LIMIT)?))
            }
            "memory" => {
                line.word(name)?;
                let address = line.up_to("an address in dwords", 0x7FF_FFFF)?;
                line.need("=")?;
                let mut words = Vec::new();
                while !line.done() {
                    words.push(line.parsed("a word", word)?);
                }
                if words.is_empty() {
                    return Err(line.fail("a word is missing"));
                }
                in_memory(line, address, words.len())?;
                Self::Memory(address, words)
            }
            "edram" => Self::edram(line)?,
            "fetch" => Self::fetch(line)?,
            "texture" => Self::texture(line)?,
            _ => match InputLine::parse(line)? {
                Some(input) => Self::Input(input),
                None => match Self::named(line)? {
                    Some(state) => state,
                    None => return Ok(None),
                },
            },
        };
        line.end()?;
        Ok(Some(state))
    }

    /// `rN`, `cN`, `bN`, `iN`, `p0`.
    fn named(line: &mut Line<'_>) -> Result<Option<Self>, ParseError> {
        let name = line.peek().unwrap_or_default();
        let Ok(spot) = Spot::read(name) else { return Ok(None) };
        let place = line.place();
        let plain = |state: Self| {
            if spot.some || spot.lanes.is_some() {
                Err(ParseError::at(place.clone(), format!("`{name}` has no components or lanes")))
            } else {
                Ok(Some(state))
            }
        };
        if let Some(register) = spot.numbered("r", 64) {
            line.word(name)?;
            line.need("=")?;
            let values = groups(line, Some(spot.components.len()), &[], single)?;
            return Ok(Some(Self::Temporary { register: register as u8, spot, values }));
        }
        if spot.name == "p0" && !spot.some {
            line.word(name)?;
            line.need("=")?;
            let values = groups(line, Some(1), &[], flag)?;
            return Ok(Some(Self::Predicate { lanes: spot.lanes, values }));
        }
        if let Some(first) = spot.numbered("c", 512) {
            line.word(name)?;
            return Self::constants(line, first, true, spot.components).map(Some);
        }
        if let Some(boolean) = spot.numbered("b", 256) {
            line.word(name)?;
            line.need("=")?;
            let value = line.parsed("0 or 1", flag)? != 0;
            return plain(Self::Boolean(boolean, value));
        }
        if let Some(number) = numbered(name, "i", 32) {
            line.word(name)?;
            let find = |name: &str| {
                LoopConstant::FIELDS.iter().find(|field| field.name == name).map(|field| (0, field))
            };
            let bits = fields(line, find)?;
            let first = u32::from(index::SHADER_CONSTANT_LOOP) + number;
            return plain(Self::Registers { first, count: 1, with: false, bits });
        }
        Ok(None)
    }

    fn constants(
        line: &mut Line<'_>,
        first: u32,
        windowed: bool,
        components: Vec<u8>,
    ) -> Result<Self, ParseError> {
        line.need("=")?;
        let mut values = Vec::new();
        while !line.done() {
            values.push(line.parsed("a value", single)?);
        }
        let fits = if components.len() == 4 {
            !values.is_empty() && values.len() % 4 == 0
        } else {
            values.len() == components.len()
        };
        if !fits {
            return Err(line.fail("a constant has four values, or as many as components"));
        }
        Ok(Self::Constants { first, windowed, components, values })
    }

    fn edram(line: &mut Line<'_>) -> Result<Self, ParseError> {
        line.need("edram")?;
        if line.eat("all") {
            line.need("=")?;
            return line.parsed("a word", word).map(Self::EdramAll);
        }
        let index = edram_index(line)?;
        line.need("=")?;
        let mut words = Vec::new();
        while !line.done() {
            words.push(line.parsed("a word", word)?);
        }
        in_edram_row(line, index, words.len())?;
        Ok(Self::Edram(index, words))
    }

    fn fetch(line: &mut Line<'_>) -> Result<Self, ParseError> {
        line.need("fetch")?;
        let vertex = line.eat("vertex");
        if !vertex {
            line.need("texture")?;
        }
        let number = line.up_to("a fetch constant", if vertex { 95 } else { 31 })?;
        let count = if vertex { 2 } else { 6 };
        let first = u32::from(index::SHADER_CONSTANT_FETCH) + number * u32::from(count);
        if line.eat("=") {
            let mut bits = Vec::new();
            for word in 0..count {
                let value = line.parsed("a word", crate::value::word)?;
                bits.push(Bits { word, mask: u32::MAX, value });
            }
            return Ok(Self::Registers { first, count, with: false, bits });
        }
        let with = line.eat("with");
        let kind = if vertex { 3 } else { 2 };
        let mut bits = vec![Bits { word: 0, mask: 3, value: kind }];
        if vertex {
            bits.extend(fields(line, vertex_field)?);
            return Ok(Self::Registers { first, count, with, bits });
        }
        // The third dword's form follows from the dimension, which may stand anywhere in the line.
        let rest = line.clone();
        let mut form = rest;
        let mut size = TextureSize2d::FIELDS;
        while let Ok(name) = form.word("a field") {
            if name == "dimension" && form.eat("=") {
                match form.peek() {
                    Some("1d" | "1D") => size = TextureSize1d::FIELDS,
                    Some("3d" | "3D") => size = TextureSize3d::FIELDS,
                    _ => {}
                }
            }
        }
        bits.extend(fields(line, |name| texture_field(name, size))?);
        Ok(Self::Registers { first, count, with, bits })
    }

    fn texture(line: &mut Line<'_>) -> Result<Self, ParseError> {
        line.need("texture")?;
        let number = line.up_to("a fetch constant", 31)?;
        let four = |line: &mut Line<'_>| -> Result<[u32; 4], ParseError> {
            line.need("=")?;
            let mut values = [0; 4];
            for value in &mut values {
                *value = line.parsed("a value", single)?;
            }
            Ok(values)
        };
        let one = |line: &mut Line<'_>| {
            line.need("=")?;
            line.parsed("a value", single)
        };
        let texture = if line.eat("stored") {
            TextureLine::Sample(Sample::Stored(four(line)?))
        } else if line.eat("echo") {
            TextureLine::Sample(Sample::Echo)
        } else if line.eat("level") {
            TextureLine::Sample(Sample::Level)
        } else if line.eat("places") {
            TextureLine::Sample(Sample::Texels(Texels::Places))
        } else if line.eat("texel") {
            line.need("=")?;
            let mut words = [0; 4];
            let mut left = words.iter_mut();
            while !line.done() {
                let word = line.parsed("a word", word)?;
                match left.next() {
                    Some(place) => *place = word,
                    None => return Err(line.fail("a texel has at most four words")),
                }
            }
            TextureLine::Sample(Sample::Texels(Texels::Words(words)))
        } else if line.eat("lod") {
            TextureLine::Lod(one(line)?)
        } else if line.eat("weights") {
            TextureLine::Weights(four(line)?)
        } else if line.eat("border") {
            TextureLine::Border(one(line)?)
        } else {
            line.need("=")?;
            let values = groups(line, Some(4), &[], single)?;
            if values.len() != 1 && values.len() != 4 {
                return Err(line.fail("one sample, or four by the place in the quad"));
            }
            let values = values.into_iter().filter_map(|group| group.try_into().ok()).collect();
            TextureLine::Sample(Sample::Fixed(values))
        };
        Ok(Self::Texture(number, texture))
    }

    /// Words that it holds, for the bound on a file's.
    pub(crate) fn words(&self) -> usize {
        match self {
            Self::Temporary { values, .. } | Self::Predicate { values, .. } => {
                values.iter().map(Vec::len).sum()
            }
            Self::Constants { values, .. } | Self::Memory(_, values) | Self::Edram(_, values) => {
                values.len()
            }
            Self::Registers { bits, .. } => bits.len(),
            Self::Packets(packets) => packets.iter().map(PacketLine::words).sum(),
            Self::Input(input) => input.words(),
            _ => 1,
        }
    }

    /// Does what the line says.
    ///
    /// # Errors
    /// When there are not as many values as lanes.
    pub(crate) fn apply(&self, setup: &mut Setup, omit: Option<&str>) -> Result<(), String> {
        let all = u64::MAX >> (LANES - setup.lanes.clamp(1, LANES));
        match self {
            // The group is made before its state, and scenes make EDRAM themselves.
            Self::Lanes(_) | Self::Edram(..) | Self::EdramAll(_) => {}
            Self::Active(mask) => {
                setup.active = mask & all;
                setup.covered = setup.active;
            }
            Self::Covered(mask) => setup.covered = mask & setup.active,
            Self::Temporary { register, spot, values } => {
                let lanes = by_lane(spot.lanes.unwrap_or(all), values);
                let lanes = lanes.ok_or("as many groups of values as lanes, or one")?;
                let Some(place) = setup.temporaries.get_mut(usize::from(*register)) else {
                    return Ok(());
                };
                for (lane, values) in lanes {
                    for (component, value) in spot.components.iter().zip(values) {
                        place[usize::from(*component)][lane] = *value;
                    }
                }
            }
            Self::Predicate { lanes, values } => {
                let lanes = by_lane(lanes.unwrap_or(all), values);
                for (lane, values) in lanes.ok_or("as many values as lanes, or one")? {
                    let set = values.first().is_some_and(|value| *value != 0);
                    setup.predicate = setup.predicate & !(1 << lane) | u64::from(set) << lane;
                }
            }
            Self::Window(raw) => {
                let register = Setup::window(setup.program.stage);
                setup.set_register(u32::from(register), *raw);
            }
            Self::Constants { first, windowed, components, values } => {
                let window = setup.register(u32::from(Setup::window(setup.program.stage)));
                let base = if *windowed { SqConst::from_raw(window).base() } else { 0 };
                let first = u32::from(index::SHADER_CONSTANT) + (base + first) * 4;
                if first + values.len() as u32 > u32::from(index::SHADER_CONSTANT) + 2048 {
                    return Err("there are 512 constants".to_owned());
                }
                for (at, value) in (0u32..).zip(values) {
                    let component = components.get(at as usize % components.len().max(1));
                    let component = u32::from(component.copied().unwrap_or(0));
                    setup.set_register(first + at / 4 * 4 + component, *value);
                }
            }
            Self::Boolean(number, value) => {
                let register = u32::from(index::SHADER_CONSTANT_BOOL) + number / 32;
                let word = setup.register(register) & !(1 << (number % 32));
                setup.set_register(register, word | u32::from(*value) << (number % 32));
            }
            Self::Registers { first, count, with, bits } => {
                for word in 0..*count {
                    let register = first + u32::from(word);
                    let mut value = if *with { setup.register(register) } else { 0 };
                    for bits in bits.iter().filter(|bits| bits.word == word) {
                        value = value & !bits.mask | bits.value;
                    }
                    setup.set_register(register, value);
                }
            }
            Self::Memory(address, words) => {
                for (address, word) in (*address..).zip(words) {
                    setup.memory.set(address, *word);
                }
            }
            Self::Limit(limit) => setup.limit = *limit,
            Self::Texture(number, line) => {
                let texture = setup.textures.0.entry(*number).or_default();
                match line {
                    TextureLine::Sample(sample) => texture.sample = Some(sample.clone()),
                    TextureLine::Lod(lod) => texture.lod = Some(*lod),
                    TextureLine::Weights(weights) => texture.weights = Some(*weights),
                    TextureLine::Border(border) => texture.border = Some(*border),
                }
            }
            Self::Input(input) => input.apply(setup.inputs.get_or_insert_default(), all)?,
            Self::Packets(packets) => crate::packets::run(setup, packets, omit)?,
        }
        Ok(())
    }
}

/// Bits `lo` to `hi` of a word, replaced.
pub(crate) fn replaced(word: u32, (lo, hi): (u32, u32), value: u32) -> u32 {
    let field = mask(hi - lo + 1) << lo;
    word & !field | (value << lo) & field
}
