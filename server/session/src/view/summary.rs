//! Summary of a finished game: the part of it that lists and statistics show.

use ggn_core::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::PlayerNames;
use crate::clock::{Clock, TimeControl};
use crate::domain::{Color, EndReason, GameId, GameStatus, Mode, UnixMs};
use crate::game::Game;
use crate::game::gambit::Gambit;

/// A finished game in short. It holds no token, no address, and no id by which a seat is found. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Id of the record: the one in the link for spectators, whether spectators were allowed or not.
    pub id: GameId,
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The ids of the house rules, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// The id of the moderator.
    pub moderator: String,
    /// Time control; left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TimeControl")]
    pub clock: Option<TimeControl>,
    /// Id of the gambit profile; left out in a game without duels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// Names of the players, if one of them had a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
    /// Side of the machine, if it played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub machine: Option<Color>,
    /// The winner; left out of a draw, and of a game that both players left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// End reason of the game; left out where the ending of the ruleset has no word for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// Number of moves made by both sides together.
    pub plies: u32,
    /// The duels, in a game with duels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelTally")]
    pub duels: Option<DuelTally>,
    /// Time at which the game was created.
    pub created_at: UnixMs,
    /// Time at which it ended.
    pub ended_at: UnixMs,
}

/// The duels of a finished game. In each of them both sides bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DuelTally {
    /// Number of duels.
    pub fought: u32,
    /// Those of white.
    pub w: SideDuels,
    /// Those of black.
    pub b: SideDuels,
}

/// The duels of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideDuels {
    /// Number of duels that it won: captures that it made, and captures by the other side that failed.
    pub won: u32,
    /// Points that it bid in all duels together.
    pub spent: u64,
}

/// Returns the summary of a game that has ended at `ended_at`; `None` while a game goes on.
pub(crate) fn summary(game: &Game, machine: Option<Color>, ended_at: UnixMs) -> Option<GameSummary> {
    (game.status == GameStatus::Finished).then_some(())?;
    let name = |side| game.names[side].clone();
    let names = PlayerNames { w: name(Side::First), b: name(Side::Second) };
    Some(GameSummary {
        id: game.watch_id,
        mode: game.mode,
        ruleset: game.data.id.to_string(),
        overlays: game.data.overlays.to_vec(),
        moderator: game.moderator.id().to_string(),
        clock: game.clock.as_ref().map(Clock::control),
        gambit: game.gambit.as_ref().map(|gambit| gambit.terms.profile().id.clone()),
        names: (names.w.is_some() || names.b.is_some()).then_some(names),
        machine,
        winner: game.outcome.and_then(|outcome| outcome.winner).map(Color::from),
        end_reason: game.outcome.and_then(|outcome| outcome.reason),
        plies: game.plies(),
        duels: game.gambit.as_deref().map(duels),
        created_at: game.created_at,
        ended_at,
    })
}

fn duels(gambit: &Gambit) -> DuelTally {
    let mut fought = 0;
    let mut sides: BySide<SideDuels> = BySide::default();
    for duel in gambit.turns.iter().filter_map(|turn| turn.duel).chain(gambit.broken_off) {
        fought += 1;
        sides[duel.winner()].won += 1;
        for side in Side::BOTH {
            sides[side].spent += u64::from(duel.spent[side].0);
        }
    }
    DuelTally { fought, w: sides[Side::First], b: sides[Side::Second] }
}
