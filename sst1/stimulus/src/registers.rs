//! The registers that a command is executed with, kept cheaply and shown with names.

use base_word::{Field, FieldKind, Word, sign_extend};
use serde::Serialize;
use sst1_board::{Fbi, Init, Iterants, Layout, Parameters, State, Tmu};
use sst1_facts::StwFormat;
use sst1_regs::words::{TDetail, TLod, TextureMode};

/// A copy of the registers that decide what a command draws. Memories, the palette, and NCC tables
/// are not among them.
#[derive(Clone, Debug)]
pub struct Registers {
    fbi: Fbi,
    init: Init,
    parameters: Parameters,
    layout: Layout,
    /// Fraction bits of S and T, and of W, as stored.
    fractions: [i32; 2],
    units: [Option<Unit>; 3],
}

#[derive(Clone, Copy, Debug)]
struct Unit {
    mode: TextureMode,
    lod: TLod,
    detail: TDetail,
    base: [u32; 4],
    palette_checksum: u32,
}

impl Unit {
    fn of(tmu: &Tmu) -> Self {
        let Tmu { mode, lod, detail, base, palette_checksum, .. } = *tmu;
        Self { mode, lod, detail, base, palette_checksum }
    }
}

/// Registers for people and programs.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterState {
    /// Registers of FBI with their fields.
    pub words: Vec<WordShown>,
    /// Byte addresses of the buffers, and bytes from a row to the next.
    pub buffers: BuffersShown,
    /// Vertices A, B, C as x, y in pixels.
    pub vertices: [[f64; 2]; 3],
    /// What is iterated.
    pub parameters: Vec<ParameterShown>,
    /// The texture units.
    pub units: Vec<UnitShown>,
    /// The fog table's words, while fog is enabled.
    pub fog_table: Vec<u32>,
}

/// Where the buffers lie.
#[derive(Clone, Copy, Debug, Serialize)]
#[expect(missing_docs, reason = "see sst1_board::Layout")]
pub struct BuffersShown {
    pub front: u32,
    pub back: u32,
    pub aux: u32,
    pub stride: u32,
}

/// A register.
#[derive(Clone, Debug, Serialize)]
pub struct WordShown {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// Its fields; reserved ones only where they are not 0.
    pub fields: Vec<FieldShown>,
}

/// A field.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FieldShown {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
    /// The name of an enumerated field's value.
    pub choice: Option<&'static str>,
    /// Whether it is one bit that is on or off.
    pub flag: bool,
}

/// A parameter: as a number, and as the card stores it.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterShown {
    /// `r`, `g`, `b`, `a`, `z`, `w`, or `s0` and so on with the unit's number.
    pub name: String,
    /// Start value, change a column, change a row.
    pub numbers: [f64; 3],
    /// The same, stored.
    pub stored: [i64; 3],
}

/// A texture unit.
#[derive(Clone, Debug, Serialize)]
pub struct UnitShown {
    /// textureMode, tLOD, tDetail.
    pub words: Vec<WordShown>,
    /// Texture base addresses in bytes.
    pub base: [u32; 4],
    /// XOR of all palette entries.
    pub palette_checksum: u32,
}

impl Registers {
    /// The registers now.
    pub fn of(state: &State) -> Self {
        let fractions = match state.profile.stw_format {
            StwFormat::Register | StwFormat::Wide => [18, 30],
            StwFormat::Fraction32 => [32, 32],
        };
        let mut units = [None; 3];
        for (unit, tmu) in units.iter_mut().zip(&state.tmus) {
            *unit = Some(Unit::of(tmu));
        }
        Self {
            fbi: state.fbi.clone(),
            init: state.init.clone(),
            parameters: state.parameters.clone(),
            layout: state.layout(),
            fractions,
            units,
        }
    }

    /// Where the buffers lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Everything, with names.
    pub fn shown(&self) -> RegisterState {
        let fbi = &self.fbi;
        let words = vec![
            word("fbzColorPath", fbi.color_path),
            word("fogMode", fbi.fog_mode),
            word("alphaMode", fbi.alpha_mode),
            word("fbzMode", fbi.fbz_mode),
            word("lfbMode", fbi.lfb_mode),
            word("clipLeftRight", fbi.clip_left_right),
            word("clipLowYHighY", fbi.clip_low_high),
            word("fogColor", fbi.fog_color),
            word("zaColor", fbi.za_color),
            word("chromaKey", fbi.chroma_key),
            WordShown { name: "stipple", value: fbi.stipple, fields: Vec::new() },
            word("color0", fbi.color0),
            word("color1", fbi.color1),
            word("fbiInit1", self.init.fbi_init1),
            word("fbiInit2", self.init.fbi_init2),
            word("fbiInit3", self.init.fbi_init3),
        ];
        let unit = |unit: &Unit| UnitShown {
            words: vec![
                word("textureMode", unit.mode),
                word("tLOD", unit.lod),
                word("tDetail", unit.detail),
            ],
            base: unit.base.map(|base| base * 8),
            palette_checksum: unit.palette_checksum,
        };
        let Layout { front, back, aux, stride, .. } = self.layout;
        RegisterState {
            words,
            buffers: BuffersShown { front, back, aux, stride },
            vertices: self.parameters.vertices.map(|vertex| vertex.map(|v| f64::from(v) / 16.0)),
            parameters: self.parameters_shown(),
            units: self.units.iter().flatten().map(unit).collect(),
            fog_table: if fbi.fog_mode.enable() {
                fbi.fog_table.iter().map(|entry| entry.raw()).collect()
            } else {
                Vec::new()
            },
        }
    }

    fn parameters_shown(&self) -> Vec<ParameterShown> {
        let Parameters { start, dx, dy, .. } = &self.parameters;
        let shown = |name: String, fraction: i32, of: &dyn Fn(&Iterants) -> i64| {
            let stored = [start, dx, dy].map(of);
            let numbers = stored.map(|value| value as f64 / 2_f64.powi(fraction));
            ParameterShown { name, numbers, stored }
        };
        let [st, w] = self.fractions;
        let mut rows = vec![
            shown("r".to_owned(), 12, &|i| i.r.into()),
            shown("g".to_owned(), 12, &|i| i.g.into()),
            shown("b".to_owned(), 12, &|i| i.b.into()),
            shown("a".to_owned(), 12, &|i| i.a.into()),
            shown("z".to_owned(), 12, &|i| i.z.into()),
            shown("w".to_owned(), w, &|i| i.w),
        ];
        for unit in (0..3).filter(|unit| self.units[*unit].is_some()) {
            rows.push(shown(format!("s{unit}"), st, &|i| i.tmu[unit].s));
            rows.push(shown(format!("t{unit}"), st, &|i| i.tmu[unit].t));
            rows.push(shown(format!("w{unit}"), w, &|i| i.tmu[unit].w));
        }
        rows
    }
}

fn word<W: Word>(name: &'static str, word: W) -> WordShown {
    let value = word.raw();
    let shown = |field: &&Field| field.kind != FieldKind::Reserved || field.get(value) != 0;
    let fields = W::FIELDS.iter().filter(shown).map(|field| show(field, value)).collect();
    WordShown { name, value, fields }
}

fn show(field: &Field, word: u32) -> FieldShown {
    let bits = field.get(word);
    let value = match field.kind {
        FieldKind::Signed => i64::from(sign_extend(bits, field.hi - field.lo + 1)),
        _ => i64::from(bits),
    };
    FieldShown {
        name: field.name,
        value,
        choice: field.values.iter().find(|choice| choice.code == bits).map(|choice| choice.name),
        flag: field.kind == FieldKind::Flag,
    }
}
