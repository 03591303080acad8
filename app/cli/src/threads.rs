//! `--threads`: what a Xenos renderer's work is spread over.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use play::xtr::Threads;
use xenos_memory::GuestMemory;
use xenos_soft::Soft;

/// How many threads are wanted.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// Threads that render an .xtr trace, as many as there are processors unless given; the result
    /// is the same to the bit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Wanted {
    /// Whether a number was given.
    pub(crate) fn given(&self) -> bool {
        self.threads.is_some()
    }

    /// How many there are.
    pub(crate) fn number(&self) -> NonZero<usize> {
        let wanted = self.threads.and_then(|threads| NonZero::new(usize::from(threads)));
        wanted.unwrap_or_else(|| available_parallelism().unwrap_or(NonZero::<usize>::MIN))
    }

    /// The reference engine on them.
    pub(crate) fn engine(&self, memory: Arc<GuestMemory>) -> Soft {
        Soft::with_workers(memory, Arc::new(Threads(self.number())))
    }
}
