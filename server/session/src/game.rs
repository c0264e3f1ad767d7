//! State of one game: board, offers, refused tries, announcements, presence. It is the truth, and it cannot be written to a client:
//! [`view`](crate::view) picks what each viewer may know.

pub(crate) mod attempts;
mod duel;
pub(crate) mod gambit;
mod illegal;
mod marks;
mod play;
pub(crate) mod sight;
mod time;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, OnceLock};

use ggn_core::engine::read_choice;
use ggn_core::{BySide, Counters, Location, PieceId, Position, Side, Square};

use self::attempts::AttemptedTurn;
use self::gambit::Gambit;
use self::sight::Sights;
use crate::clock::{Clock, TimeControl};
use crate::domain::limits::ANNOUNCEMENTS_KEPT;
use crate::domain::{
    Announcement, Audience, ChoiceWord, EndReason, GameId, GameSpectator, GameStatus, Mark, Mode,
    ModeratorText, PersonName, PieceName, PieceType, Record, Refusal, SquareName, UnixMs,
};
use crate::draw::{DrawOffers, DrawResult};
use crate::moderator::Moderator;
use crate::piece_identities::PieceIdentities;
use crate::presence::{Abandonment, Attendance};
use crate::profile::Profile;
use crate::rematch::Rematch;
use crate::rules::Rules;
use crate::terms::{Aids, PromisedDeal, SocialTerms};
use crate::touch_move::{Choice, Touched};

/// A game with all its secrets.
///
/// It cannot be serialized. An [`Observation`](crate::view::Observation) can be made of it, and a [`Frame`](crate::view::Frame) of that:
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
    /// Id by which spectators know the game.
    pub(crate) watch_id: GameId,
    pub(crate) mode: Mode,
    pub(crate) highlighting_enabled: bool,
    /// Aids to players, if the creator chose them.
    pub(crate) aids: Option<Aids>,
    pub(crate) profile: Arc<Profile>,
    /// Terms on spectators and chat.
    pub(crate) social: SocialTerms,
    pub(crate) moderator: Arc<Moderator>,
    pub(crate) board: ggn_core::Game,
    pub(crate) status: GameStatus,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) touched: Option<Touched>,
    pub(crate) draw: DrawOffers,
    /// Pieces captured by each side.
    pub(crate) captured: BySide<BTreeMap<PieceType, u32>>,
    /// Those among them that were covered.
    pub(crate) captured_covered: BySide<BTreeMap<PieceType, u32>>,
    /// The deal from which the game began, where pieces are covered.
    pub(crate) deal: Option<Box<PromisedDeal>>,
    /// Announcements to each side.
    pub(crate) announced: BySide<AnnouncementLog>,
    /// Announcements to both sides, which are all that spectators get.
    pub(crate) announced_to_both: AnnouncementLog,
    pub(crate) tries: VecDeque<RefusedTry>,
    /// Time of each ply.
    pub(crate) played_at: Vec<UnixMs>,
    /// Milliseconds that its side had left after each ply, in a game with a clock.
    pub(crate) left_after: Vec<u64>,
    pub(crate) attendance: Attendance,
    /// The clock, if the players agreed on one.
    pub(crate) clock: Option<Clock>,
    pub(crate) rematch: Rematch,
    /// Marks that the players have shared after the end.
    pub(crate) marks: BySide<Option<Arc<[Mark]>>>,
    pub(crate) created_at: UnixMs,
    /// Rules of the game. A game with house rules keeps them in memory as long as it lives.
    pub(crate) data: Arc<Rules>,
    /// The record of a finished game. It can be long, so it is made once, not for every greeting.
    pub(crate) record: OnceLock<Arc<Record>>,
    /// Identities of the pieces on the board.
    pub(crate) identities: PieceIdentities,
    /// True if the game is played in a room. Players in a room get facts about the pieces.
    pub(crate) is_room: bool,
    /// True if a touched piece must move.
    pub(crate) touch_move: bool,
    /// The present turn, before a moderator who answers attempts.
    pub(crate) attempted: Option<Box<AttemptedTurn>>,
    /// Captures of each side by the kinds that the moderator announced.
    pub(crate) announced_kinds: BySide<BTreeMap<PieceType, u32>>,
    /// State of duels, in a game with duels.
    pub(crate) gambit: Option<Box<Gambit>>,
    /// Sight of the players, in a game by sight.
    pub(crate) sights: Option<Box<Sights>>,
    /// Names of the players.
    pub(crate) names: BySide<Option<PersonName>>,
    /// Spectators in the order of arrival, as the caller reports them. They are not part of the game, and no journal stores them; every viewer may
    /// know them.
    pub(crate) spectators: Arc<[GameSpectator]>,
}

