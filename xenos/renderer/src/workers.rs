//! Work handed to threads that the caller owns.

/// Runs jobs that do not depend on one another. Results do not depend on who runs what when.
pub trait Workers: Send + Sync {
    /// Runs `job` once for each number below `jobs`, and returns when all are done.
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync));

    /// How many jobs are worth having at once.
    fn width(&self) -> usize;
}

/// Nobody else: jobs run one after the other where they are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Workers for Alone {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).for_each(job);
    }

    fn width(&self) -> usize {
        1
    }
}
