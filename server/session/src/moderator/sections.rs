//! Sections of a moderator's file that concern attempts, questions, and the form in which facts are announced.

use std::collections::BTreeSet;

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::data::{DataFaultKind, Fields};
use crate::domain::{Event, ModeratorText};

/// Answer to an attempt that is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The move is illegal.
    IllegalMove,
    /// The player could have known that it is impossible.
    Nonsense,
    /// It is not open to the player.
    Impossible,
}

/// Event of a moderator who answers attempts, besides those of every moderator. A file that does not name its audience does not use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The player could have known that the attempt is impossible.
    Nonsense,
    /// The attempt, or the question, is not open to the player now.
    Impossible,
    /// A drop from the hand; without an entry it is announced as a move.
    Dropped,
    /// A side has a pawn try. For this and the following events `mover` is the side whose tries they are.
    HasAny,
    /// A side has no pawn try.
    NoAny,
    /// The pawn tries of a side, by number or by squares.
    PawnTries,
}

impl Reply {
    /// Every one of these events.
    pub const ALL: [Reply; 6] =
        [Reply::Nonsense, Reply::Impossible, Reply::Dropped, Reply::HasAny, Reply::NoAny, Reply::PawnTries];

    /// Returns the name of the event in the data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reply::Nonsense => "nonsense",
            Reply::Impossible => "impossible",
            Reply::Dropped => "dropped",
            Reply::HasAny => "has_any",
            Reply::NoAny => "no_any",
            Reply::PawnTries => "pawn_tries",
        }
    }

    /// Returns the announcement for a side: the side that made the attempt or the drop, or whose pawn tries they are.
    #[must_use]
    pub fn text(self, of: Side) -> ModeratorText {
        use ModeratorText as Text;
        let of = |white, black| match of {
            Side::First => white,
            Side::Second => black,
        };
        match self {
            Reply::Nonsense => Text::Nonsense,
            Reply::Impossible => Text::Impossible,
            Reply::Dropped => of(Text::WhiteDropped, Text::BlackDropped),
            Reply::HasAny => of(Text::WhiteHasAny, Text::BlackHasAny),
            Reply::NoAny => of(Text::WhiteNoAny, Text::BlackNoAny),
            Reply::PawnTries => of(Text::WhitePawnTries, Text::BlackPawnTries),
        }
    }
}

impl Refusal {
    /// Returns the event that announces it, if it is none of every moderator's events.
    pub(super) fn reply(self) -> Option<Reply> {
        match self {
            Refusal::IllegalMove => None,
            Refusal::Nonsense => Some(Reply::Nonsense),
            Refusal::Impossible => Some(Reply::Impossible),
        }
    }

    /// Returns its announcement to a side that made the attempt.
    #[must_use]
    pub fn text(self, by: Side) -> ModeratorText {
        self.reply().map_or_else(|| Event::IllegalMove.text(by), |reply| reply.text(by))
    }
}

/// Answers to attempts that are not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// To an attempt that is illegal for a reason that the player cannot know.
    pub hidden: Refusal,
    /// To an attempt that the player could have known to be impossible, by the own pieces and the announcements.
    pub knowable: Refusal,
    /// To an attempt that has been refused in this turn before.
    pub repeated: Refusal,
    /// To an attempt or a question that is not open to the player now.
    pub withheld: Refusal,
}

/// Square that is announced of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum CaptureSquare {
    /// The square on which the captured piece stood.
    Victim,
    /// The square at which the capturing piece arrived.
    Arrival,
}

/// Form in which a captured piece is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum CapturedForm {
    /// A pawn, if it is one of `pawns`, or a piece.
    Class,
    /// Its kind; of a piece that enters a hand, the kind that it is there.
    Kind,
}

/// Form in which a check is announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum CheckForm {
    /// The side in check.
    #[default]
    Side,
    /// The directions besides, from the king to each checking piece.
    Directions,
}

/// Form in which a promotion is announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum PromotionForm {
    /// The new kind of the piece.
    #[default]
    Kind,
    /// The fact alone.
    Fact,
}

/// Form in which a drop is announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum DropForm {
    /// The fact alone.
    #[default]
    Fact,
    /// The kind of the piece. The square is never announced.
    Kind,
}

/// Forms of the announcements of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// The announced square of a capture, if any.
    pub capture_square: Option<CaptureSquare>,
    /// Form in which a captured piece is announced, if it is.
    pub captured: Option<CapturedForm>,
    /// Checks.
    pub check: CheckForm,
    /// Promotions.
    pub promotion: PromotionForm,
    /// Drops.
    pub drop: DropForm,
}

/// Announcement of a side's pawn tries before its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum BeforeTurn {
    /// The answer whether there is one.
    Whether,
    /// Their number.
    Count,
    /// The squares of the pawns that have one.
    Sources,
}

/// Consequence of the answer yes to the question for pawn tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum AfterYes {
    /// Nothing: the player moves as they like.
    Free,
    /// The player has to make one pawn try. After one that fails they move as they like, and may repeat what was refused before.
    OneTry,
    /// The player has to make pawn tries until one captures.
    UntilMade,
}

