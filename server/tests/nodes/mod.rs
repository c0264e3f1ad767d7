//! Several servers on one database: real processes, killed, paused and stopped, below players who note what they were sent.

mod cluster;
mod guests;
mod history;
mod kept;
mod memory;
mod own_games;
mod players;
mod processes;
mod sharing;
mod tournaments;
