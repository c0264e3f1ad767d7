//! Moves as text: every legal move is read back from every spelling, careless ones included, and nothing else is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::GAMES;

use authoring::moves::{self, MoveTextError};
use dev::play::by_choices;
use dev::ruleset;
use ggn_core::{Game, IllegalMove, Move};
use proptest::prelude::*;

fn reads(game: &Game, text: &str, mv: &Move) {
    assert_eq!(moves::read(game, text), Ok(*mv), "{text} in {}", game.rules().feen(game.position()));
}

/// Games with a notation of their players, in all forms.
const WITH_NOTATION: [&str; 10] = [
    "rules/shogi",
    "rules/kyoto-shogi",
    "rules/tori-shogi",
    "rules/xiangqi",
    "rules/minixiangqi",
    "rules/manchu",
    "rules/xiangqihouse",
    "rules/jieqi",
    "rules/janggi",
    "rules/janggi-house",
];

/// Returns the game, after moves chosen by numbers.
fn walked(folder: &str, choices: &[usize]) -> Game {
    let mut game = Game::new(ruleset(folder));
    by_choices(&mut game, choices);
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_legal_move_is_read_from_each_of_its_spellings(
        game in 0..GAMES.len(),
        choices in prop::collection::vec(any::<usize>(), 0..80),
    ) {
        let game = walked(GAMES[game], &choices);
        for mv in game.legal_moves() {
            let played = game.preview(mv).unwrap();
            let pmn = played.pmn(game.rules());
            reads(&game, &played.uci(game.rules()), mv);
            reads(&game, &pmn, mv);
            reads(&game, &played.san, mv);
            reads(&game, &format!("{}!?", played.san), mv);
            reads(&game, played.san.trim_end_matches(['+', '#']), mv);
            reads(&game, &pmn.replace('/', "="), mv);
        }
    }

    #[test]
    fn a_legal_move_is_read_from_the_notation_of_its_players(
        game in 0..WITH_NOTATION.len(),
        choices in prop::collection::vec(any::<usize>(), 0..80),
    ) {
        let game = walked(WITH_NOTATION[game], &choices);
        let mut written = 0;
        for mv in game.legal_moves() {
            let Some(notation) = game.preview(mv).unwrap().notation else { continue };
            written += usize::from(!game.rules().is_pass(mv));
            reads(&game, &notation, mv);
            reads(&game, &format!("{notation}!?"), mv);
        }
        // A pass has a form only where the notation has a word for it, so it does not count. Moves of a piece that goes along files and by leaps may read alike, and those of a covered piece and one that is not.
        let forms = game.legal_moves().iter().filter(|mv| !game.rules().is_pass(mv)).count();
        assert!(written == forms || ["manchu", "jieqi"].contains(&game.rules().id()), "{written} of {forms}");
    }

    #[test]
    fn careless_algebraic_notation_is_read(choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let game = walked("rules/chess", &choices);
        for mv in game.legal_moves() {
            let played = game.preview(mv).unwrap();
            let san = played.san.trim_end_matches(['+', '#']);
            if san.starts_with('O') {
                reads(&game, &san.replace('O', "0"), mv);
                continue;
            }
            reads(&game, &san.replace('=', ""), mv);
            reads(&game, &san.replace('x', ""), mv);
            // The whole source beside the piece: long algebraic notation.
            let uci = played.uci(game.rules());
            let (source, destination) = uci.split_at(2);
            let letter = &game.rules().piece(mv.piece).unwrap().san;
            let becomes = &san[san.find('=').unwrap_or(san.len())..];
            let mark = if played.effect.captured.is_empty() { "-" } else { "x" };
            reads(&game, &format!("{letter}{source}{mark}{}{becomes}", &destination[..2]), mv);
            reads(&game, &format!("{letter}{source}{}{becomes}", &destination[..2]), mv);
        }
    }

    #[test]
    fn no_text_is_read_as_a_move_that_is_not_legal(text in "[a-zA-Z0-9+#=*@~.'^/x:()-]{0,12}") {
        let game = walked("rules/chess", &[3, 141, 59, 26, 5]);
        if let Ok(mv) = moves::read(&game, &text) {
            prop_assert!(game.legal_moves().contains(&mv));
        }
    }
}

