//! Random conversations, compared with a model: a game played without the interface and a second parser of messages.

use std::collections::BTreeMap;

use dev::Random;
use ggn_core::engine::Engine;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::fen;
use ggn_core::notation::letter::Letter;
use ggn_core::{Counters, Game, IllegalMove, Move, Side, Square};
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::{Host, rules};

const MESSAGES: usize = 4_000;

/// Messages with `LONG=1`.
const LONG_MESSAGES: usize = 100_000;

/// Messages as parsed by serde.
#[derive(Deserialize)]
#[serde(tag = "message_type", rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    #[serde(alias = "peice move", alias = "piece move", alias = "peice_move")]
    PieceMove {
        from: String,
        to: String,
        #[serde(default, deserialize_with = "present")]
        promotion: Option<String>,
    },
    PiecePromotionChoice {
        piece_choice: String,
    },
    NewGame {
        #[serde(default, deserialize_with = "present")]
        fen: Option<String>,
    },
    SetPosition {
        fen: String,
    },
    Undo {
        #[serde(default, deserialize_with = "present")]
        plies: Option<u32>,
    },
    State {},
    Resign {
        side: String,
    },
    Timeout {
        side: String,
    },
    Draw {
        action: String,
        #[serde(default, deserialize_with = "present")]
        side: Option<String>,
    },
}

/// Deserialises a field that is present and not null.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Expected state of the engine, from the same messages.
struct Model {
    game: Game,
    pending: Option<(Square, Square)>,
    offer: Option<Side>,
}

impl Model {
    fn new() -> Model {
        Model { game: Game::new(rules("chess")), pending: None, offer: None }
    }

    fn square(&self, name: &str) -> Option<Square> {
        self.game.rules().shape().square(name.to_lowercase().parse::<Cell>().ok()?)
    }

    fn side(&self, name: &str) -> Option<Side> {
        match name {
            "white" => Some(Side::First),
            "black" => Some(Side::Second),
            _ => None,
        }
    }

    fn becomes(word: &str) -> Option<Option<Letter>> {
        let letter = match word {
            "queen" => 'Q',
            "rook" => 'R',
            "bishop" => 'B',
            "knight" => 'N',
            "none" => return Some(None),
            _ => return None,
        };
        Some(Letter::new(letter))
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        self.game.play(&mv).unwrap();
        self.pending = None;
        if self.offer == Some(self.game.position().turn()) || self.game.ending().is_some() {
            self.offer = None;
        }
        Some(())
    }

    fn replace(&mut self, fen: Option<String>) -> Option<()> {
        let rules = rules("chess");
        let game = match fen {
            None => Game::new(rules),
            Some(text) => {
                let setup = fen::parse(&text).ok()?;
                let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
                let position = rules.position(&setup.feen).ok()?;
                Game::from_position(rules, position, counters)
            }
        };
        *self = Model { game, pending: None, offer: None };
        Some(())
    }

    fn finish(&mut self, end: impl FnOnce(&mut Game)) -> Option<()> {
        end(&mut self.game);
        (self.pending, self.offer) = (None, None);
        Some(())
    }

    /// Applies a message; `None` if it must be refused.
    fn apply(&mut self, text: &[u8]) -> Option<()> {
        if text.len() > Engine::MESSAGE_BYTES_MAX || text.trim_ascii().first() != Some(&b'{') {
            return None;
        }
        let on = self.game.ending().is_none();
        match serde_json::from_slice(text).ok()? {
            Message::PieceMove { from, to, promotion } => {
                let (from, to) = (self.square(&from)?, self.square(&to)?);
                if !on || self.pending.is_some() {
                    return None;
                }
                match promotion {
                    Some(word) => self.play(self.game.find(from, to, Model::becomes(&word)?).ok()?),
                    None => match self.game.find(from, to, None) {
                        Ok(mv) => self.play(mv),
                        Err(IllegalMove::PromotionMissing) => {
                            self.pending = Some((from, to));
                            Some(())
                        }
                        Err(_) => None,
                    },
                }
            }
            Message::PiecePromotionChoice { piece_choice } => {
                let (from, to) = self.pending.filter(|_| on)?;
                let mv = self.game.find(from, to, Model::becomes(&piece_choice)?).ok()?;
                self.play(mv)
            }
            Message::NewGame { fen } => self.replace(fen),
            Message::SetPosition { fen } => self.replace(Some(fen)),
            Message::Undo { plies } => {
                let half = usize::from(self.pending.is_some());
                let plies = plies.unwrap_or(1) as usize;
                if plies == 0 || plies > self.game.plies() + half {
                    return None;
                }
                self.game.undo(plies - half);
                (self.pending, self.offer) = (None, None);
                Some(())
            }
            Message::State {} => Some(()),
            Message::Resign { side } => {
                let side = self.side(&side).filter(|_| on)?;
                self.finish(|game| game.resign(side))
            }
            Message::Timeout { side } => {
                let side = self.side(&side).filter(|_| on)?;
                self.finish(|game| game.time_out(side))
            }
            Message::Draw { action, side } => {
                let side = match (action.as_str(), side) {
                    ("agree", None) if on => return self.finish(Game::agree),
                    (_, side) => self.side(&side?).filter(|_| on)?,
                };
                match (action.as_str(), self.offer) {
                    ("offer" | "accept", Some(other)) if other != side => self.finish(Game::agree),
                    ("offer", _) => {
                        self.offer = Some(side);
                        Some(())
                    }
                    ("decline", Some(other)) if other != side => {
                        self.offer = None;
                        Some(())
                    }
                    _ => None,
                }
            }
        }
    }

