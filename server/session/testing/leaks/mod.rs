//! Seeded leaks: each discloses one secret, so that the tests of secrecy can show that they would find it.
//!
//! These files are compiled under the cargo feature `testing` alone, and no release of the server compiles with it (see [`crate::CAN_LEAK`]).

mod bids;
mod covered;
mod leak;
mod own_game;
mod push;
mod referees;
mod sight;
mod watching;

pub use leak::Leak;
pub(crate) use watching::inject;

use std::collections::BTreeSet;

use ggn_core::{BySide, Happening, Location, Side, Square};
use serde_json::{Map, Value, json};

use crate::domain::{Color, CommandId, ConnId, Mark, PlayerKey, SquareName, UnixMs};
use crate::game::Game;
use crate::input::Input;
use crate::output::Output;
use crate::protocol::player::{Action, CloseReason};
use crate::touch_move::Touched;
use crate::view::Frame;

/// Data about one player that the leaks use.
#[derive(Clone, Debug, Default)]
struct Notes {
    inputs: u64,
    sockets: u64,
    offers: u64,
    ids: BTreeSet<String>,
    last_at: UnixMs,
    /// Time of the player's first commit in this turn.
    turn_at: Option<UnixMs>,
    /// Time of the player's latest request to bid.
    bid_at: Option<UnixMs>,
    /// The key that the player has shown.
    key: Option<PlayerKey>,
    /// Marks that the player has asked to share.
    marks: Vec<Mark>,
}

/// The leak seeded into a session, if any, and the data that it needs.
#[derive(Debug, Default)]
pub(crate) struct SeededLeak {
    pub(crate) leak: Option<Leak>,
    notes: BySide<Notes>,
    plies: u32,
}

/// All data that the leaks can use, hidden data included.
struct Secrets<'s> {
    game: &'s Game,
    you: Side,
    notes: &'s BySide<Notes>,
    cause: &'s Input,
    /// Side of the player that sent the input, if any.
    by: Option<Side>,
    /// True if the input made a move.
    moved: bool,
    /// Time of the mover's first commit in the turn that ended.
    turn_at: Option<UnixMs>,
}

impl SeededLeak {
    /// Adds the leak to the outputs of a session.
    pub(crate) fn inject(
        &mut self,
        game: &Game,
        conns: BySide<Option<ConnId>>,
        at: UnixMs,
        cause: &Input,
        out: &mut Vec<Output>,
    ) {
        let Some(leak) = self.leak else { return };
        let conn = match cause {
            Input::Hello { conn, .. }
            | Input::Command { conn, .. }
            | Input::Rematch { conn, .. }
            | Input::Enter { conn, .. }
            | Input::RoomIntent { conn, .. } => Some(*conn),
            Input::Closed { .. }
            | Input::Unreachable { .. }
            | Input::Vacation { .. }
            | Input::Tick
            | Input::Restarted => None,
        };
        let side_of = |conn: ConnId| Side::BOTH.into_iter().find(|side| conns[*side] == Some(conn));
        let by = conn.and_then(side_of);
        let moved = game.plies() > self.plies;
        self.plies = game.plies();
        let new_ids = by.map(|by| self.note(by, at, cause)).unwrap_or_default();
        let turn_at = by.and_then(|by| if moved { self.notes[by].turn_at.take() } else { None });
        let mut changed = Vec::new();
        for output in std::mem::take(out) {
            let you = match &output {
                Output::Send { conn, .. } | Output::Close { conn, .. } | Output::Seated { conn, .. } => {
                    side_of(*conn)
                }
                Output::Push(push) => Some(push.seat.0.into()),
            };
            // A closed socket has lost its seat to the socket of this input, so both belong to one side.
            let you = you.or(by.filter(|_| matches!(output, Output::Close { .. })));
            let secrets = Secrets {
                game,
                you: you.unwrap_or(Side::First),
                notes: &self.notes,
                cause,
                by,
                moved,
                turn_at,
            };
            secrets.output(leak, you.is_some(), output, &mut changed);
        }
        for (you, conn) in Side::BOTH.into_iter().filter_map(|side| Some((side, conns[side]?))) {
            let secrets = Secrets { game, you, notes: &self.notes, cause, by, moved, turn_at };
            let extra = secrets.extra(leak).map(|frame| Output::Send { conn, frame: write(&frame) });
            changed.extend(extra);
        }
        *out = changed;
        if let Some(by) = by {
            self.notes[by].ids.extend(new_ids);
        }
    }

