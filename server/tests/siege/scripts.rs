//! Games scripted from the first move to the end.

use serde_json::{Value, json};

/// One game.
#[derive(Debug, Clone, Copy)]
pub struct Script {
    pub mode: &'static str,
    pub moves: &'static str,
    pub end: End,
}

/// The end of a game after its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By the last move.
    Mate(&'static str),
    Stalemate,
    Threefold,
    /// White resigns.
    Resign,
    /// Black offers, White accepts.
    DrawAgreed,
}

impl End {
    /// Returns the reason and the winner in frames.
    pub fn reason_and_winner(self) -> (Value, Value) {
        match self {
            End::Mate(winner) => (json!("checkmate"), json!(winner)),
            End::Stalemate => (json!("stalemate"), Value::Null),
            End::Threefold => (json!("threefold"), Value::Null),
            End::Resign => (json!("resign"), json!("b")),
            End::DrawAgreed => (json!("draw_agreed"), Value::Null),
        }
    }
}

const FOOL: &str = "f2f3 e7e5 g2g4 d8h4";
const SCHOLAR: &str = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";
const STALE: &str =
    "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
const BACK_AND_FORTH: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
const OPENING: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f8d6 d2d4 e5d4";

const fn script(mode: &'static str, moves: &'static str, end: End) -> Script {
    Script { mode, moves, end }
}

pub const SCRIPTS: [Script; 10] = [
    script("blind", FOOL, End::Mate("b")),
    script("vanilla", SCHOLAR, End::Mate("w")),
    script("blind", STALE, End::Stalemate),
    script("vanilla", OPENING, End::Resign),
    script("blind", OPENING, End::DrawAgreed),
    script("vanilla", STALE, End::Stalemate),
    script("blind", SCHOLAR, End::Mate("w")),
    script("vanilla", BACK_AND_FORTH, End::Threefold),
    script("blind", OPENING, End::Resign),
    script("vanilla", OPENING, End::DrawAgreed),
];
