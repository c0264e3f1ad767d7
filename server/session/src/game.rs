//! The truth about one game: the board, what was said and tried, who is there. Nothing here can be written to a client; `view` picks what may be.

pub(crate) mod gambit;
mod time;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use ggn_core::notation::cgsn::Status;
use ggn_core::{BySide, Cause, EndStatus, Goal, Happening, Location, Ruleset, Side, Square};

use self::gambit::Gambit;
use crate::clock::{Clock, TimeControl};
use crate::draw::{DrawTalk, Talk};
use crate::ids::{GameId, UnixMs};
use crate::limits::{ANNOUNCEMENTS_KEPT, TRIES_KEPT};
use crate::lounge::Company;
use crate::moderator::{Event, Happened, Moderator, ModeratorText, Moment, announce_move, announce_try};
use crate::presence::{Abandoned, Attendance};
use crate::profile::Profile;
use crate::protocol::events::{GameSpectator, PersonName};
use crate::protocol::player::{
    Announcement, Audience, EndReason, ErrorCode, GameStatus, Mode, PieceType, Record,
};
use crate::roster::Roster;
use crate::rules::Rules;
use crate::touch_move::{Commit, Step, TouchRules, judge};

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

    /// A player commits to a piece. An error has no effect, but that a piece may now be touched.
    pub(crate) fn commit(&mut self, by: Side, commit: Commit, at: UnixMs) -> Result<(), ErrorCode> {
        if self.board.position().turn() != by {
            return Err(ErrorCode::NotYourTurn);
        }
        let rules = TouchRules {
            binds: self.profile.touch_move,
            wont_help_includes_blocked: self.moderator.wont_help_includes_blocked(),
        };
        let judgement = judge(&self.board, rules, self.touched, commit);
        self.touched = judgement.touched;
        match judgement.step {
            Step::Error(code) => return Err(code),
            Step::Silent => {}
            Step::Refuse(event) => {
                let ply = self.plies().saturating_add(1);
                self.tell(announce_try(&self.moderator, Moment { ply, at }, by, event));
                if self.tries.len() >= TRIES_KEPT {
                    self.tries.pop_front();
                }
                let (from, to, text) = (commit.from, commit.to, event.text(by));
                self.tries.push_back(RefusedTry { ply, by, from, to, text, at });
            }
            Step::Play(mv) => self.play(by, &mv, at),
        }
        Ok(())
    }

    /// A player makes a move. One that is not legal is nobody's business but the player's: nothing is noted of it, and nobody is told.
    pub(crate) fn attempt(&mut self, by: Side, commit: Commit, at: UnixMs) -> bool {
        let rules = TouchRules { binds: false, wont_help_includes_blocked: true };
        match judge(&self.board, rules, None, commit).step {
            Step::Play(mv) => {
                self.play(by, &mv, at);
                true
            }
            Step::Error(_) | Step::Silent | Step::Refuse(_) => false,
        }
    }

    fn play(&mut self, by: Side, mv: &ggn_core::Move, at: UnixMs) {
        let Ok(played) = self.board.play(mv) else { return };
        let played = played.clone();
        self.roster.follow(&played, &self.data.ruleset);
        let ending = self.board.ending();
        let kind = |id| {
            self.board.rules().piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()))
        };
        let captured: Vec<PieceType> =
            played.deed.captured.iter().filter_map(|&(_, piece)| kind(piece)).collect();
        let befell = befell(self.board.rules(), by, &played.deed.happenings);
        let happened = Happened {
            by,
            captured: !captured.is_empty(),
            hit: played.deed.is_hit(),
            tag: played.tag.as_deref(),
            promoted: played.deed.promoted.and_then(kind),
            befell: &befell,
            check: played.check,
            ending,
        };
        let moment = Moment { ply: self.plies(), at };
        let said = announce_move(&self.moderator, moment, &happened);
        self.touched = None;
        self.played_at.push(at);
        self.draw.moved(by);
        for kind in captured {
            *self.captured[by].entry(kind).or_default() += 1;
        }
        self.tell(said);
        if let Some(ending) = ending {
            self.finish(Outcome { reason: reason(ending.status), winner: ending.winner });
        } else if let Some(clock) = &mut self.clock
            && self.board.position().turn() != by
        {
            clock.press(at);
        }
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

/// What the mechanics did beside a hit, as it is told: once for each side that it befell, however many pieces it was.
fn befell(rules: &Ruleset, by: Side, happenings: &[Happening]) -> Vec<(Event, Side)> {
    let told = |happening: &Happening| match *happening {
        // A hit is told in place of the move.
        Happening::Hit { .. } => None,
        Happening::Destroyed { cause: Cause::Blast, .. } => Some((Event::Exploded, by)),
        Happening::Destroyed { piece, cause: Cause::Poison, .. } => {
            Some((Event::Fell, rules.piece(piece)?.side()))
        }
        Happening::Poisoned { piece, .. } => Some((Event::Poisoned, rules.piece(piece)?.side())),
        Happening::Healed { piece, .. } => Some((Event::Healed, rules.piece(piece)?.side())),
    };
    // By event and side: in which order the squares were gone through is nobody's business.
    let told: BTreeSet<(Event, Side)> = happenings.iter().filter_map(told).collect();
    told.into_iter().collect()
}

