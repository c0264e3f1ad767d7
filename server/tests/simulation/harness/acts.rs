//! The next action of a simulated player.

use serde_json::json;
use session::protocol::player::Color;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::plan::Trouble;
use super::player::Player;
use super::sense;
use super::state::State;

/// Number of latest commands of which one may be repeated; the server remembers more.
const REPEATED: usize = 24;

/// Texts that are malformed, or that must not be sent.
const NONSENSE: [&str; 8] = [
    "",
    "{}",
    "[1,2",
    r#"{"type":"commit"}"#,
    r#"{"type":"commit","from":"zz99"}"#,
    r#"{"type":"hello","gameId":"nosuchgm"}"#,
    r#"{"type":"offer-rematch","id":null}"#,
    r#"{"type":"commit","from":"e2","to":"e4","promotion":"x"}"#,
];

impl Player {
    /// Performs one action of an active player.
    pub(super) fn act(&mut self) {
        if self.world.plan.has(Trouble::Manners) && self.chance.permille(150) {
            self.misbehave();
            return;
        }
        let Some(at) = self.seated() else { return };
        if !self.talks[at].waiting.is_empty() && self.chance.permille(850) {
            return;
        }
        let (Some(state), Some(color)) = (self.talks[at].state.clone(), self.color) else { return };
        let me = if color == Color::W { "w" } else { "b" };
        if self.act_on_bids(at, &state) || self.chat(at) {
            return;
        }
        match state.status() {
            "active" if state.table["drawOffer"]["from"].as_str().is_some_and(|by| by != me) => {
                let accept = self.chance.permille(300);
                self.ask(at, json!({"type": "respond-draw", "accept": accept}));
            }
            "active" if self.chance.permille(15) => self.ask(at, json!({"type": "offer-draw"})),
            "active" if self.chance.permille(6) => self.ask(at, json!({"type": "resign"})),
            "active" if state.to_move() == me => self.try_move(at),
            // Out of turn, now and then.
            "active" if self.chance.permille(40) => self.try_move(at),
            "finished"
                if state.rematch["from"].as_str().is_some_and(|by| by != me) && self.chance.permille(300) =>
            {
                let accept = self.chance.permille(600);
                self.ask(at, json!({"type": "respond-rematch", "accept": accept}));
            }
            // Both players may offer at one moment.
            "finished" if !self.rematch_offered && self.chance.permille(300) => {
                self.rematch_offered = true;
                self.ask(at, json!({"type": "offer-rematch"}));
            }
            "finished" if self.chance.permille(50) => self.try_move(at),
            _ => {}
        }
    }

    /// Acts in a game with bids: bids and chooses retreats when awaited, and sometimes when not.
    fn act_on_bids(&mut self, at: usize, state: &State) -> bool {
        if self.terms.gambit.is_none() || state.status() != "active" || state.bids.is_null() {
            return false;
        }
        let is_odd = self.whim.permille(20);
        // Some players let the deadline pass.
        let (bids, retreats) = (self.whim.permille(850), self.whim.permille(900));
        let is_asked = state.phase() == "duel_allocation" && state.bids["duel"].get("yourBid").is_none();
        let options = state.bids["retreat"]["validPositions"].as_array();
        let game = self.game.as_str();
        let command = if is_asked && bids || is_odd && self.whim.permille(500) {
            let side = if self.color == Some(Color::W) { "w" } else { "b" };
            let points = state.bids["bp"][side].as_u64().unwrap_or_default();
            let amount = if is_odd { points + 1 } else { self.whim.between(0, points.min(9)) };
            json!({"type": "duel.allocate", "gameId": game, "amount": amount})
        } else if let Some(options) = options.filter(|_| retreats) {
            // A lost piece has no options.
            let square = if options.is_empty() { json!("a1") } else { self.whim.pick(options).clone() };
            json!({"type": "retreat.select", "gameId": game, "position": square})
        } else if is_odd {
            json!({"type": "retreat.select", "gameId": game, "position": "e4"})
        } else {
            // A waiting player tries a move now and then.
            return state.phase() != "normal" && self.whim.permille(970);
        };
        self.ask(at, command);
        true
    }

