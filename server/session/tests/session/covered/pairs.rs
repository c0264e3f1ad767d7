//! Pairs of games whose deals agree on all that is uncovered to a viewer: they send that viewer the same bytes. An oracle beside them says what each frame shows.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::{Counters, Deal, Game, Move, PieceId, Position, Rules, Side, Square};
use serde_json::{Value, json};
use session::Input;
use session::leaks::Leak;

use super::game as dealt_game;
use crate::spectators::{S, WatchedGame};
use crate::table::{B, BLACK_TOKEN, GAME, W, WHITE_TOKEN};

/// Viewer of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Viewer {
    Player(Side),
    Spectator,
}

/// A step of both games.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A move, which is legal.
    Play(Side, Move),
    /// A commit between two squares that is no legal move.
    Try(Side, Square, Square),
    Touch(Side, Square),
    OfferDraw(Side),
    ComeBack(Side),
    Watch,
    Restart,
    Wait,
}

/// Course of a pair: its steps, and the squares of the start whose pieces the viewer gets to know.
struct Script {
    rules: std::sync::Arc<Rules>,
    viewer: Viewer,
    steps: Vec<Step>,
    deals: [Deal; 2],
    /// Number of the covered pieces that differ.
    differences: usize,
}

/// Returns another deal, in which the pieces that the viewer does not know have changed places within their pools.
fn shuffle(
    rules: &Rules,
    start: &Position,
    deal: &Deal,
    known: &BTreeSet<Square>,
    random: &mut dev::Random,
) -> Deal {
    let side = |square: Square| {
        let piece = rules.piece(start.piece_at(square).unwrap()).unwrap();
        (!piece.is_neutral).then(|| piece.side())
    };
    let mut hidden: BTreeMap<Square, PieceId> = deal.pieces().collect();
    let unknown: Vec<Square> = hidden.keys().copied().filter(|square| !known.contains(square)).collect();
    for index in (1..unknown.len()).rev() {
        let (one, other) = (unknown[index], unknown[random.below(index + 1)]);
        if side(one) == side(other) {
            let (a, b) = (hidden[&one], hidden[&other]);
            hidden.insert(one, b);
            hidden.insert(other, a);
        }
    }
    read(rules, start, &hidden)
}

/// Makes a deal of the hidden pieces.
fn read(rules: &Rules, start: &Position, hidden: &BTreeMap<Square, PieceId>) -> Deal {
    let mut feen = rules.feen(start);
    for (square, epin) in rules.shape().in_feen_order().zip(&mut feen.placement.squares) {
        if let Some(piece) = hidden.get(&square) {
            let qpi = rules.piece(*piece).unwrap().qpi;
            *epin = Some(ggn_core::notation::epin::Epin { pin: qpi.pin, derived: false });
        }
    }
    rules.read_deal(start, &feen).unwrap()
}

impl Script {
    /// Draws a random course by a seed, and another deal that the viewer cannot tell from the first.
    fn of(seed: u64) -> Script {
        let mut random = dev::Random::for_purpose(seed, "covered");
        let rules = dev::ruleset(["rules/jieqi", "rules/jieqi", "rules/banqi"][random.below(3)]);
        let viewer =
            [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator][random.below(3)];
        let start = rules.initial().clone();
        let draw = &mut |below: u32| u32::try_from(random.below(below as usize)).unwrap();
        let deal = rules.deal(&start, draw).unwrap();
        let mut game = Game::from_deal(rules.clone(), start.clone(), Counters::default(), deal.clone());
        let (mut steps, mut known) = (Vec::new(), BTreeSet::new());
        let plies = random.between(4, 40);
        while game.plies() < plies as usize {
            steps.extend(noise(&rules, &game, &mut random));
            let legal = game.legal_moves();
            let captures: Vec<&Move> =
                legal.iter().filter(|mv| rules.effect(game.position(), mv).is_capture()).collect();
            let mv = if !captures.is_empty() && random.percent(60) {
                *captures[random.below(captures.len())]
            } else {
                legal[random.below(legal.len())]
            };
            let by = game.position().turn();
            let mut next = game.clone();
            let played = next.play(&mv).unwrap().clone();
            if next.ending().is_some() {
                break;
            }
            known.extend(mv.source.square().filter(|_| rules.is_covered(mv.piece)));
            if viewer == Viewer::Player(by) {
                known.extend(played.uncovered.captured.iter().map(|(square, _)| *square));
            }
            steps.push(Step::Play(by, mv));
            game = next;
        }
        let other = shuffle(&rules, &start, &deal, &known, &mut random);
        let differences =
            deal.pieces().filter(|&(square, piece)| other.piece_at(square) != Some(piece)).count();
        Script { rules, viewer, steps, deals: [deal, other], differences }
    }

