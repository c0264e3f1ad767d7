//! Random games of any ruleset: at every position the interpreter and the compiled tables agree, and all statements about a move are true.

use std::sync::Arc;

use ggn_core::notation::feen::{Feen, FeenErrorKind};
use ggn_core::notation::pmn::Pmn;
use ggn_core::notation::uci::Uci;
use ggn_core::{
    Counters, Game, Line, Location, Move, OwnPieces, PerftCache, Position, Processor, Rules, Side, perft,
    perft_cached, perft_full, tries,
};

/// Maximum number of moves of a position whose replies are all counted.
const COUNTED: usize = 48;

/// Returns the same rules compiled for every processor.
pub(crate) fn ways(rules: &Rules) -> Vec<Rules> {
    Processor::ALL.iter().map(|&processor| rules.compiled_for(processor)).collect()
}

/// Plays as many plies as there are choices, from a position.
pub(crate) fn walk(rules: &Arc<Rules>, ways: &[Rules], start: Position, counters: Counters, choices: &[u8]) {
    let mut game = Game::from_position(Arc::clone(rules), start, counters);
    look(rules, ways, &game);
    count(rules, ways, game.position());
    let mut line: Vec<Move> = Vec::new();
    for &choice in choices {
        if game.ending().is_some() || game.legal_moves().is_empty() {
            break;
        }
        let mv = game.legal_moves()[usize::from(choice) % game.legal_moves().len()];
        tell(rules, &mut game, &mv);
        look(rules, ways, &game);
        line.push(mv);
    }
    count(rules, ways, game.position());
    take_back(rules, game, &line, counters);
}

/// Checks one position in several ways.
fn look(rules: &Rules, ways: &[Rules], game: &Game) {
    let position = game.position();
    let feen = rules.feen(position);
    let legal = rules.interpreted_legal_moves(position);
    for way in std::iter::once(rules).chain(ways) {
        assert_eq!(way.legal_moves(position), legal, "{feen}");
        for side in Side::BOTH {
            assert_eq!(way.in_check(position, side), !rules.threats(position, side).is_empty(), "{feen}");
        }
        let pseudo_legal = way.pseudo_legal_moves(position);
        for mv in &pseudo_legal {
            assert_eq!(
                rules.violations(position, mv).is_empty(),
                legal.contains(mv),
                "{feen}: {}",
                mv.uci(rules)
            );
        }
        assert!(legal.iter().all(|mv| pseudo_legal.contains(mv)), "{feen}");
    }
    let text = feen.to_string();
    if text.len() > Feen::LENGTH_MAX {
        assert_eq!(text.parse::<Feen>().unwrap_err().kind, FeenErrorKind::InputTooLong);
    } else {
        assert_eq!(text.parse().as_ref(), Ok(&feen));
        // Loading does not guarantee that a position of a game is possible. If it is, it is the same one.
        assert!(rules.position(&feen).map_or(true, |again| again == *position), "{text}");
    }
}

/// Plays a move, and compares it with the statements before and after.
fn tell(rules: &Rules, game: &mut Game, mv: &Move) {
    let before = game.position().clone();
    let own = OwnPieces::new(rules, before.turn(), before.pieces());
    let foreseen = game.preview(mv).unwrap();
    assert_eq!(foreseen.after, rules.after(&before, mv));
    assert_eq!(foreseen.effect, rules.effect(&before, mv));
    assert_eq!((foreseen.mv, foreseen.by), (*mv, before.turn()));
    let pmn = foreseen.pmn(rules);
    assert_eq!(pmn.parse::<Pmn>().map(|pmn| pmn.to_string()), Ok(pmn.clone()));
    // UCI cannot express a board of one dimension or a move into a hand.
    let text = foreseen.uci(rules);
    if let Ok(uci) = text.parse::<Uci>() {
        assert_eq!(uci.to_string(), text);
    }
    let is_plain = foreseen.effect.carried.is_empty()
        && foreseen.effect.captured.iter().all(|&(square, _)| Location::Square(square) == mv.destination)
        && pmn.contains(['-', '+']);
    if let (Location::Square(from), Location::Square(to), true) = (mv.source, mv.destination, is_plain) {
        assert!(
            tries(rules, &own, from).iter().any(|way| way.destination == to),
            "{}: not tried",
            foreseen.uci(rules)
        );
    }
    let played = game.play(mv).unwrap().clone();
    assert_eq!(played, foreseen);
    assert_eq!(played.check, game.in_check());
}

/// Checks that every method counts the same number of lines.
fn count(rules: &Arc<Rules>, ways: &[Rules], position: &Position) {
    let line = Line::new(rules, position);
    let moves = line.moves();
    if moves != rules.interpreted_legal_moves(position) {
        assert_eq!(moves, []);
        assert!(Game::from_position(rules.clone(), position.clone(), Counters::default()).ending().is_some());
    }
    let nodes = moves.len() as u64;
    for way in std::iter::once(&**rules).chain(ways) {
        assert_eq!(
            (perft(way, position, 0), perft(way, position, 1), perft_full(way, position, 1)),
            (1, nodes, nodes)
        );
    }
    if moves.len() > COUNTED {
        return;
    }
    let replies = |mv: &Move| line.after(mv).moves().len() as u64;
    let nodes = moves.iter().map(replies).sum::<u64>();
    let cache = PerftCache::new(1).unwrap();
    for way in std::iter::once(&**rules).chain(ways) {
        assert_eq!(perft(way, position, 2), nodes, "{}", rules.feen(position));
        assert_eq!(perft_full(way, position, 2), nodes, "{}", rules.feen(position));
    }
    for _ in 0..2 {
        assert_eq!(perft_cached(rules, position, 2, &cache), nodes, "{}", rules.feen(position));
    }
}

/// Checks that undone moves leave the game as if they were never played.
fn take_back(rules: &Arc<Rules>, mut game: Game, line: &[Move], counters: Counters) {
    let half = line.len().div_ceil(2);
    if half == 0 {
        return;
    }
    let undone = game.undo(half);
    assert_eq!(undone.len(), half);
    let mut fresh = Game::from_position(Arc::clone(rules), game.start().clone(), counters);
    for mv in &line[..line.len() - half] {
        fresh.play(mv).unwrap();
    }
    for mv in &line[line.len() - half..] {
        assert_eq!(game.position(), fresh.position());
        assert_eq!(
            (game.counters(), game.ending(), game.in_check()),
            (fresh.counters(), fresh.ending(), fresh.in_check())
        );
        assert_eq!(game.legal_moves(), fresh.legal_moves());
        assert_eq!(game.play(mv).ok(), fresh.play(mv).ok());
    }
    assert_eq!(game.ending(), fresh.ending());
}
