//! Games before moderators, attempt by attempt, as files of `conformance/moderated` have them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use authoring::moderate::{Answer, Moderated};
use authoring::rules::Folder;
use ggn_core::{Counters, Game, Rules, Side};
use session::moderator::Moderator;

/// Games of one file.
struct Games {
    rules: Arc<Rules>,
    moderator: Arc<Moderator>,
    games: Vec<Recorded>,
}

/// One game: its start as FEN, attempts with their answers, and the position at the end.
#[derive(Default)]
struct Recorded {
    start: Option<String>,
    steps: Vec<(String, String)>,
    end: Option<String>,
}

fn root() -> PathBuf {
    dev::path("")
}

fn read(text: &str) -> Games {
    let (mut ruleset, mut moderator, mut games) = ("", "", Vec::<Recorded>::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ruleset" => ruleset = rest,
            "moderator" => moderator = rest,
            "source" => {}
            "game" => games.push(Recorded::default()),
            "start" => games.last_mut().unwrap().start = Some(rest.to_owned()),
            "fen" => games.last_mut().unwrap().end = Some(rest.to_owned()),
            _ => {
                let steps = line.trim_end_matches(';').split("; ").map(|step| step.split_once(": ").unwrap());
                let steps = steps.map(|(ask, answer)| (ask.to_owned(), answer.to_owned()));
                games.last_mut().unwrap().steps.extend(steps);
            }
        }
    }
    let path = root().join(format!("rules/moderators/{moderator}.json"));
    let bytes = fs::read(path).unwrap();
    let moderator = Moderator::load(&format!("moderators/{moderator}.json"), &bytes).unwrap();
    let folder = Folder::read(&root().join("rules").join(ruleset)).unwrap();
    let rules = Folder { files: moderator.moderated(&folder.files), ..folder }.ruleset().unwrap();
    Games { rules, moderator: Arc::new(moderator), games }
}

/// Returns an answer as the files write it: `x, d5, of pawn, +l, any`.
fn written(answer: &Answer) -> String {
    let letter = match answer.answer.as_str() {
        "moved" => "m",
        "captured" => "x",
        "illegal" => "i",
        "nonsense" => "n",
        "impossible" => "p",
        "has_any" => "y",
        "no_any" => "o",
        other => other,
    };
    let mut words = vec![letter.to_owned()];
    words.extend(answer.capture_square.clone());
    words.extend(answer.captured.as_ref().map(|captured| format!("of {captured}")));
    words.extend(answer.en_passant.map(|_| "ep".to_owned()));
    words.extend(answer.promotion.map(|_| "promotes".to_owned()));
    words.extend(answer.dropped.as_ref().map(|dropped| format!("drops {dropped}")));
    if !answer.check.is_empty() {
        let letters = answer.check.iter().map(|to| if *to == "knight" { "n" } else { &to[..1] });
        words.push(format!("+{}", letters.collect::<String>()));
    }
    words.extend(answer.end.clone());
    words.extend(answer.next_turn_pawn_tries.map(|count| count.to_string()));
    words.extend(answer.next_turn_has_pawn_capture.map(|has| if has { "any" } else { "none" }.to_owned()));
    words.extend(answer.next_turn_pawn_try_squares.as_ref().map(|squares| match squares.as_slice() {
        [] => "none".to_owned(),
        squares => format!("from {}", squares.join(" ")),
    }));
    if !answer.opponent_hears {
        words.push("alone".to_owned());
    }
    words.join(", ")
}

fn position(rules: &Rules, fen: &str) -> (ggn_core::Position, Counters) {
    let setup = rules.fen_dialect().unwrap().parse(fen).unwrap();
    let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
    (rules.position(&setup.feen).unwrap(), counters)
}

fn game(rules: &Arc<Rules>, start: Option<&str>) -> Game {
    let Some(fen) = start else { return Game::new(Arc::clone(rules)) };
    let (position, counters) = position(rules, fen);
    Game::from_position(Arc::clone(rules), position, counters)
}

