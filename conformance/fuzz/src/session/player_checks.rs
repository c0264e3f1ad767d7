//! Checks of all frames to the players, against the true position.

use std::collections::BTreeMap;

use ggn_core::{BySide, Game, Side};
use session::protocol::events::{GameState, ServerEvent};
use session::protocol::player::{
    Announcement, Audience, Color, EndReason, GameStatus, Mode, PeerPresence, ServerMessage, You,
};
use session::{ConnId, Entry, Output, Phase, Token, UnixMs};

use super::bid_oracle::BidOracle;
use super::sent::{self, SentMessage};

/// Known facts about the end of a game.
type End = (GameStatus, Option<EndReason>, Option<Color>, Option<String>);

/// A view of the board: its pieces by their squares, the side to move, and whether that side is in check.
type Board = (BTreeMap<String, String>, Color, Option<bool>);

/// An input, with known facts about it.
pub(super) struct AppliedInput<'t> {
    pub(super) entry: &'t Entry,
    /// Socket of the request.
    pub(super) asker: Option<ConnId>,
    /// Sockets of the seats.
    pub(super) conns: &'t BySide<Option<ConnId>>,
    /// True if a deadline passed before it.
    pub(super) was_due: bool,
}

#[derive(Default)]
struct SentState {
    seq: u64,
    ply: u32,
    end: Option<End>,
    grace: Option<UnixMs>,
}

pub(super) struct PlayerChecker {
    mode: Mode,
    sent: BySide<SentState>,
    pub(super) tokens: BySide<Option<Token>>,
    phase: Phase,
}

fn phase_index(phase: Phase) -> u8 {
    match phase {
        Phase::Waiting => 0,
        Phase::Active => 1,
        Phase::Finished => 2,
    }
}

impl PlayerChecker {
    pub(super) fn new(mode: Mode) -> PlayerChecker {
        PlayerChecker { mode, sent: BySide::default(), tokens: BySide::default(), phase: Phase::Waiting }
    }

    /// Returns the number of moves by a socket's frames.
    pub(super) fn sent_plies(&self, conn: ConnId, outputs: &[Output]) -> Option<usize> {
        outputs.iter().filter_map(sent::read).find_map(|(to, message)| match message {
            SentMessage::Message(ServerMessage::Update(update)) if to == conn => Some(update.ply as usize),
            SentMessage::Message(_) | SentMessage::Event(_) => None,
        })
    }

    /// Checks the outputs of one input.
    pub(super) fn check(
        &mut self,
        applied: &AppliedInput<'_>,
        (shadow, oracle): (&Game, Option<&BidOracle>),
        outputs: &[Output],
        phase: Phase,
    ) {
        let AppliedInput { entry, asker, conns, was_due } = *applied;
        assert!(
            phase_index(phase) >= phase_index(self.phase),
            "a game does not go back from {:?} to {phase:?}",
            self.phase
        );
        self.phase = phase;
        let mut refused = None;
        for output in outputs {
            let Some((conn, message)) = sent::read(output) else { continue };
            let side = Side::BOTH.into_iter().find(|side| conns[*side] == Some(conn));
            match (message, side) {
                (SentMessage::Message(ServerMessage::Error(error)), _) => {
                    assert!(error.message.len() < 200);
                    refused = Some(conn);
                }
                (SentMessage::Message(ServerMessage::Ping {}), _) => panic!("a session sends no ping"),
                (message, None) => panic!("{message:?} goes to a socket without a seat"),
                (SentMessage::Message(message), Some(side)) => {
                    self.check_message(entry, side, message, shadow);
                }
                (SentMessage::Event(event), Some(side)) => {
                    self.check_event(entry, side, event, (shadow, oracle));
                }
            }
        }
        // A refused request is answered, and no other client receives anything, unless a deadline passed.
        if let (Some(conn), false, true) = (refused, was_due, asker.is_some()) {
            assert_eq!(asker, Some(conn));
            let is_for_another =
                |output: &&Output| matches!(output, Output::Send { conn: to, .. } if *to != conn);
            assert_eq!(outputs.iter().find(is_for_another), None);
        }
    }

