//! Programs that take part together.

use std::collections::BTreeSet;
use std::sync::Arc;

use xenos_front::{Registers, Shader};

use super::NOTHING;
use crate::keys::texture::stage_name;
use crate::keys::vertex;
use crate::parts::{PartId, Parts};
use crate::program::{Element, Overrides, Summary};
use crate::quick::QuickMap;
use crate::tables::{Row, Tables, Which};

/// A pair's number.
pub(super) type PairId = u32;

/// Slots that byte orders are kept for: all that a fetch can name.
const ORDERS: usize = 4;

/// A vertex and a pixel program, and the lists that they make.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// Programs, pair, features, layouts.
    pub(super) programs: PartId,
    /// The key of the pair.
    pub(super) name: String,
    /// Colours that the pixel program exports.
    pub(super) exported: u32,
    /// Vertex elements by slot.
    elements: Vec<(u32, BTreeSet<Element>)>,
    /// Lists of vertex formats by the byte orders of the slots, two bits each.
    orders: QuickMap<[u64; ORDERS], PartId>,
    last_orders: Option<([u64; ORDERS], PartId)>,
    /// Texture slots by stage, the vertex stage first.
    pub(super) textures: Vec<(bool, u8)>,
    /// What instructions say of samplers, by texture slot, each slot once.
    pub(super) samples: Vec<(u8, BTreeSet<Overrides>)>,
    /// Lists of samplers by the numbers of their slots' contents.
    pub(super) samplers: QuickMap<Box<[u32]>, PartId>,
    pub(super) last_samplers: Option<(Box<[u32]>, PartId)>,
}

/// All pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// By the shader's number.
    programs: Vec<Option<Arc<Summary>>>,
    all: Vec<Pair>,
    found: QuickMap<[u32; 2], PairId>,
    /// Lists of copies by the vertex program's number.
    copies: QuickMap<u32, PartId>,
    now: Option<([u32; 2], PairId)>,
    /// Elements, samples and names that all of it holds.
    weight: usize,
}

/// What summaries and pairs may hold at most.
const MOST_WEIGHT: usize = 1 << 22;

impl Pairs {
    /// Whether so much is known of programs that all of it is better forgotten.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.weight >= MOST_WEIGHT
    }

    /// The pair that was found last.
    #[inline]
    pub(super) fn now(&mut self) -> Option<&mut Pair> {
        self.now.and_then(|(_, pair)| self.all.get_mut(pair as usize))
    }

    /// Finds the pair of these programs.
    #[inline]
    pub(super) fn find(
        &mut self,
        vertex: Option<&Arc<Shader>>,
        pixel: Option<&Arc<Shader>>,
        parts: &mut Parts,
        tables: &mut Tables,
    ) {
        let id = |shader: Option<&Arc<Shader>>| shader.map_or(NOTHING, |shader| shader.id());
        let ids = [id(vertex), id(pixel)];
        if self.now.is_some_and(|(last, _)| last == ids) {
            return;
        }
        let pair = if let Some(known) = self.found.get(&ids) {
            *known
        } else {
            let programs = [vertex, pixel].map(|shader| shader.map(|s| self.summary(s)));
            let pair = Pair::new(&programs, parts, tables);
            self.weight += pair.weight();
            self.all.push(pair);
            let pair = self.all.len() as u32 - 1;
            self.found.insert(ids, pair);
            pair
        };
        self.now = Some((ids, pair));
    }

    /// The list of a copy, which runs a vertex program alone.
    pub(super) fn of_copy(
        &mut self,
        vertex: Option<&Arc<Shader>>,
        parts: &mut Parts,
        tables: &mut Tables,
    ) -> PartId {
        let id = vertex.map_or(NOTHING, |shader| shader.id());
        if let Some(part) = self.copies.get(&id) {
            return *part;
        }
        let program = vertex.map(|shader| self.summary(shader));
        let name = program.as_ref().map_or("none", |program| program.short());
        let key = format!("vertex={name} pixel=copy");
        let mut rows = vec![tables.row(Which::ShaderPairs, &key)];
        if let Some(program) = &program {
            rows.extend(program_rows(program, tables));
        }
        let part = parts.of_rows(rows);
        self.copies.insert(id, part);
        part
    }

    fn summary(&mut self, shader: &Shader) -> Arc<Summary> {
        let at = shader.id() as usize;
        if at >= self.programs.len() {
            // A word each: there are no more than the processor keeps.
            self.programs.resize(at + 1, None);
        }
        let summary = self.programs.get(at).and_then(Option::as_ref).map(Arc::clone);
        summary.unwrap_or_else(|| {
            let summary = Arc::new(Summary::of(shader));
            self.weight += summary.weight();
            self.programs[at] = Some(Arc::clone(&summary));
            summary
        })
    }
}