/// Whether a side belongs to an audience.
pub(crate) fn hears(audience: Audience, side: Side) -> bool {
    match (audience, side) {
        (Audience::Both, Side::First | Side::Second) => true,
        (Audience::W, Side::First) | (Audience::B, Side::Second) => true,
        (Audience::W, Side::Second) | (Audience::B, Side::First) => false,
    }
}

/// The word of the wire for what ended a game, where it has one.
fn reason(status: EndStatus) -> Option<EndReason> {
    let status = match status {
        EndStatus::Cgsn(status) => status,
        EndStatus::Goal(goal) => {
            return Some(match goal {
                Goal::Captures => EndReason::Captures,
                Goal::Promotions => EndReason::Promotions,
                Goal::Checks => EndReason::Checks,
                Goal::Arrival => EndReason::Arrival,
                Goal::Extinction => EndReason::Extinction,
            });
        }
    };
    match status {
        Status::Checkmate => Some(EndReason::Checkmate),
        Status::Stalemate => Some(EndReason::Stalemate),
        Status::Insufficient => Some(EndReason::Insufficient),
        Status::Movelimit => Some(EndReason::FiftyMove),
        Status::Repetition => Some(EndReason::Threefold),
        Status::Resignation => Some(EndReason::Resign),
        Status::Agreement => Some(EndReason::DrawAgreed),
        Status::Timelimit => Some(EndReason::Timeout),
        Status::Check
        | Status::Stale
        | Status::Nomove
        | Status::Bareking
        | Status::Mareking
        | Status::Illegalmove => None,
    }
}

