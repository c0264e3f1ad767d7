//! Every ruleset over the player protocol: random games beside the engine's own game, with both players and a spectator.

use std::sync::Arc;

use dev::Random;
use ggn_core::engine::choice_word;
use ggn_core::{EndStatus, Ending, Game, Location, Move, PieceId, Rules, Side, Stop};
use serde_json::{Map, Value, json};
use session::protocol::player::PieceKind;
use session::{Catalogue, ConnId, CreationError, Session};

use crate::spectators::{S, WatchedGame};
use crate::table::{B, GAME, Table, W, WHITE_TOKEN, catalogue, creation};

/// Rulesets of different kinds, for the short form: hands, passes, placements, pieces of neither side, drawn sizes of boards, several styles, covered pieces.
const KINDS: [&str; 16] = [
    "chess",
    "shogi",
    "xiangqi",
    "crazyhouse",
    "seirawan",
    "duck",
    "amazons",
    "ataxx",
    "racing-kings",
    "janggi",
    "kyoto-shogi",
    "breakthrough",
    "flipello",
    "synochess",
    "jieqi",
    "banqi",
];

/// Returns the ids of the rulesets to play, and the greatest number of plies.
pub(crate) fn rulesets() -> (Vec<String>, usize) {
    if !dev::is_long() {
        return (KINDS.iter().map(|id| (*id).to_owned()).collect(), 40);
    }
    (catalogue().rulesets().map(|ruleset| ruleset.id).collect(), 800)
}

/// A game over the protocol beside the same game of the engine.
struct Pair {
    table: WatchedGame,
    game: Game,
    is_blind: bool,
}

fn conn(side: Side) -> ConnId {
    match side {
        Side::First => W,
        Side::Second => B,
    }
}

impl Pair {
    fn new(catalogue: &Arc<Catalogue>, ruleset: &str, mode: &str) -> Pair {
        let request = json!({"mode": mode, "side": "white", "ruleset": ruleset, "touchMove": false,
                             "spectators": {"allowed": true}});
        let table = Table::from_catalogue(catalogue, creation(request));
        let mut table = WatchedGame { table, sent: Vec::new(), closed: Vec::new(), reports: Vec::new() };
        table.say(W, &json!({"type": "hello", "gameId": GAME, "token": crate::table::WHITE_TOKEN}));
        table.say(B, &json!({"type": "hello", "gameId": GAME}));
        table.say(S, &json!({"type": "spectator.join", "gameId": crate::table::WATCHED}));
        let game = Game::new(dev::ruleset(&format!("rules/{ruleset}")));
        Pair { table, game, is_blind: mode == "blind" }
    }

    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn square(&self, square: ggn_core::Square) -> String {
        self.rules().shape().cell(square).unwrap().to_string()
    }

    /// Returns the message of a player who makes a move.
    fn message(&self, mv: &Move) -> Value {
        let legal = self.game.legal_moves();
        if legal.iter().find(|mv| self.rules().is_pass(mv)) == Some(mv) {
            return json!({"type": "pass"});
        }
        let is_like = |other: &&Move| {
            let place = |mv: &Move| (mv.piece, mv.source, mv.destination);
            place(other) == place(mv)
        };
        let to = self.square(mv.destination.square().unwrap());
        let mut message = match mv.source {
            Location::Square(from) => json!({"type": "commit", "from": self.square(from), "to": to}),
            Location::Hand => {
                json!({"type": "drop", "piece": self.rules().piece(mv.piece).unwrap().qpi.to_string(), "to": to})
            }
        };
        // A player of a blind game cannot know whether the move will need its choice.
        if self.is_blind
            || legal.iter().filter(is_like).count() > 1
            || mv.promotion.is_some()
            || mv.placed.is_some()
        {
            message["choice"] = choice_word(self.rules(), mv).into();
        }
        message
    }