/// Knowledge of pawn tries that players are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Announcement before each turn, if any.
    pub before_turn: Option<BeforeTurn>,
    /// Consequence of the answer yes, if players may ask.
    pub ask: Option<AfterYes>,
}

/// Result of a stalemate for the side that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum StalemateResult {
    /// The game is drawn.
    Draw,
    /// That side has lost.
    Loss,
}

/// Draw by a rule, which a moderator may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum RuleDraw {
    /// Neither side has enough material.
    Insufficient,
    /// The same position occurred too often.
    Repetition,
    /// Too many moves without progress.
    Movelimit,
}

impl RuleDraw {
    /// Every draw by a rule.
    pub const ALL: [RuleDraw; 3] = [RuleDraw::Insufficient, RuleDraw::Repetition, RuleDraw::Movelimit];

    /// Returns the status of the ending in `ruleset.json`.
    #[must_use]
    pub fn status(self) -> &'static str {
        match self {
            RuleDraw::Insufficient => "insufficient",
            RuleDraw::Repetition => "repetition",
            RuleDraw::Movelimit => "movelimit",
        }
    }
}

/// Changes of the ruleset's endings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameChanges {
    /// Result of a stalemate; as the ruleset says, if absent.
    pub stalemate: Option<StalemateResult>,
    /// The ruleset's draws that hold; all of them, if absent.
    pub draws: Option<BTreeSet<RuleDraw>>,
    /// Number of plies without progress after which the game is drawn.
    pub halfmove_cap: Option<u32>,
}

/// Maximum of `halfmove_cap`, in plies.
pub(super) const HALFMOVE_CAP_MAX: u32 = 100_000;

impl Attempts {
    pub(super) fn read(mut fields: Fields<'_>) -> Option<Attempts> {
        let (hidden, knowable) = (fields.plain("hidden"), fields.plain("knowable"));
        let (repeated, withheld) = (fields.plain("repeated"), fields.plain("withheld"));
        fields.finish();
        Some(Attempts { hidden: hidden?, knowable: knowable?, repeated: repeated?, withheld: withheld? })
    }

    /// Returns the events that need an audience of their own, each with its field.
    pub(super) fn replies(self) -> impl Iterator<Item = (&'static str, Reply)> {
        let answers = [
            ("hidden", self.hidden),
            ("knowable", self.knowable),
            ("repeated", self.repeated),
            ("withheld", self.withheld),
        ];
        answers.into_iter().filter_map(|(field, answer)| Some((field, answer.reply()?)))
    }
}

impl Forms {
    pub(super) fn read(mut fields: Fields<'_>) -> Forms {
        let forms = Forms {
            capture_square: fields.if_present("capture_square"),
            captured: fields.if_present("captured"),
            check: fields.if_present("check").unwrap_or_default(),
            promotion: fields.if_present("promotion").unwrap_or_default(),
            drop: fields.if_present("drop").unwrap_or_default(),
        };
        fields.finish();
        forms
    }
}

impl Tries {
    pub(super) fn read(mut fields: Fields<'_>) -> Tries {
        let tries =
            Tries { before_turn: fields.if_present("before_turn"), ask: fields.if_present("after_yes") };
        fields.finish();
        tries
    }

    /// Returns the events by which pawn tries are announced, each with the field of `tries` that needs it.
    pub(super) fn replies(self) -> Vec<(&'static str, Reply)> {
        let told: &[Reply] = match self.before_turn {
            Some(BeforeTurn::Whether) => &[Reply::HasAny, Reply::NoAny],
            Some(BeforeTurn::Count | BeforeTurn::Sources) => &[Reply::PawnTries],
            None => &[],
        };
        let asked: &[Reply] = if self.ask.is_some() { &[Reply::HasAny, Reply::NoAny] } else { &[] };
        let told = told.iter().map(|&event| ("before_turn", event));
        told.chain(asked.iter().map(|&event| ("after_yes", event))).collect()
    }
}

impl GameChanges {
    pub(super) fn read(mut fields: Fields<'_>) -> GameChanges {
        let changes = GameChanges {
            stalemate: fields.if_present("stalemate"),
            draws: fields.if_present("draws"),
            halfmove_cap: fields.if_present("halfmove_cap"),
        };
        if let Some(found) = changes.halfmove_cap.filter(|cap| !(1..=HALFMOVE_CAP_MAX).contains(cap)) {
            let kind = DataFaultKind::OutOfRange { found, least: 1, most: HALFMOVE_CAP_MAX };
            fields.fault("halfmove_cap", kind);
        }
        let keeps_limit = changes.draws.as_ref().is_none_or(|draws| draws.contains(&RuleDraw::Movelimit));
        if keeps_limit && changes.halfmove_cap.is_some() {
            let why = "has no meaning beside the ruleset's own limit of moves: name \"draws\" without \"movelimit\"";
            fields.fault("halfmove_cap", DataFaultKind::NoMeaning(why));
        }
        fields.finish();
        changes
    }
}
