//! Mechanics of a ruleset: as an author writes them in the manifest ([`raw`]), and bound to a board and its pieces ([`bound`]).

#[cfg(feature = "mechanic")]
mod bound;
mod raw;

#[cfg(feature = "mechanic")]
pub(crate) use bound::{Area, Blast, Conversion, Healing, HitPoints, Mechanics, Poison, Turn, is_of};
#[cfg(feature = "overlay")]
pub(crate) use raw::RawMechanic;
pub(crate) use raw::RawMechanics;
#[cfg(feature = "mechanic")]
pub(super) use raw::bind;
