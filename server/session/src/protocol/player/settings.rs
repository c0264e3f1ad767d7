//! Bodies of the HTTP requests and responses about what a player keeps on the server. An addition to the design.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::passkeys::PasskeyEntry;
use crate::domain::limits::REPORT_CHARS_MAX;
use crate::domain::{PersonName, PlayerId, Token, UnixMs};

/// The answer to `GET /api/players/own/settings`: what the owner of a key has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerSettings {
    /// Id of the player.
    pub id: PlayerId,
    /// The server's time.
    pub now: UnixMs,
    /// Vacations; left out where the server has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "VacationTerms")]
    pub vacation: Option<VacationTerms>,
    /// Players whom this one does not want to meet, the latest last.
    pub blocked: Vec<BlockedPlayer>,
    /// Passkeys by which this player gets their key in another browser, the latest last.
    pub passkeys: Vec<PasskeyEntry>,
}

/// A player whom another one does not want to meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedPlayer {
    /// Id of the entry, good for its owner alone: it tells nothing of the other player.
    pub id: String,
    /// Name that the other player had in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub name: Option<PersonName>,
    /// Time of the entry.
    pub at: UnixMs,
}

/// The body of `POST /api/games/{id}/block`: the other player of a game is not to be met again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockRequest {
    /// The token of the own seat.
    pub token: Token,
}

impl std::fmt::Debug for BlockRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockRequest").finish_non_exhaustive()
    }
}

/// The body of `POST /api/players/own/unblock`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnblockRequest {
    /// Id of the entry.
    pub id: String,
}

/// The vacations that a player may take, and the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VacationTerms {
    /// Days of a year.
    pub days_per_year: u32,
    /// Most days of one vacation.
    pub days_at_once: u32,
    /// Days that are left.
    pub days_left: u32,
    /// The end of the present vacation; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub until: Option<UnixMs>,
}

/// The body of `POST /api/players/own/vacation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VacationRequest {
    /// Days of the vacation that begins; 0 ends the present one.
    pub days: u32,
}

/// The body of `POST /api/games/{id}/report`: a player reports the other one of a game to the operator.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The token of the own seat.
    pub token: Token,
    /// The reason.
    pub reason: ReportReason,
    /// The event in words, in at most 500 characters; may be empty.
    #[serde(default, deserialize_with = "short_text")]
    #[schemars(length(max = 500))]
    pub text: String,
}

/// Reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// Help by a program or by somebody else.
    Cheating,
    /// Insults or threats.
    Insults,
    /// Time that is wasted on purpose, or games that are left.
    Stalling,
    /// A name that offends.
    Name,
    /// Something else.
    Other,
}

/// Reads a text within its bound; one with control characters, which a terminal would obey, is refused.
fn short_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.chars().count() > REPORT_CHARS_MAX {
        return Err(D::Error::custom(format!("a report has at most {REPORT_CHARS_MAX} characters")));
    }
    if text.chars().any(|sign| sign.is_control() && sign != '\n') {
        return Err(D::Error::custom("a report has no control characters"));
    }
    Ok(text)
}

impl std::fmt::Debug for ReportRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReportRequest").field("reason", &self.reason).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_report_is_bounded_and_plain() {
        let read = |text: &str| {
            let body = serde_json::json!({"token": "a".repeat(24), "reason": "insults", "text": text});
            serde_json::from_value::<ReportRequest>(body).is_ok()
        };
        assert!(read("") && read("Er sagte: \u{00fc}bel.\nZweimal.") && read(&"\u{00fc}".repeat(500)));
        assert!(!read(&"\u{00fc}".repeat(501)) && !read("\u{1b}[31m") && !read("\0"));
        let short =
            serde_json::from_str::<ReportRequest>(r#"{"token":"aaaaaaaaaaaaaaaaaaaaaaaa","reason":"name"}"#);
        assert_eq!(short.unwrap().text, "");
    }
}
