//! Draws: which rows each counts, found again by what they were made from.
//!
//! A draw counts four kinds of lists: its primitive, the state that registers decide and its programs,
//! which are joined to one; the byte orders of its vertices; its textures and samplers; what changed
//! since the draw before. Each list is found by numbers, and
//! looked for only when the generation of what it is made from has changed. A draw in the state of
//! the one before costs a few compares and an increment.

use std::sync::Arc;

use xenos_front::{Draw, Registers, Shader, State, StateGroup};
use xenos_memory::GuestMemory;

use crate::keys::primitive::PrimitiveKey;
use crate::keys::unmodelled::Notice;
use crate::keys::{Bound, COLOR_DEPTH, pixel, raster, surface};
use crate::pages::Pages;
use crate::parts::{PartId, Parts, Share};
use crate::program::sha1_of;
use crate::quick::{QuickMap, Recent};
use crate::registers as reg;
use crate::tables::{Row, Tables, Which};

mod changes;
mod groups;
mod pairs;
mod textures;

use changes::Changes;
use groups::Groups;
use pairs::Pairs;
use textures::Textures;

/// Lists that are kept; beyond them everything is forgotten and made anew.
const MOST_PARTS: usize = 1 << 17;

/// Digits of the digest that names a whole state.
const DIGITS: usize = 16;

/// No program.
const NOTHING: u32 = u32::MAX;

/// What the lists of a draw depend on, but for primitive and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    groups: u64,
    fetch: u64,
    pages: u64,
    programs: [u32; 2],
    notice: Notice,
}

/// A primitive, and the lists of the state and of the programs.
type Whole = (PrimitiveKey, PartId, PartId);

/// Finds the rows of draws.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    parts: Parts,
    groups: Groups,
    pairs: Pairs,
    textures: Textures,
    primitives: QuickMap<PrimitiveKey, PartId>,
    recent: Recent<Whole, PartId>,
    stamp: Option<Stamp>,
    /// The state's list found last, and what from.
    state_part: Option<((u64, Bound, Notice), PartId)>,
    /// Lists of whole states: primitive, the state's list, the programs' list.
    pipelines: QuickMap<Whole, PartId>,
    /// That of the draw before, if nothing but the primitive may differ.
    pipeline: Option<(PrimitiveKey, PartId)>,
    changes: Changes,
    /// Which changes are of registers that the state's keys are made of, a bit a group.
    state_bits: u32,
    /// When one of them last changed.
    state_at: u64,
    /// The lists of the draw before, and how many draws like it are not counted yet.
    current: Vec<PartId>,
    run: u64,
    /// Some of its textures are known only after a look at memory.
    looks: bool,
}

impl Default for Draws {
    fn default() -> Self {
        let groups = Groups::new();
        Self {
            state_bits: changes::bits(|group| groups.has(group)),
            state_at: 0,
            parts: Parts::default(),
            groups,
            pairs: Pairs::default(),
            textures: Textures::default(),
            primitives: QuickMap::default(),
            recent: Recent::default(),
            stamp: None,
            state_part: None,
            pipelines: QuickMap::default(),
            pipeline: None,
            changes: Changes::default(),
            current: Vec::new(),
            run: 0,
            looks: false,
        }
    }
}

impl Draws {
    /// Counts a draw.
    #[inline]
    pub(crate) fn draw(
        &mut self,
        state: &State<'_>,
        draw: &Draw<'_>,
        memory: &GuestMemory,
        pages: &Pages,
        tables: &mut Tables,
    ) {
        let registers = state.registers;
        let key = PrimitiveKey::of(draw, registers);
        let changed = self.look(registers);
        // What changes most often is asked for first.
        let fetch = registers.generation(StateGroup::Fetch);
        let like = self.stamp.as_ref().is_some_and(|stamp| stamp.fetch == fetch);
        let stamp = self.stamp_of(state, key, pages);
        if like && !self.looks && self.stamp == Some(stamp) {
            self.run += 1;
        } else {
            self.find(state, stamp, draw.packet, memory, pages, tables);
        }
        let vertices = u64::from(draw.initiator.raw() >> 16);
        let pipeline = match self.pipeline {
            Some((last, part)) if last == key => Some(part),
            _ => self.find_pipeline(state, key, tables),
        };
        if let Some(pipeline) = pipeline {
            self.parts.count(pipeline, 1, vertices, draw.packet, tables);
        }
        let changed = self.changes.find(changed, &mut self.parts, tables);
        self.parts.count(changed, 1, 0, draw.packet, tables);
    }

    /// A draw is not counted.
    pub(crate) fn pass(&mut self, state: &State<'_>) {
        self.look(state.registers);
    }

    /// What changed since the draw before. From here on it is seen.
    #[inline]
    fn look(&mut self, registers: &Registers) -> u32 {
        let changed = self.changes.look(registers);
        if changed & self.state_bits != 0 {
            self.state_at = self.groups.generation(registers);
        }
        changed
    }

    /// Counts the programs of a copy.
    pub(crate) fn copy(&mut self, state: &State<'_>, packet: u32, tables: &mut Tables) {
        self.make_room(tables);
        let part = self.pairs.of_copy(state.vertex_shader, &mut self.parts, tables);
        self.parts.count(part, 1, 0, packet, tables);
    }

