//! Threads that pack and write pictures while the replay goes on.
//!
//! Each picture is a file of its own and appears whole, so their order does not matter and what is
//! written does not depend on the number of threads. A picture without rows, of a stream that never
//! set a size, has no PNG.

use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{available_parallelism, scope};

use base_pixels::{Rgb8, Words16, encode_gray16, encode_rgb8, rgb565_to_rgb8};

/// What goes into a file.
pub(crate) enum Content {
    /// An 8-bit RGB PNG.
    Color(Rgb8),
    /// An 8-bit RGB PNG of 565 words, bits replicated.
    Replicated(Arc<Words16>),
    /// A 16-bit grey PNG.
    Gray(Arc<Words16>),
    /// Little-endian words.
    Raw(Arc<Words16>),
    /// As they are.
    Bytes(Vec<u8>),
}

struct Job {
    name: String,
    content: Content,
}

/// The writing side of a replay.
pub(crate) struct Writers<'a> {
    jobs: SyncSender<Job>,
    failed: &'a Mutex<Option<anyhow::Error>>,
}

impl Writers<'_> {
    /// Runs `work` with writers into `folder`, waits for them, and gives the first failure.
    pub(crate) fn with<T>(
        folder: &Path,
        work: impl FnOnce(&Writers<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let threads = available_parallelism().map_or(1, NonZero::get).min(4);
        let (jobs, queue) = sync_channel(threads * 2);
        let (queue, failed) = (Mutex::new(queue), Mutex::new(None));
        let result = scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| serve(&queue, folder, &failed));
            }
            // The channel closes with the writers, which ends the threads.
            work(&Writers { jobs, failed: &failed })
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => result,
        }
    }

    /// Hands a picture over.
    pub(crate) fn write(&self, name: String, content: Content) {
        // Only fails when every thread is gone, and then `failed` or a panic says why.
        let _ = self.jobs.send(Job { name, content });
    }

    /// Whether all went well so far.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take().map_or(Ok(()), Err)
    }
}

fn serve(queue: &Mutex<Receiver<Job>>, folder: &Path, failed: &Mutex<Option<anyhow::Error>>) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(job) = next() {
        if let Err(error) = write(folder, &job) {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

fn write(folder: &Path, job: &Job) -> anyhow::Result<()> {
    let to = folder.join(&job.name);
    let bytes = match &job.content {
        Content::Color(picture) if picture.height > 0 => encode_rgb8(picture)?,
        Content::Replicated(words) if words.height > 0 => encode_rgb8(&rgb565_to_rgb8(words))?,
        Content::Gray(words) if words.height > 0 => encode_gray16(words)?,
        Content::Raw(words) => words.to_le_bytes(),
        Content::Bytes(bytes) => return Ok(base_trace::write_whole(&to, bytes)?),
        Content::Color(_) | Content::Replicated(_) | Content::Gray(_) => return Ok(()),
    };
    Ok(base_trace::write_whole(&to, &bytes)?)
}
