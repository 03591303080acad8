//! A progress bar on the terminal, for work that takes longer than a second.
//!
//! A thread watches how much of the input was read; the work itself is not touched. There is no
//! bar where standard error is no terminal.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(100);

/// A bar that is there as long as this value is.
#[derive(Default)]
pub(crate) struct Bar(Option<(Sender<()>, JoinHandle<()>)>);

impl Bar {
    /// Watches the reading of an input.
    pub(crate) fn watch(input: base_trace::Progress) -> Self {
        if !stderr().is_terminal() {
            return Self(None);
        }
        let (done, wait) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let gone = |patience| wait.recv_timeout(patience) != Err(RecvTimeoutError::Timeout);
            if gone(PATIENCE) {
                return;
            }
            let bar = bar(input.total());
            while !gone(REFRESH) {
                bar.set_position(input.bytes_read());
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

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{wide_bar} {bytes} of {total_bytes} read, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {bytes} read in {elapsed}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
