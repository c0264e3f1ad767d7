//! The form of moderator scripts.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::Seat;

/// A table with both players, and what happens there.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModeratorCase {
    /// Visibility for each player; blind, if absent.
    pub mode: Option<PlayMode>,
    /// The moderator, if not the mode's own.
    pub moderator: Option<String>,
    /// The ids of the house rules, if there are any.
    pub overlays: Option<Vec<String>>,
    /// The id of the way to play with bids, if captures are bid for.
    pub gambit: Option<String>,
    /// Members that are put over those of the moderator's file.
    pub policy: Option<Value>,
    /// Members that are put over those of the mode's profile.
    pub profile: Option<Value>,
    /// The position from which the game starts, as FEN (chess only; its counters are passed over).
    pub fen: Option<String>,
    /// The position from which the game starts, as FEEN. Without either it is the initial one.
    pub feen: Option<String>,
    /// Moves of both sides in turn that are played first; each of them must be made.
    pub line: Option<String>,
    /// Steps, in order.
    pub steps: Vec<Step>,
}

/// Visibility for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayMode {
    /// Their own pieces.
    #[default]
    Blind,
    /// Everything.
    Vanilla,
}

impl PlayMode {
    /// Returns the word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PlayMode::Blind => "blind",
            PlayMode::Vanilla => "vanilla",
        }
    }
}

/// An action and its effects. A viewer for whom a step says nothing hears nothing and, unless the action was theirs,
/// is sent nothing at all.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Action of white: a commit (`e2` touches, `e2e4` and `e7e8q` move), `resign`, `offer-draw`, `accept`, `decline`, `leave`, `return`;
    /// in a game with bids also `bid 3`, and `back e4` where a capture has failed.
    pub white: Option<String>,
    /// Action of black.
    pub black: Option<String>,
    /// Instead of an action: so many milliseconds go by.
    pub wait_ms: Option<u64>,
    /// Announcements to each player, in order, by the words of the protocol; behind `*_promoted` the letter of the new piece.
    pub hears: Option<Sides<Vec<String>>>,
    /// Code of the error that the acting player receives.
    pub error: Option<String>,
    /// View of each player afterwards, as a pattern: `board` (letters as in FEN), `at` (pieces by square), `turn`, `check`, `touched`,
    /// `offer`, `status`, `end`, `winner`, `took`, `lost`, `ply`, `peer`, `log`, `record`.
    pub sees: Option<Sides<Value>>,
}

/// Something for each player.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// White's.
    pub white: Option<T>,
    /// Black's.
    pub black: Option<T>,
}

impl<T> Sides<T> {
    pub(crate) fn of(&self, seat: Seat) -> &Option<T> {
        match seat {
            Seat::White => &self.white,
            Seat::Black => &self.black,
        }
    }
}

/// Action of a player, or an event for both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Touches a piece, or moves it.
    Commit {
        from: String,
        to: Option<String>,
        promotion: Option<String>,
    },
    /// Bids so many points in a duel.
    Bid(u32),
    /// Falls back to a square after a capture that has failed.
    Back(String),
    Resign,
    OfferDraw,
    Accept,
    Decline,
    /// The connection breaks.
    Leave,
    /// Says hello again, with the token of before.
    Return,
    /// Time goes by.
    Wait(u64),
}

impl Action {
    /// Returns the action that a word stands for.
    pub(crate) fn read(word: &str) -> Option<Action> {
        Some(match word {
            "resign" => Action::Resign,
            "offer-draw" => Action::OfferDraw,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "leave" => Action::Leave,
            "return" => Action::Return,
            words if words.starts_with("bid ") => Action::Bid(words.strip_prefix("bid ")?.parse().ok()?),
            words if words.starts_with("back ") => {
                let (to, _) = square(words.strip_prefix("back ")?).filter(|(_, rest)| rest.is_empty())?;
                Action::Back(to.to_owned())
            }
            commit => {
                let (from, rest) = square(commit)?;
                let (to, promotion) = match square(rest) {
                    Some((to, promotion)) => (Some(to.to_owned()), promotion),
                    None => (None, rest),
                };
                if promotion.len() > 1 || (to.is_none() && !promotion.is_empty()) {
                    return None;
                }
                let promotion = (!promotion.is_empty()).then(|| promotion.to_owned());
                Action::Commit { from: from.to_owned(), to, promotion }
            }
        })
    }
}

/// Returns a square at the start of a text, and the rest.
fn square(text: &str) -> Option<(&str, &str)> {
    let letters = text.find(|c: char| !c.is_ascii_lowercase())?;
    let rest = text.get(letters..)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (letters > 0 && digits > 0).then(|| text.split_at(letters + digits))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Commit { from, to, promotion } => {
                write!(
                    f,
                    "{from}{}{}",
                    to.as_deref().unwrap_or_default(),
                    promotion.as_deref().unwrap_or_default()
                )
            }
            Action::Bid(points) => write!(f, "bids {points}"),
            Action::Back(to) => write!(f, "falls back to {to}"),
            Action::Resign => f.write_str("resigns"),
            Action::OfferDraw => f.write_str("offers a draw"),
            Action::Accept => f.write_str("accepts"),
            Action::Decline => f.write_str("declines"),
            Action::Leave => f.write_str("leaves"),
            Action::Return => f.write_str("comes back"),
            Action::Wait(ms) => write!(f, "{ms} ms go by"),
        }
    }
}

impl Step {
    /// Returns the player and the action of the step; `None` if the step does not say one thing.
    pub(crate) fn action(&self) -> Option<(Option<Seat>, Action)> {
        match (&self.white, &self.black, self.wait_ms) {
            (Some(word), None, None) => Some((Some(Seat::White), Action::read(word)?)),
            (None, Some(word), None) => Some((Some(Seat::Black), Action::read(word)?)),
            (None, None, Some(ms)) => Some((None, Action::Wait(ms))),
            _ => None,
        }
    }
}

impl ModeratorCase {
    /// Returns the steps that cannot be read, and what was expected of them.
    pub(crate) fn faults(&self) -> Vec<(usize, String)> {
        let expected = "one of \"white\", \"black\" or \"wait_ms\": a commit (\"e2\", \"e2e4\", \"e7e8q\"), \"bid 3\", \"back e4\", \"resign\", \"offer-draw\", \
                        \"accept\", \"decline\", \"leave\", \"return\"";
        let unread = self.steps.iter().enumerate().filter(|(_, step)| step.action().is_none());
        unread.map(|(index, _)| (index, expected.to_owned())).collect()
    }
}