/// Rows of a program that takes part: itself, and what it uses.
fn program_rows(program: &Summary, tables: &mut Tables) -> Vec<Row> {
    let stage = stage_name(program.stage);
    let mut rows =
        vec![tables.row(Which::Shaders, &format!("stage={stage} sha1={}", program.sha1))];
    rows.extend(program.features.iter().map(|feature| {
        tables.row(Which::ShaderFeatures, &format!("stage={stage} feature={feature}"))
    }));
    rows
}

impl Pair {
    fn new(programs: &[Option<Arc<Summary>>; 2], parts: &mut Parts, tables: &mut Tables) -> Self {
        let mut rows = Vec::new();
        let mut layouts = BTreeSet::new();
        let mut elements: Vec<(u32, BTreeSet<Element>)> = Vec::new();
        let mut samples: Vec<(u8, BTreeSet<Overrides>)> = Vec::new();
        let mut textures = Vec::new();
        let mut memexport = false;
        for (pixel, program) in [false, true].into_iter().zip(programs) {
            let Some(program) = program else { continue };
            rows.extend(program_rows(program, tables));
            for ((slot, stride), own) in &program.layouts {
                layouts.insert(vertex::layout(*stride, own));
                merge(&mut elements, *slot, own);
            }
            for (slot, own) in &program.samples {
                textures.push((pixel, *slot));
                merge(&mut samples, *slot, own);
            }
            memexport |= program.exports_memory();
        }
        let name = |at: usize| {
            let program = programs.get(at).and_then(Option::as_ref);
            program.map_or("none", |program| program.short()).to_owned()
        };
        let key = format!("vertex={} pixel={}", name(0), name(1));
        rows.push(tables.row(Which::ShaderPairs, &key));
        rows.extend(layouts.iter().map(|key| tables.row(Which::VertexLayouts, key)));
        if memexport {
            rows.push(tables.row(Which::SideEffects, "effect=memexport"));
        }
        let exported = programs[1].as_ref().map_or(0, |program| (program.exports & 0xF) as u32);
        Self {
            programs: parts.of_rows(rows),
            name: key,
            exported,
            elements,
            orders: QuickMap::default(),
            last_orders: None,
            textures,
            samples,
            samplers: QuickMap::default(),
            last_samplers: None,
        }
    }

    /// What it holds, roughly, in elements.
    fn weight(&self) -> usize {
        let elements = self.elements.iter().map(|(_, own)| own.len());
        let samples = self.samples.iter().map(|(_, own)| own.len());
        16 + elements.chain(samples).sum::<usize>()
    }

    /// The list of vertex formats, by the byte orders that fetch constants name now.
    #[inline]
    pub(super) fn formats(
        &mut self,
        registers: &Registers,
        parts: &mut Parts,
        tables: &mut Tables,
    ) -> PartId {
        let order = |slot: u32| registers.get(vertex::endian_register(slot)) & 3;
        let mut key = [0; ORDERS];
        for (at, (slot, _)) in self.elements.iter().enumerate() {
            // There are 97 slots at most.
            key[at / 32 % ORDERS] |= u64::from(order(*slot)) << (2 * (at % 32));
        }
        if let Some((last, part)) = self.last_orders
            && last == key
        {
            return part;
        }
        let elements = &self.elements;
        let part = *self.orders.entry(key).or_insert_with(|| {
            let one = |(slot, own): &(u32, BTreeSet<Element>)| {
                own.iter().map(|element| vertex::format(*element, order(*slot))).collect::<Vec<_>>()
            };
            let keys: BTreeSet<String> = elements.iter().flat_map(one).collect();
            parts.of_rows(keys.iter().map(|key| tables.row(Which::VertexFormats, key)))
        });
        self.last_orders = Some((key, part));
        part
    }
}

/// Adds what one program says of a slot to what others say.
fn merge<S: PartialEq, T: Ord + Copy>(all: &mut Vec<(S, BTreeSet<T>)>, slot: S, own: &BTreeSet<T>) {
    match all.iter_mut().find(|(known, _)| *known == slot) {
        Some((_, known)) => known.extend(own),
        None => all.push((slot, own.clone())),
    }
}
