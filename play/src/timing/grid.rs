//! One stream under many configurations, on as many threads as wanted.
//!
//! For: every combination of values of some keys, in a fixed order of rows, whichever thread measures
//! which. Not for: files and pictures of the outcome.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sst1_cycle::config::{Config, ConfigError};
use sst1_vood::Trace;
use thiserror::Error;

use super::{Drawing, Played, Timing, TimingPlan, time_scene, time_trace};
use crate::{Ended, PlayError, Setup};

/// Combinations that a grid has at most.
const MOST: usize = 100_000;

/// A key with the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The key, as the configuration calls it.
    pub key: String,
    /// Its values, as they were given.
    pub values: Vec<String>,
}

/// Why there is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// Text that names no values.
    #[error("`{0}`: key=value,value,... is wanted")]
    Axis(String),
    /// A key that is given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A value that is given twice.
    #[error("`{key}`: {value} is given twice")]
    Value {
        /// The key.
        key: String,
        /// Its value.
        value: String,
    },
    /// Too many combinations.
    #[error("{0} combinations, at most {MOST} are measured")]
    Size(String),
    /// A combination that cannot be.
    #[error("{combination}: {error}")]
    Config {
        /// The combination.
        combination: String,
        /// Why.
        error: ConfigError,
    },
}

impl Axis {
    /// Reads `key=value,value,...`.
    ///
    /// # Errors
    /// When there is no key or no value, or a value stands there twice.
    pub fn read(text: &str) -> Result<Self, GridError> {
        let wrong = || GridError::Axis(text.to_owned());
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        for (index, value) in values.iter().enumerate() {
            if values[..index].iter().any(|earlier| same(earlier, value)) {
                return Err(GridError::Value { key: key.trim().to_owned(), value: value.clone() });
            }
        }
        Ok(Self { key: key.trim().replace('-', "_"), values })
    }
}

/// Whether two texts are the same value.
fn same(a: &str, b: &str) -> bool {
    let number = |text: &str| text.parse::<u64>().ok();
    a == b || number(a).is_some_and(|value| number(b) == Some(value))
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The value of each axis.
    pub values: Vec<String>,
    /// The configuration.
    pub config: Config,
}

/// All combinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The axes.
    pub axes: Vec<Axis>,
    /// The combinations; the last axis changes first.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// The combinations of `axes` on top of `base` with `set`. Keys are set as
    /// [`Config::set_all`] does it, so that no value of an axis is lost.
    ///
    /// # Errors
    /// When a key is given twice, there are too many combinations, or one of them cannot be.
    pub fn new(
        base: &Config,
        set: &[(String, String)],
        axes: Vec<Axis>,
    ) -> Result<Self, GridError> {
        for (index, axis) in axes.iter().enumerate() {
            if axes[..index].iter().any(|earlier| earlier.key == axis.key) {
                return Err(GridError::Twice(axis.key.clone()));
            }
        }
        let size = axes.iter().try_fold(1_usize, |size, axis| size.checked_mul(axis.values.len()));
        let size = match size {
            Some(size) if size <= MOST => size,
            Some(size) => return Err(GridError::Size(size.to_string())),
            None => return Err(GridError::Size("too many".to_owned())),
        };
        let cells =
            (0..size).map(|index| cell(base, set, &axes, index)).collect::<Result<_, _>>()?;
        Ok(Self { axes, cells })
    }
}

fn cell(
    base: &Config,
    set: &[(String, String)],
    axes: &[Axis],
    index: usize,
) -> Result<Cell, GridError> {
    let mut left = index;
    let mut values: Vec<String> = Vec::new();
    for axis in axes.iter().rev() {
        values.push(axis.values[left % axis.values.len()].clone());
        left /= axis.values.len();
    }
    values.reverse();
    let mut config = *base;
    let set = set.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let of_axes = axes.iter().zip(&values).map(|(axis, value)| (axis.key.as_str(), value.as_str()));
    match config.set_all(set.chain(of_axes)).and_then(|()| config.validate()) {
        Ok(()) => Ok(Cell { values, config }),
        Err(error) => {
            let parts =
                axes.iter().zip(&values).map(|(axis, value)| format!("{}={value}", axis.key));
            Err(GridError::Config { combination: parts.collect::<Vec<_>>().join(" "), error })
        }
    }
}

/// What is measured under every combination.
pub enum Sweep<'a> {
    /// A trace, which is opened anew each time.
    Trace {
        /// Opens it.
        open: &'a (dyn Fn() -> Result<Trace, PlayError> + Sync),
        /// How it is played.
        setup: &'a Setup,
    },
    /// A scene.
    Scene {
        /// The scene.
        scene: &'a Drawing,
        /// How disputed facts are decided.
        setup: &'a Setup,
    },
}

impl Sweep<'_> {
    fn time(&self, plan: &TimingPlan) -> Result<Outcome, PlayError> {
        match self {
            Self::Trace { open, setup } => {
                let Played { timing, ended, fault, .. } =
                    time_trace(open()?, (*setup).clone(), plan)?;
                Ok(Outcome { timing, ended, fault })
            }
            Self::Scene { scene, setup } => {
                let profile = setup.profile.profile().unwrap_or_default();
                let timing = Some(time_scene(scene, profile, plan)?);
                Ok(Outcome { timing, ended: Ended::End, fault: None })
            }
        }
    }
}

/// A combination's outcome.
#[derive(Debug)]
pub struct Outcome {
    /// What was measured; `None` if the trace ended before the frames that are measured.
    pub timing: Option<Timing>,
    /// Why the run ended.
    pub ended: Ended,
    /// What is wrong with the trace.
    pub fault: Option<PlayError>,
}

/// Measures every combination on `jobs` threads. The outcomes are in the grid's order; `done` counts
/// those that are there.
///
/// # Errors
/// The error of the first combination, in the grid's order, that could not be played.
pub fn sweep(
    what: &Sweep<'_>,
    grid: &Grid,
    plan: &TimingPlan,
    jobs: usize,
    done: &AtomicU64,
) -> Result<Vec<Outcome>, PlayError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let outcomes: Mutex<Vec<(usize, Result<Outcome, PlayError>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, grid.cells.len().max(1)) {
            scope.spawn(|| {
                while !failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = grid.cells.get(index) else { break };
                    let plan = TimingPlan { config: cell.config, ..plan.clone() };
                    let outcome = what.time(&plan);
                    failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(index, _)| *index);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
