//! The texture unit over guest memory.
//!
//! For: answers to an evaluator's requests, from many threads, and counts of what has no specified
//! meaning.
//! Not for: the arithmetic of sampling (`sample`), nor keeping texels (`cache`).
//! Facts: `docs/hardware/xenos-microcode.md`, chapter S.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use xenos_eval::{Quad, TextureRequest, TextureUnit};
use xenos_memory::GuestMemory;
use xenos_regs::fetch::{BorderColor, TextureFetch};
use xenos_ucode::codes;

use crate::cache::{Texture, TextureCache};
use crate::event::{Event, Events};
use crate::format::NoDecoder;
use crate::sample::{Kind, Looked, Plan, effective, finish};

/// Fetch constants there are.
const CONSTANTS: usize = 32;

/// Samples textures in guest memory, as it is when each constant is first used.
///
/// Make one for a draw: a constant's texture is looked up once, so a write to its memory while the
/// sampler lives may or may not be seen. It may be used from any number of threads at once. Events
/// are counted in atomics, whose sums do not depend on the order of threads.
#[derive(Debug)]
pub struct Sampler<'m> {
    memory: &'m GuestMemory,
    cache: &'m TextureCache,
    slots: [OnceLock<Slot>; CONSTANTS],
    events: Events,
    anisotropy: bool,
    one_filter: bool,
}

/// What a fetch constant is, as an instruction's dimension takes it.
#[derive(Clone, Debug)]
struct Slot {
    words: [u32; 6],
    asked: codes::Dimension,
    fetch: TextureFetch,
    kind: Kind,
    mismatch: bool,
    texture: Result<Arc<Texture>, NoDecoder>,
}

impl<'m> Sampler<'m> {
    /// A sampler of textures in `memory`, which are kept in `cache`.
    pub fn new(memory: &'m GuestMemory, cache: &'m TextureCache) -> Self {
        Self {
            memory,
            cache,
            slots: Default::default(),
            events: Events::default(),
            anisotropy: true,
            one_filter: false,
        }
    }

    /// The same with anisotropic filters taking one sample, or several as they should.
    #[must_use]
    pub fn with_anisotropy(mut self, anisotropy: bool) -> Self {
        self.anisotropy = anisotropy;
        self
    }

    /// The same with the filter for magnified texels taken for minified ones as well.
    #[must_use]
    pub fn with_one_filter(mut self, one_filter: bool) -> Self {
        self.one_filter = one_filter;
        self
    }

    /// Events so far, those that were seen: an event a quad and executed instruction.
    pub fn events(&self) -> impl Iterator<Item = (Event, u64)> {
        self.events.seen()
    }

    fn slot(&self, request: &TextureRequest<'_>) -> Slot {
        let (words, asked) = (request.constant, request.instruction.dimension);
        let (fetch, kind, mismatch) = effective(TextureFetch::from_words(words), asked);
        let texture = self.cache.texture(&fetch, self.memory);
        Slot { words, asked, fetch, kind, mismatch, texture }
    }

    /// Settles a request and hands it on, with its texture if the format has a decoder; `None` if
    /// the constant is not of a texture.
    fn with<T>(
        &self,
        request: &TextureRequest<'_>,
        of: impl FnOnce(&Plan<'_>, Option<&Texture>) -> T,
    ) -> Option<T> {
        if TextureFetch::of_texture(request.constant).is_err() {
            self.events.note(Event::FetchConstantType);
            return None;
        }
        let number = usize::from(request.instruction.constant) % CONSTANTS;
        let slot = self.slots[number].get_or_init(|| self.slot(request));
        let same = slot.words == request.constant && slot.asked == request.instruction.dimension;
        if same {
            return Some(self.settled(request, slot, of));
        }
        // Two instructions take a constant as different dimensions: rare, and looked up each time.
        Some(self.settled(request, &self.slot(request), of))
    }

    fn settled<T>(
        &self,
        request: &TextureRequest<'_>,
        slot: &Slot,
        of: impl FnOnce(&Plan<'_>, Option<&Texture>) -> T,
    ) -> T {
        let mut plan = Plan::new(request, slot.fetch, slot.kind);
        if !self.anisotropy {
            plan.limit = 1;
        }
        if self.one_filter {
            plan.minified = plan.magnified;
        }
        let texels = request.instruction.unnormalized;
        let events = &self.events;
        events.note_if(slot.mismatch, Event::DimensionMismatch);
        events.note_if(texels && plan.kind == Kind::Cube, Event::UnnormalizedCube);
        let wraps = texels && plan.kind != Kind::Cube && plan.wraps();
        events.note_if(wraps, Event::UnnormalizedWrap);
        of(&plan, slot.texture.as_deref().ok())
    }
}

fn lanes<T: Copy + Default>(
    request: &TextureRequest<'_>,
    mut of: impl FnMut(usize) -> T,
) -> [T; 4] {
    [0, 1, 2, 3].map(|lane| if request.lanes >> lane & 1 != 0 { of(lane) } else { T::default() })
}

impl TextureUnit for Sampler<'_> {
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; 4] {
        let sampled = self.with(request, |plan, texture| {
            let Some(texture) = texture else {
                self.events.note(Event::TextureFormat);
                return [[0.0; 4]; 4];
            };
            self.events.note_if(plan.fetch.d3.num_format(), Event::TextureInteger);
            let outside = Cell::new(false);
            let footprints = plan.footprints();
            let border = plan.border();
            let values = lanes(request, |lane| {
                let value =
                    plan.filtered(lane, footprints[lane].as_ref(), &mut |looked| match looked {
                        Looked::Texel(level, slice, x, y) => {
                            texture.texel(self.memory, level, slice, x, y)
                        }
                        Looked::Border => {
                            outside.set(true);
                            border
                        }
                    });
                finish(&plan.fetch, value)
            });
            let video = [BorderColor::AcbycrBlack, BorderColor::AcbcryBlack];
            let odd = video.contains(&plan.fetch.d5.border_color());
            self.events.note_if(outside.get() && odd, Event::BorderColor);
            let several = (0..4).filter(|lane| request.lanes >> lane & 1 != 0);
            let several = several.filter_map(|lane| footprints[lane]).any(|print| print.count > 1);
            self.events.note_if(several, Event::Anisotropy);
            values
        });
        sampled.unwrap_or_default()
    }

    fn computed_lod(&self, request: &TextureRequest<'_>) -> Quad {
        let of = |plan: &Plan<'_>| lanes(request, |lane| plan.computed(lane));
        self.with(request, |plan, _| of(plan)).unwrap_or_default()
    }

    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; 4] {
        let of = |plan: &Plan<'_>| lanes(request, |lane| plan.weights(lane));
        self.with(request, |plan, _| of(plan)).unwrap_or_default()
    }

    fn border_fraction(&self, request: &TextureRequest<'_>) -> Quad {
        self.events.note(Event::BorderShare);
        let share = |looked| if looked == Looked::Border { [1.0; 4] } else { [0.0; 4] };
        let of = |plan: &Plan<'_>| {
            let prints = plan.footprints();
            let mut look = share;
            lanes(request, |lane| plan.filtered(lane, prints[lane].as_ref(), &mut look)[0])
        };
        self.with(request, |plan, _| of(plan)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
