//! The truth about one game: the board, what was said and tried, who is there. Nothing here can be written to a client; `view` picks what may be.

mod duel;
pub(crate) mod gambit;
mod play;
mod time;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, OnceLock};

use ggn_core::{BySide, Location, Ruleset, Side, Square};

use self::gambit::Gambit;
pub(crate) use self::play::Came;
use crate::clock::{Clock, TimeControl};
use crate::draw::{DrawTalk, Talk};
use crate::ids::{GameId, UnixMs};
use crate::limits::ANNOUNCEMENTS_KEPT;
use crate::lounge::Company;
use crate::moderator::{Moderator, ModeratorText};
use crate::presence::{Abandoned, Attendance};
use crate::profile::Profile;
use crate::protocol::events::{GameSpectator, PersonName};
use crate::protocol::player::{Announcement, Audience, EndReason, GameStatus, Mode, PieceType, Record};
use crate::roster::Roster;
use crate::rules::Rules;

/// A game with all its secrets.
///
/// It cannot be serialized; what can is an [`Observation`](crate::view::Observation) turned into a [`Frame`](crate::view::Frame):
///
/// ```
/// fn text(board: &session::Game) -> String {
///     format!("{:?}", session::view::observe(board, session::Viewer::Seat(ggn_core::Side::First)))
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn text(board: &session::Game) -> String {
///     format!("{:?}", serde_json::to_string(board))
/// }
/// ```
#[derive(Debug)]
pub struct Game {
    pub(crate) id: GameId,
    pub(crate) mode: Mode,
    pub(crate) highlighting_enabled: bool,
    pub(crate) profile: Arc<Profile>,
    /// What was agreed on about company.
    pub(crate) company: Company,
    pub(crate) moderator: Arc<Moderator>,
    pub(crate) board: ggn_core::Game,
    pub(crate) status: GameStatus,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) touched: Option<Square>,
    pub(crate) draw: DrawTalk,
    /// What each side captured.
    pub(crate) captured: BySide<BTreeMap<PieceType, u32>>,
    /// What each side was told.
    pub(crate) heard: BySide<Log>,
    /// What both sides were told: all that is told to who only watches.
    pub(crate) heard_by_both: Log,
    pub(crate) tries: VecDeque<RefusedTry>,
    /// When each ply was made.
    pub(crate) played_at: Vec<UnixMs>,
    pub(crate) attendance: Attendance,
    /// How much time the sides have, if they agreed on that.
    pub(crate) clock: Option<Clock>,
    pub(crate) rematch: Option<(GameId, Side)>,
    pub(crate) created_at: UnixMs,
    /// What it is played by; held for as long as the game, which is how long house rules are kept.
    pub(crate) data: Arc<Rules>,
    /// The game in full, written once it is over: a long one is not written anew for each greeting.
    pub(crate) record: OnceLock<Arc<Record>>,
    /// Who is who on the board.
    pub(crate) roster: Roster,
    /// Whether players are told facts of the pieces, as in a room.
    pub(crate) tells_facts: bool,
    /// The bids, where captures are bid for.
    pub(crate) gambit: Option<Box<Gambit>>,
    /// How the players are called.
    pub(crate) names: BySide<Option<PersonName>>,
    /// Who watches, the first to come first, as the caller says. No part of the game: it is in no journal, and whoever is told of the game may know it.
    pub(crate) audience: Arc<[GameSpectator]>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) reason: Option<EndReason>,
    pub(crate) winner: Option<Side>,
}

/// A try that the moderator refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RefusedTry {
    pub(crate) ply: u32,
    pub(crate) by: Side,
    pub(crate) from: Square,
    pub(crate) to: Option<Square>,
    pub(crate) text: ModeratorText,
    pub(crate) at: UnixMs,
}

/// What one viewer was told, the oldest first; the oldest fall out beyond [`ANNOUNCEMENTS_KEPT`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    kept: VecDeque<Announcement>,
    fallen_out: u64,
}

impl Log {
    fn push(&mut self, announcement: Announcement) {
        if self.kept.len() >= ANNOUNCEMENTS_KEPT {
            self.kept.pop_front();
            self.fallen_out += 1;
        }
        self.kept.push_back(announcement);
    }

    /// How many announcements there were.
    pub(crate) fn total(&self) -> u64 {
        self.fallen_out + self.kept.len() as u64
    }

    /// Those after the first `told`, as far as they are kept.
    pub(crate) fn since(&self, told: u64) -> Vec<Announcement> {
        let skipped = usize::try_from(told.saturating_sub(self.fallen_out)).unwrap_or(usize::MAX);
        self.kept.iter().skip(skipped).cloned().collect()
    }
}

