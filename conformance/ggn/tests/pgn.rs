//! PGN: what is printed is read back with the same meaning, whatever the game, and no text is too odd to be answered.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::GAMES;

use std::sync::Arc;

use authoring::pgn::{self, Line, LineColumn, Note, Outcome, PgnGame, PgnMove};
use dev::play::{by_choices, random_move};
use dev::{Random, ruleset};
use ggn_core::notation::fen;
use ggn_core::{Counters, Game};
use proptest::prelude::*;

/// Positions from which moves are promotions, castlings, and captures that several pieces can make.
const STARTS: [&str; 4] = [
    "8/PPPPP1k1/8/8/8/8/1ppppp1K/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 4 12",
    "4k3/8/2N1N3/1N3N2/3p4/1N3N2/2N1N3/4K3 b - - 7 40",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

fn from_fen(text: &str) -> Game {
    let rules = ruleset("rules/chess");
    let setup = fen::parse(text).unwrap();
    let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
    Game::from_position(Arc::clone(&rules), rules.position(&setup.feen).unwrap(), counters)
}

/// Returns a game from its own start or from another, after moves chosen by numbers.
fn played(game: usize, start: Option<usize>, choices: &[usize]) -> Game {
    let mut game = match start {
        Some(start) if game == 0 => from_fen(STARTS[start % STARTS.len()]),
        // A position in the middle of a game, which FEN cannot say everywhere.
        Some(start) => {
            let mut walked = Game::new(ruleset(GAMES[game]));
            by_choices(&mut walked, &choices[..start % (choices.len() + 1)]);
            Game::from_position(Arc::clone(walked.rules()), walked.position().clone(), Counters::default())
        }
        None => Game::new(ruleset(GAMES[game])),
    };
    by_choices(&mut game, choices);
    game
}

/// Returns the line without where it stands and which numbers stand in it.
fn bare(line: &Line) -> Line {
    let note = |note: &Note| match note {
        Note::Variation(line) => Note::Variation(bare(line)),
        other => other.clone(),
    };
    let mv = |mv: &PgnMove| PgnMove {
        at: LineColumn { line: 0, column: 0 },
        number: None,
        text: mv.text.clone(),
        notes: mv.notes.iter().map(note).collect(),
    };
    Line { comments: line.comments.clone(), moves: line.moves.iter().map(mv).collect() }
}

fn one(text: &str) -> PgnGame {
    let mut games = pgn::games(text);
    let game = games.next().expect("a game");
    assert_eq!(games.next(), None, "{text}");
    game
}

fn any_comment() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9 ;(){%\\]\\[\"$.!?*é♔-]{0,120}"
        .prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns a strategy for notes after a move; `other` is a line that varies it.
fn any_notes() -> impl Strategy<Value = Vec<Option<Result<u8, String>>>> {
    let note = prop_oneof![any::<u8>().prop_map(Ok), any_comment().prop_map(Err)];
    prop::collection::vec(prop::option::weighted(0.7, note), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_exported_game_is_imported_with_the_same_meaning(
        game in 0..GAMES.len(),
        start in prop::option::of(any::<usize>()),
        choices in prop::collection::vec(any::<usize>(), 0..60),
        white in "[a-z\"\\\\\\[\\]{};%é]{0,12}",
        before in prop::option::of(any_comment()),
        notes in prop::collection::vec((any::<usize>(), any_notes()), 0..6),
    ) {
        let played = played(game, start, &choices);
        let rules = played.rules();
        let mut written = PgnGame::of(&played, &[("White".to_owned(), white.clone())]).unwrap();
        written.line.comments.splice(0..0, before);
        let mut before_move = played.clone();
        before_move.undo(before_move.plies());
        let mut varied = Vec::new();
        for step in played.history() {
            let other = before_move.legal_moves().last().copied().unwrap();
            let mut branch = before_move.clone();
            branch.play(&other).unwrap();
            varied.push(branch.history().last().unwrap().san.clone());
            before_move.play(&step.mv).unwrap();
        }
        for (at, notes) in notes {
            let length = written.line.moves.len().max(1);
            let Some(mv) = written.line.moves.get_mut(at % length) else { continue };
            mv.notes.splice(0..0, notes.into_iter().map(|note| match note {
                Some(Ok(glyph)) => Note::Nag(glyph),
                Some(Err(comment)) => Note::Comment(comment),
                None => Note::Variation(Line {
                    comments: vec!["or".to_owned()],
                    moves: vec![PgnMove {
                        at: LineColumn { line: 0, column: 0 },
                        number: None,
                        text: varied[at % length].clone(),
                        notes: vec![Note::Comment("}; so".to_owned())],
                    }],
                }),
            }));
        }

        let text = written.to_string();
        let back = one(&text);
        prop_assert_eq!(&back.faults, &[], "{}", text);
        prop_assert_eq!(bare(&back.line), bare(&written.line), "{}", text);
        prop_assert_eq!(back.outcome, written.outcome);
        let white = if white.is_empty() { "?".to_owned() } else { white };
        prop_assert_eq!(back.tag("White"), Some(white.as_str()));
        prop_assert_eq!(back.to_string(), text.clone(), "printing is the same again");
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            // One word cannot be broken, however long it is.
            let is_wide = line.chars().count() > 79 && line.contains(' ');
            prop_assert!(!is_wide || line.contains(';') || line.contains(" [") || line.contains(" %"), "{}", line);
        }

        let imported = pgn::import(rules, &back);
        prop_assert_eq!(&imported.faults, &[], "{}", text);
        let ucis: Vec<&str> = imported.course.moves.iter().map(|mv| mv.uci.as_str()).collect();
        let expected: Vec<String> = played.history().iter().map(|played| played.uci(rules)).collect();
        prop_assert_eq!(ucis, expected, "{}", text);
        prop_assert!(imported.course.moves.iter().all(|mv| mv.written.is_none()), "{}", text);
        prop_assert_eq!(imported.start.unwrap().feen, rules.feen(played.start()).to_string());
        let end = imported.end.unwrap();
        prop_assert_eq!(&end.feen, &rules.feen(played.position()).to_string());
        if back.tag("FEEN").is_none() {
            let (feen, counters) = (rules.feen(played.position()), played.counters());
            prop_assert_eq!(end.fen, fen::print(&feen, counters.halfmove, counters.fullmove).ok());
        }
        prop_assert_eq!(imported.agrees, Some(true));
    }

    #[test]
    fn any_text_is_answered_and_printed_once_and_for_all(
        text in "([ \n\r%{};()\\[\\]\"\\\\$!?*.0-9a-hNx=#+-]|1-0|\\[A \"b\"\\]|e4|½|\u{0}){0,120}",
    ) {
        for game in pgn::games(&text) {
            let printed = game.to_string();
            let again = one(&printed);
            prop_assert_eq!(again.to_string(), printed);
            prop_assert_eq!(bare(&again.line), bare(&one(&game.to_string()).line));
        }
    }
}

#[test]
fn san_is_what_an_independent_library_writes_and_reads() {
    use cozy_chess::Board;
    use cozy_chess::util::{display_san_move, parse_san_move};
    let mut compared = 0;
    for (seed, start) in STARTS.iter().cycle().take(16).enumerate() {
        let mut game = if seed % 2 == 0 { from_fen(start) } else { Game::new(ruleset("rules/chess")) };
        let mut random = Random::seeded(seed as u64);
        while game.ending().is_none() && game.plies() < 60 {
            let counters = game.counters();
            let feen = game.rules().feen(game.position());
            let board: Board =
                fen::print(&feen, counters.halfmove, counters.fullmove).unwrap().parse().unwrap();
            for mv in game.legal_moves() {
                let played = game.preview(mv).unwrap();
                let theirs = parse_san_move(&board, &played.san)
                    .unwrap_or_else(|_| panic!("{} on {board}", played.san));
                assert_eq!(display_san_move(&board, theirs).to_string(), played.san, "{board}");
                let (from, to) = (theirs.from.to_string(), theirs.to.to_string());
                let uci = played.uci(game.rules());
                assert!(uci.starts_with(&from) && (played.san.starts_with('O') || uci[2..].starts_with(&to)));
                compared += 1;
            }
            random_move(&mut game, &mut random);
        }
    }
    assert!(compared > 8_000, "only {compared} moves were compared");
}

#[test]
fn variations_are_bounded_and_what_is_too_deep_is_left_out() {
    let deep = format!("1. e4 {} e5 {} *", "(1. d4 ".repeat(20_000), ")".repeat(20_000));
    let game = one(&deep);
    let messages: Vec<&str> = game.faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["variations go deeper than 32; this one is left out"]);
    assert_eq!(game.outcome, Some(Outcome::Unknown));
    let mut depth = 0;
    let mut line = &game.line;
    while let Some(Note::Variation(inner)) = line.moves[0].notes.first() {
        line = inner;
        depth += 1;
    }
    assert_eq!(depth, pgn::NESTING_MAX);
    let open = one(&"(".repeat(100_000));
    assert!(open.faults.len() <= pgn::FAULTS_MAX + 3);
}

#[test]
fn a_text_that_is_hardly_pgn_is_given_up_and_the_next_game_is_read() {
    let noise = format!("1. e4 {} *\n\n[Event \"next\"]\n1. d4 *\n", "<>&} ".repeat(50_000));
    let games: Vec<PgnGame> = pgn::games(&noise).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].faults.last().unwrap().message.contains("passed over"));
    assert_eq!((games[1].tag("Event"), games[1].faults.len()), (Some("next"), 0));
    let long = format!("{} *", "e4 ".repeat(pgn::ITEMS_MAX + 1));
    assert!(one(&long).faults[0].message.contains("more than 50000 moves"), "{:?}", one(&long).faults);
}