    /// Records an input of a player. Returns the command ids that count as used from the next input on.
    fn note(&mut self, by: Side, at: UnixMs, cause: &Input) -> Vec<String> {
        let notes = &mut self.notes[by];
        notes.inputs += 1;
        notes.last_at = at;
        match cause {
            Input::Hello { .. } | Input::Enter { .. } => notes.sockets += 1,
            Input::Command { command, .. } => {
                notes.offers += u64::from(command.action == Action::OfferDraw);
                match &command.action {
                    Action::Commit { .. } => {
                        notes.turn_at.get_or_insert(at);
                    }
                    Action::Allocate { .. } => notes.bid_at = Some(at),
                    Action::Identify { key, .. } => notes.key = Some(key.clone()),
                    Action::ShareMarks { marks } => notes.marks.clone_from(marks),
                    _ => {}
                }
                return command.id.iter().map(|id| id.as_str().to_owned()).collect();
            }
            Input::Rematch { .. }
            | Input::RoomIntent { .. }
            | Input::Closed { .. }
            | Input::Unreachable { .. }
            | Input::Vacation { .. }
            | Input::Tick
            | Input::Restarted => {}
        }
        Vec::new()
    }
}

fn write(frame: &Value) -> Frame {
    Frame::leaking(frame.to_string())
}

