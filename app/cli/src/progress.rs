//! Progress on the terminal, for work that takes longer than a second.
//!
//! [`Bar`]: a thread watches how much of the input was read, or of the work done; the work itself is
//! not touched. [`Passes`]: whoever reads a trace several times says how far it is. Neither shows
//! anything where standard error is no terminal.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use play::Passed;

const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(100);

/// A bar that is there as long as this value is.
#[derive(Default)]
pub(crate) struct Bar(Option<(Sender<()>, JoinHandle<()>)>);

impl Bar {
    /// Watches the reading of an input.
    pub(crate) fn watch(input: base_trace::Progress) -> Self {
        let total = input.clone();
        Self::of(move || reading(total.total()), move || input.bytes_read())
    }

    /// Watches how many of `total` pieces of work are done.
    pub(crate) fn count(total: u64, done: Arc<AtomicU64>) -> Self {
        let bar =
            move || styled(ProgressBar::new(total), "{wide_bar} {pos} of {len} done, {eta} left");
        Self::of(bar, move || done.load(Ordering::Relaxed))
    }

    fn of(
        bar: impl FnOnce() -> ProgressBar + Send + 'static,
        position: impl Fn() -> u64 + Send + 'static,
    ) -> Self {
        if !stderr().is_terminal() {
            return Self(None);
        }
        let (done, wait) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let gone = |patience| wait.recv_timeout(patience) != Err(RecvTimeoutError::Timeout);
            if gone(PATIENCE) {
                return;
            }
            let bar = bar();
            while !gone(REFRESH) {
                bar.set_position(position());
            }
            bar.finish_and_clear();
        });
        Self(Some((done, thread)))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            // A bar that failed to draw is no reason to fail.
            let _ = thread.join();
        }
    }
}

fn reading(total: Option<u64>) -> ProgressBar {
    match total {
        Some(total) => {
            styled(ProgressBar::new(total), "{wide_bar} {bytes} of {total_bytes} read, {eta} left")
        }
        None => styled(ProgressBar::new_spinner(), "{spinner} {bytes} read in {elapsed}"),
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Passes over a trace, and frames in them.
pub(crate) struct Passes {
    bar: Option<ProgressBar>,
    begun: Instant,
    shown: Instant,
}

impl Passes {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { bar: None, begun: now, shown: now }
    }

    /// Shows how far it is; `what` stands in front.
    pub(crate) fn seen(&mut self, Passed { pass, of, frames }: Passed, what: &str) {
        if self.begun.elapsed() < PATIENCE || self.shown.elapsed() < REFRESH {
            return;
        }
        self.shown = Instant::now();
        // Hidden by the library where standard error is no terminal.
        let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(format!("{what}pass {pass} of {of}, {frames} frames compared"));
        bar.tick();
    }
}

impl Drop for Passes {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
