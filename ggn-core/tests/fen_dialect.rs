//! FEN in the letters of a ruleset: positions of every ruleset are printed and read back, counts of published positions agree, and errors name the character.

use dev::files::ruleset_folders;
use dev::play::random_move;
use dev::{Random, ruleset};
use ggn_core::notation::fen::{self, Dialect};
use ggn_core::{Game, perft};

fn dialect(folder: &str) -> Dialect {
    ruleset(folder).fen_dialect().unwrap()
}

/// Positions of random games in which a text of FEN stands for the position, up to marks of castling rights that are gone.
#[test]
fn positions_of_every_ruleset_are_printed_and_read_back() {
    let mut random = Random::seeded(8);
    let mut unsaid = Vec::new();
    for folder in ruleset_folders() {
        let rules = ruleset(&folder);
        let Some(dialect) = rules.fen_dialect() else {
            assert_ne!(rules.shape().sizes().len(), 2, "{folder}");
            continue;
        };
        let mut game = Game::new(rules);
        let initial = dialect.print(&game.rules().feen(game.position()), 0, 1);
        assert!(initial.is_ok(), "{folder}");
        let mut missing = 0;
        while game.plies() < 30 && random_move(&mut game, &mut random) {
            let feen = game.rules().feen(game.position());
            let Ok(text) = dialect.print(&feen, 3, 40) else {
                missing += 1;
                continue;
            };
            let again = dialect.parse(&text).unwrap();
            assert_eq!((again.halfmove, again.fullmove), (3, 40));
            assert_eq!(dialect.print(&again.feen, 3, 40).unwrap(), text, "{folder}");
            // Only marks of castling rights that are gone may differ.
            let plain = |feen: &str| feen.replace(['+', '-'], "");
            assert_eq!(plain(&again.feen.to_string()), plain(&feen.to_string()), "{folder}: {text}");
        }
        // FEN says which rooks have not moved, and not which knights: in these games that matters as well.
        if missing > 0 && !["rules/s-house", "rules/seirawan"].contains(&&*folder) {
            unsaid.push(format!("{folder}: {missing}"));
        }
    }
    assert!(unsaid.is_empty(), "positions without FEN: {unsaid:?}");
}

#[test]
fn the_dialect_of_chess_is_fen() {
    let dialect = dialect("rules/chess");
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/4K2R w Kq e6 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 40",
        "rnbqkb1r/ppp1pppp/5n2/8/3pP3/2N5/PPPP1PPP/R1BQKBNR b KQkq e3 0 4",
    ] {
        let setup = fen::parse(text).unwrap();
        assert_eq!(dialect.parse(text).as_ref(), Ok(&setup), "{text}");
        assert_eq!(dialect.print(&setup.feen, setup.halfmove, setup.fullmove).as_deref(), Ok(text));
    }
    let mut game = Game::new(ruleset("rules/chess"));
    let mut random = Random::seeded(2);
    for _ in 0..200 {
        if !random_move(&mut game, &mut random) {
            game = Game::new(ruleset("rules/chess"));
        }
        let feen = game.rules().feen(game.position());
        let text = fen::print(&feen, 0, 1).unwrap();
        assert_eq!(dialect.print(&feen, 0, 1).as_deref(), Ok(&*text));
        assert_eq!(dialect.parse(&text), fen::parse(&text).map_err(|why| panic!("{why}")), "{text}");
    }
}

/// Counts from the tests of other programs: positions with many drops, promoted pieces in hand and on the board.
#[test]
fn published_positions_of_other_games_have_their_counts() {
    let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppppp] b - - 0 1";
    for (folder, text, counts) in [
        ("rules/shogi", matsuri, &[207, 28_684][..]),
        ("rules/shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1", &[30, 900]),
        ("rules/crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", &[301, 75_353]),
        ("rules/crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", &[20, 360, 5_445]),
        (
            "rules/crazyhouse",
            "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
            &[42, 1_347],
        ),
        ("rules/xiangqi", "rheagaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAGAEHR w", &[44, 1_920]),
        (
            "rules/capablanca",
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
            &[28, 784, 25_228],
        ),
    ] {
        let rules = ruleset(folder);
        let setup = dialect(folder).parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let position = rules.position(&setup.feen).unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&rules, &position, depth), *count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn errors_name_the_character_and_the_expectation() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (folder, text, error) in [
        (
            "shogi",
            shogi.replace("1r5b1", "1q5b1") + " w - - 0 1",
            "expected a piece of the ruleset (BGKLNPRSbgklnprs; with `+` or `-` before it for another state), a number of empty \
             squares, or `/`, found `q` at byte 11, in the placement",
        ),
        (
            "shogi",
            shogi.replace("1r5b1", "1+g5b1") + " w - - 0 1",
            "expected a state that this piece has in the ruleset: g, found `+g` at byte 11, in the placement",
        ),
        (
            "shogi",
            shogi.replace("1r5b1", "1r6b1") + " w - - 0 1",
            "expected a rank of 9 squares, found `1r6b1` at byte 10, in the placement",
        ),
        (
            "shogi",
            shogi.replace("/9/9/9/", "/9/9/") + " w - - 0 1",
            "expected 9 ranks, found ` ` at byte 55, in the placement",
        ),
        (
            "shogi",
            format!("{shogi}[2P] w - - 0 1"),
            "expected the hands in brackets behind the board, a letter for each piece: `[PPp]`, found `2` at byte 58, in the placement",
        ),
        (
            "shogi",
            format!("{shogi}[Pp w - - 0 1"),
            "expected the hands in brackets behind the board, a letter for each piece: `[PPp]`, found ` ` at byte 60, in the placement",
        ),
        (
            "shogi",
            format!("{shogi} w K - 0 1"),
            "expected `-`: no piece of the ruleset begins with a castling right, found `K` at byte 60, in the castling field",
        ),
        (
            "chess",
            format!("{chess} x KQkq - 0 1"),
            "expected `w` for the side that begins, or `b`, found `x` at byte 44, in the field of the side to move",
        ),
        (
            "chess",
            format!("{chess} w KQX - 0 1"),
            "expected `-` or letters of `KQkq`, found `X` at byte 48, in the castling field",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K3 w K - 0 1".to_owned(),
            "expected the two pieces of this castling right where they begin, found `K` at byte 23, in the castling field",
        ),
        (
            "chess",
            format!("{chess} w KQkq e6 0 1"),
            "expected an empty square and in front of it a piece that has just passed over it, found `e6` at byte 51, in the en \
             passant field",
        ),
        (
            "chess",
            format!("{chess} w KQkq e 0 1"),
            "expected `-` or a square, found `e` at byte 51, in the en passant field",
        ),
        (
            "chess",
            format!("{chess} w KQkq - x 1"),
            "expected a number up to 4294967295, or `-`, found `x` at byte 53, in the halfmove field",
        ),
    ] {
        let found = dialect(&format!("rules/{folder}")).parse(&text).unwrap_err();
        assert_eq!(found.to_string(), error, "{text}");
    }
    for text in ["", " ", "8/8 w - - 0", "é w", "[", "9/9[", "+", "+[ w", "99999999999999999999/8 w"] {
        assert!(dialect("rules/shogi").parse(text).is_err(), "{text}");
    }
}
