//! What a game's census says that it draws with: kinds that scenes have to cover, by number.
//!
//! For: the lists of copies, surfaces and textures, whether a draw is of a kind, and what is changed
//! one by one to prove that a scene shows the kind.
//! Not for: what a kind computes; the files say that.
//! Facts: specification digest `xenos-native-renderer`, sections 1.3 to 1.5: twenty-nine surface
//! configurations, twenty kinds of copies, twenty-two pairs of texture format and dimension,
//! numbered as they are listed there.

mod copies;
mod surfaces;
mod textures;

use base_filetest::{Line, ParseError, Place};
use base_word::{FieldValue, mask};
use xenos_ucode::codes;

use crate::scene::Change;

pub use copies::COPIES;
pub use surfaces::SURFACES;
pub use textures::TEXTURES;

/// One of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Copies out of EDRAM.
    Copy,
    /// Surface configurations.
    Surface,
    /// Texture formats with dimensions.
    Texture,
}

/// One part of a kind, changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What is changed, in words.
    pub what: String,
    /// Bits of registers.
    pub changes: Vec<Change>,
    /// What all texture fetches of the scene's programs ask for instead.
    pub fetches: Option<codes::Dimension>,
}

impl Variant {
    fn bits(what: impl Into<String>, changes: Vec<Change>) -> Self {
        Self { what: what.into(), changes, fetches: None }
    }
}

/// A kind that a scene claims to cover.
#[derive(Clone, Debug, PartialEq)]
pub struct KindClaim {
    /// Where the claim stands.
    pub place: Place,
    /// Which list.
    pub family: Family,
    /// Its number there, from 1.
    pub number: usize,
}

/// A kind that some scene has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredKind {
    /// Its name, as claims have it.
    pub key: String,
    /// What it is.
    pub meaning: String,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Surface, Self::Copy, Self::Texture];

    const fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Surface => "surface",
            Self::Texture => "texture",
        }
    }

    const fn count(self) -> usize {
        match self {
            Self::Copy => COPIES.len(),
            Self::Surface => SURFACES.len(),
            Self::Texture => TEXTURES.len(),
        }
    }

    fn meaning(self, number: usize) -> String {
        let at = number.wrapping_sub(1);
        let text = match self {
            Self::Copy => COPIES.get(at).map(ToString::to_string),
            Self::Surface => SURFACES.get(at).map(ToString::to_string),
            Self::Texture => TEXTURES.get(at).map(ToString::to_string),
        };
        text.unwrap_or_default()
    }
}

/// Every kind that has to be covered.
pub fn required_kinds() -> Vec<RequiredKind> {
    let of = |family: Family| {
        (1..=family.count()).map(move |number| RequiredKind {
            key: format!("{}.{number}", family.name()),
            meaning: family.meaning(number),
        })
    };
    Family::ALL.into_iter().flat_map(of).collect()
}

impl KindClaim {
    /// Takes what stands behind `covers`: `copy.3`.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let place = line.place();
        let (family, number) = line.parsed("a kind", |text| {
            let known = || {
                let (name, digits) = text.split_once('.')?;
                let family = Family::ALL.into_iter().find(|family| family.name() == name)?;
                let number = digits.parse().ok()?;
                (1..=family.count()).contains(&number).then_some((family, number))
            };
            known().ok_or_else(|| format!("no kind is called `{text}`"))
        })?;
        line.end()?;
        Ok(Self { place, family, number })
    }

    /// Its name: `copy.3`.
    pub fn key(&self) -> String {
        format!("{}.{}", self.family.name(), self.number)
    }

    /// What it is.
    pub fn meaning(&self) -> String {
        self.family.meaning(self.number)
    }

    /// What a draw or copy with these registers has to be changed in, if it is of the kind.
    pub(crate) fn variants(&self, read: &dyn Fn(u16) -> u32) -> Option<Vec<Variant>> {
        let at = self.number.wrapping_sub(1);
        match self.family {
            Family::Copy => COPIES.get(at)?.variants(read),
            Family::Surface => SURFACES.get(at)?.variants(read),
            Family::Texture => TEXTURES.get(at)?.variants(read),
        }
    }
}

/// A field's value, changed: the field by its lowest and highest bit.
fn change(register: u16, (lo, hi): (u32, u32), value: u32) -> Change {
    let field = mask(hi - lo + 1);
    Change { register, mask: field << lo, value: (value & field) << lo }
}

/// A field's name of a value.
fn name<T: FieldValue>(value: T) -> String {
    let code = value.to_bits();
    T::VALUES.iter().find(|v| v.code == code).map_or(code.to_string(), |v| v.name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_lists_are_the_censuss() {
        assert_eq!((SURFACES.len(), COPIES.len(), TEXTURES.len()), (29, 20, 22));
        let meanings: BTreeSet<String> =
            required_kinds().into_iter().map(|kind| kind.meaning).collect();
        assert_eq!(meanings.len(), 71, "each once");
        assert_eq!(
            Family::Copy.meaning(3),
            "2_10_10_10_FLOAT 4x, samples 0123, to 2_10_10_10, exponent -2, cleared"
        );
        assert_eq!(Family::Surface.meaning(5), "1280 1x 2_10_10_10_AS_10_10_10_10");
        assert_eq!(Family::Texture.meaning(5), "2_10_10_10_AS_16_16_16_16 cube");
    }
}