/// Plays the games of a file; returns the number of answers.
fn play(name: &str) -> usize {
    let text = fs::read_to_string(root().join("conformance/moderated").join(name)).unwrap();
    let Games { rules, moderator, games } = read(&text);
    let mut answers = 0;
    for (number, recorded) in (1..).zip(games) {
        let start = game(&rules, recorded.start.as_deref());
        let mut game = Moderated::new(start, Arc::clone(&moderator)).unwrap();
        for (ask, expected) in &recorded.steps {
            let by = match game.game().position().turn() {
                Side::First => "white",
                Side::Second => "black",
            };
            let line = format!(r#"{{"by":"{by}","ask":"{ask}"}}"#);
            let at = format!("{name}, game {number}, {by} asks {ask}");
            let answer = game.receive(&line).unwrap_or_else(|fault| panic!("{at}: {fault:?}"));
            assert_eq!(written(&answer), *expected, "{at}");
            answers += 1;
        }
        if let Some(fen) = recorded.end {
            let found = rules.feen(game.game().position());
            let counters = game.game().counters();
            let dialect = rules.fen_dialect().unwrap();
            let found = dialect.print(&found, counters.halfmove, counters.fullmove).unwrap();
            // Without the marks of promoted pieces, and with hands in one order.
            let placement = |fen: &str| {
                let text = fen.split(' ').next().unwrap().replace(['~', '+', '-'], "");
                let (board, hands) = text.split_once('[').unwrap_or((&text, ""));
                let mut hands: Vec<char> = hands.trim_end_matches(']').chars().collect();
                hands.sort_unstable();
                (board.to_owned(), hands)
            };
            assert_eq!(placement(&found), placement(&fen), "{name}, game {number}");
        }
    }
    answers
}

fn files(is_it: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = fs::read_dir(root().join("conformance/moderated")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".txt") && is_it(name)).collect();
    names.sort();
    names
}

#[test]
fn refereed_games_agree_in_every_answer() {
    let files = files(|name| !name.ends_with("-rules.txt"));
    assert_eq!(files.len(), 2 * 7, "{files:?}");
    let answers: usize = files.iter().map(|name| play(name)).sum();
    assert!(answers > 7_738 + 4_000, "{answers}");
}

#[test]
fn cases_of_the_rules_are_answered_as_their_text_says() {
    let files = files(|name| name.ends_with("-rules.txt"));
    assert_eq!(files.len(), 7, "{files:?}");
    for file in files {
        assert!(play(&file) > 5, "{file}");
    }
}

#[test]
fn a_line_that_asks_nothing_is_answered_and_changes_nothing() {
    let Games { rules, moderator, .. } = read("ruleset chess\nmoderator wild16\n");
    let mut game = Moderated::new(Game::new(rules), moderator).unwrap();
    for (line, error) in [
        ("e2e4", "not_json"),
        ("{}", "wrong_form"),
        ("[\"white\",\"e2e4\"]", "wrong_form"),
        (r#"{"by":"white","ask":"e2e4","more":1}"#, "wrong_form"),
        (r#"{"by":"green","ask":"e2e4"}"#, "no_such_side"),
        (r#"{"by":"white","ask":"e2"}"#, "unreadable"),
        (r#"{"by":"white","ask":""}"#, "unreadable"),
        (r#"{"by":"white","ask":"e2e9"}"#, "no_such_square"),
        (r#"{"by":"black","ask":"e7e5"}"#, "not_your_turn"),
    ] {
        assert_eq!(game.receive(line).unwrap_err().error, error, "{line}");
        assert_eq!(game.game().plies(), 0);
    }
    for line in
        [r#"{"by":"white","ask":"f2f3"}"#, r#"{"by":"black","ask":"e7e5"}"#, r#"{"by":"white","ask":"g2g4"}"#]
    {
        game.receive(line).unwrap();
    }
    let mate = game.receive(r#"{"by":"black","ask":"d8h4"}"#).unwrap();
    assert_eq!(mate.end.as_deref(), Some("checkmate_black_wins"));
    assert_eq!(game.receive(r#"{"by":"white","ask":"any?"}"#).unwrap_err().error, "game_over");
}