    /// Makes a move in both games.
    fn play(&mut self, mv: &Move) {
        let (by, message) = (self.game.position().turn(), self.message(mv));
        let before = self.table.table.frames(conn(by)).len();
        self.table.say(conn(by), &message);
        self.game.play(mv).unwrap();
        let answer = self.table.table.frames(conn(by)).split_off(before);
        let last = answer.last().unwrap_or_else(|| panic!("{message}: no answer"));
        assert_eq!(last["ply"], self.game.plies(), "{}: {message}: {answer:#?}", self.rules().id());
    }

    /// Returns a piece as frames show it.
    fn piece(&self, id: PieceId) -> Value {
        let piece = self.rules().piece(id).unwrap();
        let color = if piece.side() == Side::First { "w" } else { "b" };
        let mut shown =
            json!({"color": color, "type": piece.letter().to_string(), "qpi": piece.qpi.to_string()});
        if piece.is_neutral {
            shown["neutral"] = true.into();
        }
        if self.rules().is_covered(id) {
            shown["covered"] = true.into();
        }
        shown
    }

    /// Returns whether a viewer sees the pieces of a side.
    fn sees(&self, viewer: Option<Side>, side: Side) -> bool {
        self.game.ending().is_some() || !self.is_blind || viewer == Some(side)
    }

    /// Returns the pieces on the board as a viewer should see them.
    fn pieces(&self, viewer: Option<Side>) -> Map<String, Value> {
        let is_seen = |id: PieceId| {
            let piece = self.rules().piece(id).unwrap();
            piece.is_neutral || self.sees(viewer, piece.side())
        };
        let pieces = self.game.position().pieces().filter(|&(_, id)| is_seen(id));
        pieces.map(|(square, id)| (self.square(square), self.piece(id))).collect()
    }

    /// Returns the hands as a viewer should see them.
    fn hands(&self, viewer: Option<Side>) -> Value {
        let mut hands = Map::new();
        for side in Side::BOTH.into_iter().filter(|side| self.sees(viewer, *side)) {
            let held = self.game.position().hand(side).iter().map(|&(id, count)| {
                let mut held = self.piece(id);
                held["count"] = count.into();
                held
            });
            let supply = self.rules().pieces().filter(|(_, it)| it.is_supplied && it.side() == side);
            let supply = supply.map(|(id, _)| self.piece(id));
            let name = if side == Side::First { "w" } else { "b" };
            hands.insert(name.to_owned(), held.chain(supply).collect());
        }
        if self.rules().has_hands() { hands.into() } else { Value::Null }
    }

    /// Compares what players and the spectator were sent last with the engine's game.
    fn compare(&self) {
        let ruleset = self.rules().id();
        for side in Side::BOTH {
            let frame = self.table.table.last(conn(side), "update").unwrap();
            assert_eq!(frame["view"]["pieces"], Value::from(self.pieces(Some(side))), "{ruleset} to {side}");
            assert_eq!(frame["view"]["hands"], self.hands(Some(side)), "{ruleset} to {side}");
        }
        let states = self.table.sent.iter().filter(|(_, to, _)| *to == S);
        let mut states = states.map(|(_, _, text)| serde_json::from_str::<Value>(text).unwrap());
        let state = states.rfind(|frame| frame["type"] == "gameState.update").unwrap();
        let shown: Map<String, Value> = state["pieces"]
            .as_array()
            .unwrap()
            .iter()
            .map(|piece| {
                let mut piece = piece.as_object().unwrap().clone();
                piece.remove("hasMoved");
                let position = piece.remove("position").unwrap();
                (position.as_str().unwrap().to_owned(), piece.into())
            })
            .collect();
        assert_eq!(shown, self.pieces(None), "{ruleset} to spectators");
        assert_eq!(state["hands"], self.hands(None), "{ruleset} to spectators");
    }
}

