//! Programs of the shared streams, each with what it found when it was first drawn with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use base_trace::{Options, open};
use play::xtr::Programs;
use xenos_front::{Direct, Event, Processor, Registers, Shader, Sink, State, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_regs::fetch::VertexFetch as Constant;
use xenos_ucode::{Instruction, Program, Slot};
use xenos_xtr::Reader;

use crate::job::{FILE, Job};

/// Dwords that are taken of each vertex buffer.
const DWORDS: u32 = 512;

/// A program and what it found.
pub(crate) struct Found {
    pub(crate) sha1: String,
    pub(crate) program: Program,
    pub(crate) own: Job,
}

/// Traces whose name has `part` in it.
fn traces(part: &str) -> Vec<PathBuf> {
    base_corpus::xenos_chosen(Some(part)).expect("the shared streams")
}

struct Runner<'r> {
    memory: Arc<GuestMemory>,
    programs: Programs,
    found: &'r mut BTreeMap<String, Found>,
    /// Loaded and not drawn with yet.
    loaded: BTreeMap<String, Program>,
}

impl Runner<'_> {
    fn find(&mut self, sha1: &str, program: &Program, registers: &Registers) {
        self.loaded.remove(sha1);
        if self.found.contains_key(sha1) {
            return;
        }
        let mut file = registers.words().to_vec();
        file.resize(FILE, 0);
        let own = Job {
            program: 0,
            name: String::new(),
            memory: self.buffers(program, &file),
            file,
            lanes: Vec::new(),
            covered: 0,
            flow_limit: 0,
        };
        let found = Found { sha1: sha1.to_owned(), program: program.clone(), own };
        self.found.insert(sha1.to_owned(), found);
    }

    /// The beginnings of the buffers that a program's fetches name.
    fn buffers(&self, program: &Program, file: &[u32]) -> BTreeMap<u32, u32> {
        let mut memory = BTreeMap::new();
        for slot in &program.slots {
            let Slot::Used(Instruction::VertexFetch(fetch)) = slot else { continue };
            let at = usize::from(xenos_regs::index::SHADER_CONSTANT_FETCH);
            let at = at + 2 * fetch.constant() as usize;
            let Ok(constant) = Constant::of_vertices([file[at], file[at + 1]]) else { continue };
            let first = constant.d0.address();
            for dword in first..first + constant.d1.size().min(DWORDS) {
                let word = self.memory.read_word(dword << 2).unwrap_or(0).swap_bytes();
                memory.insert(dword, word);
            }
        }
        memory
    }
}

impl Sink for Runner<'_> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        if let Event::Draw(_) | Event::Copy(_) = event {
            for shader in [state.vertex_shader, state.pixel_shader].into_iter().flatten() {
                let listing = self.programs.of(shader);
                self.find(&listing.sha1, &listing.program, state.registers);
            }
        }
    }

    fn shader(&mut self, _: xenos_front::Stage, shader: &Arc<Shader>) {
        let listing = self.programs.of(shader);
        self.loaded.insert(listing.sha1.clone(), listing.program.clone());
    }
}

/// All programs of these streams.
pub(crate) fn programs(part: &str) -> Vec<Found> {
    let mut found = BTreeMap::new();
    for path in traces(part) {
        let memory = Arc::new(GuestMemory::new());
        let mut feed = TraceFeed::new(Processor::new(Arc::clone(&memory)));
        let opened = open(&path, Options::default().with_sha256(false)).expect("opened");
        let (programs, loaded) = (Programs::default(), BTreeMap::new());
        let inner = Runner { memory: Arc::clone(&memory), programs, found: &mut found, loaded };
        let mut sink = Direct { memory: &memory, inner };
        let mut reader = Reader::new(opened.trace).expect("a header");
        feed.play(&mut reader, &mut sink).expect("read to the end");
        // What no draw used finds the stream's last state.
        let registers = feed.processor().state().registers;
        for (sha1, program) in sink.inner.loaded.clone() {
            sink.inner.find(&sha1, &program, registers);
        }
    }
    found.into_values().collect()
}
