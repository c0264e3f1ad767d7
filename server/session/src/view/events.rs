//! The frames of the events: the state of a game as one viewer may know it, and what has happened between two of them.

use serde::Serialize;

use super::bids::Bids;
use super::frame::{Frame, Stamp};
use super::observation::{Observation, Reached};
use super::people::Person;
use crate::game::Came;
use crate::ids::{CommandId, GameId, UnixMs};
use crate::protocol::events::{
    Check, DuelInitiated, DuelOutcome, GamePhase, GamePiece, GamePlayer, GameState, Gone, MemberId,
    MoveRefused, MoveResult, Over, PersonName, Player, Reconnected, RetreatOptions, ServerEvent, Viewpoint,
};
use crate::protocol::player::{Color, ErrorCode, GameStatus, PeerPresence, SquareName};

/// White and black.
const COLORS: [Color; 2] = [Color::W, Color::B];

/// A word of the wire.
fn word_of(word: &impl Serialize) -> String {
    let value = serde_json::to_value(word).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Takes an event to be told, as soon as it is given its number.
type Say<'s> = dyn FnMut(&dyn Fn(u64) -> ServerEvent) + 's;

impl Frame {
    /// All that a viewer may know of a game, and what is new to who has been told so far of what came one after another. `None` to who is not told in
    /// events.
    pub(crate) fn game_state(seen: &Observation, told: Reached, stamp: Stamp) -> Option<Frame> {
        let story = seen.story.as_ref()?;
        let table = &seen.table;
        let bids = table.bids.as_deref();
        let first_ply = told.first_ply(story.reached);
        let unheard = usize::try_from(story.reached.said.saturating_sub(told.said)).unwrap_or(usize::MAX);
        let heard = story.said.len().saturating_sub(unheard);
        let pieces = table.board.pieces.iter().map(|(position, piece)| GamePiece {
            kind: piece.kind,
            color: piece.color,
            position: *position,
            has_moved: story.moved.binary_search(position).is_ok(),
            qpi: piece.qpi,
            points: piece.points,
        });
        let clock = table.clock;
        Some(Frame::of(&ServerEvent::GameState(Box::new(GameState {
            game_id: seen.game_id,
            you: seen.you,
            phase: seen.phase(),
            turn: table.board.to_move,
            pieces: pieces.collect(),
            move_number: story.move_number,
            in_check: table.board.in_check,
            bp: bids.map(|bids| bids.pools),
            duel: bids.and_then(|bids| bids.duel.clone()),
            retreat: bids.and_then(|bids| bids.retreat.clone()),
            fought: bids.and_then(|bids| bids.latest.filter(|_| bids.is_open)),
            new_moves: story.moves.iter().filter(|made| made.ply > first_ply).cloned().collect(),
            game_status: table.status,
            end_reason: table.end_reason,
            winner: table.winner,
            white_time_remaining: clock.map(|clock| clock.left_ms.w),
            black_time_remaining: clock.map(|clock| clock.left_ms.b),
            active_timer: clock.and_then(|clock| clock.running.filter(|_| clock.since.is_some())),
            clock,
            players: seen.players(),
            spectators: seen.people.spectators.to_vec(),
            mode: seen.mode,
            gambit: seen.gambit.as_deref().map(str::to_owned),
            ruleset: seen.ruleset.to_string(),
            overlays: seen.overlays.to_vec(),
            chat: seen.people.chat,
            highlighting_enabled: seen.highlighting_enabled,
            moves_left: table.board.moves_left,
            touched_piece: table.touched,
            draw_offer: table.draw_offer,
            tally: table.tally.clone(),
            new_announcements: story.said.iter().skip(heard).cloned().collect(),
            ply: table.ply,
            record: table.record.as_deref().cloned(),
            rematch: seen.rematch,
            sequence: stamp.seq,
            timestamp: stamp.at,
            ack: stamp.ack,
        }))))
    }

    /// What a `move.request` came to, for who sees `now` after it.
    pub(crate) fn move_result(
        now: &Observation,
        moved: Result<Came, (ErrorCode, &'static str)>,
        ack: Option<CommandId>,
    ) -> Frame {
        let table = &now.table;
        let has_passed = Some(table.board.to_move) != now.color();
        let (success, capture_attempted) = match &moved {
            Ok(Came::Made { captures }) => (true, Some(*captures)),
            Ok(Came::Contested) => (true, Some(true)),
            Ok(Came::Touched | Came::Refused(_) | Came::Unheard) | Err(_) => (false, None),
        };
        let is_made = matches!(moved, Ok(Came::Made { .. }));
        let error = match moved {
            Ok(Came::Made { .. } | Came::Contested | Came::Touched | Came::Unheard) => None,
            Ok(Came::Refused(word)) => Some((word_of(&word), "the moderator refuses the move")),
            Err((code, message)) => Some((word_of(&code), message)),
        };
        Frame::of(&ServerEvent::MoveResult(MoveResult {
            success,
            error: error.map(|(code, message)| MoveRefused { code, message: message.to_owned() }),
            check_detected: table.board.in_check.filter(|_| is_made && has_passed),
            capture_attempted,
            ack,
        }))
    }

    /// What somebody is sent who is told in events, saw `before`, or has just come, and sees `now`: what has happened, and the state if there is anything
    /// new in it. The first of the frames has the number after `told`, and time is `at`.
    #[must_use]
    pub fn since(before: Option<&Observation>, now: &Observation, told: u64, at: UnixMs) -> Vec<Frame> {
        let mut frames = before.map(|before| Frame::events(before, now, told)).unwrap_or_default();
        let stamp = Stamp { seq: told + frames.len() as u64 + 1, ack: None, at };
        let reached = before.map(Observation::reached).unwrap_or_default();
        let is_news = before.is_none_or(|before| now.is_news_after(before));
        frames.extend(Frame::game_state(now, reached, stamp).filter(|_| is_news));
        frames
    }

    /// What has happened to who saw `before` and sees `now`, in order; the first of them has the number after `told`.
    pub(crate) fn events(before: &Observation, now: &Observation, told: u64) -> Vec<Frame> {
        now.events_since(before, told).iter().map(Frame::of).collect()
    }
}

impl Observation {
    /// The side of the viewer, who has one unless they only watch.
    pub(super) fn color(&self) -> Option<Color> {
        match self.you {
            Viewpoint::W => Some(Color::W),
            Viewpoint::B => Some(Color::B),
            Viewpoint::Spectator => None,
        }
    }

    /// Whether the viewer is told in events: who plays where captures are bid for, and whoever watches.
    #[must_use]
    pub fn is_told_in_events(&self) -> bool {
        self.story.is_some()
    }

    /// How far this goes in what came one after another; nothing where that is not told in events.
    #[must_use]
    pub fn reached(&self) -> Reached {
        self.story.as_ref().map_or_else(Reached::default, |story| story.reached)
    }

    /// Whether the viewer of this may know of something new beside who is there, who saw `before`.
    #[must_use]
    pub fn is_news_after(&self, before: &Observation) -> bool {
        self.reached() != before.reached()
            || self.differs_on_the_table(before)
            || self.differs_in_rematch(before)
    }

    fn person(&self, color: Color) -> &Person {
        let [white, black] = &self.people.players;
        if color == Color::W { white } else { black }
    }

    /// Whether the other player is there; `None` to who has no seat.
    pub(super) fn peer(&self) -> Option<PeerPresence> {
        Some(self.person(self.color()?.other()).presence)
    }

    fn name(&self, color: Color) -> Option<&PersonName> {
        let [white, black] = &self.table.names;
        if color == Color::W { white.as_ref() } else { black.as_ref() }
    }

    fn players(&self) -> Vec<GamePlayer> {
        let taken = COLORS.into_iter().zip(&self.people.players).zip(&self.table.names);
        let taken = taken.filter(|((_, person), _)| person.is_taken);
        let player = |((color, person), name): ((Color, &Person), &Option<_>)| GamePlayer {
            id: MemberId::Player(color),
            name: name.clone(),
            color,
            connected: person.presence.connected,
            grace_until: person.presence.grace_until,
        };
        taken.map(player).collect()
    }

    fn phase(&self) -> GamePhase {
        match self.table.status {
            GameStatus::Waiting => GamePhase::Setup,
            GameStatus::Active => self.table.bids.as_ref().map_or(GamePhase::Normal, |bids| bids.phase),
            GameStatus::Finished => GamePhase::GameOver,
        }
    }

    /// What happens to who saw `before` and sees this; the first of it has the number after `told`.
    fn events_since(&self, before: &Observation, told: u64) -> Vec<ServerEvent> {
        let game_id = self.game_id;
        let mut numbers = told + 1..;
        let mut events = Vec::new();
        let mut say = |event: &dyn Fn(u64) -> ServerEvent| events.extend(numbers.next().map(event));
        for color in COLORS.into_iter().filter(|color| Some(*color) != self.color()) {
            self.comes_or_goes(color, before, &mut say);
        }
        if let (Some(now), Some(then)) = (&self.table.bids, &before.table.bids) {
            now.events_since(then, game_id, &mut say);
        }
        if self.table.ply > before.table.ply && self.table.board.in_check == Some(true) {
            let (color, king_position) = (self.table.board.to_move, self.story_king());
            say(&|sequence| ServerEvent::Check(Check { game_id, king_position, color, sequence }));
        }
        if self.table.status == GameStatus::Finished && before.table.status != GameStatus::Finished {
            let result = self.table.winner.into();
            let reason = self.table.end_reason.map(Into::into);
            say(&|sequence| ServerEvent::Over(Over { game_id, result, reason, sequence }));
        }
        events
    }

    fn story_king(&self) -> Option<SquareName> {
        self.story.as_ref()?.checked
    }

    fn comes_or_goes(&self, color: Color, before: &Observation, say: &mut Say<'_>) {
        let (game_id, player_id) = (self.game_id, MemberId::Player(color));
        let (now, then) = (self.person(color), before.person(color));
        let (is_here, was_here) = (now.presence.connected, then.presence.connected);
        if is_here && !was_here && then.has_come {
            let back = |sequence| Reconnected { game_id, player_id, sequence };
            say(&|sequence| ServerEvent::PlayerReconnected(back(sequence)));
        } else if is_here && !was_here {
            let name = self.name(color);
            let joined = |sequence| Player { game_id, id: player_id, name: name.cloned(), color, sequence };
            say(&|sequence| ServerEvent::PlayerJoined(joined(sequence)));
        } else if !is_here && now.has_come && now.presence != then.presence {
            let grace_until = now.presence.grace_until;
            // An end of the game takes the grace from who is away, and has an event of its own.
            if was_here || grace_until.is_some() {
                let gone = |sequence| Gone { game_id, player_id, grace_until, sequence };
                say(&|sequence| ServerEvent::PlayerLeft(gone(sequence)));
            }
        }
    }
}

impl Bids {
    /// What happens in duels to who knew `before` and knows this.
    fn events_since(&self, before: &Bids, game_id: GameId, say: &mut Say<'_>) {
        let is_fought = self.fought > before.fought;
        if let Some(fought) = self.latest.filter(|_| is_fought) {
            say(&|sequence| ServerEvent::DuelOutcome(DuelOutcome { game_id, fought, sequence }));
        }
        if let Some(retreat) = self.retreat.as_ref().filter(|_| is_fought) {
            say(&|sequence| {
                ServerEvent::RetreatOptions(RetreatOptions {
                    game_id,
                    piece: retreat.piece,
                    valid_positions: retreat.valid_positions.clone(),
                    costs: retreat.costs.clone(),
                    deadline: retreat.deadline,
                    sequence,
                })
            });
        }
        if let Some(duel) = self.duel.as_ref().filter(|_| is_fought || before.duel.is_none()) {
            say(&|sequence| {
                ServerEvent::DuelInitiated(DuelInitiated {
                    game_id,
                    attacking_piece: duel.attacking_piece,
                    defending_piece: duel.defending_piece,
                    position: duel.position,
                    deadline: duel.deadline,
                    sequence,
                })
            });
        }
    }
}
