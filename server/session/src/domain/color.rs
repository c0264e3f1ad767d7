//! The color of a side.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Color of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// White, the side that moves first.
    W,
    /// Black.
    B,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::First => Color::W,
            Side::Second => Color::B,
        }
    }
}

impl Color {
    /// Returns the English name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Color::W => "white",
            Color::B => "black",
        }
    }

    /// Returns the color of the other side.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::W => Color::B,
            Color::B => Color::W,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::W => Side::First,
            Color::B => Side::Second,
        }
    }
}
