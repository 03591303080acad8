//! Threads that a renderer's jobs run on.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use xenos_renderer::Workers;

/// So many threads, the asking one among them. Each takes the next job that nobody has; a renderer's
/// result does not depend on who takes which.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub NonZero<usize>);

impl Workers for Threads {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= jobs {
                    return;
                }
                job(number);
            }
        };
        scope(|scope| {
            for _ in 1..self.0.get().min(jobs) {
                // Where the system gives no more threads, those that are there do the work.
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }

    fn width(&self) -> usize {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once() {
        for threads in [1, 2, 3, 8] {
            let threads = Threads(NonZero::new(threads).unwrap());
            for jobs in [0, 1, 2, 100] {
                let counts: Vec<_> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
                threads.run(jobs, &|job| {
                    counts[job].fetch_add(1, Ordering::Relaxed);
                });
                assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
            }
        }
    }
}
