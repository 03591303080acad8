//! Primitive assembly, clipping and the viewport.

use base_word::bits;
use xenos_front::Registers;
use xenos_regs::words::{Face, PixelCenter, PolygonMode, PolygonType};

use crate::names::{POLYGON_OFFSET, VIEWPORT, VIEWPORT_DONE, joined, named, set_bits};
use crate::registers as reg;

/// The key.
pub(crate) fn text(registers: &Registers) -> String {
    let mode = registers.get(reg::SC_MODE_CNTL);
    let cull = ["none", "front", "back", "both"][(mode & 3) as usize];
    let front = named::<Face>(bits(mode, 2, 2));
    let poly = match bits(mode, 4, 3) {
        0 => "fill".to_owned(),
        1 => {
            let name = |hi, lo| named::<PolygonType>(bits(mode, hi, lo));
            format!("{}:{}", name(7, 5), name(10, 8))
        }
        other => named::<PolygonMode>(other).to_owned(),
    };
    let offset = joined(set_bits(POLYGON_OFFSET, bits(mode, 13, 11)));
    let center = named::<PixelCenter>(registers.get(reg::VTX_CNTL) & 1);
    format!(
        "cull={cull} front={front} poly={poly} offset={offset} pixel-center={center} clip={} \
         viewport={}",
        clip(registers.get(reg::CLIP_CNTL)),
        viewport(registers.get(reg::VTE_CNTL)),
    )
}

fn clip(control: u32) -> String {
    if bits(control, 16, 16) != 0 {
        return "disabled".to_owned();
    }
    let space = if bits(control, 19, 19) != 0 { "dx" } else { "gl" };
    let planes = bits(control, 5, 0);
    if planes == 0 {
        return space.to_owned();
    }
    let cull = if bits(control, 17, 17) != 0 { "+cull-only" } else { "" };
    format!("{space}+planes-0x{planes:02X}{cull}")
}

fn viewport(control: u32) -> String {
    const ALL: u32 = 0x3F;
    let done = set_bits(VIEWPORT_DONE, bits(control, 10, 8));
    if control & ALL == ALL {
        return joined(std::iter::once("all").chain(done));
    }
    joined(set_bits(VIEWPORT, control & ALL).chain(done))
}
