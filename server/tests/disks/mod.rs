//! Damaged disks: what the journal notices, says and keeps.

#![allow(unreachable_pub)] // As in `common`.

mod disk;
mod matrix;
mod records;
mod start;