/// Plays a random game of a ruleset to its end, or to so many plies, and then to a resignation. Returns the status of its end.
fn play(ruleset: &str, mode: &str, seed: u64, plies: usize) -> EndStatus {
    let catalogue = catalogue();
    let mut pair = Pair::new(&catalogue, ruleset, mode);
    let mut random = Random::for_purpose(seed, ruleset);
    while pair.game.plies() < plies && pair.game.ending().is_none() {
        let legal = pair.game.legal_moves();
        // All passes are one move over the protocol: the first of them.
        let mut mv = *random.choose(legal).unwrap();
        if pair.rules().is_pass(&mv) {
            mv = *legal.iter().find(|mv| pair.rules().is_pass(mv)).unwrap();
        }
        pair.play(&mv);
        pair.compare();
    }
    if pair.game.ending().is_none() {
        pair.table.say(W, &json!({"type": "resign"}));
        pair.game.resign(Side::First);
        pair.compare();
    }
    let last = pair.table.table.last(B, "update").unwrap();
    assert_eq!(last["gameStatus"], "finished", "{ruleset}");
    let Ending { status, winner } = pair.game.ending().unwrap();
    assert_eq!(last["endReason"], reason(status), "{ruleset}");
    let winner = winner.map(|side| if side == Side::First { "w" } else { "b" });
    assert_eq!(last["winner"].as_str(), winner, "{ruleset}");
    let record = &last["record"];
    assert_eq!(record["feen"], pair.rules().feen(pair.game.position()).to_string(), "{ruleset}");
    assert_eq!(record["plies"].as_array().unwrap().len(), pair.game.plies(), "{ruleset}");
    let pgn = record["pgn"].as_str().unwrap();
    let variant = format!("[Variant \"{}\"]", pair.rules().name());
    assert_eq!(pgn.contains(&variant), ruleset != "chess", "{pgn}");
    let replayed = Session::replay(&catalogue, pair.table.table.journal.iter().cloned()).unwrap();
    assert_eq!(replayed.phase(), session::Phase::Finished, "{ruleset}");
    status
}

/// Returns the word of the protocol for the status of an end.
fn reason(status: EndStatus) -> &'static str {
    match status.as_str() {
        "repetition" => "threefold",
        "movelimit" => "fifty_move",
        "resignation" => "resign",
        same => same,
    }
}

#[test]
fn an_open_game_of_any_ruleset_is_the_engines_game() {
    let (rulesets, plies) = rulesets();
    for ruleset in rulesets {
        play(&ruleset, "vanilla", 1, plies);
    }
}

#[test]
fn a_blind_game_of_any_ruleset_shows_the_own_pieces_and_the_own_hand() {
    let (rulesets, plies) = rulesets();
    for ruleset in rulesets {
        // Covered pieces go with open boards.
        if !dev::ruleset(&format!("rules/{ruleset}")).has_covered() {
            play(&ruleset, "blind", 2, plies);
        }
    }
}

#[test]
fn an_end_that_is_no_goal_of_a_side_has_its_reason() {
    let commit = |mv: &str| json!({"type": "commit", "from": &mv[..2], "to": &mv[2..]});
    let pass = || json!({"type": "pass"});
    let facing = vec![commit("e4f4"), commit("e7f7"), pass()];
    for (messages, reason) in [(vec![pass(), pass()], "passes"), (facing, "facing")] {
        let mut table = open("janggi");
        for (ply, message) in messages.into_iter().enumerate() {
            table.ask(if ply.is_multiple_of(2) { W } else { B }, message);
        }
        for conn in [W, B] {
            let end = table.last(conn, "update").unwrap();
            assert_eq!((&end["gameStatus"], &end["endReason"]), (&json!("finished"), &json!(reason)));
            assert_eq!(end["winner"], "b", "{reason}");
        }
    }
    assert_eq!(play("ataxx", "vanilla", 1, 400), EndStatus::Stop(Stop::Full));
}

