//! Reports of players about others, as they are stored.

use serde::{Deserialize, Serialize};
use session::domain::{Color, PlayerId};
use session::protocol::player::ReportReason;
use session::{GameId, UnixMs};

use crate::journal::PlayerRow;

/// A report. It holds nothing of the game but its id: where the game is over, its record is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredReport {
    pub(crate) game: GameId,
    /// Side of the reporter.
    pub(crate) by: Color,
    /// The players, as far as they have shown a key.
    pub(crate) reporter: Option<PlayerId>,
    pub(crate) reported: Option<PlayerId>,
    pub(crate) reason: ReportReason,
    pub(crate) text: String,
    pub(crate) at: UnixMs,
    /// Time at which the operator was done with it.
    pub(crate) resolved: Option<UnixMs>,
}

/// The form of a report in its row.
#[derive(Serialize, Deserialize)]
struct Body {
    game: GameId,
    by: Color,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reporter: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reported: Option<String>,
    reason: ReportReason,
    text: String,
    at: UnixMs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resolved: Option<UnixMs>,
}

impl StoredReport {
    /// Returns the report of a row; `None` if it is damaged.
    pub(crate) fn of(row: &PlayerRow) -> Option<StoredReport> {
        let body: Body = super::content(row)?;
        let id = |id: Option<String>| id.and_then(|id| id.parse().ok());
        Some(StoredReport {
            game: body.game,
            by: body.by,
            reporter: id(body.reporter),
            reported: id(body.reported),
            reason: body.reason,
            text: body.text,
            at: body.at,
            resolved: body.resolved,
        })
    }

    /// Returns the report as the body of its row.
    pub(crate) fn to_json(&self) -> String {
        let id = |id: Option<PlayerId>| id.map(|id| id.to_string());
        let body = Body {
            game: self.game,
            by: self.by,
            reporter: id(self.reporter),
            reported: id(self.reported),
            reason: self.reason,
            text: self.text.clone(),
            at: self.at,
            resolved: self.resolved,
        };
        // Plain data with string keys: turning it into JSON cannot fail.
        serde_json::to_string(&body).unwrap_or_default()
    }

    /// Returns the name of its row: the game and the side of the reporter, so that each player has one report of a game.
    pub(super) fn name(&self) -> String {
        let side = if self.by == Color::W { "w" } else { "b" };
        format!("{}.{side}", self.game.as_str())
    }

    /// Returns the reason as the wire has it.
    pub(crate) fn reason_text(&self) -> String {
        let quoted = serde_json::to_string(&self.reason).unwrap_or_default();
        quoted.trim_matches('"').to_owned()
    }
}
