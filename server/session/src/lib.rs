//! The play of one game as a pure, deterministic state machine.