    /// Plays the course in one of the games, and returns what the viewer was sent.
    fn play(&self, number: usize, leak: Option<Leak>) -> Vec<String> {
        let start = self.rules.initial();
        let dealt = self.rules.dealt_feen(start, &self.deals[number]).to_string();
        let mut game = dealt_game(self.rules.id(), &dealt);
        if let Some(leak) = leak {
            game.table.host.seed_leak(leak);
            // What was sent before it was seeded is sent again with it.
            for side in Side::BOTH {
                self.step(&mut game, Step::ComeBack(side));
            }
        }
        for step in &self.steps {
            self.step(&mut game, *step);
        }
        for side in Side::BOTH {
            self.step(&mut game, Step::ComeBack(side));
        }
        let plies = self.steps.iter().filter(|step| matches!(step, Step::Play(..))).count();
        assert_eq!(game.table.last(W, "joined").unwrap()["ply"], plies, "every move is made");
        self.step(&mut game, Step::Watch);
        let texts: Vec<String> = match self.viewer {
            Viewer::Player(side) => game.table.sent[&conn(side)].clone(),
            Viewer::Spectator => {
                game.sent.iter().filter(|(_, to, _)| *to == S).map(|(_, _, text)| text.clone()).collect()
            }
        };
        texts.iter().map(|text| masked(text)).collect()
    }

    fn step(&self, game: &mut WatchedGame, step: Step) {
        let name = |square| self.rules.shape().cell(square).unwrap().to_string();
        match step {
            Step::Play(by, mv) => {
                let (from, to) = (mv.source.square().unwrap(), mv.destination.square().unwrap());
                game.say(conn(by), &json!({"type": "commit", "from": name(from), "to": name(to)}));
            }
            Step::Try(by, from, to) => {
                game.say(
                    conn(by),
                    &json!({"type": "move.request", "gameId": GAME, "from": name(from), "to": name(to)}),
                );
            }
            Step::Touch(by, square) => {
                game.say(conn(by), &json!({"type": "commit", "from": name(square)}));
            }
            Step::OfferDraw(by) => {
                game.say(conn(by), &json!({"type": "offer-draw"}));
                game.say(conn(by.opponent()), &json!({"type": "respond-draw", "accept": false}));
            }
            Step::ComeBack(by) => {
                game.close(conn(by));
                let token = [WHITE_TOKEN, BLACK_TOKEN][usize::from(by == Side::Second)];
                game.say(conn(by), &json!({"type": "hello", "gameId": GAME, "token": token}));
            }
            Step::Watch => {
                game.close(S);
                game.watch(S);
            }
            Step::Restart => {
                game.table.input(Input::Restarted);
                for side in Side::BOTH {
                    self.step(game, Step::ComeBack(side));
                }
            }
            Step::Wait => game.wait(1_000),
        }
    }
}

fn conn(side: Side) -> session::ConnId {
    [W, B][usize::from(side == Side::Second)]
}