/// The name of a location: its square, or `*` for the hand.
pub(crate) fn location_name(rules: &Ruleset, location: Location) -> String {
    let cell = location.square().and_then(|square| rules.shape().cell(square));
    cell.map_or_else(|| "*".to_owned(), |cell| cell.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{board, board_late, game, square};

    fn active(mode: Mode, board: ggn_core::Game) -> Game {
        let mut game = game(mode, None, board);
        game.status = GameStatus::Active;
        game
    }

    fn play(game: &mut Game, moves: &str) {
        for (ply, mv) in (1u64..).zip(moves.split_whitespace()) {
            let by = game.board.position().turn();
            let (from, rest) = mv.split_at(2);
            let (to, promotion) = rest.split_at(2);
            let commit = Commit {
                from: square(from),
                to: Some(square(to)),
                promotion: promotion.chars().next().and_then(PieceType::new),
            };
            let before = game.plies();
            game.commit(by, commit, UnixMs(ply)).unwrap();
            assert_eq!(game.plies(), before + 1, "{mv} was refused");
        }
    }

    fn heard(game: &Game, side: Side) -> Vec<ModeratorText> {
        game.heard[side].since(0).into_iter().map(|said| said.text).collect()
    }

    /// After one move: what white hears, what black hears, and how the game stands.
    fn one_move(
        board: ggn_core::Game,
        mv: &str,
    ) -> (Vec<ModeratorText>, Vec<ModeratorText>, Option<Outcome>) {
        let mut game = active(Mode::Blind, board);
        play(&mut game, mv);
        assert_eq!(game.status == GameStatus::Finished, game.outcome.is_some());
        (heard(&game, Side::First), heard(&game, Side::Second), game.outcome)
    }

    fn won(reason: EndReason, winner: Side) -> Option<Outcome> {
        Some(Outcome { reason: Some(reason), winner: Some(winner) })
    }

    fn drawn(reason: EndReason) -> Option<Outcome> {
        Some(Outcome { reason: Some(reason), winner: None })
    }

    use ModeratorText as Text;

    #[test]
    fn mate_is_told_to_both_and_wins() {
        let mate = board("k^7/8/1K^6/8/8/8/8/7R / C/c");
        assert_eq!(
            one_move(mate, "h1h8"),
            (
                vec![Text::WhiteCheckmate],
                vec![Text::WhiteMoved, Text::WhiteCheckmate],
                won(EndReason::Checkmate, Side::First)
            )
        );
    }

    #[test]
    fn mate_beats_the_fifty_moves_that_are_full_with_it() {
        let mate = board_late("k^7/8/1K^6/8/8/8/8/7R / C/c", 99);
        assert_eq!(one_move(mate, "h1h8").2, won(EndReason::Checkmate, Side::First));
    }

    #[test]
    fn stalemate_is_told_to_both_and_draws() {
        let stalemate = board("k^7/8/2K^5/1Q6/8/8/8/8 / C/c");
        let (white, black, outcome) = one_move(stalemate, "b5b6");
        assert_eq!((white, black), (vec![Text::Stalemate], vec![Text::WhiteMoved, Text::Stalemate]));
        assert_eq!(outcome, drawn(EndReason::Stalemate));
    }

    #[test]
    fn two_bare_kings_are_a_draw() {
        let (white, black, outcome) = one_move(board("4k^3/8/8/8/8/8/3q4/4K^3 / C/c"), "e1d2");
        assert_eq!(white, [Text::DrawInsufficient]);
        assert_eq!(black, [Text::WhiteMovedCaptured, Text::DrawInsufficient]);
        assert_eq!(outcome, drawn(EndReason::Insufficient));
    }

    #[test]
    fn the_hundredth_ply_without_progress_is_a_draw() {
        let feen = "4k^3/8/8/8/8/8/8/R3K^3 / C/c";
        let (white, _, outcome) = one_move(board_late(feen, 99), "a1b1");
        assert_eq!((white, outcome), (vec![Text::DrawFifty], drawn(EndReason::FiftyMove)));
        assert_eq!(one_move(board_late(feen, 98), "a1b1").2, None);
    }

    #[test]
    fn the_third_repetition_is_a_draw_even_with_check_and_is_announced_alone() {
        // The position after white's first move comes back at the fifth and the ninth ply, when the hundred plies are full as well.
        let mut game = active(Mode::Blind, board_late("4k^3/8/8/8/8/8/R7/4K^3 / C/c", 91));
        play(&mut game, "a2a8 e8d7 a8a1 d7e8 a1a8 e8d7 a8a1 d7e8 a1a8");
        assert_eq!(game.outcome, drawn(EndReason::Threefold));
        let last: Vec<_> = heard(&game, Side::Second).into_iter().rev().take(3).collect();
        assert_eq!(last, [Text::DrawThreefold, Text::BlackInCheck, Text::WhiteMoved]);
    }

    #[test]
    fn a_capture_counts_for_who_made_it_and_a_promotion_names_the_piece() {
        let mut game = active(Mode::Blind, board("3rk^3/2P5/8/8/8/8/8/4K^3 / C/c"));
        play(&mut game, "c7d8q");
        let kind = |letter| PieceType::new(letter).unwrap();
        assert_eq!(game.captured[Side::First], BTreeMap::from([(kind('r'), 1)]));
        assert_eq!(game.captured[Side::Second], BTreeMap::new());
        let said = game.heard[Side::Second].since(0);
        let texts: Vec<_> = said.iter().map(|said| said.text).collect();
        assert_eq!(texts, [Text::WhiteMovedCaptured, Text::WhitePromoted, Text::BlackInCheck]);
        let payloads: Vec<_> =
            said.iter().map(|said| said.payload.and_then(|payload| payload.promoted_to)).collect();
        assert_eq!(payloads, [None, Some(kind('q')), None]);
        // What a promoted piece was does not matter to who takes it.
        play(&mut game, "e8d8");
        assert_eq!(game.captured[Side::Second], BTreeMap::from([(kind('q'), 1)]));
    }

    #[test]
    fn every_castling_and_en_passant_is_told_by_its_name() {
        let castling = "+r3+k^2+r/8/8/8/8/8/8/+R3+K^2+R / C/c";
        for (moves, text) in [
            ("e1g1", Text::WhiteCastledKingside),
            ("e1c1", Text::WhiteCastledQueenside),
            ("e1f1 e8g8", Text::BlackCastledKingside),
            ("e1f1 e8c8", Text::BlackCastledQueenside),
        ] {
            let mut game = active(Mode::Blind, board(castling));
            play(&mut game, moves);
            let listener = if moves.len() > 4 { Side::First } else { Side::Second };
            assert!(heard(&game, listener).contains(&text), "{moves}");
        }
        let mut game = active(Mode::Blind, board("4k^3/3+p4/8/4P3/6p1/8/5+P2/4K^3 / C/c"));
        play(&mut game, "f2f4 g4f3 e5e6");
        assert_eq!(heard(&game, Side::First), [Text::BlackMovedCapturedEp]);
        let mut game = active(Mode::Blind, board("4k^3/3+p4/8/4P3/8/8/8/4K^3 / c/C"));
        play(&mut game, "d7d5 e5d6");
        assert_eq!(heard(&game, Side::Second), [Text::WhiteMovedCapturedEp]);
        assert_eq!(game.captured[Side::First].len(), 1);
    }

    #[test]
    fn the_log_of_a_viewer_has_an_end_but_keeps_count() {
        let mut game = active(Mode::Blind, board("4k^3/8/8/8/8/8/8/R3K^3 / C/c"));
        let nothing = Commit { from: square("a5"), to: None, promotion: None };
        let over = 5;
        for _ in 0..ANNOUNCEMENTS_KEPT.max(TRIES_KEPT) + over {
            game.commit(Side::First, nothing, UnixMs(0)).unwrap();
        }
        let log = &game.heard[Side::First];
        assert_eq!(log.total(), (ANNOUNCEMENTS_KEPT.max(TRIES_KEPT) + over) as u64);
        assert_eq!(log.since(0).len(), ANNOUNCEMENTS_KEPT);
        assert_eq!(log.since(log.total() - 2).len(), 2);
        assert_eq!(game.tries.len(), TRIES_KEPT);
        assert_eq!(game.heard[Side::Second].total(), 0);
    }
}
