//! Textures and samplers of a draw, by what their fetch constants hold.

use xenos_front::{FETCH_SLOTS, Registers, Stage};
use xenos_memory::GuestMemory;

use super::pairs::Pair;
use crate::keys::texture;
use crate::pages::Pages;
use crate::parts::{PartId, Parts};
use crate::quick::QuickMap;
use crate::tables::{Tables, Which};

/// What a fetch constant holds.
#[derive(Clone, Copy, Debug)]
struct Content {
    words: [u32; 6],
    /// The page that decides where it comes from, of a texture.
    page: Option<u32>,
    /// The number of what samplers see of it.
    sampler: u32,
    /// Lists by stage (pixel second) and origin (resolve second).
    parts: [[Option<PartId>; 2]; 2],
}

/// A slot, and when it was looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    generation: Option<u64>,
    content: u32,
}

/// Everything that fetch constants held.
#[derive(Clone, Debug, Default)]
pub(super) struct Textures {
    slots: [Slot; FETCH_SLOTS],
    contents: Vec<Content>,
    found: QuickMap<[u32; 6], u32>,
    samplers: QuickMap<[u32; 4], u32>,
    sampler_words: Vec<[u32; 4]>,
    numbers: Vec<u32>,
}

impl Textures {
    /// Adds the lists of a pair's textures and samplers; says whether memory was looked at, which
    /// may answer otherwise another time.
    #[expect(clippy::too_many_arguments, reason = "what a draw is counted with, lent in parts")]
    #[inline]
    pub(super) fn find(
        &mut self,
        pair: &mut Pair,
        registers: &Registers,
        memory: &GuestMemory,
        pages: &Pages,
        parts: &mut Parts,
        tables: &mut Tables,
        list: &mut Vec<PartId>,
    ) -> bool {
        if pair.textures.is_empty() {
            return false;
        }
        let mut looks = false;
        for (pixel, slot) in &pair.textures {
            let content = self.content(registers, *slot);
            let Some(content) = self.contents.get_mut(content as usize) else { continue };
            let marked = content.page.filter(|page| pages.is_marked(*page));
            looks |= marked.is_some();
            let resolved = marked.is_some_and(|page| pages.is_resolved(page, memory));
            let part = &mut content.parts[usize::from(*pixel)][usize::from(resolved)];
            let words = &content.words;
            list.push(*part.get_or_insert_with(|| {
                let stage = if *pixel { Stage::Pixel } else { Stage::Vertex };
                let key = texture::text(stage, words, resolved);
                parts.of_rows([tables.row(Which::Textures, &key)])
            }));
        }
        list.push(self.samplers(pair, registers, parts, tables));
        looks
    }

    /// The number of what a slot holds now.
    #[inline]
    fn content(&mut self, registers: &Registers, slot: u8) -> u32 {
        let generation = registers.fetch_generation(usize::from(slot));
        let place = usize::from(slot) % FETCH_SLOTS;
        if self.slots[place].generation != Some(generation) {
            let content = self.look_up(registers.fetch(usize::from(slot)));
            self.slots[place] = Slot { generation: Some(generation), content };
        }
        self.slots[place].content
    }

    #[inline]
    fn look_up(&mut self, words: [u32; 6]) -> u32 {
        if let Some(known) = self.found.get(&words) {
            return *known;
        }
        let seen = texture::sampler_words(&words);
        let next = self.sampler_words.len() as u32;
        let sampler = *self.samplers.entry(seen).or_insert(next);
        if sampler == next {
            self.sampler_words.push(seen);
        }
        let page = texture::is_texture(&words).then(|| texture::page(&words));
        let content = self.contents.len() as u32;
        self.contents.push(Content { words, page, sampler, parts: [[None; 2]; 2] });
        self.found.insert(words, content);
        content
    }

    /// The list of samplers.
    #[inline]
    fn samplers(
        &mut self,
        pair: &mut Pair,
        registers: &Registers,
        parts: &mut Parts,
        tables: &mut Tables,
    ) -> PartId {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        for (slot, _) in &pair.samples {
            let content = self.content(registers, *slot);
            numbers.push(self.contents.get(content as usize).map_or(0, |found| found.sampler));
        }
        let part = match &pair.last_samplers {
            Some((last, part)) if **last == *numbers => *part,
            _ => {
                let part = if let Some(known) = pair.samplers.get(&*numbers) {
                    *known
                } else {
                    let part = self.new_samplers(pair, &numbers, parts, tables);
                    pair.samplers.insert(numbers.as_slice().into(), part);
                    part
                };
                // The same length as before, as a rule: nothing is allocated.
                match &mut pair.last_samplers {
                    Some((last, known)) if last.len() == numbers.len() => {
                        last.copy_from_slice(&numbers);
                        *known = part;
                    }
                    last => *last = Some((numbers.as_slice().into(), part)),
                }
                part
            }
        };
        self.numbers = numbers;
        part
    }

    fn new_samplers(
        &self,
        pair: &Pair,
        numbers: &[u32],
        parts: &mut Parts,
        tables: &mut Tables,
    ) -> PartId {
        let mut keys = std::collections::BTreeSet::new();
        for ((_, own), number) in pair.samples.iter().zip(numbers) {
            let Some(words) = self.sampler_words.get(*number as usize) else { continue };
            if words[0] & 3 == 2 {
                keys.extend(own.iter().map(|own| texture::sampler(words, own)));
            }
        }
        parts.of_rows(keys.iter().map(|key| tables.row(Which::Samplers, key)))
    }
}
