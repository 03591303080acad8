//! From values to places, and round numbers for ticks.

use crate::data::{Axis, Scale, Tick};
use crate::text::number;

/// An axis with its ends and ticks found.
pub(crate) struct Ruler {
    scale: Scale,
    ends: [f64; 2],
    /// The places of the ends.
    places: [f64; 2],
    pub(crate) ticks: Vec<Tick>,
}

impl Ruler {
    /// The ruler of an axis for some values, between two places. `near` is how many ticks are wanted.
    pub(crate) fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64>,
        places: [f64; 2],
        near: usize,
    ) -> Self {
        let usable =
            |value: &f64| value.is_finite() && (axis.scale == Scale::Linear || *value > 0.0);
        let [mut low, mut high] = axis.range.unwrap_or_else(|| {
            let start = [f64::INFINITY, f64::NEG_INFINITY];
            values.filter(usable).fold(start, |[low, high], v| [low.min(v), high.max(v)])
        });
        if !(usable(&low) && usable(&high)) {
            [low, high] = [1.0, 2.0];
        }
        if axis.range.is_none() && axis.scale == Scale::Linear && low > 0.0 && low < high / 2.0 {
            low = 0.0;
        }
        if low >= high {
            [low, high] = match axis.scale {
                Scale::Linear if low == 0.0 => [0.0, 1.0],
                _ => [low - low.abs() / 2.0, low + low.abs() / 2.0],
            };
        }
        let mut ticks = axis.ticks.clone();
        if ticks.is_empty() {
            ticks = match axis.scale {
                Scale::Linear => round(low, high, near),
                Scale::Logarithmic => powers(low, high),
            };
        }
        ticks.retain(|tick| tick.at >= low && tick.at <= high);
        Self { scale: axis.scale, ends: [low, high], places, ticks }
    }

    /// The place of a value; `None` for one that has none. Values beyond the ends are put there.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let of = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.ln(),
        };
        let [low, high] = self.ends.map(of);
        let share = (of(value) - low) / (high - low);
        let [from, to] = self.places;
        share.is_finite().then(|| from + share.clamp(0.0, 1.0) * (to - from))
    }
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn round(low: f64, high: f64, near: usize) -> Vec<Tick> {
    let rough = (high - low) / near.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough * 0.999);
    let step = step.unwrap_or(rough);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last.min(first + 100))
        .map(|n| Tick { at: n as f64 * step, label: number(n as f64 * step) })
        .collect()
}

/// Powers of two or, where these are too many, of ten.
fn powers(low: f64, high: f64) -> Vec<Tick> {
    let base: f64 = if high / low < 2000.0 { 2.0 } else { 10.0 };
    let first = (low.log(base) - 1e-9).ceil() as i32;
    let last = (high.log(base) + 1e-9).floor() as i32;
    (first..=last).map(|n| Tick { at: base.powi(n), label: number(base.powi(n)) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ruler: &Ruler) -> Vec<&str> {
        ruler.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_values_find_places() {
        let axis = Axis::default();
        let ruler = Ruler::new(&axis, [3.0, 97.0].into_iter(), [0.0, 970.0], 5);
        assert_eq!(labels(&ruler), ["0", "20", "40", "60", "80"]);
        assert_eq!(ruler.place(9.7).map(f64::round), Some(97.0));
        assert_eq!(ruler.place(1e9), Some(970.0));
        assert_eq!(ruler.place(f64::NAN), None);
        let axis = Axis { scale: Scale::Logarithmic, ..Axis::default() };
        let ruler = Ruler::new(&axis, [1.0, 64.0].into_iter(), [0.0, 60.0], 5);
        assert_eq!(labels(&ruler), ["1", "2", "4", "8", "16", "32", "64"]);
        assert_eq!(ruler.place(8.0).map(f64::round), Some(30.0));
    }

    #[test]
    fn values_that_span_nothing_have_an_axis() {
        for values in [vec![], vec![0.0], vec![5.0], vec![f64::NAN]] {
            let ruler = Ruler::new(&Axis::default(), values.iter().copied(), [0.0, 100.0], 5);
            assert!(!ruler.ticks.is_empty() && ruler.place(1.0).is_some(), "{values:?}");
        }
    }
}
