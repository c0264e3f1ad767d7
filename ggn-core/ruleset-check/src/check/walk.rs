//! Positions that the moves of a ruleset reach: each must be one that the ruleset itself allows, since positions are
//! stored and sent as text and read again.
//!
//! The engine finds at loading what the tables alone show; how pieces add up in play shows only in play. So
//! positions near the beginning are visited one by one, and some games are played to their end. The choice is always the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::notation::feen::Feen;
use ggn_core::{Game, Position, Rules, SetupFault};

use super::CheckContext;
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};

/// Number of positions near the beginning that are visited.
const VISITED: usize = 400;

/// Number of plies that are played in whole games.
const PLIES: usize = 1_200;

/// The most plies of one game.
const GAME: usize = 150;

/// Visits and plays, and reports each kind of impossible position once.
pub(super) fn check(context: &mut CheckContext<'_>, rules: &Arc<Rules>) {
    let mut positions = ImpossiblePositions::default();
    visit(rules, &mut positions);
    play(rules, &mut positions);
    for (_, (path, description)) in positions.found {
        let file = if path.steps.is_empty() { "ruleset.json" } else { "setup.json" };
        let path = if path.steps.is_empty() { JsonPath { steps: vec!["initial".into()] } } else { path };
        context.diagnostics.push(context.reporter.report(Severity::Error, file, Some(&path), description));
    }
}

/// Findings, once for each kind of fault and piece.
#[derive(Default)]
struct ImpossiblePositions {
    found: BTreeMap<String, (JsonPath, Description)>,
}

impl ImpossiblePositions {
    /// Writes a position and reads it again.
    fn look(&mut self, rules: &Rules, position: &Position, line: impl FnOnce() -> String) {
        let text = rules.feen(position).to_string();
        let faults = match text.parse::<Feen>().map(|feen| rules.position(&feen)) {
            Ok(Ok(again)) if again == *position => return,
            Ok(Err(impossible)) => impossible.faults().to_vec(),
            Ok(Ok(_)) | Err(_) => Vec::new(),
        };
        let line = line();
        if faults.is_empty() {
            let message = format!("after {line} the position {text} cannot be written and read again");
            self.found
                .entry(String::new())
                .or_insert((JsonPath::default(), Description::new(Code::LeadsAstray, Aim::Value, message)));
        }
        for fault in faults {
            let (path, kind) = rule_of(rules, &fault);
            let description = Description::new(Code::LeadsAstray, Aim::Key, format!("after {line} the position is impossible: {fault}"))
                .expected("a rule that every position of the game keeps")
                .advise(format!(
                    "a move that can be made must lead to a position that can be: change this, or the row of the last move; the position is {text}"
                ));
            self.found.entry(kind).or_insert((path, description));
        }
    }
}

/// Returns the place in setup.json that refuses a position, and a name for faults of the same kind.
fn rule_of(rules: &Rules, fault: &SetupFault) -> (JsonPath, String) {
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
fn visit(rules: &Rules, positions: &mut ImpossiblePositions) {
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
            positions.look(rules, &after, || line.clone());
            left -= 1;
            if left == 0 {
                return;
            }
            next.push_back((after, line));
        }
    }
}

/// Plays random games, always the same ones.
fn play(rules: &Arc<Rules>, positions: &mut ImpossiblePositions) {
    let mut random = XorShift(0x2545_F491_4F6C_DD1D);
    let mut left = PLIES;
    while left > 0 {
        let mut game = Game::new(Arc::clone(rules));
        for _ in 0..GAME.min(left) {
            let moves = game.legal_moves();
            let Some(mv) = moves.get(random.below(moves.len())).copied() else { break };
            left -= 1;
            if game.play(&mv).is_err() {
                break;
            }
            let line = || {
                let all: Vec<String> = game.history().iter().map(|played| played.uci(game.rules())).collect();
                all.join(" ")
            };
            positions.look(rules, game.position(), line);
        }
        // A game without any move would be begun for ever.
        left = left.saturating_sub(1);
    }
}

/// Pseudorandom numbers (xorshift) that are the same every time.
struct XorShift(u64);

impl XorShift {
    /// Returns a number below another; 0 below 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        if end == 0 { 0 } else { (self.0 >> 16) as usize % end }
    }
}
