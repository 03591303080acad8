//! What happens to a filtered value.
//!
//! Facts: rule S12, steps 4 to 6.

use xenos_regs::fetch::{Swizzle, TextureFetch, TextureSign};

use crate::arithmetic::{mul, power, sub};
use crate::gamma::to_linear;
use crate::texel::Texel;

/// The constant's swizzle, signs that act behind the filter, and the exponent.
pub(crate) fn finish(fetch: &TextureFetch, filtered: Texel) -> Texel {
    let signs = fetch.signs();
    let of = |from: usize| {
        let value = filtered[from];
        match signs[from] {
            TextureSign::Biased => sub(mul(2.0, value), 1.0),
            TextureSign::Gamma => to_linear(value),
            TextureSign::Unsigned | TextureSign::Signed => value,
        }
    };
    let exponent = fetch.d3.exp_adjust();
    let scale = power(exponent);
    fetch.swizzle().map(|from| {
        let value = match from {
            Swizzle::X => of(0),
            Swizzle::Y => of(1),
            Swizzle::Z => of(2),
            Swizzle::W => of(3),
            Swizzle::One => 1.0,
            Swizzle::Zero | Swizzle::Reserved6 | Swizzle::Keep => 0.0,
        };
        if exponent == 0 { value } else { mul(value, scale) }
    })
}
