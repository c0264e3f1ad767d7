//! Points, in halves.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use serde::Serialize;

/// Points of a player, counted in halves; written as a decimal number (`2.5`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// Points of a draw.
    pub const HALF: Points = Points(1);
    /// Points of a win.
    pub const ONE: Points = Points(2);

    /// Makes points of a number of halves.
    #[must_use]
    pub const fn of_halves(halves: u32) -> Points {
        Points(halves)
    }

    /// Returns the number of halves.
    #[must_use]
    pub const fn halves(self) -> u32 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    /// Never falls below nothing.
    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl Mul<u32> for Points {
    type Output = Points;

    fn mul(self, times: u32) -> Points {
        Points(self.0 * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, half) = (self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" });
        write!(f, "{whole}{half}")
    }
}

impl Serialize for Points {
    /// As a number of points.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 2.0)
    }
}
