//! The project's own gambit profiles, on positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::notation::fen;
use ggn_core::{Game, Move, Side};

use super::{
    BindError, CaptureInCheck, FailedCheckDefence, Outcome, Points, Profile, Regeneration, RetreatOption,
    Terms, Ties,
};
use crate::fixtures::{catalogue, chess};

fn profile(id: &str) -> Arc<Profile> {
    Arc::clone(catalogue().gambit(id).unwrap())
}

fn terms(id: &str) -> Terms {
    Terms::bind(profile(id), chess()).unwrap()
}

fn game(text: &str) -> Game {
    let position = chess().position(&fen::parse(text).unwrap().feen).unwrap();
    Game::from_position(chess(), position, ggn_core::Counters::default())
}

fn find(game: &Game, text: &str) -> Move {
    *game.legal_moves().iter().find(|mv| mv.uci(game.rules()).starts_with(text)).unwrap()
}

/// Returns the retreat options as `b2 1`, followed by the defender's share if there is one.
fn offered(id: &str, text: &str, mv: &str, pool: u32) -> Vec<String> {
    let game = game(text);
    let written = |offer: &RetreatOption| {
        let square = game.rules().shape().cell(offer.square).unwrap();
        let share = if offer.cost.defender_share > Points::NONE {
            format!("/{}", offer.cost.defender_share)
        } else {
            String::new()
        };
        format!("{square} {}{share}", offer.cost.total)
    };
    terms(id).retreat_options(game.position(), &find(&game, mv), Points(pool)).iter().map(written).collect()
}

fn regained(id: &str, text: &str, mv: &str) -> Regeneration {
    let mut game = game(text);
    let mv = find(&game, mv);
    game.play(&mv).unwrap();
    terms(id).regeneration(game.start(), game.history())
}

#[test]
fn every_gambit_profile_is_bound_to_its_ruleset() {
    let ids: Vec<String> = catalogue().gambits().map(str::to_owned).collect();
    let of_chess = ["advanced", "attacker-wins-ties", "beginner", "risky", "standard"];
    let others = ["shogi-standard", "xiangqi-standard"];
    let expected: BTreeSet<&str> = of_chess.into_iter().chain(others).collect();
    assert!(ids.iter().map(String::as_str).eq(expected), "{ids:?}");
    for id in &ids {
        let profile = profile(id);
        for ruleset in profile.rulesets() {
            let rules = catalogue().ruleset(Some(ruleset)).unwrap();
            let terms = Terms::bind(Arc::clone(&profile), Arc::clone(&rules)).unwrap();
            assert_eq!(terms.rules().id(), ruleset);
            for (id, piece) in rules.pieces() {
                assert_eq!(terms.piece(id), profile.pieces.get(&piece.name));
            }
        }
    }
    let numbers = |id: &str| {
        let profile = profile(id);
        let Profile { initial, effective_max, regeneration, origin_cost, axis_percent, .. } = *profile;
        (initial.0, effective_max.0, regeneration.0, origin_cost.0, axis_percent, profile.ties)
    };
    assert_eq!(numbers("beginner"), (59, 10, 2, 0, 50, Ties::Defender));
    assert_eq!(numbers("advanced"), (31, 15, 0, 1, 150, Ties::Attacker));
    assert_eq!(numbers("risky"), (47, 10, 1, 3, 200, Ties::Defender));
    assert_eq!(
        Profile { id: "standard".into(), ties: Ties::Defender, ..(*profile("attacker-wins-ties")).clone() },
        *profile("standard")
    );
}

#[test]
fn pieces_of_only_one_of_profile_and_ruleset_are_reported() {
    let mut other = (*profile("standard")).clone();
    let pieces = &mut other.pieces;
    let queen = pieces.remove("queen").unwrap();
    pieces.insert("amazon".to_owned(), queen);
    let unbound = Terms::bind(Arc::new(other), chess()).unwrap_err();
    assert_eq!(unbound, [BindError::NoSuchPiece("amazon".into()), BindError::Missing("queen".into())]);
}

const BISHOP: &str = "4k3/8/8/4p3/3p4/2B5/8/4K3 w - - 0 1";

// Requirements gambit-79, gambit-80, gambit-81.
#[test]
fn affordable_squares_are_offered() {
    assert_eq!(offered("standard", BISHOP, "c3d4", 39), ["c3 0", "a1 2", "b2 1"]);
    assert_eq!(offered("standard", BISHOP, "c3d4", 1), ["c3 0", "b2 1"]);
    assert_eq!(offered("standard", BISHOP, "c3d4", 0), ["c3 0"]);
    let knight = "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1";
    assert_eq!(offered("standard", knight, "a1b3", 39), ["a1 0", "b1 3", "a2 3", "b2 4", "a3 2"]);
    assert_eq!(offered("standard", knight, "a1b3", 3), ["a1 0", "b1 3", "a2 3", "a3 2"]);
    let pawn = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(offered("standard", pawn, "e4d5", 39), ["e4 0"]);
}