/// Draws steps that make no move.
fn noise(rules: &Rules, game: &Game, random: &mut dev::Random) -> Vec<Step> {
    let mut steps = Vec::new();
    while random.percent(35) {
        let squares: Vec<Square> = rules.shape().in_feen_order().collect();
        let any = |random: &mut dev::Random| squares[random.below(squares.len())];
        let by = Side::BOTH[random.below(2)];
        let (from, to) = (any(random), any(random));
        let is_legal = game.legal_from(from).any(|mv| mv.destination.square() == Some(to));
        steps.extend(match random.below(7) {
            0 | 1 if !is_legal => Some(Step::Try(by, from, to)),
            // A touched piece has to move, so that only one that cannot is touched.
            2 if game.legal_from(from).next().is_none() => Some(Step::Touch(by, from)),
            3 => Some(Step::OfferDraw(by)),
            4 => Some(Step::ComeBack(by)),
            5 => Some(Step::Watch),
            6 => Some([Step::Restart, Step::Wait][random.below(2)]),
            _ => None,
        });
    }
    steps
}

/// Returns a frame without the hash that promises the deal: two deals have two hashes, of which nobody can tell which is whose without their seeds.
fn masked(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\"commitment\":\"") else { return text.to_owned() };
    let (hash, after) = rest.split_at(64);
    assert!(hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{text}");
    format!("{before}{after}")
}

/// Returns the first frames that differ between the games of a script.
fn difference(script: &Script, leak: Option<Leak>) -> Option<String> {
    compared(script, leak).0
}

/// Returns the first frames that differ between the games of a script, and the number of frames that were compared.
fn compared(script: &Script, leak: Option<Leak>) -> (Option<String>, usize) {
    let [one, other] = [0, 1].map(|number| script.play(number, leak));
    let pair = one.iter().zip(&other).find(|(one, other)| one != other);
    let differs = pair.map(|(one, other)| format!("{one}\n{other}"));
    let lengths = || (one.len() != other.len()).then(|| format!("{} and {} frames", one.len(), other.len()));
    (differs.or_else(lengths), one.len())
}

#[test]
fn deals_that_agree_on_what_a_viewer_knows_send_the_same_bytes() {
    let (mut differences, mut frames) = (0, 0);
    for seed in 0..if dev::is_long() { 5_000 } else { 40 } {
        let script = Script::of(seed);
        let (difference, sent) = compared(&script, None);
        if let Some(difference) = difference {
            panic!("seed {seed}, {:?}:\n{difference}\n{:?}", script.viewer, script.steps);
        }
        differences += script.differences;
        frames += sent;
    }
    println!("{differences} hidden pieces differ, {frames} frames");
    assert!(differences > 300 && frames > 1_000, "{differences} {frames}");
}

#[test]
fn frames_show_what_the_oracle_says() {
    for seed in 0..40 {
        let script = Script::of(seed);
        let Viewer::Player(you) = script.viewer else { continue };
        let rules = &script.rules;
        let mut expected = Oracle::new(rules, &script.deals[0], you);
        let dealt = rules.dealt_feen(rules.initial(), &script.deals[0]).to_string();
        let mut game = dealt_game(rules.id(), &dealt);
        for step in &script.steps {
            script.step(&mut game, *step);
            let Step::Play(_, mv) = step else { continue };
            expected.play(mv);
            let update = game.table.last(conn(you), "update").unwrap();
            let (sent, predicted) = (&update["view"]["pieces"], expected.pieces());
            for square in rules.shape().iter().map(|square| rules.shape().cell(square).unwrap().to_string()) {
                assert_eq!(
                    sent.get(&square),
                    predicted.get(&square),
                    "seed {seed}, {square}, ply {}",
                    update["ply"]
                );
            }
            assert_eq!(update["tally"], expected.tally(), "seed {seed}");
        }
    }
}

/// Prediction of the frames to a player, by the squares alone: it knows no engine's idea of covered pieces.
struct Oracle<'r> {
    rules: &'r Rules,
    you: Side,
    /// Letters on the squares, with those that they hide.
    board: BTreeMap<Square, (String, Option<String>)>,
    turn: Side,
    is_undecided: bool,
    captured: [BTreeMap<String, u32>; 2],
    hidden: [u32; 2],
}

