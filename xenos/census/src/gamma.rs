//! Whether the display's ramps are straight.

use base_word::bits;
use xenos_front::Gamma;

use crate::keys::texture;
use crate::names::yes;

/// What is known of the ramps, and of which generation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ramps {
    known: Option<(u64, [bool; 2])>,
}

impl Ramps {
    /// The key of a swap that shows this fetch constant.
    pub(crate) fn key(&mut self, gamma: &Gamma, words: &[u32; 6]) -> String {
        let format = texture::is_texture(words).then(|| bits(words[1], 5, 0));
        let (table, which) = match format {
            Some(6) => ("256", 0),
            Some(7 | 54) => ("pwl", 1),
            _ => return "table=none linear=yes".to_owned(),
        };
        let linear = match self.known {
            Some((generation, linear)) if generation == gamma.generation => linear,
            _ => [table_is_linear(gamma), pieces_are_linear(gamma)],
        };
        self.known = Some((gamma.generation, linear));
        format!("table={table} linear={}", yes(linear[which]))
    }
}

/// Each component is the entry's share of 1023, rounded down or up.
fn table_is_linear(gamma: &Gamma) -> bool {
    (0..).zip(gamma.table.iter()).all(|(entry, word)| {
        let scaled: u32 = entry * 1023;
        let straight = scaled / 255..=scaled.div_ceil(255);
        [bits(*word, 29, 20), bits(*word, 19, 10), bits(*word, 9, 0)]
            .iter()
            .all(|component| straight.contains(component))
    })
}

fn pieces_are_linear(gamma: &Gamma) -> bool {
    (0..)
        .zip(gamma.pieces.iter())
        .all(|(entry, piece)| piece.iter().all(|word| *word == 512 << 16 | (entry * 512)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramps_start_straight() {
        let (mut gamma, mut ramps) = (Gamma::default(), Ramps::default());
        let shown = |format: u32| [2, format, 0, 0, 0, 0];
        assert_eq!(ramps.key(&gamma, &shown(6)), "table=256 linear=yes");
        assert_eq!(ramps.key(&gamma, &shown(54)), "table=pwl linear=yes");
        gamma.table[3] += 2;
        gamma.generation += 1;
        assert_eq!(ramps.key(&gamma, &shown(6)), "table=256 linear=no");
        assert_eq!(ramps.key(&gamma, &shown(7)), "table=pwl linear=yes");
        assert_eq!(ramps.key(&gamma, &shown(20)), "table=none linear=yes");
    }
}
