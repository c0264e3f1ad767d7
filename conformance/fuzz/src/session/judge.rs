//! What holds for everything that is sent to the players, beside the truth.

use std::collections::BTreeMap;

use ggn_core::{BySide, Game, Side};
use session::protocol::player::{
    Announcement, Audience, BoardView, Color, EndReason, GameStatus, Mode, PeerPresence, ServerMessage, You,
};
use session::{ConnId, Entry, Output, Phase, Token, UnixMs};

/// What is known of a game's end.
type End = (GameStatus, Option<EndReason>, Option<Color>, Option<String>);

#[derive(Default)]
struct Told {
    seq: u64,
    ply: u32,
    end: Option<End>,
    grace: Option<UnixMs>,
}

pub(super) struct Judge {
    mode: Mode,
    told: BySide<Told>,
    pub(super) tokens: BySide<Option<Token>>,
    phase: Phase,
}

fn number(phase: Phase) -> u8 {
    match phase {
        Phase::Waiting => 0,
        Phase::Active => 1,
        Phase::Finished => 2,
    }
}

fn read(output: &Output) -> Option<(ConnId, ServerMessage)> {
    let Output::Send { conn, frame } = output else { return None };
    Some((*conn, serde_json::from_str(frame.as_str()).unwrap()))
}

impl Judge {
    pub(super) fn new(mode: Mode) -> Judge {
        Judge { mode, told: BySide::default(), tokens: BySide::default(), phase: Phase::Waiting }
    }

    /// How many moves a socket is told that there were.
    pub(super) fn plies_told(&self, conn: ConnId, outputs: &[Output]) -> Option<usize> {
        outputs.iter().filter_map(read).find_map(|(to, message)| match message {
            ServerMessage::Update(update) if to == conn => Some(update.ply as usize),
            _ => None,
        })
    }

    /// Judges what came of one input.
    pub(super) fn judge(
        &mut self,
        entry: &Entry,
        asker: Option<ConnId>,
        conns: &BySide<Option<ConnId>>,
        shadow: &Game,
        outputs: &[Output],
        phase: Phase,
    ) {
        assert!(
            number(phase) >= number(self.phase),
            "a game does not go back from {:?} to {phase:?}",
            self.phase
        );
        let went_on = phase != self.phase;
        self.phase = phase;
        let mut refused = None;
        for output in outputs {
            let Some((conn, message)) = read(output) else { continue };
            let Output::Send { frame, .. } = output else { continue };
            assert_eq!(serde_json::to_string(&message).unwrap(), frame.as_str());
            let side = Side::BOTH.into_iter().find(|side| conns[*side] == Some(conn));
            match (message, side) {
                (ServerMessage::Error(error), _) => {
                    assert!(error.message.len() < 200);
                    refused = Some(conn);
                }
                (ServerMessage::Ping {}, _) => panic!("a session asks for nothing"),
                (_, None) => panic!("{} goes to a socket without a seat", frame.as_str()),
                (message, Some(side)) => self.frame(entry, side, message, shadow),
            }
        }
        // Whoever asked in vain is told so, and nobody is told anything else of it, unless the time ended the game.
        if let (Some(conn), false, true) = (refused, went_on, asker.is_some()) {
            assert_eq!(asker, Some(conn));
            let is_for_another =
                |output: &&Output| matches!(output, Output::Send { conn: to, .. } if *to != conn);
            assert_eq!(outputs.iter().find(is_for_another), None);
        }
    }

    fn frame(&mut self, entry: &Entry, side: Side, message: ServerMessage, shadow: &Game) {
        let seq = match message {
            ServerMessage::Joined(joined) => {
                assert_eq!(joined.you, if side == Side::First { You::White } else { You::Black });
                let held = self.tokens[side].get_or_insert_with(|| joined.token.clone());
                assert_eq!(*held, joined.token);
                self.peer(entry, side, joined.peer);
                let record = joined.record.as_ref().map(|record| serde_json::to_string(record).unwrap());
                self.table(entry, side, &joined.view, &joined.announcements, joined.ply, shadow);
                self.end(side, (joined.game_status, joined.end_reason, joined.winner, record));
                joined.seq
            }
            ServerMessage::Update(update) => {
                let record = update.record.as_ref().map(|record| serde_json::to_string(record).unwrap());
                self.table(entry, side, &update.view, &update.new_announcements, update.ply, shadow);
                self.end(side, (update.game_status, update.end_reason, update.winner, record));
                update.seq
            }
            ServerMessage::PeerStatus(status) => {
                assert_eq!(Side::from(status.color), side.opponent());
                self.peer(
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
            ServerMessage::Error(_) | ServerMessage::Ping {} => return,
        };
        assert_eq!(seq, self.told[side].seq + 1, "a number is missing");
        self.told[side].seq = seq;
    }

    fn peer(&mut self, entry: &Entry, side: Side, peer: PeerPresence) {
        assert!(!peer.connected || peer.grace_until.is_none());
        assert!(peer.grace_until.is_none() || self.phase == Phase::Active, "a grace outside of a game");
        assert!(peer.grace_until.is_none_or(|until| until >= entry.at), "a grace that lies behind");
        let before = std::mem::replace(&mut self.told[side].grace, peer.grace_until);
        assert!(
            peer.grace_until.is_none_or(|until| before.is_none_or(|before| until >= before)),
            "a grace grew shorter"
        );
    }

    fn table(
        &mut self,
        entry: &Entry,
        side: Side,
        view: &BoardView,
        said: &[Announcement],
        ply: u32,
        shadow: &Game,
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
        let seen: BTreeMap<String, String> = view
            .pieces
            .iter()
            .map(|(square, piece)| (square.as_str().to_owned(), piece.qpi.as_str().to_owned()))
            .collect();
        assert_eq!(seen, truth, "{side:?} sees what is not so, or may not be seen");
        assert_eq!(Side::from(view.to_move), shadow.position().turn());
        assert!(view.in_check.is_none_or(|told| told == shadow.in_check()));
        assert_eq!(ply as usize, shadow.plies());
        assert!(ply >= self.told[side].ply);
        self.told[side].ply = ply;
        for said in said {
            assert!(said.at <= entry.at && said.ply <= ply + 1, "{said:?}");
            let is_for = match said.audience {
                Audience::W => side == Side::First,
                Audience::B => side == Side::Second,
                Audience::Both => true,
            };
            assert!(is_for, "{said:?}");
        }
    }

    fn end(&mut self, side: Side, end: End) {
        let status = match self.phase {
            Phase::Waiting => GameStatus::Waiting,
            Phase::Active => GameStatus::Active,
            Phase::Finished => GameStatus::Finished,
        };
        assert_eq!(end.0, status);
        let is_over = status == GameStatus::Finished;
        assert_eq!((end.1.is_some(), end.3.is_some()), (is_over, is_over), "{end:?}");
        assert!(is_over || end.2.is_none());
        for known in Side::BOTH.map(|side| self.told[side].end.as_ref()).into_iter().flatten() {
            assert!(known.0 != GameStatus::Finished || *known == end, "{known:?} became {end:?}");
        }
        self.told[side].end = Some(end);
    }

    /// Both players, asked at the end, were told the same.
    pub(super) fn agree(&self) {
        let [Some(first), Some(second)] = Side::BOTH.map(|side| self.told[side].end.as_ref()) else { return };
        assert_eq!(first, second);
    }
}