impl<'r> Oracle<'r> {
    fn new(rules: &'r Rules, deal: &Deal, you: Side) -> Oracle<'r> {
        let text = |piece| rules.piece(piece).unwrap().qpi.to_string();
        let board = rules
            .initial()
            .pieces()
            .map(|(square, piece)| (square, (text(piece), deal.piece_at(square).map(text))));
        Oracle {
            rules,
            you,
            board: board.collect(),
            turn: Side::First,
            is_undecided: rules.id() == "banqi",
            captured: Default::default(),
            hidden: [0; 2],
        }
    }

    fn play(&mut self, mv: &Move) {
        let (from, to) = (mv.source.square().unwrap(), mv.destination.square().unwrap());
        let (shown, hidden) = self.board.remove(&from).unwrap();
        if let Some(first) = hidden.as_ref().filter(|_| std::mem::take(&mut self.is_undecided)) {
            let is_first = first.starts_with(char::is_uppercase);
            if is_first != (self.turn == Side::First) {
                let swapped =
                    |text: &String| -> String {
                        text.chars()
                            .map(|c| {
                                if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
                            })
                            .collect()
                    };
                for (_, hidden) in self.board.values_mut() {
                    *hidden = hidden.as_ref().map(swapped);
                }
                return self.arrive(to, swapped(first));
            }
        }
        if let Some((shown, covered)) = self.board.remove(&to) {
            let by = usize::from(self.turn == Side::Second);
            let name = covered.as_ref().unwrap_or(&shown);
            let letter = name.rsplit(':').next().unwrap().to_lowercase();
            let letter = letter.trim_matches(['+', '-', '^']).to_owned();
            if covered.is_some() && self.turn != self.you {
                self.hidden[by] += 1;
            } else {
                *self.captured[by].entry(letter).or_default() += 1;
            }
        }
        self.arrive(to, hidden.unwrap_or(shown));
    }

    fn arrive(&mut self, to: Square, piece: String) {
        self.board.insert(to, (piece, None));
        self.turn = self.turn.opponent();
    }

    fn pieces(&self) -> Value {
        let mut pieces = serde_json::Map::new();
        for (square, (text, hidden)) in &self.board {
            let letter = text.rsplit(':').next().unwrap().trim_matches(['+', '-', '^']).to_lowercase();
            let color = if text.starts_with(char::is_uppercase) { "w" } else { "b" };
            let mut piece = json!({"color": color, "type": letter, "qpi": text});
            if hidden.is_some() {
                piece["covered"] = true.into();
            }
            if letter == "u" {
                piece["neutral"] = true.into();
            }
            pieces.insert(self.rules.shape().cell(*square).unwrap().to_string(), piece);
        }
        pieces.into()
    }

    fn tally(&self) -> Value {
        let [own, other] = match self.you {
            Side::First => [0, 1],
            Side::Second => [1, 0],
        };
        let mut tally = json!({"byYou": self.captured[own], "byOpponent": self.captured[other]});
        if self.hidden[other] > 0 {
            tally["hiddenByOpponent"] = self.hidden[other].into();
        }
        tally
    }
}

/// Pairs in which a leak is searched.
const PAIRS_OF_A_LEAK: u64 = 200;

#[test]
fn every_leak_of_a_covered_piece_is_found() {
    for leak in Leak::OF_COVERED {
        let found = (0..PAIRS_OF_A_LEAK).find(|seed| difference(&Script::of(*seed), Some(leak)).is_some());
        let found = found.unwrap_or_else(|| panic!("not found: {}", leak.what()));
        println!("{:>5}  {:<24}{}", found + 1, format!("{leak:?}"), leak.what());
    }
    // The control: a leak that only pretends to be one.
    for seed in 0..20 {
        assert_eq!(difference(&Script::of(seed), Some(Leak::Nothing)), None, "seed {seed}");
    }
}