    /// The list of a whole state, what makes a pipeline: its name, and the rows of the primitive, of
    /// the state and of the programs.
    #[inline]
    fn find_pipeline(
        &mut self,
        state: &State<'_>,
        key: PrimitiveKey,
        tables: &mut Tables,
    ) -> Option<PartId> {
        let ((_, bound, _), state_part) = self.state_part?;
        let (pair, registers) = (self.pairs.now()?, state.registers);
        let place = (key, state_part, pair.programs);
        if let Some(part) = self.recent.find(|known| *known == place) {
            self.pipeline = Some((key, part));
            return Some(part);
        }
        let (parts, primitives) = (&mut self.parts, &mut self.primitives);
        let part = *self.pipelines.entry(place).or_insert_with(|| {
            let primitive = *primitives.entry(key).or_insert_with(|| primitive(key, parts, tables));
            let keys = [
                key.text(),
                surface::text(registers, bound),
                pixel::text(registers, bound),
                raster::text(registers),
                pair.name.clone(),
            ];
            let name = sha1_of(keys.join("\n").as_bytes());
            let key = format!("state={}", name.get(..DIGITS).unwrap_or(&name));
            let name = tables.row(Which::Pipelines, &key);
            parts.join([primitive, state_part, pair.programs], name)
        });
        self.recent.remember(place, part);
        self.pipeline = Some((key, part));
        Some(part)
    }

    /// What a draw's lists depend on now.
    #[inline]
    fn stamp_of(&self, state: &State<'_>, key: PrimitiveKey, pages: &Pages) -> Stamp {
        let id = |shader: Option<&Arc<Shader>>| shader.map_or(NOTHING, |shader| shader.id());
        Stamp {
            groups: self.state_at,
            fetch: state.registers.generation(StateGroup::Fetch),
            pages: pages.epoch,
            programs: [id(state.vertex_shader), id(state.pixel_shader)],
            notice: Notice::of(key.primitive()),
        }
    }

    /// Finds the lists of a draw that is not like the one before, and counts it.
    fn find(
        &mut self,
        state: &State<'_>,
        stamp: Stamp,
        packet: u32,
        memory: &GuestMemory,
        pages: &Pages,
        tables: &mut Tables,
    ) {
        self.end_run(tables);
        self.pipeline = None;
        self.make_room(tables);
        let registers = state.registers;
        let same = |part: fn(&Stamp) -> u64| {
            self.stamp.as_ref().is_some_and(|last| part(last) == part(&stamp))
        };
        let same_programs = self.stamp.is_some_and(|last| last.programs == stamp.programs);
        let same_groups = same(|stamp| stamp.groups);
        let mode = registers.get(reg::MODE_CONTROL) & 7;
        let parts = &mut self.parts;
        if !same_programs || !same_groups {
            let pixel = state.pixel_shader.filter(|_| mode == COLOR_DEPTH);
            self.pairs.find(state.vertex_shader, pixel, parts, tables);
        }
        let (pairs, textures) = (&mut self.pairs, &mut self.textures);
        let Some(pair) = pairs.now() else { return };
        let bound = Bound { mode, exported: pair.exported };
        self.current.clear();
        let own = (stamp.groups, bound, stamp.notice);
        let state_part = match self.state_part {
            Some((last, part)) if last == own => part,
            _ => self.groups.find(registers, bound, stamp.notice, parts, tables),
        };
        self.state_part = Some((own, state_part));
        self.current.push(pair.formats(registers, parts, tables));
        self.looks =
            textures.find(pair, registers, memory, pages, parts, tables, &mut self.current);
        self.stamp = Some(stamp);
        for part in &self.current {
            self.parts.count(*part, 1, 0, packet, tables);
        }
    }

    /// Counts the draws that were like the one before.
    #[inline]
    fn end_run(&mut self, tables: &mut Tables) {
        let run = std::mem::take(&mut self.run);
        if run > 0 {
            for part in &self.current {
                self.parts.count(*part, run, 0, 0, tables);
            }
        }
    }

    /// Counts what is pending; the frame ends.
    pub(crate) fn end_frame(&mut self, tables: &mut Tables) {
        self.end_run(tables);
        self.parts.end_frame(tables);
        // The next draw is the first of its frame, wherever it occurs.
        self.stamp = None;
    }

    /// Forgets what was found if it is too much.
    fn make_room(&mut self, tables: &mut Tables) {
        if self.parts.is_full(MOST_PARTS) || self.pairs.is_full() {
            self.end_run(tables);
            self.forget(tables);
        }
    }

    /// Forgets everything that was found.
    fn forget(&mut self, tables: &mut Tables) {
        self.parts.end_frame(tables);
        let (changes, state_at) = (self.changes.anew(), self.state_at);
        *self = Self { changes, state_at, ..Self::default() };
    }
}

/// The list of a primitive, which is never counted but as part of a whole one.
fn primitive(key: PrimitiveKey, parts: &mut Parts, tables: &mut Tables) -> PartId {
    let own = Share::of(tables.row(Which::Primitives, &key.text())).summing();
    let draws = tables.row(Which::Summary, "what=draws");
    let effects = key.effects().map(|effect| tables.row(Which::SideEffects, effect));
    let rest: Vec<Row> = std::iter::once(draws).chain(effects).collect();
    parts.add(std::iter::once(own).chain(rest.into_iter().map(Share::of)))
}