    fn check_message(&mut self, entry: &Entry, side: Side, message: ServerMessage, shadow: &Game) {
        let seen = |view: session::protocol::player::BoardView| -> Board {
            let pieces = view.pieces.iter();
            let pieces =
                pieces.map(|(square, piece)| (square.as_str().to_owned(), piece.qpi.as_str().to_owned()));
            (pieces.collect(), view.to_move, view.in_check)
        };
        let seq = match message {
            ServerMessage::Joined(joined) => {
                assert_eq!(joined.you, if side == Side::First { You::White } else { You::Black });
                let held = self.tokens[side].get_or_insert_with(|| joined.token.clone());
                assert_eq!(*held, joined.token);
                self.check_peer(entry, side, joined.peer);
                let record = joined.record.as_ref().map(|record| serde_json::to_string(record).unwrap());
                self.check_board(entry, side, seen(joined.view), &joined.announcements, (joined.ply, shadow));
                self.check_end(side, (joined.game_status, joined.end_reason, joined.winner, record));
                joined.seq
            }
            ServerMessage::Update(update) => {
                let record = update.record.as_ref().map(|record| serde_json::to_string(record).unwrap());
                self.check_board(
                    entry,
                    side,
                    seen(update.view),
                    &update.new_announcements,
                    (update.ply, shadow),
                );
                self.check_end(side, (update.game_status, update.end_reason, update.winner, record));
                update.seq
            }
            ServerMessage::PeerStatus(status) => {
                assert_eq!(Side::from(status.color), side.opponent());
                self.check_peer(
                    entry,
                    side,
                    PeerPresence { connected: status.connected, grace_until: status.grace_until },
                );
                status.seq
            }
            ServerMessage::Rematch(rematch) => {
                assert_eq!(self.phase, Phase::Finished);
                rematch.seq
            }
            ServerMessage::SharedMarks(shared) => {
                assert_eq!(self.phase, Phase::Finished);
                assert!(shared.marks.w.is_some() || shared.marks.b.is_some());
                shared.seq
            }
            ServerMessage::Error(_) | ServerMessage::Ping {} => return,
        };
        self.check_sequence(side, seq);
    }

    /// Checks an event. Players of games without bids receive `move.result` alone.
    fn check_event(
        &mut self,
        entry: &Entry,
        side: Side,
        event: ServerEvent,
        (shadow, oracle): (&Game, Option<&BidOracle>),
    ) {
        // No time is later than the maximum.
        let is_later = |at| at > entry.at || entry.at == UnixMs(u64::MAX);
        let sequence = match event {
            ServerEvent::MoveResult(result) => {
                assert_ne!(result.success, result.error.is_some());
                return;
            }
            ServerEvent::GameState(state) => {
                let oracle = oracle.unwrap_or_else(|| panic!("{state:?} is sent in a game without bids"));
                self.check_state(entry, side, &state, (shadow, oracle));
                state.sequence
            }
            ServerEvent::DuelInitiated(duel) => {
                assert!(is_later(duel.contest.deadline), "{duel:?}");
                duel.sequence
            }
            ServerEvent::RetreatOptions(options) => {
                assert_eq!(shadow.position().turn(), side, "{options:?} are another's");
                let choice = &options.retreat;
                assert!(is_later(choice.deadline) && choice.valid_positions.len() == choice.costs.len());
                options.sequence
            }
            ServerEvent::DuelOutcome(outcome) => outcome.sequence,
            ServerEvent::Check(check) => check.sequence,
            ServerEvent::Over(over) => {
                assert_eq!(self.phase, Phase::Finished);
                over.sequence
            }
            ServerEvent::PlayerJoined(player) => player.sequence,
            ServerEvent::PlayerLeft(gone) => gone.sequence,
            ServerEvent::PlayerReconnected(back) => back.sequence,
            ServerEvent::Watching(_)
            | ServerEvent::SpectatorJoined(_)
            | ServerEvent::SpectatorLeft(_)
            | ServerEvent::Chat(_)
            | ServerEvent::ChatHistory(_)
            | ServerEvent::Pong(_) => panic!("{event:?} is not an event of a session"),
        };
        self.check_sequence(side, sequence);
    }

