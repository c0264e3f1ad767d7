//! Rooms: the frames to their players, and what they withhold.

mod codes;
mod document;
mod facts;
mod game;
mod paired_runs;
mod presence;
mod room;
mod rulesets;
