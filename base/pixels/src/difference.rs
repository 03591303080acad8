//! A picture that shows where two pictures differ and by how much.
//!
//! Equal pixels are a dimmed grey version of the first picture, for orientation. Unequal ones are
//! bright: yellow for a difference of 1, through orange to red for 32 and more, magenta from 128.
//! Even a difference of one step is far brighter than any equal pixel.

use crate::compare::check_sizes;
use crate::{PixelsError, Rgb8};

/// The difference picture; pictures of different sizes are [`PixelsError::SizesDiffer`].
pub fn difference_picture(a: &Rgb8, b: &Rgb8) -> Result<Rgb8, PixelsError> {
    check_sizes((a.width, a.height), (b.width, b.height))?;
    let pixels = a.data.chunks_exact(3).zip(b.data.chunks_exact(3));
    let data = pixels.flat_map(|(p, q)| pixel(p, q)).collect();
    Ok(Rgb8 { width: a.width, height: a.height, data })
}

fn pixel(p: &[u8], q: &[u8]) -> [u8; 3] {
    let largest = p.iter().zip(q).map(|(x, y)| x.abs_diff(*y)).max().unwrap_or(0);
    match largest {
        0 => {
            // Rec. 601 weights in 1/256; a quarter of the brightness leaves room for the marks.
            let grey = 77 * p[0] as u32 + 150 * p[1] as u32 + 29 * p[2] as u32;
            [(grey >> 10) as u8; 3]
        }
        1..=31 => [255, 255 - largest * 8, 0],
        32..=127 => [255, 0, 0],
        128..=255 => [255, 0, largest],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_dim_and_unequal_is_bright() {
        let a = Rgb8::new(4, 1, vec![255, 255, 255, 9, 9, 9, 0, 0, 0, 0, 0, 0]).unwrap();
        let b = Rgb8::new(4, 1, vec![255, 255, 255, 9, 8, 9, 64, 0, 0, 0, 0, 200]).unwrap();
        let d = difference_picture(&a, &b).unwrap();
        assert_eq!(d.data, [63, 63, 63, 255, 247, 0, 255, 0, 0, 255, 0, 200]);
    }
}