    /// Checks that a state is exactly what its player may know, and true.
    fn check_state(
        &mut self,
        entry: &Entry,
        side: Side,
        state: &GameState,
        (shadow, oracle): (&Game, &BidOracle),
    ) {
        oracle.check_discretion(state);
        let known = oracle.seen(side);
        assert_eq!((state.you, state.phase, state.bp), (known.you, known.phase, known.bp));
        assert_eq!((&state.duel, &state.retreat), (&known.duel, &known.retreat));
        for player in state.players.iter().filter(|player| Side::from(player.color) != side) {
            let peer = PeerPresence { connected: player.connected, grace_until: player.grace_until };
            self.check_peer(entry, side, peer);
        }
        let pieces = state.pieces.iter();
        let pieces =
            pieces.map(|piece| (piece.position.as_str().to_owned(), piece.qpi.as_str().to_owned())).collect();
        let board = (pieces, state.turn, state.in_check);
        self.check_board(entry, side, board, &state.new_announcements, (state.ply, shadow));
        let record = state.record.as_ref().map(|record| serde_json::to_string(record).unwrap());
        self.check_end(side, (state.game_status, state.end_reason, state.winner, record));
    }

    fn check_sequence(&mut self, side: Side, seq: u64) {
        assert_eq!(seq, self.sent[side].seq + 1, "a number is missing");
        self.sent[side].seq = seq;
    }

    fn check_peer(&mut self, entry: &Entry, side: Side, peer: PeerPresence) {
        assert!(!peer.connected || peer.grace_until.is_none());
        assert!(peer.grace_until.is_none() || self.phase == Phase::Active, "a grace outside of a game");
        assert!(peer.grace_until.is_none_or(|until| until >= entry.at), "a grace that lies behind");
        let before = std::mem::replace(&mut self.sent[side].grace, peer.grace_until);
        assert!(
            peer.grace_until.is_none_or(|until| before.is_none_or(|before| until >= before)),
            "a grace grew shorter"
        );
    }

    fn check_board(
        &mut self,
        entry: &Entry,
        side: Side,
        (seen, to_move, in_check): Board,
        message: &[Announcement],
        (ply, shadow): (u32, &Game),
    ) {
        let sees_all = self.mode == Mode::Vanilla || self.phase == Phase::Finished;
        let rules = shadow.rules();
        let mut truth = BTreeMap::new();
        for (square, id) in shadow.position().pieces() {
            let piece = rules.piece(id).unwrap();
            if sees_all || piece.side() == side {
                truth.insert(rules.shape().cell(square).unwrap().to_string(), piece.qpi.to_string());
            }
        }
        assert_eq!(seen, truth, "{side:?} sees what is not so, or may not be seen");
        assert_eq!(Side::from(to_move), shadow.position().turn());
        assert!(in_check.is_none_or(|sent| sent == shadow.in_check()));
        assert_eq!(ply as usize, shadow.plies());
        assert!(ply >= self.sent[side].ply);
        self.sent[side].ply = ply;
        for message in message {
            assert!(message.at <= entry.at && message.ply <= ply + 1, "{message:?}");
            let is_for = match message.audience {
                Audience::W => side == Side::First,
                Audience::B => side == Side::Second,
                Audience::Both => true,
            };
            assert!(is_for, "{message:?}");
        }
    }

    fn check_end(&mut self, side: Side, end: End) {
        let status = match self.phase {
            Phase::Waiting => GameStatus::Waiting,
            Phase::Active => GameStatus::Active,
            Phase::Finished => GameStatus::Finished,
        };
        assert_eq!(end.0, status);
        let is_over = status == GameStatus::Finished;
        assert_eq!((end.1.is_some(), end.3.is_some()), (is_over, is_over), "{end:?}");
        assert!(is_over || end.2.is_none());
        for known in Side::BOTH.map(|side| self.sent[side].end.as_ref()).into_iter().flatten() {
            assert!(known.0 != GameStatus::Finished || *known == end, "{known:?} became {end:?}");
        }
        self.sent[side].end = Some(end);
    }

    /// Checks that both players received the same end.
    pub(super) fn check_agreement(&self) {
        let [Some(first), Some(second)] = Side::BOTH.map(|side| self.sent[side].end.as_ref()) else { return };
        assert_eq!(first, second);
    }
}