#[test]
fn the_description_of_a_ruleset_says_what_its_rules_say() {
    let described = catalogue().ruleset_descriptions();
    for id in KINDS {
        let (rules, ruleset) =
            (dev::ruleset(&format!("rules/{id}")), described.iter().find(|it| it.id == id).unwrap());
        let outline = &ruleset.outline;
        assert_eq!(outline.board, rules.shape().sizes(), "{id}");
        assert_eq!(outline.start, rules.feen(rules.initial()).to_string(), "{id}");
        assert_eq!(
            [&*outline.sides.w, &*outline.sides.b],
            Side::BOTH.map(|side| rules.side_name(side)),
            "{id}"
        );
        assert_eq!(outline.hands, rules.has_hands(), "{id}");
        assert_eq!(
            (outline.about.as_deref(), outline.family.as_deref()),
            (rules.about(), rules.family()),
            "{id}"
        );
        assert!(outline.about.is_some() && outline.family.is_some(), "{id}");
        for (_, piece) in rules.pieces() {
            let letter = piece.letter().to_string();
            let is_it = |kind: &&PieceKind| kind.kind.as_str() == letter && kind.name == piece.name;
            let kind = outline.pieces.iter().find(is_it).unwrap_or_else(|| panic!("{id}: {}", piece.qpi));
            assert_eq!(
                (kind.neutral, kind.supply),
                (piece.is_neutral, piece.is_supplied),
                "{id}: {}",
                piece.qpi
            );
        }
    }
}

#[test]
fn an_unknown_ruleset_is_refused_by_its_name() {
    let asked = |ruleset: &str| creation(json!({"mode": "vanilla", "ruleset": ruleset}));
    let refused = Session::create(&catalogue(), asked("chaturaji")).unwrap_err();
    assert_eq!(refused, CreationError::UnknownRuleset("chaturaji".to_owned()));
    assert!(Session::create(&catalogue(), asked("moderators")).is_err());
    let bids = creation(json!({"mode": "vanilla", "ruleset": "shogi", "gambit": "standard"}));
    let refused = Session::create(&catalogue(), bids).unwrap_err().to_string();
    assert!(
        refused.starts_with("the way to play with bids \"standard\" is made for \"chess\", "),
        "{refused}"
    );
    let house = creation(json!({"mode": "vanilla", "ruleset": "shogi", "overlays": ["torpedo"]}));
    let refused = Session::create(&catalogue(), house).unwrap_err().to_string();
    assert!(refused.contains("torpedo"), "{refused}");
}

#[test]
fn drawings_that_a_ruleset_brings_are_described_with_its_kinds() {
    let described = catalogue().ruleset_descriptions();
    let opulent = described.iter().find(|found| found.id == "opulent").unwrap();
    let drawn = opulent.outline.pieces.iter().filter(|kind| !kind.drawing.is_empty());
    assert_eq!(drawn.map(|kind| &*kind.name).collect::<Vec<_>>(), ["wizard", "lion"]);
    let sent = serde_json::to_value(opulent).unwrap();
    let kinds = sent["pieces"].as_array().unwrap();
    let of = |name: &str| kinds.iter().find(|kind| kind["name"] == name).unwrap();
    assert!(of("king").get("drawing").is_none());
    let shapes = of("lion")["drawing"].as_array().unwrap();
    let paints: Vec<_> = shapes.iter().map(|shape| shape.get("paint").and_then(Value::as_str)).collect();
    assert_eq!(paints, [None, Some("line"), Some("detail")]);
    assert!(shapes.iter().all(|shape| shape["d"].as_str().unwrap().starts_with('M')), "{shapes:?}");
}

/// Creates an open game of a ruleset with both players connected.
fn open(ruleset: &str) -> Table {
    Table::seated(json!({"mode": "vanilla", "side": "white", "ruleset": ruleset}))
}