// Requirement gambit-81.
#[test]
fn retreat_costs_depend_on_the_profile() {
    assert_eq!(offered("beginner", BISHOP, "c3d4", 39), ["c3 0", "a1 1", "b2 1"]);
    assert_eq!(offered("advanced", BISHOP, "c3d4", 39), ["c3 1", "a1 4", "b2 3"]);
    // A side that cannot afford to stay where the piece came from stays there at no cost.
    assert_eq!(offered("advanced", BISHOP, "c3d4", 0), ["c3 0"]);
    assert_eq!(offered("risky", BISHOP, "c3d4", 39), ["c3 3/2", "a1 7/4", "b2 5/3"]);
    assert_eq!(offered("risky", BISHOP, "c3d4", 4), ["c3 3/2"]);
    // With this profile a piece can be lost, unless it is a king.
    assert!(offered("risky", BISHOP, "c3d4", 2).is_empty());
    assert_eq!(offered("risky", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", 2), ["e1 0"]);
}

// Requirements gambit-31, gambit-44, gambit-93, gambit-94.
#[test]
fn points_regenerated_by_a_turn() {
    let total = |id: &str, text: &str, mv: &str| regained(id, text, mv).total.0;
    let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(regained("standard", quiet, "e2e4").tactics, []);
    assert_eq!(["standard", "beginner", "advanced"].map(|id| total(id, quiet, "e2e4")), [1, 2, 0]);
    for (text, mv, standard, beginner, advanced) in [
        // A pinned knight in front of its king: three plus one; half as much again plus two.
        ("4k3/8/2n5/8/8/3B4/8/4K3 w - - 0 1", "d3b5", 4, 0, 7),
        // A knight pinned to the queen.
        ("3q3k/8/8/3n4/8/8/8/R3K3 w - - 0 1", "a1d1", 3, 0, 5),
        // The king in front of the queen, with check.
        ("4q3/8/4k3/8/8/8/8/R5K1 w - - 0 1", "a1e1", 1 + 2, 3, 2 + 3),
        // A queen in front of a rook: four; half as much again.
        ("6r1/8/4q3/8/7k/8/8/K4B2 w - - 0 1", "f1c4", 4, 0, 6),
        // Two rooks.
        ("3r3k/8/8/3r4/8/8/8/R5K1 w - - 0 1", "a1d1", 1, 0, 2),
        // King and rook forked, with check: the least value; half of all values.
        ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", 5 + 2, 3, 8 + 3),
        // A discovered attack on a queen: half, rounded up; the full value.
        ("3q4/7k/8/8/3B4/8/8/3R2K1 w - - 0 1", "d4a7", 5, 0, 9),
        // A discovered check by one piece and a check by another: the check counts for one of them only.
        ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", 5 + 2, 3, 10 + 3),
        // In profiles whose discovered attacks earn nothing, it counts as a check.
        ("4k3/8/8/8/4B3/8/8/4R1K1 w - - 0 1", "e4b1", 5, 3, 10),
    ] {
        assert_eq!(total("standard", text, mv), 1 + standard, "{text}");
        assert_eq!(total("beginner", text, mv), 2 + beginner, "{text}");
        assert_eq!(total("advanced", text, mv), advanced, "{text}");
        assert_eq!(total("risky", text, mv), 1 + standard, "{text}");
    }
}

#[test]
fn regeneration_of_a_turn_is_bounded() {
    let bounded = Profile { regeneration_max: Some(Points(3)), ..(*profile("standard")).clone() };
    let terms = Terms::bind(Arc::new(bounded), chess()).unwrap();
    let mut game = game("4k3/8/2n5/8/8/3B4/8/4K3 w - - 0 1");
    let mv = find(&game, "d3b5");
    game.play(&mv).unwrap();
    let regained = terms.regeneration(game.start(), game.history());
    assert_eq!((regained.base, regained.total), (Points(1), Points(3)));
    assert_eq!(regained.tactics.iter().map(|(_, points)| points.0).collect::<Vec<_>>(), [4]);
}

// Requirements gambit-43, gambit-94.
#[test]
fn a_failed_capture_earns_tactics_only_by_its_retreat() {
    let regained = |stands: &str| {
        let mut game = game("1r2rk2/2N5/8/8/8/8/8/6K1 w - - 0 1");
        let (mv, stands) =
            (find(&game, "c7e8"), game.rules().shape().square(stands.parse().unwrap()).unwrap());
        game.repulse(&mv, stands).unwrap();
        terms("standard").regeneration(game.start(), game.history()).total
    };
    assert_eq!(regained("c7"), Points(1));
    // A retreat that forks king and rook, with check.
    assert_eq!(regained("d7"), Points(1 + 5 + 2));
}

#[test]
fn a_pawn_is_taken_in_passing_by_a_duel_of_pawns() {
    let mut game = game("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let mv = find(&game, "d7d5");
    game.play(&mv).unwrap();
    let terms = terms("standard");
    let mut duel = terms.duel(game.position(), &find(&game, "e5d6")).unwrap();
    assert_eq!(duel.attacker(), Side::First);
    assert_eq!(duel.bid(Side::First, Points(2), Points(39)), Ok(()));
    assert_eq!(duel.bid(Side::Second, Points(1), Points(39)), Ok(()));
    let resolution = duel.resolve(terms.profile().ties).unwrap();
    assert_eq!((resolution.outcome, resolution.effective.first.halves()), (Outcome::Captured, 3));
    assert!(terms.duel(game.position(), &find(&game, "e5e6")).is_none());
}

#[test]
fn a_check_that_a_capture_failed_to_end() {
    let game = game("4k3/8/8/8/8/8/3q4/2N1K3 w - - 0 1");
    assert!(game.in_check());
    let mv = find(&game, "e1d2");
    let stayed = game.rules().repulsed(game.position(), &mv, mv.source.square().unwrap()).unwrap();
    let lost = |defence: FailedCheckDefence| defence.has_lost(game.rules(), &stayed, Side::First);
    assert!(lost(FailedCheckDefence::Loses) && !lost(FailedCheckDefence::KingDuel));
    let captures = |in_check| {
        [
            FailedCheckDefence::Loses,
            FailedCheckDefence::AutoCapture,
            FailedCheckDefence::NonCaptureOnly,
            FailedCheckDefence::KingDuel,
        ]
        .map(|defence| defence.capture_in_check(in_check))
    };
    assert_eq!(captures(false), [CaptureInCheck::Duel; 4]);
    use CaptureInCheck::{Duel, Made, Refused};
    assert_eq!(captures(true), [Duel, Made, Refused, Duel]);
}

const DEFENCES: [FailedCheckDefence; 4] = [
    FailedCheckDefence::Loses,
    FailedCheckDefence::AutoCapture,
    FailedCheckDefence::NonCaptureOnly,
    FailedCheckDefence::KingDuel,
];

/// Returns the winner by mate, if any, after each of the rules has adjudicated the game.
fn winners_by_mate(game: &Game) -> [Option<Side>; 4] {
    DEFENCES.map(|defence| {
        let mut game = game.clone();
        defence.adjudicate(&mut game);
        game.ending().and_then(|ending| {
            assert_eq!(ending.status.as_str(), "checkmate");
            ending.winner
        })
    })
}

#[test]
fn a_game_that_the_board_does_not_end_is_adjudicated() {
    let mut stayed = game("4k3/8/8/8/8/8/3q4/2N1K3 w - - 0 1");
    assert_eq!(winners_by_mate(&stayed), [None; 4]);
    let mv = find(&stayed, "e1d2");
    stayed.repulse(&mv, mv.source.square().unwrap()).unwrap();
    let second = Some(Side::Second);
    assert_eq!(winners_by_mate(&stayed), [second, second, second, None]);
    // The piece that shielded the king is lost; the king was not in check before.
    let mut shield = game("k3q3/8/8/8/4R3/8/8/4K3 w - - 0 1");
    let mv = find(&shield, "e4e8");
    shield.forfeit(&mv).unwrap();
    assert_eq!(winners_by_mate(&shield), [second, second, second, None]);
    // The one way out is a capture.
    let mut rook = game("7k/1R4pp/8/8/8/8/6K1/1r6 w - - 0 1");
    let mv = find(&rook, "b7b8");
    rook.play(&mv).unwrap();
    assert_eq!(winners_by_mate(&rook), [None, None, Some(Side::First), None]);
    let mut between = game("7k/1R4pp/8/8/8/8/7K/1r3r2 w - - 0 1");
    let mv = find(&between, "b7b8");
    between.play(&mv).unwrap();
    assert_eq!(winners_by_mate(&between), [None; 4]);
}

#[test]
fn capture_of_an_attacked_king_is_contested() {
    let mut game = game("4k3/8/8/8/8/8/3q4/2N1K3 w - - 0 1");
    let mv = find(&game, "e1d2");
    game.repulse(&mv, mv.source.square().unwrap()).unwrap();
    FailedCheckDefence::KingDuel.adjudicate(&mut game);
    let takes = *game.royal_captures().next().unwrap();
    let terms = terms("standard");
    let mut duel = terms.duel(game.position(), &takes).unwrap();
    assert_eq!(duel.attacker(), Side::Second);
    assert_eq!(duel.bid(Side::First, Points(9), Points(39)), Ok(()));
    assert_eq!(duel.bid(Side::Second, Points(11), Points(39)), Ok(()));
    let resolution = duel.resolve(terms.profile().ties).unwrap();
    // A king's points count at their own price up to ten, a queen's up to nine.
    assert_eq!((resolution.outcome, resolution.effective.first.halves()), (Outcome::Captured, 18));
    game.play(&takes).unwrap();
    let ending = game.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("extinction", Some(Side::Second)));
    FailedCheckDefence::KingDuel.adjudicate(&mut game);
    assert_eq!(game.ending(), Some(ending));
}
