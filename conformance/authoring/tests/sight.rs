//! Positions as each side sees them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use authoring::sight::{Seen, SightError, seen};
use ggn_core::{Rules, Side, SightOptions, sight, sight_with};

/// Returns what both sides see of a position in the letters of a ruleset.
fn of(rules: &Rules, fen: &str) -> Result<Seen, SightError> {
    let setup = rules.fen_dialect().unwrap().parse(fen).unwrap();
    seen(rules, &rules.position_in_check(&setup.feen).unwrap())
}

#[test]
fn positions_of_dark_chess_are_seen_as_by_its_implementation() {
    let rules = dev::ruleset("rules/chess");
    let text = fs::read_to_string(dev::path("conformance/sight/dark-chess.txt")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [fen, white_sees, black_sees] = *fields else { panic!("{line}") };
        let expected = Seen { white_sees: white_sees.to_owned(), black_sees: black_sees.to_owned() };
        assert_eq!(of(&rules, fen).unwrap(), expected, "{fen}");
        count += 1;
    }
    assert_eq!(count, 200);
}

/// A cannon sees the piece on which it could capture, but not its screen, and a hampered knight does not see past what is beside it.
#[test]
fn pieces_of_other_games_see_as_they_move() {
    let rules = dev::ruleset("rules/xiangqi");
    let sight = of(&rules, "3g5/9/4c4/9/4s4/9/4C4/4S4/4H4/4G4 w - - 0 1").unwrap();
    let expected =
        "?????????/?????????/????c????/?????????/?????????/????1????/4C4/??1?S?1??/????H????/??2G2??";
    assert_eq!(sight.white_sees, expected);
}

#[test]
fn hands_see_nothing() {
    let rules = dev::ruleset("rules/crazyhouse");
    let board = "4k3/8/8/3p4/8/8/8/4K3";
    let empty = of(&rules, &format!("{board}[] w - - 0 1")).unwrap();
    assert_eq!(of(&rules, &format!("{board}[QPqp] w - - 0 1")).unwrap(), empty);
    assert_eq!(empty.white_sees, "????????/????????/????????/????????/????????/????????/???3??/???1K1??");
}

/// A side may see with what gives check, and with what leaves its own royal piece in check.
#[test]
fn checks_do_not_narrow_the_sight() {
    let rules = dev::ruleset("rules/chess");
    let both = of(&rules, "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert!(both.white_sees.starts_with("????k???/4R3/"), "{both:?}");
    assert!(both.black_sees.ends_with("/4r3/????K???"), "{both:?}");
}

#[test]
fn a_board_that_fen_cannot_say_is_an_error() {
    let rules = dev::ruleset("conformance/fixtures/games/tower");
    assert_eq!(seen(&rules, rules.initial()), Err(SightError::Board));
}

/// Returns the names of the squares that white sees with some options and not without.
fn further(ruleset: &str, fen: &str, options: SightOptions) -> Vec<String> {
    let rules = dev::ruleset(&format!("rules/{ruleset}"));
    let setup = rules.fen_dialect().unwrap().parse(fen).unwrap();
    let position = rules.position_in_check(&setup.feen).unwrap();
    let plain = sight(&rules, &position, Side::First);
    let seen = sight_with(&rules, &position, Side::First, options);
    let further = seen.into_iter().filter(|square| !plain.contains(square));
    further.map(|square| rules.shape().cell(square).unwrap().to_string()).collect()
}

#[test]
fn options_show_what_blocks_and_what_attacks_the_king() {
    let blockers = SightOptions { blockers: true, attackers: false };
    let attackers = SightOptions { blockers: false, attackers: true };
    // A pawn in front of a pawn; behind it nothing is blocked by one piece alone.
    assert_eq!(further("dark-chess", "4k3/8/4n3/4p3/4P3/8/8/4K3 w - - 0 1", blockers), ["e5"]);
    // A rook sees what it could capture anyway.
    assert_eq!(further("dark-chess", "4k3/4q3/4n3/8/8/8/4R3/4K3 w - - 0 1", blockers), [""; 0]);
    // What stands beside a horse hampers it.
    assert_eq!(further("fog-xiangqi", "3g5/9/9/9/9/9/4s4/4H4/9/4G4 w - - 0 1", blockers), ["e4"]);
    // A knight attacks a king that is royal by its capture alone; a bishop behind a pawn does not.
    let knight = "4k3/8/8/1b6/8/3P1n2/8/4KN2 w - - 0 1";
    assert_eq!(further("dark-chess", knight, attackers), ["f3"]);
    assert_eq!(further("chess", knight, attackers), ["f3"]);
}
