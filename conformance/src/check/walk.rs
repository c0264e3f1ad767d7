//! Whither the moves of a ruleset lead: every position that is reached must be one that the ruleset itself allows, since positions are
//! stored and sent as text and read again.
//!
//! What can be told from the tables alone is told by the engine when it loads them; how pieces add up in play shows only in play. So
//! positions near the beginning are visited one by one, and some games are played to their end. The choice is always the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::notation::feen::Feen;
use ggn_core::{Game, Position, Ruleset, SetupFault};

use super::Desk;
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::told::{Aim, Told};

/// How many positions near the beginning are visited.
const VISITED: usize = 400;

/// How many plies are played in whole games.
const PLIES: usize = 1_200;

/// The most plies of one game.
const GAME: usize = 150;

/// Visits and plays, and tells once of each way in which a position is impossible.
pub(super) fn check(desk: &mut Desk<'_>, rules: &Arc<Ruleset>) {
    let mut astray = Astray::default();
    visit(rules, &mut astray);
    play(rules, &mut astray);
    for (_, (path, told)) in astray.told {
        let file = if path.steps.is_empty() { "ruleset.json" } else { "setup.json" };
        let path = if path.steps.is_empty() { JsonPath { steps: vec!["initial".into()] } } else { path };
        desk.diagnostics.push(desk.reporter.report(Severity::Error, file, Some(&path), told));
    }
}

/// What was found, once for each kind of fault and piece.
#[derive(Default)]
struct Astray {
    told: BTreeMap<String, (JsonPath, Told)>,
}

impl Astray {
    /// Writes a position and reads it again.
    fn look(&mut self, rules: &Ruleset, position: &Position, line: impl FnOnce() -> String) {
        let text = rules.feen(position).to_string();
        let faults = match text.parse::<Feen>().map(|feen| rules.position(&feen)) {
            Ok(Ok(again)) if again == *position => return,
            Ok(Err(impossible)) => impossible.faults().to_vec(),
            Ok(Ok(_)) | Err(_) => Vec::new(),
        };
        let line = line();
        if faults.is_empty() {
            let message = format!("after {line} the position {text} cannot be written and read again");
            self.told
                .entry(String::new())
                .or_insert((JsonPath::default(), Told::new(Code::LeadsAstray, Aim::Value, message)));
        }
        for fault in faults {
            let (path, kind) = rule_of(rules, &fault);
            let told = Told::new(Code::LeadsAstray, Aim::Key, format!("after {line} the position is impossible: {fault}"))
                .expected("a rule that every position of the game keeps")
                .advise(format!(
                    "a move that can be made must lead to a position that can be: change this, or the row of the last move; the position is {text}"
                ));
            self.told.entry(kind).or_insert((path, told));
        }
    }
}

/// The place in setup.json that refuses a position, and a name for faults of the same kind.
fn rule_of(rules: &Ruleset, fault: &SetupFault) -> (JsonPath, String) {
    let path = |steps: &[&str]| JsonPath { steps: steps.iter().map(|&step| step.into()).collect() };
    match fault {
        SetupFault::Misplaced { piece, square } | SetupFault::Contradicted { piece, square, .. } => {
            let piece = piece.to_string();
            (path(&["squares", &piece, square]), format!("square {piece}"))
        }
        SetupFault::Count { role, side, .. } => {
            let named = rules
                .pieces()
                .find(|(_, piece)| piece.name == *role)
                .map(|(_, piece)| format!("{}:{}", piece.role().style.upper(), piece.role().letter.upper()));
            (path(&["count", &named.unwrap_or_default()]), format!("count {side} {role}"))
        }
        SetupFault::WrongBoard { .. }
        | SetupFault::WrongStyles { .. }
        | SetupFault::UnknownPiece { .. }
        | SetupFault::ImpossibleHand { .. }
        | SetupFault::ManyMarkers { .. }
        | SetupFault::StaleMarker { .. }
        | SetupFault::InactiveInCheck { .. } => (JsonPath::default(), fault.to_string()),
    }
}

/// Positions near the beginning, the nearest first.
fn visit(rules: &Ruleset, astray: &mut Astray) {
    let mut seen = BTreeSet::from([rules.feen(rules.initial()).to_string()]);
    let mut next = VecDeque::from([(rules.initial().clone(), String::new())]);
    let mut left = VISITED;
    while let Some((position, line)) = next.pop_front() {
        for mv in rules.legal_moves(&position) {
            let after = rules.after(&position, &mv);
            if !seen.insert(rules.feen(&after).to_string()) {
                continue;
            }
            let line = format!("{line} {}", mv.uci(rules)).trim_start().to_owned();
            astray.look(rules, &after, || line.clone());
            left -= 1;
            if left == 0 {
                return;
            }
            next.push_back((after, line));
        }
    }
}

/// Whole games by chance, but always the same.
fn play(rules: &Arc<Ruleset>, astray: &mut Astray) {
    let mut chance = Chance(0x2545_F491_4F6C_DD1D);
    let mut left = PLIES;
    while left > 0 {
        let mut game = Game::new(Arc::clone(rules));
        for _ in 0..GAME.min(left) {
            let moves = game.legal_moves();
            let Some(mv) = moves.get(chance.below(moves.len())).copied() else { break };
            left -= 1;
            if game.play(&mv).is_err() {
                break;
            }
            let line = || {
                let all: Vec<&str> = game.history().iter().map(|played| played.uci.as_str()).collect();
                all.join(" ")
            };
            astray.look(rules, game.position(), line);
        }
        // A game without any move would be begun for ever.
        left = left.saturating_sub(1);
    }
}

/// Numbers that look like chance (xorshift) and are the same every time.
struct Chance(u64);

impl Chance {
    /// A number below another; 0 below 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        if end == 0 { 0 } else { (self.0 >> 16) as usize % end }
    }
}
