//! Games scripted from the first move to the end.

use serde_json::{Value, json};

/// One game.
#[derive(Debug, Clone, Copy)]
pub struct Script {
    pub mode: &'static str,
    pub moves: &'static str,
    pub end: End,
    pub extras: Extras,
    pub house_rules: &'static [&'static str],
}

/// Parts of a game besides its two players and their moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extras {
    Nothing,
    /// A spectator, and chat.
    Watched,
    /// Bids on captures, a spectator, and chat.
    Bids,
}

/// The end of a game after its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By the last move.
    Mate(&'static str),
    /// By the last move, which reaches a goal of the house rules.
    Goal(&'static str, &'static str),
    Stalemate,
    Threefold,
    /// White resigns.
    Resign,
    /// Black offers, White accepts.
    DrawAgreed,
}

impl Extras {
    /// Returns what to add to the name of an end.
    pub fn words(self) -> &'static str {
        match self {
            Extras::Nothing => "",
            Extras::Watched => " with a spectator",
            Extras::Bids => " with bids",
        }
    }
}

impl End {
    /// Returns the reason and the winner in frames.
    pub fn reason_and_winner(self) -> (Value, Value) {
        match self {
            End::Mate(winner) => (json!("checkmate"), json!(winner)),
            End::Goal(reason, winner) => (json!(reason), json!(winner)),
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

/// Two captures, of which the second is a duel of unequal pieces.
const EXCHANGE: &str = "e2e4 d7d5 e4d5 d8d5 b1c3";
const CAPTURE: &str = "e2e4 d7d5 e4d5";
const TWO_STEPS: &str = "e2e4 a7a6 e4e6 d7e6";

const fn script(mode: &'static str, moves: &'static str, end: End) -> Script {
    Script { mode, moves, end, extras: Extras::Nothing, house_rules: &[] }
}

impl Script {
    /// Returns the request that creates the game.
    pub fn request(&self) -> Value {
        let mut request = json!({
            "mode": self.mode, "side": "white", "highlightingEnabled": true, "overlays": self.house_rules,
        });
        if self.extras != Extras::Nothing {
            request["spectators"] = json!({"allowed": true});
        }
        if self.extras == Extras::Bids {
            request["gambit"] = json!("standard");
        }
        request
    }

    /// Returns whether the players end the game, and not its last move.
    pub fn ends_after_its_moves(&self) -> bool {
        matches!(self.end, End::Resign | End::DrawAgreed)
    }

    /// Returns whether people talk in the game. A blind game has no chat.
    pub fn has_chat(&self) -> bool {
        self.extras != Extras::Nothing && self.mode == "vanilla"
    }

    const fn with(self, extras: Extras) -> Script {
        Script { extras, ..self }
    }

    const fn by(self, house_rules: &'static [&'static str]) -> Script {
        Script { house_rules, ..self }
    }
}

pub const SCRIPTS: [Script; 16] = [
    script("blind", FOOL, End::Mate("b")),
    script("vanilla", SCHOLAR, End::Mate("w")),
    script("vanilla", EXCHANGE, End::Resign).with(Extras::Bids),
    script("blind", STALE, End::Stalemate),
    script("vanilla", OPENING, End::Resign).with(Extras::Watched),
    script("blind", OPENING, End::DrawAgreed),
    script("vanilla", CAPTURE, End::Goal("captures", "w")).by(&["capture-to-win"]),
    script("vanilla", STALE, End::Stalemate),
    script("blind", SCHOLAR, End::Mate("w")).with(Extras::Watched),
    script("vanilla", BACK_AND_FORTH, End::Threefold),
    script("blind", EXCHANGE, End::Resign).with(Extras::Bids),
    script("blind", OPENING, End::Resign),
    script("vanilla", TWO_STEPS, End::Resign).with(Extras::Watched).by(&["torpedo"]),
    script("vanilla", OPENING, End::DrawAgreed),
    script("blind", BACK_AND_FORTH, End::Threefold).by(&["torpedo"]),
    script("vanilla", EXCHANGE, End::Resign).with(Extras::Bids).by(&["torpedo"]),
];
