//! Sine, cosine and exponential by their series.

use super::PI;

/// The sine of an angle in radians.
pub(crate) fn sin(angle: f64) -> f64 {
    let turns = angle / (2.0 * PI);
    let x = (turns - (turns + 0.5).floor()) * 2.0 * PI;
    // Fold to -PI/2..PI/2, where eleven terms leave nothing of a double.
    let x = if x > PI / 2.0 {
        PI - x
    } else if x < -PI / 2.0 {
        -PI - x
    } else {
        x
    };
    let square = x * x;
    let mut term = x;
    let mut sum = x;
    for n in 1..12 {
        let n = f64::from(2 * n);
        term *= -square / (n * (n + 1.0));
        sum += term;
    }
    sum
}

/// The cosine of an angle in radians.
pub(crate) fn cos(angle: f64) -> f64 {
    sin(angle + PI / 2.0)
}

/// e to the power of `x`, for moderate `x`.
pub(crate) fn exp(x: f64) -> f64 {
    let small = x / 1024.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for n in 1..14 {
        term *= small / f64::from(n);
        sum += term;
    }
    super::power_of_two_power(sum, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_they_are_called() {
        for n in -200..200 {
            let x = f64::from(n) * 0.173;
            assert!((sin(x) - x.sin()).abs() < 1e-13, "sin {x}");
            assert!((cos(x) - x.cos()).abs() < 1e-13, "cos {x}");
            let y = x / 3.0;
            assert!((exp(y) / y.exp() - 1.0).abs() < 1e-11, "exp {y}");
        }
    }
}
