//! Every program of the shared Xenos streams runs in the evaluator on its stream's own inputs, and
//! nothing that it does is without a specified meaning.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `xenos/` and `xenos-d3d/`; without it nothing is
//! tested. The list of programs lies in `ucode/` beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use base_trace::{Options, open};
use play::xtr::evaluate::{Guest, Pattern, indices, pixels};
use play::xtr::{Listing, Programs};
use xenos_eval::{Constants, Group, Limits, NoTextures, Prepared, Report, inputs, run};
use xenos_front::{Direct, Draw, Event, Processor, Registers, Shader, Sink, State, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_ucode::Stage;
use xenos_xtr::Reader;

/// Draws looked at of each pair of programs in a stream.
const DRAWS: u32 = 4;

fn traces() -> Vec<PathBuf> {
    base_corpus::xenos().expect("the shared streams")
}

/// Everything that was run, over all streams.
#[derive(Default)]
struct Runs {
    /// Draws that each program ran for.
    drawn: BTreeMap<String, u64>,
    /// Programs that were loaded.
    loaded: BTreeSet<String>,
    /// What had no meaning: program, event, stream.
    unspecified: BTreeSet<(String, &'static str, String)>,
    total: Report,
}

struct Runner<'r> {
    stream: String,
    memory: Arc<GuestMemory>,
    programs: Programs,
    ready: BTreeMap<String, Arc<Prepared>>,
    pairs: BTreeMap<(String, String), u32>,
    vertices: Group,
    pixels: Group,
    never: BTreeMap<String, Arc<Listing>>,
    runs: &'r mut Runs,
}

impl Runner<'_> {
    fn prepared(&mut self, listing: &Listing) -> Arc<Prepared> {
        let make = || Arc::new(Prepared::new(&listing.program));
        Arc::clone(self.ready.entry(listing.sha1.clone()).or_insert_with(make))
    }

    fn note(&mut self, listing: &Listing, report: &Report) {
        *self.runs.drawn.entry(listing.sha1.clone()).or_default() += 1;
        self.runs.total.add(report);
        for (event, _) in report.unspecified() {
            let key = (listing.sha1.clone(), event.name(), self.stream.clone());
            self.runs.unspecified.insert(key);
        }
    }

    fn vertex(&mut self, registers: &Registers, listing: &Listing, indices: &[u32]) {
        let program = self.prepared(listing);
        let constants = Constants::of_registers(registers.words(), Stage::Vertex);
        let memory = Guest(Arc::clone(&self.memory));
        inputs::vertices(&mut self.vertices, program.registers(), indices);
        let group = &mut self.vertices;
        let limits = Limits::default();
        let report = run(&program, &constants, group, &memory, &NoTextures, &mut (), &limits);
        self.note(listing, &report);
    }

    fn pixel(&mut self, registers: &Registers, listing: &Listing) {
        let program = self.prepared(listing);
        let constants = Constants::of_registers(registers.words(), Stage::Pixel);
        let memory = Guest(Arc::clone(&self.memory));
        let (vertices, group) = (&self.vertices, &mut self.pixels);
        let mut report = pixels(group, &program, registers, vertices, [16, 8]);
        let limits = Limits::default();
        report.add(&run(&program, &constants, group, &memory, &Pattern, &mut (), &limits));
        self.note(listing, &report);
    }

    fn draw(&mut self, state: &State<'_>, draw: &Draw<'_>) {
        let Some(vertex) = state.vertex_shader.map(|shader| self.programs.of(shader)) else {
            return;
        };
        let pixel = state.pixel_shader.map(|shader| self.programs.of(shader));
        let pixel_name = pixel.as_ref().map(|pixel| pixel.sha1.clone()).unwrap_or_default();
        let times = self.pairs.entry((vertex.sha1.clone(), pixel_name)).or_default();
        *times += 1;
        if *times > DRAWS {
            return;
        }
        let indices = indices(state.registers, draw, &self.memory, 0, 64);
        self.vertex(state.registers, &vertex, &indices);
        if let Some(pixel) = pixel {
            self.pixel(state.registers, &pixel);
        }
    }
}

impl Sink for Runner<'_> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        if let Event::Draw(draw) | Event::Copy(draw) = event {
            self.draw(state, draw);
        }
    }

    fn shader(&mut self, _: xenos_front::Stage, shader: &Arc<Shader>) {
        let listing = self.programs.of(shader);
        self.runs.loaded.insert(listing.sha1.clone());
        self.never.insert(listing.sha1.clone(), listing);
    }
}

#[test]
fn every_program_of_the_streams_runs_with_specified_meaning() {
    let mut runs = Runs::default();
    let paths = traces();
    let mut never: BTreeMap<String, String> = BTreeMap::new();
    for path in &paths {
        let stream = path.file_name().expect("a name").to_string_lossy().into_owned();
        let memory = Arc::new(GuestMemory::new());
        let mut feed = TraceFeed::new(Processor::new(Arc::clone(&memory)));
        let opened = open(path, Options::default().with_sha256(false)).expect("opened");
        let runner = Runner {
            stream: stream.clone(),
            memory: Arc::clone(&memory),
            programs: Programs::default(),
            ready: BTreeMap::new(),
            pairs: BTreeMap::new(),
            vertices: Group::new(),
            pixels: Group::new(),
            never: BTreeMap::new(),
            runs: &mut runs,
        };
        let mut sink = Direct { memory: &memory, inner: runner };
        let mut reader = Reader::new(opened.trace).expect("a header");
        feed.play(&mut reader, &mut sink).expect("read to the end");
        // What no draw used runs in the stream's last state.
        let runner = &mut sink.inner;
        for (sha1, listing) in std::mem::take(&mut runner.never) {
            if runner.ready.contains_key(&sha1) {
                continue;
            }
            let state = feed.processor().state();
            let counted = runner.runs.drawn.clone();
            match listing.stage() {
                Stage::Vertex => runner.vertex(state.registers, &listing, &[0, 1, 2]),
                Stage::Pixel => runner.pixel(state.registers, &listing),
            }
            runner.runs.drawn = counted;
            never.insert(sha1, stream.clone());
        }
    }
    if paths.is_empty() {
        return;
    }
    never.retain(|sha1, _| !runs.drawn.contains_key(sha1));
    let drawn = runs.drawn.len();
    let draws: u64 = runs.drawn.values().sum();
    println!("{} programs loaded, {drawn} drawn, in {draws} runs", runs.loaded.len());
    println!("{} instructions, {} in lanes", runs.total.instructions, runs.total.lane_instructions);
    for (sha1, stream) in &never {
        println!("never drawn: {sha1}, loaded by {stream}");
    }
    for (sha1, event, stream) in &runs.unspecified {
        println!("{event}: {sha1} in {stream}");
    }
    let list = PathBuf::from(std::env::var_os("AFTERIMAGE_TRACES").expect("set"))
        .join("../ucode/programs.json");
    let list: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(list).expect("the list")).expect("JSON");
    let listed: BTreeSet<String> = list
        .as_array()
        .expect("a list")
        .iter()
        .map(|program| program["sha1"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(runs.loaded, listed);
    assert_eq!(drawn + never.len(), listed.len());
    assert_eq!(runs.unspecified, BTreeSet::new());
}