/// How a game is set up.
pub(crate) struct Terms {
    pub(crate) id: GameId,
    pub(crate) mode: Mode,
    pub(crate) highlighting_enabled: bool,
    pub(crate) profile: Arc<Profile>,
    pub(crate) company: Company,
    pub(crate) moderator: Arc<Moderator>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) clock: Option<TimeControl>,
    /// The numbers, where captures are bid for.
    pub(crate) gambit: Option<Arc<crate::gambit::Terms>>,
    pub(crate) created_at: UnixMs,
}

impl Game {
    /// A game that waits for its players.
    pub(crate) fn new(terms: Terms) -> Game {
        let board = ggn_core::Game::new(Arc::clone(&terms.rules.ruleset));
        let gambit = terms.gambit.map(|numbers| Box::new(Gambit::new(numbers, board.position())));
        let roster = Roster::of(board.position(), &terms.rules.ruleset);
        Game {
            id: terms.id,
            mode: terms.mode,
            highlighting_enabled: terms.highlighting_enabled,
            profile: terms.profile,
            company: terms.company,
            moderator: terms.moderator,
            board,
            status: GameStatus::Waiting,
            outcome: None,
            touched: None,
            draw: DrawTalk::default(),
            captured: BySide::default(),
            heard: BySide::default(),
            heard_by_both: Log::default(),
            tries: VecDeque::new(),
            played_at: Vec::new(),
            attendance: Attendance::default(),
            clock: terms.clock.map(Clock::new),
            rematch: None,
            created_at: terms.created_at,
            data: terms.rules,
            record: OnceLock::new(),
            roster,
            tells_facts: false,
            gambit,
            names: BySide::default(),
            audience: Arc::default(),
        }
    }

    /// From now on players are told facts of the pieces.
    pub(crate) fn tell_facts(&mut self) {
        self.tells_facts = true;
    }

    /// The rules of the board.
    pub(crate) fn rules(&self) -> &Ruleset {
        self.board.rules()
    }

    /// What pieces of this game can become by choice.
    pub(crate) fn can_become(&self, kind: PieceType) -> bool {
        self.data.promotions.contains(&kind)
    }

    /// How many moves were made.
    pub(crate) fn plies(&self) -> u32 {
        u32::try_from(self.board.plies()).unwrap_or(u32::MAX)
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self, by: Side) {
        self.board.resign(by);
        self.finish(Outcome { reason: Some(EndReason::Resign), winner: Some(by.opponent()) });
    }

    /// A game that never began is given up.
    pub(crate) fn dissolve(&mut self) {
        self.finish(Outcome { reason: None, winner: None });
    }

    /// A player offers a draw.
    pub(crate) fn offer_draw(&mut self, by: Side) {
        let talk = self.draw.offer(by);
        self.settle(talk);
    }

    /// A player answers an offer.
    pub(crate) fn respond_draw(&mut self, by: Side, accept: bool) {
        let talk = self.draw.respond(by, accept);
        self.settle(talk);
    }

    fn settle(&mut self, talk: Talk) {
        match talk {
            Talk::GoesOn => {}
            Talk::Agreed => {
                self.board.agree();
                self.finish(Outcome { reason: Some(EndReason::DrawAgreed), winner: None });
            }
        }
    }

    /// A player stayed away for too long.
    pub(crate) fn abandon(&mut self, abandoned: Abandoned) {
        self.finish(Outcome { reason: Some(EndReason::Abandoned), winner: abandoned.winner });
    }

    fn finish(&mut self, outcome: Outcome) {
        self.status = GameStatus::Finished;
        self.outcome = Some(outcome);
        self.touched = None;
        if let Some(gambit) = &mut self.gambit {
            gambit.break_off();
        }
        self.draw.close();
        self.attendance.stop_grace();
    }

    fn tell(&mut self, said: impl IntoIterator<Item = Announcement>) {
        for announcement in said {
            if announcement.audience == Audience::Both {
                self.heard_by_both.push(announcement.clone());
            }
            for side in Side::BOTH {
                if hears(announcement.audience, side) {
                    self.heard[side].push(announcement.clone());
                }
            }
        }
    }
}

/// Whether a side belongs to an audience.
pub(crate) fn hears(audience: Audience, side: Side) -> bool {
    match (audience, side) {
        (Audience::Both, Side::First | Side::Second) => true,
        (Audience::W, Side::First) | (Audience::B, Side::Second) => true,
        (Audience::W, Side::Second) | (Audience::B, Side::First) => false,
    }
}

/// The name of a location: its square, or `*` for the hand.
pub(crate) fn location_name(rules: &Ruleset, location: Location) -> String {
    let cell = location.square().and_then(|square| rules.shape().cell(square));
    cell.map_or_else(|| "*".to_owned(), |cell| cell.to_string())
}

#[cfg(test)]
mod tests;