    /// Returns the `moves` of a moveset.
    fn moves(&self) -> BTreeMap<String, Vec<String>> {
        let name = |square| self.game.rules().shape().cell(square).unwrap().to_string().to_uppercase();
        let mut moves: BTreeMap<String, Vec<(Square, String)>> = BTreeMap::new();
        for mv in self.game.legal_moves() {
            let (from, to) = (mv.source.square().unwrap(), mv.destination.square().unwrap());
            let all = moves.entry(name(from)).or_default();
            if all.iter().all(|(other, _)| *other != to) {
                all.push((to, name(to)));
            }
        }
        let sorted = moves.into_iter().map(|(from, mut all)| {
            all.sort();
            (from, all.into_iter().map(|(_, name)| name).collect())
        });
        sorted.collect()
    }

    /// Asserts that a `state` is that of the model.
    fn compare(&self, state: &Value) {
        let game = &self.game;
        let (rules, counters) = (game.rules(), game.counters());
        let feen = rules.feen(game.position());
        assert_eq!(state["feen"], feen.to_string());
        assert_eq!(state["fen"], fen::print(&feen, counters.halfmove, counters.fullmove).unwrap());
        assert_eq!(state["start"], rules.feen(game.start()).to_string());
        let listed = |list: &str, key: &str| -> Vec<String> {
            let list = state[list].as_array().unwrap();
            list.iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
        };
        let legal: Vec<String> = game.legal_moves().iter().map(|mv| mv.uci(rules)).collect();
        assert_eq!(listed("legal", "uci"), legal);
        let history: Vec<String> = game.history().iter().map(|played| played.san.clone()).collect();
        assert_eq!(listed("history", "san"), history);
        assert_eq!(state["ending"].is_null(), game.ending().is_none());
        assert_eq!(state["pending"].is_null(), self.pending.is_none());
        assert_eq!(!state["checks"].as_array().unwrap().is_empty(), game.in_check());
        let offer = self.offer.map_or(Value::Null, |side| rules.side_name(side).into());
        assert_eq!(state["draw_offer"], offer);
    }
}

const POSITIONS: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/8/5K2/8/8/8/8/6R1 b - - 98 80",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "no position",
];

