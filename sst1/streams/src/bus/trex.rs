//! The texture units' registers.
//!
//! Facts: digest section 4.5; the chip field from 4.1.

use sst1_regs::offset;
use sst1_regs::words::{NccChroma, NccLuma, TDetail, TLod, TexBase, TextureMode, TrexInit1};

use crate::Bus;
use crate::texture::{Ncc, Palette};

/// Which texture units a write is for: the chip field of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// All of them.
    All,
    /// Unit 0, 1 or 2.
    One(u32),
}

impl Units {
    /// The chip field in place, offset bits 13:10.
    pub const fn field(self) -> u32 {
        match self {
            Self::All => 0,
            Self::One(unit) => 1 << (11 + unit % 3),
        }
    }
}

macro_rules! registers {
    ($( $name:ident: $Word:ty = $OFFSET:ident $text:literal; )*) => {
        impl Bus<'_> {
            $(
                #[doc = $text]
                pub fn $name(&mut self, units: Units, word: $Word) {
                    self.register(units.field() | offset::$OFFSET, word.raw());
                }
            )*
        }
    };
}

registers! {
    texture_mode: TextureMode = TEXTURE_MODE "textureMode.";
    t_lod: TLod = T_LOD "tLOD.";
    t_detail: TDetail = T_DETAIL "tDetail.";
    tex_base: TexBase = TEX_BASE_ADDR "texBaseAddr.";
    trex_init1: TrexInit1 = TREX_INIT1 "trexInit1.";
}

impl Bus<'_> {
    /// A whole NCC table, 0 or 1.
    pub fn ncc_table(&mut self, units: Units, table: u32, ncc: &Ncc) {
        let first =
            units.field() | if table == 0 { offset::NCC_TABLE0 } else { offset::NCC_TABLE1 };
        let luma = ncc.y.chunks_exact(4).map(|y| {
            let at = |n: usize| u32::from(y.get(n).copied().unwrap_or(0));
            NccLuma::default().with_y0(at(0)).with_y1(at(1)).with_y2(at(2)).with_y3(at(3)).raw()
        });
        let chroma = ncc.i.iter().chain(&ncc.q).map(|[red, green, blue]| {
            NccChroma::default().with_red(*red).with_green(*green).with_blue(*blue).raw()
        });
        for (at, word) in (first..).step_by(4).zip(luma.chain(chroma)) {
            self.register(at, word);
        }
    }

    /// The whole palette: entry n goes through word 4 or 5 of NCC table 0 by its lowest bit.
    pub fn palette(&mut self, units: Units, palette: &Palette) {
        for (n, [red, green, blue]) in (0u32..).zip(palette.colors()) {
            let at = units.field() | (offset::NCC_TABLE0 + 16 + 4 * (n & 1));
            let color = u32::from(*red) << 16 | u32::from(*green) << 8 | u32::from(*blue);
            self.register(at, 1 << 31 | n >> 1 << 24 | color);
        }
    }
}