impl Secrets<'_> {
    fn square_name(&self, square: Square) -> Option<SquareName> {
        self.game.data.names.square(square)
    }

    fn enemy(&self) -> Side {
        self.you.opponent()
    }

    fn enemy_notes(&self) -> &Notes {
        &self.notes[self.enemy()]
    }

    /// Returns the number of the enemy's refused tries.
    fn enemy_tries(&self) -> usize {
        self.game.tries.iter().filter(|refused| refused.by == self.enemy()).count()
    }

    fn has_enemy_touched(&self) -> bool {
        self.game.touched.is_some() && self.game.board.position().turn() == self.enemy()
    }

    fn output(&self, leak: Leak, is_seated: bool, output: Output, changed: &mut Vec<Output>) {
        let Output::Send { conn, frame } = output else {
            changed.push(match output {
                Output::Close { conn, .. } if leak == Leak::CloseCode && self.enemy_notes().sockets > 1 => {
                    Output::Close { conn, reason: CloseReason::IDLE }
                }
                other => other,
            });
            return;
        };
        let Ok(Value::Object(mut message)) = serde_json::from_str(frame.as_str()) else { return };
        if is_seated {
            self.message(leak, &mut message);
        } else if leak == Leak::OnlookerPly {
            message
                .insert("message".to_owned(), format!("both seats are taken, {}", self.game.plies()).into());
        }
        let mut frame = write(&Value::Object(message));
        if leak == Leak::Padding && is_seated {
            frame = Frame::leaking(format!("{}{}", frame.as_str(), " ".repeat(self.enemy_tries() % 4)));
        }
        let repeated = match leak {
            Leak::FrameTwice => self.by == Some(self.you) && self.enemy_tries() % 2 == 1,
            Leak::SharedIds => {
                self.by == Some(self.you)
                    && self.id().is_some_and(|id| self.enemy_notes().ids.contains(id.as_str()))
            }
            _ => false,
        };
        if repeated && is_seated {
            changed.push(Output::Send { conn, frame: frame.clone() });
        }
        changed.push(Output::Send { conn, frame });
    }

    fn shows_key(&self) -> bool {
        let command = self.cause.command();
        command.is_some_and(|(_, command)| matches!(command.action, Action::Identify { .. }))
    }

    fn shares_marks(&self) -> bool {
        let command = self.cause.command();
        command.is_some_and(|(_, command)| matches!(command.action, Action::ShareMarks { .. }))
    }

    fn id(&self) -> Option<&CommandId> {
        let (_, command) = self.cause.command()?;
        command.id.as_ref()
    }

    /// Returns a frame that should not be sent, if the leak adds one.
    fn extra(&self, leak: Leak) -> Option<Value> {
        let is_of_enemy = self.by == Some(self.enemy()) && !self.moved && self.cause.command().is_some();
        match leak {
            Leak::ExtraFrame if is_of_enemy => Some(json!({"type": "update"})),
            Leak::KeyFrame if is_of_enemy && self.shows_key() => Some(json!({"type": "update"})),
            Leak::MarksFrame if is_of_enemy && self.shares_marks() => Some(json!({"type": "shared-marks"})),
            Leak::Thinking if is_of_enemy && self.has_enemy_touched() => {
                Some(json!({"type": "peer-status", "color": Color::from(self.enemy()), "thinking": true}))
            }
            Leak::BidFrame if self.is_half_fought() => Some(json!({"type": "gameState.update"})),
            _ => None,
        }
    }

    /// Changes a message to a player.
    fn message(&self, leak: Leak, message: &mut Map<String, Value>) {
        let kind = message.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        match kind.as_str() {
            "joined" | "update" => {
                let field = self.of_board(leak).or_else(|| self.of_players(leak));
                message.extend(field.map(|value| ("leak".to_owned(), value)));
                self.of_snapshot(leak, kind == "joined", message);
                self.of_numbers(leak, message);
                self.of_announcements(leak, message);
                self.of_clock(leak, message);
                self.of_sight(leak, message);
                self.of_covered(leak, message);
            }
            "gameState.update" => self.of_bids(leak, message),
            "duel.outcome" => self.of_outcome(leak, message),
            "error" => {
                self.of_error(leak, message);
                self.of_refused_bid(leak, message);
            }
            _ => {}
        }
    }

    /// Returns a secret of the board.
    fn of_board(&self, leak: Leak) -> Option<Value> {
        let board = &self.game.board;
        let position = board.position();
        let turn = position.turn();
        let rules = board.rules();
        let letter = |id| rules.piece(id).map(ggn_core::Piece::letter);
        let last = board.history().last().filter(|played| played.by == self.enemy());
        Some(match leak {
            Leak::HalfmoveClock => board.counters().halfmove.into(),
            Leak::RepetitionCount => {
                board.history().iter().filter(|played| played.after == *position).count().into()
            }
            Leak::LegalMoveCount => board.legal_moves().len().into(),
            Leak::PositionKey => {
                let feen = rules.feen(position).to_string();
                feen.bytes().fold(7_u32, |key, byte| key.wrapping_mul(31).wrapping_add(byte.into())).into()
            }
            Leak::ThreatCount if turn == self.enemy() => {
                let moves = board.legal_moves().iter();
                let aims: BTreeSet<_> = moves.filter_map(|mv| mv.destination.square()).collect();
                let is_own = |square: &_| {
                    position
                        .piece_at(*square)
                        .and_then(|id| rules.piece(id))
                        .is_some_and(|p| p.side() == self.you)
                };
                aims.iter().filter(|square| is_own(*square)).count().into()
            }
            Leak::PawnTries if turn == self.you => {
                let takes = |mv: &&ggn_core::Move| {
                    letter(mv.piece) == Some('p')
                        && mv.destination.square().is_some_and(|to| position.piece_at(to).is_some())
                };
                board.legal_moves().iter().filter(takes).count().into()
            }
            Leak::MovedKind => {
                last.and_then(|played| letter(played.mv.piece)).map_or(Value::Null, |kind| json!(kind))
            }
            Leak::OneBit => {
                let to = last.and_then(|played| played.mv.destination.square()).map_or(0, |to| to.index());
                ((to / 8 + to % 8) % 2).into()
            }
            Leak::MaterialStrip => {
                let enemies = position.pieces().filter_map(|(_, id)| rules.piece(id));
                let mut kinds: Vec<char> = enemies
                    .filter(|piece| piece.side() == self.enemy())
                    .map(ggn_core::Piece::letter)
                    .collect();
                kinds.sort_unstable();
                kinds.into_iter().collect::<String>().into()
            }
            Leak::EnemyStates => {
                let enemies = position.pieces().filter_map(|(_, id)| rules.piece(id));
                let is_fresh = |piece: &&ggn_core::Piece| {
                    piece.side() == self.enemy() && piece.qpi.to_string().contains('+')
                };
                enemies.filter(is_fresh).count().into()
            }
            Leak::LegalTargets | Leak::Reach => self.of_touched(leak)?,
            Leak::EnemyHand | Leak::EnemyHandCount | Leak::EnemyDropped => self.of_hands(leak)?,
            Leak::EnemyPoints
            | Leak::HitLeft
            | Leak::HealedToOther
            | Leak::PoisonedSquare
            | Leak::BlastCount => self.of_mechanics(leak)?,
            _ => return None,
        })
    }

    /// Returns a secret about the enemy's hand and drops.
    fn of_hands(&self, leak: Leak) -> Option<Value> {
        let board = &self.game.board;
        let hand = board.position().hand(self.enemy());
        let letter = |id| board.rules().piece(id).map_or(' ', ggn_core::Piece::letter).to_string();
        Some(match leak {
            Leak::EnemyHand => {
                let kinds: Map<String, Value> =
                    hand.iter().map(|&(id, count)| (letter(id), count.into())).collect();
                kinds.into()
            }
            Leak::EnemyHandCount => hand.iter().map(|&(_, count)| count).sum::<u32>().into(),
            _ => {
                let last = board.history().last().filter(|played| played.by == self.enemy())?;
                (last.mv.source == Location::Hand).into()
            }
        })
    }

    /// Returns a secret about effects of mechanics.
    fn of_mechanics(&self, leak: Leak) -> Option<Value> {
        let board = &self.game.board;
        let is_enemy = |id| board.rules().piece(id).is_some_and(|piece| piece.side() == self.enemy());
        if leak == Leak::EnemyPoints {
            let enemies = board.position().pieces().filter(|(_, piece)| is_enemy(*piece));
            let points: Vec<u32> =
                enemies.filter_map(|(square, _)| board.position().points_at(square)).map(u32::from).collect();
            return (!points.is_empty()).then(|| points.iter().sum::<u32>().into());
        }
        let happenings = &board.history().last().filter(|_| self.moved)?.effect.happenings;
        let found = happenings.iter().find_map(|happening| match (leak, *happening) {
            (Leak::HitLeft, Happening::Hit { piece, left, .. }) if is_enemy(piece) => Some(left.into()),
            (Leak::HealedToOther, Happening::Healed { piece, .. }) if is_enemy(piece) => {
                Some("healed".into())
            }
            (Leak::PoisonedSquare, Happening::Poisoned { square, piece, .. }) if is_enemy(piece) => {
                Some(self.square_name(square)?.as_str().into())
            }
            _ => None,
        });
        let is_destroyed = |happening: &&Happening| matches!(happening, Happening::Destroyed { piece, .. } if is_enemy(*piece));
        let destroyed = happenings.iter().filter(is_destroyed).count();
        if leak == Leak::BlastCount { (destroyed > 0).then(|| destroyed.into()) } else { found }
    }

    /// Returns a secret about the piece that the viewer has touched.
    fn of_touched(&self, leak: Leak) -> Option<Value> {
        let board = &self.game.board;
        let touched = self.game.touched.filter(|_| board.position().turn() == self.you)?;
        if leak == Leak::Reach {
            let moves = board.rules().pseudo_legal_moves(board.position());
            return Some(moves.iter().filter(|mv| touched.is_moved_by(mv)).count().into());
        }
        let legal = board.legal_moves().iter().filter(|mv| touched.is_moved_by(mv));
        let names = legal.filter_map(|mv| self.square_name(mv.destination.square()?));
        Some(names.map(|name| name.as_str().to_owned()).collect::<Vec<_>>().into())
    }

    /// Returns a secret about the actions of the enemy.
    fn of_players(&self, leak: Leak) -> Option<Value> {
        let enemy = self.enemy_notes();
        Some(match leak {
            Leak::EnemyTouched if self.has_enemy_touched() => {
                let name =
                    self.game.touched.and_then(|touched| self.square_name(touched.source().square()?))?;
                name.as_str().into()
            }
            Leak::ThinkTime if self.by == Some(self.enemy()) => {
                enemy.last_at.0.saturating_sub(self.turn_at?.0).into()
            }
            Leak::LastSeen => enemy.last_at.0.into(),
            Leak::LogLine => {
                let refused = self.game.tries.iter().rev().find(|refused| refused.by == self.enemy())?;
                format!("WARN refused {:?} at {}", refused.text, refused.at.0).into()
            }
            Leak::MetricLabel => {
                format!("sockets_total{{side=\"{}\"}} {}", self.enemy(), enemy.sockets).into()
            }
            Leak::OfferCount => enemy.offers.into(),
            Leak::EnemyKey => json!(enemy.key),
            Leak::EnemyMarks => json!(enemy.marks),
            _ => return None,
        })
    }

    /// Adds leaks to the snapshot of a returning player, and to the board's view, other than its pieces.
    fn of_snapshot(&self, leak: Leak, is_joined: bool, message: &mut Map<String, Value>) {
        let board = &self.game.board;
        match leak {
            Leak::Preview if is_joined => {
                let feen = board.rules().feen(board.position()).to_string();
                message.insert("preview".to_owned(), feen.into());
            }
            Leak::ExportDuringPlay if is_joined => {
                let line: Vec<&str> = board.history().iter().map(|played| played.san.as_str()).collect();
                message.insert("record".to_owned(), line.join(" ").into());
            }
            Leak::SnapshotHearsAll if is_joined => {
                let all = self.game.announced[self.enemy()].since(0);
                message.insert("announcements".to_owned(), serde_json::to_value(all).unwrap_or_default());
            }
            Leak::CheckMarker => {
                if let Some(view) = message.get_mut("view").and_then(Value::as_object_mut) {
                    view.insert("inCheck".to_owned(), board.in_check().into());
                }
            }
            _ => {}
        }
    }

    fn of_numbers(&self, leak: Leak, message: &mut Map<String, Value>) {
        match leak {
            Leak::SharedCounter => {
                let both: u64 = Side::BOTH.into_iter().map(|side| self.notes[side].inputs).sum();
                message.insert("seq".to_owned(), both.into());
            }
            Leak::SkippedNumber => {
                let seq = message.get("seq").and_then(Value::as_u64).unwrap_or_default();
                message.insert("seq".to_owned(), (seq + self.enemy_tries() as u64).into());
            }
            Leak::ForeignAck if self.by == Some(self.enemy()) => {
                message.extend(self.id().map(|id| ("ack".to_owned(), id.as_str().into())));
            }
            _ => {}
        }
    }

    fn of_clock(&self, leak: Leak, message: &mut Map<String, Value>) {
        let Some(clock) = message.get_mut("clock").and_then(Value::as_object_mut) else { return };
        match leak {
            Leak::ClockSince => {
                clock.insert("since".to_owned(), self.enemy_notes().last_at.0.into());
            }
            Leak::ClockCountsTries => {
                let left = clock.get_mut("leftMs").and_then(Value::as_object_mut).into_iter().flatten();
                for (_, left) in left {
                    *left =
                        left.as_u64().unwrap_or_default().saturating_sub(self.enemy_tries() as u64).into();
                }
            }
            _ => {}
        }
    }

    fn of_announcements(&self, leak: Leak, message: &mut Map<String, Value>) {
        let key = if message.contains_key("announcements") { "announcements" } else { "newAnnouncements" };
        let Some(list) = message.get_mut(key).and_then(Value::as_array_mut) else { return };
        match leak {
            Leak::ReorderedList if self.enemy_tries() % 2 == 1 => list.reverse(),
            Leak::MoveSquare if self.moved && self.by == Some(self.enemy()) => {
                let last = self.game.board.history().last();
                let to = last.and_then(|played| self.square_name(played.mv.destination.square()?));
                let first = list.first_mut().and_then(Value::as_object_mut);
                if let (Some(announcement), Some(to)) = (first, to) {
                    announcement.insert("to".to_owned(), to.as_str().into());
                }
            }
            Leak::StaleTime if self.moved && self.by == Some(self.enemy()) => {
                for announcement in list.iter_mut().filter_map(Value::as_object_mut) {
                    announcement.extend(self.turn_at.map(|at| ("at".to_owned(), at.0.into())));
                }
            }
            Leak::TriesTooHigh | Leak::SquareAside | Leak::CheckerOrder | Leak::HiddenNonsense => {
                for announcement in list.iter_mut().filter_map(Value::as_object_mut) {
                    self.of_referee(leak, announcement);
                }
            }
            Leak::NoSuchPiece | Leak::RefusalReason | Leak::HelpReason | Leak::DropReason
                if self.by == Some(self.you) =>
            {
                for announcement in list.iter_mut().filter_map(Value::as_object_mut) {
                    self.of_refusal(leak, announcement);
                }
            }
            _ => {}
        }
    }

    /// Adds the reason why a try was refused.
    fn of_refusal(&self, leak: Leak, announcement: &mut Map<String, Value>) {
        let Some(refused) = self.game.tries.back().filter(|refused| refused.by == self.you) else { return };
        let board = &self.game.board;
        let pseudo_legal = || board.rules().pseudo_legal_moves(board.position()).into_iter();
        let from_there = |mv: &ggn_core::Move| refused.touched.is_some_and(|touched| touched.is_moved_by(mv));
        let text = announcement.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
        match (leak, text.as_str()) {
            (Leak::NoSuchPiece, "no_such_piece") => {
                let from = refused.touched.and_then(|touched| touched.source().square());
                let is_empty = from.and_then(|from| board.position().piece_at(from)).is_none();
                announcement.insert("payload".to_owned(), json!({"empty": is_empty}));
            }
            (Leak::DropReason, "illegal_move") if matches!(refused.touched, Some(Touched::Hand(_))) => {
                let is_taken = refused.to.is_some_and(|to| board.position().piece_at(to).is_some());
                announcement.insert("payload".to_owned(), json!({"taken": is_taken}));
            }
            (Leak::RefusalReason, "illegal_move") => {
                let to = refused.to.map(Location::Square);
                let is_pinned = pseudo_legal().any(|mv| from_there(&mv) && Some(mv.destination) == to);
                announcement.insert("payload".to_owned(), json!({"pinned": is_pinned}));
            }
            (Leak::HelpReason, "wont_help") if !pseudo_legal().any(|mv| from_there(&mv)) => {
                announcement.insert("text".to_owned(), "no_legal_moves".into());
            }
            _ => {}
        }
    }

    fn of_error(&self, leak: Leak, message: &mut Map<String, Value>) {
        let code = message.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
        match leak {
            Leak::ErrorText if self.has_enemy_touched() => {
                message.insert("message".to_owned(), "the other player has touched a piece".into());
            }
            Leak::ErrorCode if code == "not_your_turn" && self.has_enemy_touched() => {
                message.insert("code".to_owned(), "must_move_touched_piece".into());
            }
            Leak::ChoiceAfterLegality if code == "promotion_required" => {
                let Some((_, command)) = self.cause.command() else { return };
                let Action::Commit { from, to, .. } = &command.action else { return };
                let name = |at: Location| at.square().and_then(|square| self.square_name(square));
                let mut legal = self.game.board.legal_moves().iter();
                if !legal.any(|mv| name(mv.source) == Some(*from) && name(mv.destination) == *to) {
                    message.insert("code".to_owned(), "illegal_move".into());
                }
            }
            Leak::PromotionAfterLegality if code == "promotion_required" => {
                let Some((_, command)) = self.cause.command() else { return };
                let Action::Commit { to, .. } = &command.action else { return };
                let is_there = |mv: &&ggn_core::Move| {
                    mv.promotion.is_some()
                        && mv.destination.square().and_then(|to| self.square_name(to)) == *to
                };
                let touched = self.game.touched;
                let legal = self.game.board.legal_moves().iter().filter(is_there);
                let mut legal = legal.filter(|mv| touched.is_none_or(|touched| touched.is_moved_by(mv)));
                if legal.next().is_none() {
                    message.insert("code".to_owned(), "illegal_move".into());
                }
            }
            _ => {}
        }
    }
}
