//! Sides of a game, and values stored once for each.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Side of a game. Its name ("white", "sente", …) is data of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Side written in upper case by the notations.
    First,
    /// Side written in lower case by the notations.
    Second,
}

impl Side {
    /// Both sides, first before second.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the other side.
    ///
    /// ```
    /// use ggn_core::Side;
    /// assert_eq!(Side::First.opponent(), Side::Second);
    /// ```
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// Pair of values, one for each side, indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// Value of the first side.
    pub first: T,
    /// Value of the second side.
    pub second: T,
}

impl<T> BySide<T> {
    /// Builds the pair by calling `f` for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { first: f(Side::First), second: f(Side::Second) }
    }

    /// Returns the pair with `f` applied to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: f(self.first), second: f(self.second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