#[test]
fn what_is_wrong_with_a_text_is_told() {
    let game = |fen: &str| {
        let setup = ggn_core::notation::fen::parse(fen).unwrap();
        let rules = ruleset("rules/chess");
        let position = rules.position(&setup.feen).unwrap();
        Game::from_position(rules, position, ggn_core::Counters::default())
    };
    let promoting = game("3n4/4P1k1/8/8/8/8/4N3/4K1N1 w - - 0 1");
    for (text, refused) in [
        ("e8", IllegalMove::PromotionMissing),
        ("exd8", IllegalMove::PromotionMissing),
        ("e7e8", IllegalMove::PromotionMissing),
        ("e8=K", IllegalMove::PromotionImpossible),
        ("e7-e8/P", IllegalMove::PromotionImpossible),
        ("e7+e8/Q", IllegalMove::Operator),
        ("e7~d8/Q", IllegalMove::Operator),
        ("Nexg3", IllegalMove::Operator),
        ("Ng5", IllegalMove::Illegal),
        ("e4", IllegalMove::Illegal),
        ("a2a3", IllegalMove::NoPiece),
        ("d8e6", IllegalMove::NoPiece),
        ("O-O", IllegalMove::Illegal),
        ("Kg1", IllegalMove::Illegal),
        ("...", IllegalMove::Illegal),
        ("N*e4", IllegalMove::Illegal),
    ] {
        assert_eq!(moves::read(&promoting, text), Err(MoveTextError::Refused(refused)), "{text}");
    }
    for text in ["", "+", "Zf3", "N", "i4", "e99", "e8=", "e8=QQ", "Nf3-", "ééé", &"N".repeat(1000)] {
        assert_eq!(moves::read(&promoting, text), Err(MoveTextError::Unreadable), "{text}");
    }
    let candidates = vec!["Nec3".to_owned(), "Nac3".to_owned(), "Nbc3".to_owned()];
    let many = game("6k1/8/8/8/N7/8/4N3/1N2K3 w - - 0 1");
    let Err(MoveTextError::Ambiguous { candidates: mut found }) = moves::read(&many, "Nc3") else {
        panic!("three knights can go there");
    };
    found.sort();
    let mut expected = candidates;
    expected.sort();
    assert_eq!(found, expected);
    let black = game("6k1/8/8/8/8/8/p7/6K1 b - - 0 1");
    assert_eq!(moves::read(&black, "a2-a1=Q").ok(), moves::read(&black, "a1=Q").ok());
    assert_eq!(moves::read(&black, "a2-a1/K"), Err(MoveTextError::Refused(IllegalMove::PromotionImpossible)));
    let castling = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(
        moves::read(&castling, "Kg1"),
        Err(MoveTextError::Refused(IllegalMove::Illegal)),
        "castling has its own word"
    );
    assert_eq!(moves::read(&castling, "e1g1").ok(), moves::read(&castling, "0-0").ok());
}

#[test]
fn a_move_of_a_covered_piece_is_read_with_what_it_uncovers_and_without() {
    let game = Game::new(ruleset("rules/jieqi"));
    for text in ["C8=5", "C8=5=C", "C8=5=P", "H8+7", "H8+7=R", "Cbe3=C"] {
        let mv = moves::read(&game, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(mv.uci(game.rules()), if text.starts_with('H') { "b1c3" } else { "b3e3" }, "{text}");
    }
}

#[test]
fn a_move_of_a_piece_that_stays_is_read_as_a_pass() {
    let game = Game::new(ruleset("rules/janggi"));
    let pass = moves::read(&game, "pass").unwrap();
    assert!(game.rules().is_pass(&pass));
    for text in ["Ge2", "Ge2+", "Gee2", "Ge2e2"] {
        reads(&game, text, &pass);
    }
    // Another piece may go there, and no other piece stays.
    assert_eq!(moves::read(&game, "Ge1").unwrap().uci(game.rules()), "e2e1");
    for (text, why) in
        [("Gxe2", IllegalMove::Operator), ("Ra1", IllegalMove::Illegal), ("Ae2", IllegalMove::Illegal)]
    {
        assert_eq!(moves::read(&game, text), Err(MoveTextError::Refused(why)), "{text}");
    }
}

#[test]
fn a_line_may_bear_move_numbers_and_every_notation_at_once() {
    let mut game = Game::new(ruleset("rules/chess"));
    moves::play_line(&mut game, "1.e4 e7e5 2. g1-f3 2... Nc6 3.Bb5 a6!? 4. b5+c6 dxc6").unwrap();
    let sans: Vec<&str> = game.history().iter().map(|played| played.san.as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"]);
    let refused = moves::play_line(&mut game, "O-O Ke6").unwrap_err();
    assert_eq!((refused.ply, refused.text.as_str()), (10, "Ke6"));
    assert_eq!(game.plies(), 9);
}