/// Result of a game.
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
    /// The piece that was to move; `None` for a pass.
    pub(crate) touched: Option<Touched>,
    pub(crate) to: Option<Square>,
    pub(crate) text: ModeratorText,
    pub(crate) at: UnixMs,
}

/// Announcements to one viewer, the oldest first. At most [`ANNOUNCEMENTS_KEPT`] are kept.
// Requirement blind-37.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnnouncementLog {
    kept: VecDeque<Announcement>,
    fallen_out: u64,
}

impl AnnouncementLog {
    fn push(&mut self, announcement: Announcement) {
        if self.kept.len() >= ANNOUNCEMENTS_KEPT {
            self.kept.pop_front();
            self.fallen_out += 1;
        }
        self.kept.push_back(announcement);
    }

    /// Returns the number of all announcements, kept or not.
    pub(crate) fn total(&self) -> u64 {
        self.fallen_out + self.kept.len() as u64
    }

    /// Returns the announcements after the first `known`, as far as they are kept.
    pub(crate) fn since(&self, known: u64) -> Vec<Announcement> {
        let skipped = usize::try_from(known.saturating_sub(self.fallen_out)).unwrap_or(usize::MAX);
        self.kept.iter().skip(skipped).cloned().collect()
    }
}

/// Terms that a game starts with.
pub(crate) struct Terms {
    pub(crate) id: GameId,
    pub(crate) watch_id: GameId,
    pub(crate) mode: Mode,
    pub(crate) highlighting_enabled: bool,
    pub(crate) aids: Option<Aids>,
    pub(crate) profile: Arc<Profile>,
    pub(crate) social: SocialTerms,
    pub(crate) moderator: Arc<Moderator>,
    pub(crate) rules: Arc<Rules>,
    /// Position from which it starts, if it is drawn.
    pub(crate) start: Option<Position>,
    /// Deal of its covered pieces.
    pub(crate) deal: Option<PromisedDeal>,
    pub(crate) clock: Option<TimeControl>,
    /// Numbers of the duels, in a game with duels.
    pub(crate) gambit: Option<Arc<crate::gambit::Terms>>,
    /// True if a touched piece must move.
    pub(crate) touch_move: bool,
    pub(crate) created_at: UnixMs,
}

impl Game {
    /// Creates a game that waits for its players.
    pub(crate) fn new(terms: Terms) -> Game {
        let ruleset = Arc::clone(&terms.rules.ruleset);
        let start = terms.start.unwrap_or_else(|| ruleset.initial().clone());
        let board = match &terms.deal {
            Some(promised) => {
                ggn_core::Game::from_deal(ruleset, start, Counters::default(), promised.deal.clone())
            }
            None => ggn_core::Game::from_position(ruleset, start, Counters::default()),
        };
        let gambit = terms.gambit.map(|numbers| Box::new(Gambit::new(numbers, board.position())));
        let identities = PieceIdentities::number(board.position(), &terms.rules.ruleset);
        let mut game = Game {
            id: terms.id,
            watch_id: terms.watch_id,
            mode: terms.mode,
            highlighting_enabled: terms.highlighting_enabled,
            aids: terms.aids,
            profile: terms.profile,
            social: terms.social,
            moderator: terms.moderator,
            board,
            status: GameStatus::Waiting,
            outcome: None,
            touched: None,
            draw: DrawOffers::default(),
            captured: BySide::default(),
            captured_covered: BySide::default(),
            deal: terms.deal.map(Box::new),
            announced: BySide::default(),
            announced_to_both: AnnouncementLog::default(),
            tries: VecDeque::new(),
            played_at: Vec::new(),
            left_after: Vec::new(),
            attendance: Attendance::default(),
            clock: terms.clock.map(Clock::new),
            rematch: Rematch::default(),
            marks: BySide::default(),
            created_at: terms.created_at,
            data: terms.rules,
            record: OnceLock::new(),
            identities,
            is_room: false,
            touch_move: terms.touch_move,
            attempted: None,
            announced_kinds: BySide::default(),
            gambit,
            sights: None,
            names: BySide::default(),
            spectators: Arc::default(),
        };
        game.sights = Sights::at_start(&game);
        game
    }

