//! Two cards with different engines that are fed the same stream.

use std::fmt::Write as _;

use sst1_board::{BoardConfig, Card, Device, Engine, Region, Width};
use sst1_facts::Profile;
use sst1_regs::{offset, register_at};
use sst1_streams::{Operation, random};

use crate::difference::difference;

/// After so many states one engine begins anew from the state alone: nothing may hide in it.
const FRESH: usize = 64;

/// What both cards start from.
pub(crate) struct Session {
    pub(crate) seed: u64,
    pub(crate) config: BoardConfig,
    pub(crate) profile: Profile,
}

/// Two cards in the same state, one hopes.
struct Pair<A, B> {
    a: Card<A>,
    b: Card<B>,
}

impl<A: Engine, B: Engine> Pair<A, B> {
    fn new(session: &Session) -> Self {
        let (config, profile) = (session.config, &session.profile);
        let mut a = Card::new(config, profile.clone()).expect("a valid board");
        let mut b = Card::new(config, profile.clone()).expect("a valid board");
        a.config_write(0x40, 1, Width::Word);
        b.config_write(0x40, 1, Width::Word);
        Self { a, b }
    }

    /// Performs an operation on both and says how what they read differs.
    fn perform(&mut self, operation: &Operation) -> Option<String> {
        match *operation {
            Operation::Write(access) => {
                self.a.write(access.offset, access.data, access.width);
                self.b.write(access.offset, access.data, access.width);
                None
            }
            Operation::Read { offset, width } => {
                let (a, b) = (self.a.read(offset, width), self.b.read(offset, width));
                (a != b).then(|| {
                    format!("read of {offset:#08x}: {} {a:#x}, {} {b:#x}", A::NAME, B::NAME)
                })
            }
        }
    }

    fn difference(&self) -> Option<String> {
        difference(A::NAME, self.a.state(), B::NAME, self.b.state())
    }

    /// State `number` as a whole; the difference after it.
    fn state(&mut self, number: usize, operations: &[Operation]) -> Option<String> {
        if number % FRESH == FRESH - 1 {
            self.b = Card::from_state(self.b.state().clone());
        }
        for operation in operations {
            let read = self.perform(operation);
            if read.is_some() {
                return read;
            }
        }
        self.difference()
    }
}

impl Session {
    /// Compares the first `count` states; a report of the first difference.
    pub(crate) fn compare<A: Engine, B: Engine>(&self, count: usize) -> Option<String> {
        let mut pair = Pair::<A, B>::new(self);
        for (number, operations) in random::states(self.seed, self.config).take(count).enumerate() {
            if pair.state(number, &operations).is_some() {
                return Some(self.report::<A, B>(number));
            }
        }
        None
    }

    /// Goes to state `number` again and then on by single operations.
    fn report<A: Engine, B: Engine>(&self, number: usize) -> String {
        let mut pair = Pair::<A, B>::new(self);
        let mut states = random::states(self.seed, self.config);
        for (n, operations) in states.by_ref().take(number).enumerate() {
            if let Some(text) = pair.state(n, &operations) {
                return format!("state {n}, not {number} as before: {text}");
            }
        }
        let operations = states.next().unwrap_or_default();
        let mut text = format!("seed {:#x}, state {number}:\n", self.seed);
        for (n, operation) in operations.iter().enumerate() {
            let before = parameters(&pair);
            let found = pair.perform(operation).or_else(|| pair.difference());
            let _infallible = writeln!(text, "  {}", describe(operation));
            if let Some(found) = found {
                let _infallible = writeln!(
                    text,
                    "in this state:\n{before}\nafter operation {n} of {}: {found}",
                    operations.len()
                );
                return text;
            }
        }
        text + "the difference does not come back: an engine depends on more than its state"
    }
}

/// The registers that decide what a command draws.
fn parameters<A: Engine, B: Engine>(pair: &Pair<A, B>) -> String {
    let state = pair.a.state();
    let fbi = &state.fbi;
    let mut lines = vec![
        format!("{:?}", fbi.color_path),
        format!("{:?}", fbi.fog_mode),
        format!("{:?}", fbi.alpha_mode),
        format!("{:?}", fbi.fbz_mode),
        format!("{:?}", fbi.lfb_mode),
        format!("{:?} {:?}", fbi.clip_left_right, fbi.clip_low_high),
        format!("{:?} fogColor {:?} chromaKey {:?}", fbi.za_color, fbi.fog_color, fbi.chroma_key),
        format!("color0 {:?} color1 {:?} stipple {:#x}", fbi.color0, fbi.color1, fbi.stipple),
        format!("{:?} {:?}", state.layout(), state.init),
    ];
    for (n, tmu) in state.tmus.iter().enumerate() {
        lines.push(format!("unit {n}: {:?}", tmu.mode));
        lines.push(format!("  {:?}", tmu.lod));
        lines.push(format!("  {:?} base {:?} {:?}", tmu.detail, tmu.base, tmu.init1));
    }
    let parameters = &state.parameters;
    lines.push(format!("vertices {:?}", parameters.vertices));
    for (name, values) in
        [("start", parameters.start), ("dx", parameters.dx), ("dy", parameters.dy)]
    {
        lines.push(format!("{name} {values:?}"));
    }
    lines.join("\n")
}

fn describe(operation: &Operation) -> String {
    let (verb, at, data, width) = match *operation {
        Operation::Write(access) => {
            ("write", access.offset, format!(" = {:#010x}", access.data), access.width)
        }
        Operation::Read { offset, width } => ("read", offset, String::new(), width),
    };
    let name = match Region::of(at) {
        Region::Register => match register_at(at) {
            Some(register) => format!("{}+{}", register.name, ((at & 0x3FC) - register.offset) / 4),
            None => "reserved".to_owned(),
        },
        Region::Lfb => "LFB".to_owned(),
        Region::Texture => "texture".to_owned(),
    };
    let alternate = if at & 1 << 21 != 0 && at & 0x3FC < offset::FBZ_COLOR_PATH {
        " (alternate map if on)"
    } else {
        ""
    };
    format!("{verb} {at:#08x} {name}{data} {width:?}{alternate}")
}
