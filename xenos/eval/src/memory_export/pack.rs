//! An exported element's bytes.
//!
//! For: four numbers to one to sixteen bytes, as guest memory will hold them. Copies out of EDRAM
//! store elements of the same formats in the same way.
//! Not for: addresses, nor a copy's exponent bias.
//! Facts: `docs/hardware/xenos-microcode.md`, rule E8.

use xenos_regs::words::{DataFormat, Endian128};

use super::ExportAddress;

/// An element's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The bytes; those behind `size` are 0.
    pub bytes: [u8; 16],
    /// How many there are.
    pub size: u8,
}

impl Packed {
    /// An element of `size` bytes, at most 16, from its lowest bit up, its bytes exchanged. A code
    /// that reaches beyond the element exchanges nothing.
    pub fn of_bits(bits: u128, size: u8, endian: Endian128) -> Self {
        let size = size.min(16);
        let kept = if size == 16 { bits } else { bits & ((1 << (8 * u32::from(size))) - 1) };
        let mut packed = Self { bytes: kept.to_le_bytes(), size };
        swap(&mut packed, endian);
        packed
    }

    /// Four numbers as an element; number formats as in [`ExportAddress::number`]. `None` for a
    /// format that cannot be stored.
    pub fn of_value(
        format: DataFormat,
        number: u8,
        swap: bool,
        endian: Endian128,
        value: [f32; 4],
    ) -> Option<Self> {
        let address = ExportAddress { base: 0, index: 0, count: 1, endian, format, number, swap };
        pack(&address, value).map(|(packed, _)| packed)
    }

    /// The bytes that there are.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.size)).unwrap_or(&self.bytes)
    }
}

/// What an element is made of.
enum Layout {
    /// Fixed components of so many bits.
    Fixed(&'static [u32]),
    /// So many halves.
    Halves(usize),
    /// So many singles.
    Singles(usize),
}

fn layout(format: DataFormat) -> Option<Layout> {
    use DataFormat as F;
    use Layout::{Fixed, Halves, Singles};
    Some(match format {
        F::K8 | F::K8A | F::K8B => Fixed(&[8]),
        F::K1555 => Fixed(&[5, 5, 5, 1]),
        F::K565 => Fixed(&[5, 6, 5]),
        F::K655 => Fixed(&[5, 5, 6]),
        F::K4444 => Fixed(&[4, 4, 4, 4]),
        F::K88 => Fixed(&[8, 8]),
        F::K8888 | F::K8888A | F::K8888As16 => Fixed(&[8, 8, 8, 8]),
        F::K2101010 | F::K2101010As16 => Fixed(&[10, 10, 10, 2]),
        F::K101111 | F::K101111As16 => Fixed(&[11, 11, 10]),
        F::K111110 | F::K111110As16 => Fixed(&[10, 11, 11]),
        F::K16 => Fixed(&[16]),
        F::K1616 => Fixed(&[16, 16]),
        F::K16161616 => Fixed(&[16, 16, 16, 16]),
        F::K16Float => Halves(1),
        F::K1616Float => Halves(2),
        F::K16161616Float => Halves(4),
        F::K32Float => Singles(1),
        F::K3232Float => Singles(2),
        F::K32323232Float => Singles(4),
        _ => return None,
    })
}

/// What is odd about an element; it is packed all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Odd {
    /// Its number format means nothing.
    pub(super) number: bool,
    /// Its byte order reaches beyond it.
    pub(super) endian: bool,
}

/// The bytes; `None` for a format that cannot be stored.
pub(super) fn pack(address: &ExportAddress, value: [f32; 4]) -> Option<(Packed, Odd)> {
    let value = if address.swap { [value[2], value[1], value[0], value[3]] } else { value };
    let (mut bits, mut size, mut odd) = (0_u128, 0, Odd::default());
    let mut put = |code: u32, width: u32| {
        bits |= u128::from(code) << size;
        size += width;
    };
    match layout(address.format)? {
        Layout::Fixed(widths) => {
            odd.number = address.number > 3;
            for (width, value) in widths.iter().zip(value) {
                put(fixed(value, *width, address.number), *width);
            }
        }
        Layout::Halves(count) => {
            value.iter().take(count).for_each(|value| put(u32::from(half(*value)), 16));
        }
        Layout::Singles(count) => {
            value.iter().take(count).for_each(|value| put(value.to_bits(), 32));
        }
    }
    let mut packed = Packed { bytes: bits.to_le_bytes(), size: (size / 8) as u8 };
    odd.endian = !swap(&mut packed, address.endian);
    Some((packed, odd))
}

/// A fixed component's code.
fn fixed(value: f32, width: u32, number: u8) -> u32 {
    let value = if value.is_nan() { 0.0 } else { f64::from(value) };
    let all = f64::from(u32::MAX >> (32 - width));
    let half = f64::from((u32::MAX >> (32 - width)) >> 1);
    // Products of 24 and at most 16 bits are exact in double precision, and so are sums with a half.
    let rounded = |x: f64| {
        if x >= 0.0 { libm::floor(x + 0.5) } else { -libm::floor(0.5 - x) }
    };
    let code = match number {
        1 if width > 1 => rounded(value.clamp(-1.0, 1.0) * half),
        2 => rounded(value.clamp(0.0, all)),
        3 if width > 1 => rounded(value.clamp(-half - 1.0, half)),
        _ => rounded(value.clamp(0.0, 1.0) * all),
    };
    code as i32 as u32 & (u32::MAX >> (32 - width))
}

/// The nearest half of which exponent 31 is ordinary; what is too large is the largest.
fn half(value: f32) -> u16 {
    let sign = (value.to_bits() >> 16 & 0x8000) as u16;
    let magnitude = value.abs();
    // A NaN is not below.
    let code = if magnitude < 6.103_515_6e-5 {
        // Exact product, then ties to even by the sum's own rounding.
        let scaled = f64::from(magnitude) * 16_777_216.0;
        libm::rint(scaled) as u16
    } else if magnitude < 131_040.0 {
        let bits = magnitude.to_bits() - (112 << 23);
        ((bits + 0xFFF + (bits >> 13 & 1)) >> 13) as u16
    } else {
        0x7FFF
    };
    sign | code
}

/// Exchanges bytes; false if the code reaches beyond the element, and then none are.
fn swap(packed: &mut Packed, endian: Endian128) -> bool {
    let size = usize::from(packed.size);
    let group = match endian {
        Endian128::None => return true,
        Endian128::Swap8In16 => 2,
        Endian128::Swap8In32 | Endian128::Swap16In32 => 4,
        Endian128::Swap8In64 => 8,
        Endian128::Swap8In128 => 16,
        _ => usize::MAX,
    };
    if group > size {
        return false;
    }
    for group in packed.bytes.chunks_mut(group).take(size / group) {
        if endian == Endian128::Swap16In32 {
            group.rotate_left(2);
        } else {
            group.reverse();
        }
    }
    true
}