    /// Marks the game as played in a room.
    pub(crate) fn set_room(&mut self) {
        self.is_room = true;
    }

    /// Returns the rules of the board.
    pub(crate) fn rules(&self) -> &ggn_core::Rules {
        self.board.rules()
    }

    /// Returns whether a piece of this game can become that type by choice.
    // Requirement blind-54.
    pub(crate) fn can_become(&self, kind: PieceType) -> bool {
        self.data.promotions.contains(&kind)
    }

    /// Returns the piece of that name, if this game has it.
    pub(crate) fn piece(&self, name: PieceName) -> Result<PieceId, Refusal> {
        self.data.names.piece_of(name).ok_or(Refusal::NoSuchPiece)
    }

    /// Returns whether the ruleset is another than that of games of its mode that name none.
    pub(crate) fn is_of_named_ruleset(&self) -> bool {
        *self.data.id != *self.profile.ruleset
    }

    /// Reads a choice of a side by its word.
    pub(crate) fn choice(&self, by: Side, word: &ChoiceWord) -> Result<Choice, Refusal> {
        read_choice(self.rules(), by, word.as_str()).map(Choice::Exact).ok_or(Refusal::NoSuchPromotion)
    }

    /// Checks that the game is being played.
    pub(crate) fn check_active(&self) -> Result<(), Refusal> {
        match self.status {
            GameStatus::Waiting => Err(Refusal::NotBegun),
            GameStatus::Active => Ok(()),
            GameStatus::Finished => Err(Refusal::GameOver),
        }
    }

    /// Returns the square of that name.
    pub(crate) fn square(&self, name: SquareName) -> Result<Square, Refusal> {
        self.data.names.square_of(name).ok_or(Refusal::NoSuchSquare)
    }

    /// Returns the number of moves made.
    pub(crate) fn plies(&self) -> u32 {
        u32::try_from(self.board.plies()).unwrap_or(u32::MAX)
    }

    /// Resigns for a side.
    // Requirements blind-23, gambit-63.
    pub(crate) fn resign(&mut self, by: Side) {
        self.board.resign(by);
        self.finish(Outcome { reason: Some(EndReason::Resign), winner: Some(by.opponent()) });
    }

    /// Ends a game that never began.
    pub(crate) fn dissolve(&mut self) {
        self.finish(Outcome { reason: None, winner: None });
    }

    /// Offers a draw.
    pub(crate) fn offer_draw(&mut self, by: Side) {
        let outcome = self.draw.offer(by);
        self.settle(outcome);
    }

    /// Answers a draw offer.
    pub(crate) fn respond_draw(&mut self, by: Side, accept: bool) {
        let outcome = self.draw.respond(by, accept);
        self.settle(outcome);
    }

    fn settle(&mut self, result: DrawResult) {
        match result {
            DrawResult::Continues => {}
            DrawResult::Agreed => {
                self.board.agree();
                self.finish(Outcome { reason: Some(EndReason::DrawAgreed), winner: None });
            }
        }
    }

    /// Ends the game because a player stayed away for too long.
    pub(crate) fn abandon(&mut self, abandonment: Abandonment) {
        self.finish(Outcome { reason: Some(EndReason::Abandoned), winner: abandonment.winner });
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

    fn announce(&mut self, announcements: impl IntoIterator<Item = Announcement>) {
        for announcement in announcements {
            if announcement.audience == Audience::Both {
                self.announced_to_both.push(announcement.clone());
            }
            for side in Side::BOTH {
                if announcement.audience.includes(side) {
                    self.announced[side].push(announcement.clone());
                }
            }
        }
    }
}

/// Returns the name of a location: its square, or `*` for the hand.
pub(crate) fn location_name(rules: &ggn_core::Rules, location: Location) -> String {
    let cell = location.square().and_then(|square| rules.shape().cell(square));
    cell.map_or_else(|| "*".to_owned(), |cell| cell.to_string())
}

#[cfg(test)]
mod tests;
