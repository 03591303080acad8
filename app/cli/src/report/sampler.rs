//! Which frames a report shows: evenly spread ones, found in one pass.
//!
//! Every `stride`th frame is kept; when there are too many, every second one goes and the stride
//! doubles.

use ::report::{Picture, Report};
use base_pixels::{Rgb8, Words16, encode_rgb8, rgb565_to_rgb8};
use sst1_board::{Buffer, State};

/// Frames that are shown at most.
const MOST: usize = 24;
/// Box that shown frames fit in.
const WIDTH: u32 = 320;
const HEIGHT: u32 = 320;
/// Pixels of a picture that can stand at the top in full.
const MOST_PIXELS: u64 = 1 << 20;
/// Bytes of all frames' files, and of the one at the top.
const MOST_BYTES: usize = 3_000_000;
const MOST_HERO_BYTES: usize = 1_200_000;

struct Kept {
    frame: u64,
    size: (u32, u32),
    small: Rgb8,
    full: Option<Words16>,
    /// How many colours it has.
    colors: u32,
}

/// The frames kept so far.
pub(crate) struct Sampler {
    stride: u64,
    kept: Vec<Kept>,
    first: Option<u64>,
}

impl Default for Sampler {
    fn default() -> Self {
        Self { stride: 1, kept: Vec::new(), first: None }
    }
}

impl Sampler {
    /// A frame is visible.
    pub(crate) fn offer(&mut self, state: &State, frame: u64) {
        let first = *self.first.get_or_insert(frame);
        if !(frame - first).is_multiple_of(self.stride) || state.picture_height() == 0 {
            return;
        }
        if self.kept.len() >= MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.kept.retain(|kept| (kept.frame - first).is_multiple_of(stride));
            if !(frame - first).is_multiple_of(stride) {
                return;
            }
        }
        let picture = state.picture(Buffer::Front);
        let colors = colors(&picture.words);
        let words = Words16 { width: picture.width, height: picture.height, data: picture.words };
        let small = shrunk(&rgb565_to_rgb8(&words), WIDTH, HEIGHT);
        let size = (words.width, words.height);
        let pixels = u64::from(words.width) * u64::from(words.height);
        let full = (pixels <= MOST_PIXELS).then_some(words);
        self.kept.push(Kept { frame, size, small, full, colors });
    }

    /// Puts the frames into a report, and the one with most colours at its top.
    pub(crate) fn fill(self, report: &mut Report) -> anyhow::Result<()> {
        let Self { mut kept, stride, .. } = self;
        let mut richest: Option<&Kept> = None;
        for frame in &kept {
            if richest.is_none_or(|known| frame.colors > known.colors) {
                richest = Some(frame);
            }
        }
        report.hero = richest.map(hero).transpose()?;
        let mut pictures = kept.iter().map(small).collect::<Result<Vec<_>, _>>()?;
        let mut shown = stride;
        while pictures.iter().map(|p| p.png.len()).sum::<usize>() > MOST_BYTES && pictures.len() > 1
        {
            shown *= 2;
            pictures = every_second(pictures);
            kept = every_second(kept);
        }
        report.frames_note = match (shown, kept.len()) {
            (1, _) => "All frames, as they become visible.".to_owned(),
            (stride, n) => format!("One frame in {stride}, as it becomes visible: {n} in all."),
        };
        report.frames = pictures;
        Ok(())
    }
}

fn every_second<T>(items: Vec<T>) -> Vec<T> {
    items.into_iter().step_by(2).collect()
}

fn small(kept: &Kept) -> anyhow::Result<Picture> {
    picture(&kept.small, format!("frame {}", kept.frame))
}

fn hero(kept: &Kept) -> anyhow::Result<Picture> {
    let (width, height) = kept.size;
    let caption = format!("frame {}, {width} × {height}", kept.frame);
    if let Some(full) = &kept.full {
        let whole = picture(&rgb565_to_rgb8(full), caption.clone())?;
        if whole.png.len() <= MOST_HERO_BYTES {
            return Ok(whole);
        }
    }
    picture(&kept.small, caption)
}

/// A picture as the page takes it.
pub(crate) fn picture(pixels: &Rgb8, caption: String) -> anyhow::Result<Picture> {
    let (width, height) = (pixels.width, pixels.height);
    Ok(Picture { png: encode_rgb8(pixels)?, width, height, caption })
}

fn colors(words: &[u16]) -> u32 {
    let mut seen = vec![0_u64; 1024];
    for word in words {
        if let Some(bits) = seen.get_mut(usize::from(*word) / 64) {
            *bits |= 1 << (word % 64);
        }
    }
    seen.iter().map(|bits| bits.count_ones()).sum()
}

/// The picture in a box, averaged by area; one that fits is left as it is.
pub(crate) fn shrunk(picture: &Rgb8, most_width: u32, most_height: u32) -> Rgb8 {
    let (width, height) = (u64::from(picture.width), u64::from(picture.height));
    let (box_width, box_height) = (u64::from(most_width), u64::from(most_height));
    if width <= box_width && height <= box_height {
        return picture.clone();
    }
    // The side that exceeds its box by more decides.
    let (w, h) = if width * box_height >= height * box_width {
        (box_width, (height * box_width / width).max(1))
    } else {
        ((width * box_height / height).max(1), box_height)
    };
    let mut data = Vec::with_capacity((w * h * 3) as usize);
    for y in 0..h {
        let rows = y * height / h..((y + 1) * height).div_ceil(h);
        for x in 0..w {
            let columns = x * width / w..((x + 1) * width).div_ceil(w);
            let mut sums = [0_u64; 4];
            for row in rows.clone() {
                let first = ((row * width + columns.start) * 3) as usize;
                let last = ((row * width + columns.end) * 3) as usize;
                let pixels = picture.data.get(first..last).unwrap_or_default();
                for pixel in pixels.chunks_exact(3) {
                    for (sum, value) in sums.iter_mut().zip(pixel.iter().chain(&[1])) {
                        *sum += u64::from(*value);
                    }
                }
            }
            let n = sums[3].max(1);
            data.extend(sums[..3].iter().map(|sum| ((sum + n / 2) / n) as u8));
        }
    }
    Rgb8 { width: w as u32, height: h as u32, data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_averages_and_keeps_the_shape() {
        let data = [[0, 0, 0], [200, 100, 50], [0, 0, 0], [200, 100, 50]].concat();
        let picture = Rgb8 { width: 2, height: 2, data };
        assert_eq!(shrunk(&picture, 2, 2), picture);
        assert_eq!(shrunk(&picture, 1, 9).data, [100, 50, 25]);
        let wide = Rgb8 { width: 640, height: 480, data: vec![7; 640 * 480 * 3] };
        let small = shrunk(&wide, 320, 320);
        assert_eq!((small.width, small.height, small.data.len()), (320, 240, 320 * 240 * 3));
        assert!(small.data.iter().all(|value| *value == 7));
        let thin = Rgb8 { width: 1, height: 4000, data: vec![9; 12000] };
        assert_eq!((shrunk(&thin, 320, 320).width, shrunk(&thin, 320, 320).height), (1, 320));
    }

    #[test]
    fn colours_are_counted_once() {
        assert_eq!(colors(&[0, 0, 65535, 64, 64]), 3);
    }
}
