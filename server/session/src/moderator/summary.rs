//! Summary of a moderator's file for people who choose a moderator or are about to join a game: announcements with their form, and questions.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::policy::{Moderator, RelativeAudience};
use super::sections::{
    AfterYes, BeforeTurn, CaptureSquare, CapturedForm, CheckForm, DropForm, PromotionForm, Refusal, Reply,
    RuleDraw, StalemateResult,
};
use crate::domain::Event;

/// Announcements of a moderator, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeratorSummary {
    /// The id, by which games ask for it.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Audience of a move. Relative to the side that acts, here and below.
    pub moves: RelativeAudience,
    /// Audience of the answer to an attempt that is illegal.
    pub refusals: RelativeAudience,
    /// Answers to attempts; left out if attempts are refused in the order of touch-move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AttemptSummary")]
    pub attempts: Option<AttemptSummary>,
    /// Announced square of a capture; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CaptureSquare")]
    pub capture_square: Option<CaptureSquare>,
    /// Form in which a captured piece is announced; left out if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CapturedForm")]
    pub captured: Option<CapturedForm>,
    /// Special moves that are announced as such, by the names of their events.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub special: BTreeSet<Event>,
    /// Form in which a promotion is announced; left out if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PromotionForm")]
    pub promotion: Option<PromotionForm>,
    /// Form in which a drop is announced; left out if it is announced as a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DropForm")]
    pub drop: Option<DropForm>,
    /// Form in which a check is announced; left out if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CheckForm")]
    pub check: Option<CheckForm>,
    /// Form in which pawn tries are announced before each turn; left out if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BeforeTurn")]
    pub tries: Option<BeforeTurn>,
    /// Consequence of the answer that there is a pawn try; left out if nobody may ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AfterYes")]
    pub ask: Option<AfterYes>,
    /// Result of a stalemate; left out if it is that of the ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "StalemateResult")]
    pub stalemate: Option<StalemateResult>,
    /// The ruleset's draws by a rule that hold; left out if all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeSet<RuleDraw>")]
    pub draws: Option<BTreeSet<RuleDraw>>,
    /// Plies without progress after which the game is drawn, if the moderator says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub halfmove_cap: Option<u32>,
}

/// Answers to an attempt that the player could have known to be impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptSummary {
    /// The answer.
    pub knowable: Refusal,
    /// Its audience.
    pub hearers: RelativeAudience,
}

impl Moderator {
    /// Returns the summary of the file.
    #[must_use]
    pub fn summary(&self) -> ModeratorSummary {
        let forms = self.forms();
        let is_announced = |event: Event| self.audience(event) != RelativeAudience::Nobody;
        let game = self.game();
        ModeratorSummary {
            id: self.id().to_string(),
            name: self.name().to_owned(),
            moves: self.audience(Event::Moved),
            refusals: self.audience(Event::IllegalMove),
            attempts: self.attempts().map(|answers| AttemptSummary {
                knowable: answers.knowable,
                hearers: self.audience_of_refusal(answers.knowable),
            }),
            capture_square: forms.capture_square,
            captured: forms.captured,
            special: self.special_events().collect(),
            promotion: is_announced(Event::Promoted).then_some(forms.promotion),
            drop: self.audience_of_reply(Reply::Dropped).map(|_| forms.drop),
            check: is_announced(Event::InCheck).then_some(forms.check),
            tries: self.tries().before_turn,
            ask: self.tries().ask,
            stalemate: game.stalemate,
            draws: game.draws.clone(),
            halfmove_cap: game.halfmove_cap,
        }
    }
}