/// Generates a message: legal, nearly legal, or arbitrary.
pub(crate) fn message(random: &mut Random, legal: &[String], waits: bool) -> Vec<u8> {
    let kinds = ["peice move", "piece move", "peice_move", "piece_move"];
    let words = ["queen", "rook", "bishop", "knight", "king", "none", "Queen"];
    let sides = ["white", "black", "white", "black", "red"];
    let square = |random: &mut Random| {
        let name =
            format!("{}{}", random.pick(&["A", "b", "C", "d", "E", "f", "g", "H", "i"]), random.below(10));
        json!(name)
    };
    let choice = |random: &mut Random| json!({"message_type": "piece_promotion_choice", "piece_choice": random.pick(&words)});
    let json = match random.below(40) {
        0..=4 if waits => choice(random),
        0..=22 if !legal.is_empty() => {
            let uci = random.pick(legal);
            let (from, to) = (uci[..2].to_uppercase(), &uci[2..4]);
            let mut mv = json!({"message_type": random.pick(&kinds), "from": from, "to": to});
            if uci.len() > 4 && random.below(2) == 0 {
                mv["promotion"] = json!(random.pick(&words));
            }
            mv
        }
        23..=26 => json!({"message_type": random.pick(&kinds), "from": square(random), "to": square(random)}),
        27 => choice(random),
        28 => json!({"message_type": "piece_drop", "piece": "pawn", "to": square(random)}),
        29 => json!({"message_type": "undo", "plies": random.below(4)}),
        30 => json!({"message_type": "undo"}),
        31 => json!({"message_type": "set_position", "fen": random.pick(&POSITIONS)}),
        32 if random.below(4) == 0 => json!({"message_type": "new_game"}),
        33 if random.below(4) == 0 => json!({"message_type": "resign", "side": random.pick(&sides)}),
        34 if random.below(4) == 0 => json!({"message_type": "timeout", "side": random.pick(&sides)}),
        35 | 36 => {
            let action =
                random.pick(&["offer", "accept", "decline", "offer", "accept", "decline", "agree", "beg"]);
            match random.below(10) {
                0 => json!({"message_type": "draw", "action": action}),
                _ => json!({"message_type": "draw", "action": action, "side": random.pick(&sides)}),
            }
        }
        _ => {
            json!({"message_type": random.pick(&["state", "undo", "moo"]), "plies": random.pick(&[json!(1), json!("1"), json!(null)])})
        }
    };
    let mut text = json.to_string().into_bytes();
    // One in eight is damaged.
    if random.below(8) == 0 {
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = *random.pick(b"{}[]\":,\\ aE1\xFF\x00"),
                1 => {
                    text.remove(at);
                }
                _ => text.insert(at, *random.pick(b"{}[]\":, aE19")),
            }
        }
    }
    text
}

// Requirement engine-9.
#[test]
fn engine_agrees_with_its_model_in_random_conversations() {
    let mut random = Random::seeded(0x5EED_CAFE);
    let (mut host, mut model) = (Host::of("chess"), Model::new());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut before = host.state().to_string();
    let messages = if dev::is_long() { LONG_MESSAGES } else { MESSAGES };
    for step in 0..messages {
        let legal: Vec<String> =
            model.game.legal_moves().iter().map(|mv| mv.uci(model.game.rules())).collect();
        let text = message(&mut random, &legal, model.pending.is_some());
        let at = || format!("message {step}: {}", String::from_utf8_lossy(&text));
        let answers = host.say_text(&text);
        let after = host.state();
        let accepted = model.apply(&text).is_some();
        if accepted {
            assert_ne!(answers[0]["message_type"], "failure", "{}: {answers:?}", at());
        } else {
            assert_eq!((&answers[0]["message_type"], answers.len()), (&json!("failure"), 1), "{}", at());
            assert_eq!(after.to_string(), before, "{}", at());
        }
        model.compare(&after);
        for answer in &answers {
            let kind = answer["message_type"].as_str().unwrap();
            *counts.entry(kind.to_owned()).or_default() += 1;
            if kind == "next_legal_moveset" {
                assert_eq!(answer["moves"], json!(model.moves()), "{}", at());
            }
        }
        before = after.to_string();
    }
    let least = [
        ("next_legal_moveset", 300),
        ("failure", 300),
        ("promotion_prompt", 5),
        ("game_end", 5),
        ("draw_offer", 5),
    ];
    for (kind, in_a_thousand) in least {
        let least = in_a_thousand * messages / 1_000;
        assert!(counts.get(kind).is_some_and(|&count| count >= least), "{kind}: {counts:?}");
    }
}

#[test]
fn undo_equals_never_having_played() {
    let mut random = Random::seeded(0xBACC);
    for _ in 0..60 {
        let mut host = Host::of("chess");
        let mut line: Vec<Value> = Vec::new();
        for _ in 0..1 + random.below(60) {
            let state = host.state();
            let legal = state["legal"].as_array().unwrap();
            if legal.is_empty() {
                break;
            }
            let mv = random.pick(legal);
            let mut message = json!({"message_type": "piece_move", "from": mv["from"], "to": mv["to"]});
            if let Some(piece) = mv.get("promotion") {
                message["promotion"] = piece.clone();
            }
            host.moveset(message.clone());
            line.push(message);
        }
        let back = 1 + random.below(line.len());
        let undone = host.moveset(json!({"message_type": "undo", "plies": back}));
        let mut other = Host::of("chess");
        for message in &line[..line.len() - back] {
            other.moveset(message.clone());
        }
        assert_eq!(host.state(), other.state());
        assert_eq!(undone["moves"], serde_json::from_str::<Value>(&other.0.greet()[0]).unwrap()["moves"]);
        for message in &line[line.len() - back..] {
            assert_eq!(host.say(message.clone()), other.say(message.clone()));
        }
        assert_eq!(host.state(), other.state());
    }
}