    /// Chats or chooses a name, if chat is on.
    fn chat(&mut self, at: usize) -> bool {
        if !self.terms.chat || !self.whim.permille(60) {
            return false;
        }
        let game = self.game.as_str();
        let command = match self.whim.below(8) {
            0 => json!({"type": "player.setName", "gameId": game, "name": format!("Player {}", self.name)}),
            1 => json!({"type": "chat.message", "gameId": game, "message": " "}),
            _ => json!({"type": "chat.message", "gameId": game, "message": "good luck"}),
        };
        self.ask(at, command);
        true
    }

    fn try_move(&mut self, at: usize) {
        let Some(state) = self.talks[at].state.clone() else { return };
        let ply = usize::try_from(state.ply()).unwrap();
        let me = if self.color == Some(Color::W) { "w" } else { "b" };
        if let Some(scripted) = self.script.get(ply)
            && state.touched().is_none()
        {
            self.ask(at, json!({"type": "commit", "from": scripted[..2], "to": scripted[2..]}));
            return;
        }
        let Some(mut chosen) = sense::some_try(&state, me, &mut self.chance) else { return };
        if self.terms.gambit.is_some() {
            // Captures exercise more of the rules.
            let other = |square: &str| state.color_on(square).is_some_and(|color| color != me);
            let again = (0..6).filter_map(|_| sense::some_try(&state, me, &mut self.whim));
            chosen = again.into_iter().find(|(_, to, _)| other(to)).unwrap_or(chosen);
        }
        let (from, to, promotion) = chosen;
        let mut command = json!({"type": "commit", "from": from, "to": to});
        if let Some(piece) = promotion {
            command["promotion"] = json!(piece);
        } else if self.chance.permille(50) {
            command.as_object_mut().unwrap().remove("to");
        }
        self.ask(at, command);
    }

    fn misbehave(&mut self) {
        let seated = self.seated();
        match (self.chance.below(12), seated) {
            // Repeats an earlier message, on this socket or another.
            (0..=3, Some(at)) if !self.requests.is_empty() => {
                let recent = self.requests.len().min(REPEATED);
                let back = self.chance.below(recent);
                let which = self.requests.len() - 1 - back;
                self.ask_again(at, which);
                if self.chance.permille(300) {
                    self.ask_again(at, which);
                }
                if let Some(other) = self.talks.iter().position(|talk| talk.greeted && talk.line.is_some()) {
                    self.ask_again(other, which);
                }
            }
            // A second socket.
            (4, _) if self.talks.len() < 3 => self.connect(),
            // A repeated hello.
            (5, Some(at)) => self.greet(at),
            (6, Some(at)) => {
                let text = *self.chance.pick(&NONSENSE);
                self.talks[at].babbled = true;
                self.say(at, text);
            }
            // A burst, part of which must be refused.
            (7, Some(at)) if self.chance.permille(300) => {
                self.talks[at].rude = true;
                let nonsense = self.chance.permille(500);
                for _ in 0..130 {
                    self.say(at, if nonsense { "{}" } else { r#"{"type":"pong"}"# });
                }
            }
            (8, Some(at)) => {
                self.talks[at].rude = true;
                self.talks[at].silent = true;
            }
            (9, Some(at)) => {
                self.talks[at].rude = true;
                let until = Instant::now() + self.chance.millis(1_000, 60_000);
                self.talks[at].link.rest_until(until);
            }
            (10, Some(at)) => {
                self.talks[at].rude = true;
                let message = match self.chance.below(3) {
                    0 => Message::binary(vec![0; 40]),
                    1 => Message::text("x".repeat(5_000)),
                    _ => Message::Ping(vec![1; 9].into()),
                };
                self.talks[at].link.send(message);
            }
            _ => {
                let grace = u64::try_from(self.world.plan.grace().as_millis()).unwrap();
                let most = if self.chance.permille(250) { grace + 10_000 } else { 4_000 };
                let during = self.chance.millis(50, most);
                self.leave(during);
            }
        }
    }
}