#[test]
fn moves_are_sent_in_the_notation_of_the_players_where_they_are_sent_in_notation() {
    let described = catalogue().ruleset_descriptions();
    let names = |id: &str| described.iter().find(|found| found.id == id).unwrap().outline.squares.clone();
    let shogi = names("shogi").unwrap();
    assert_eq!((&*shogi.files[0], &*shogi.ranks[8], shogi.files.len()), ("9", "a", 9));
    assert_eq!((shogi.ranks_first, names("janggi").unwrap().ranks_first), (false, true));
    assert_eq!((names("xiangqi"), names("chess")), (None, None));
    let xiangqi = described.iter().find(|found| found.id == "xiangqi").unwrap();
    let letter = |name: &str| &xiangqi.outline.pieces.iter().find(|kind| kind.name == name).unwrap().letter;
    assert_eq!((letter("soldier").as_deref(), letter("horse").as_deref()), (Some("P"), None));

    let mut table = open("shogi");
    table.play("c3c4 g7g6");
    let back = json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN});
    let moves = table.ask(W, back.clone())[0]["moves"].clone();
    assert_eq!(moves[0], json!({"ply": 1, "by": "w", "san": "Pc4", "gameNotation": "P-7f"}));
    assert_eq!(table.last(W, "update").unwrap()["latestMove"]["gameNotation"], "P-3d");
    table.ask(W, json!({"type": "resign"}));
    let record = table.last(B, "update").unwrap()["record"].clone();
    assert_eq!(
        (&record["plies"][1]["san"], &record["plies"][1]["gameNotation"]),
        (&json!("Pg6"), &json!("P-3d"))
    );
    assert!(record["pgn"].as_str().unwrap().contains("1. Pc4 Pg6"), "{record}");

    let mut blind = Table::seated(json!({"mode": "blind", "side": "white", "ruleset": "shogi"}));
    blind.play("c3c4 g7g6");
    let sent = [blind.ask(W, back)[0].clone(), blind.last(B, "update").unwrap().clone()];
    assert!(sent.iter().all(|frame| !frame.to_string().contains("otation")), "{sent:?}");
}

#[test]
fn a_choice_of_any_kind_that_is_missing_is_asked_for() {
    let mut duck = open("duck");
    let answer = duck.ask(W, json!({"type": "commit", "from": "e2", "to": "e4"}));
    assert_eq!((&answer[0]["type"], &answer[0]["code"]), (&json!("error"), &json!("promotion_required")));
    let answer = duck.ask(W, json!({"type": "commit", "from": "e2", "to": "e4", "choice": "duck e5"}));
    assert_eq!(answer[0]["view"]["pieces"]["e5"]["neutral"], true, "{answer:#?}");
    let word = |choice: &str| json!({"type": "commit", "from": "e7", "to": "e6", "choice": choice});
    for unknown in ["swan", "swan e4", "duck e9", "queen duck e4", "none, none"] {
        assert_eq!(duck.ask(B, word(unknown))[0]["code"], "malformed", "{unknown}");
    }
    // The duck has to leave its square, and nothing else is there to choose.
    for impossible in ["duck e5", "duck", "queen", "none"] {
        let answer = duck.ask(B, word(impossible));
        assert_eq!(crate::table::texts(&answer[0]), ["illegal_move"], "{impossible}");
    }
    let both = json!({"type": "commit", "from": "e7", "to": "e6", "promotion": "q", "choice": "duck e4"});
    assert_eq!(duck.ask(B, both)[0]["code"], "malformed");
}

#[test]
fn a_drop_is_refused_as_a_move_is() {
    let mut table = open("shogi");
    let drop = |piece: &str, to: &str| json!({"type": "drop", "piece": piece, "to": to});
    assert_eq!(crate::table::texts(&table.ask(W, drop("S:P", "e5"))[0]), ["no_such_piece"]);
    assert_eq!(table.ask(W, drop("S:X", "e5"))[0]["code"], "malformed");
    assert_eq!(table.ask(W, drop("S:P", "e10"))[0]["code"], "malformed");
    assert_eq!(table.ask(B, drop("s:p", "e5"))[0]["code"], "not_your_turn");
    assert_eq!(crate::table::texts(&table.ask(W, json!({"type": "pass"}))[0]), ["illegal_move"]);
    table.ask(W, json!({"type": "resign"}));
    let record = table.last(B, "update").unwrap()["record"].clone();
    let tries = record["tries"].as_array().unwrap();
    assert_eq!(tries[0]["from"], "*");
    assert_eq!((&tries[0]["drop"], &tries[0]["to"]), (&json!("S:P"), &json!("e5")));
    assert_eq!((&tries[1]["from"], &tries[1]["drop"]), (&json!("*"), &Value::Null));
    let pgn = record["pgn"].as_str().unwrap();
    assert!(pgn.contains("{ P@e5: no_such_piece }") && pgn.contains("{ pass: illegal_move }"), "{pgn}");
}
