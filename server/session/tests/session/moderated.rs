//! Games before moderators who answer attempts, over the wire: the games of `conformance/moderated`, answer by answer.

use std::fs;

use ggn_core::Rules;
use serde_json::{Value, json};
use session::{DrawnStart, Entry, Recorded, Session, UnixMs};

use super::table::{B, GAME, Table, W, WHITE_TOKEN, catalogue, creation};

/// Games of one file.
struct Games {
    ruleset: String,
    moderator: String,
    games: Vec<Game>,
}

/// One game: its start as FEN, and attempts with their answers.
#[derive(Default)]
struct Game {
    start: Option<String>,
    steps: Vec<(String, String)>,
}

fn read(text: &str) -> Games {
    let mut read = Games { ruleset: String::new(), moderator: String::new(), games: Vec::new() };
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ruleset" => rest.clone_into(&mut read.ruleset),
            "moderator" => rest.clone_into(&mut read.moderator),
            "source" | "fen" => {}
            "game" => read.games.push(Game::default()),
            "start" => read.games.last_mut().unwrap().start = Some(rest.to_owned()),
            _ => {
                let steps = line.trim_end_matches(';').split("; ").map(|step| step.split_once(": ").unwrap());
                let steps = steps.map(|(ask, answer)| (ask.to_owned(), answer.to_owned()));
                read.games.last_mut().unwrap().steps.extend(steps);
            }
        }
    }
    read
}

/// Returns a table with both players, whose game starts from a position.
fn seated(games: &Games, rules: &Rules, start: Option<&str>) -> Table {
    let mut created = creation(json!({
        "mode": "blind", "side": "white", "highlightingEnabled": true,
        "ruleset": games.ruleset, "moderator": games.moderator,
    }));
    let feen = start.map(|fen| {
        let setup = rules.fen_dialect().unwrap().parse(fen).unwrap();
        rules.feen(&rules.position(&setup.feen).unwrap()).to_string()
    });
    created.start = feen.map(|feen| DrawnStart { seed: 0, feen: Some(feen) });
    let entry = Entry { seq: 0, at: UnixMs(0), input: Recorded::Created(created) };
    let session = Session::replay(&catalogue(), std::iter::once(entry)).unwrap();
    let mut table = Table::of(session);
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    table
}

/// Returns the message of an attempt or a question.
fn message(rules: &Rules, is_white: bool, ask: &str) -> Value {
    if ask == "any?" {
        return json!({"type": "ask", "question": "any"});
    }
    if let Some((letter, to)) = ask.split_once('@') {
        let is_it = |piece: &&ggn_core::Piece| {
            piece.letter().to_ascii_uppercase().to_string() == letter
                && (piece.side() == ggn_core::Side::First) == is_white
        };
        let pieces = rules.pieces().map(|(_, piece)| piece).filter(is_it);
        // In a hand it is plain.
        let piece = pieces.min_by_key(|piece| piece.qpi.to_string().len()).unwrap();
        return json!({"type": "drop", "piece": piece.qpi.to_string(), "to": to});
    }
    let mut message = json!({"type": "commit", "from": ask[..2], "to": ask[2..4]});
    if ask.len() > 4 {
        message["promotion"] = ask[4..].into();
    }
    message
}

/// Returns the name of a kind of piece by its letter.
fn name(rules: &Rules, letter: &Value) -> String {
    let letter = letter.as_str().unwrap();
    let mut pieces = rules.pieces().map(|(_, piece)| piece);
    pieces.find(|piece| piece.letter().to_string() == letter).unwrap().name.clone()
}

/// Returns the end of a game as the files write it.
fn end(frame: &Value) -> Option<String> {
    let reason = frame["endReason"].as_str()?;
    let winner = match frame["winner"].as_str() {
        Some("w") => "white_wins",
        Some(_) => "black_wins",
        None => return Some(format!("draw_{}", reason.replace("fifty_move", "toomanyreversiblemoves"))),
    };
    Some(format!("{reason}_{winner}"))
}

/// Returns an answer as the files write it (`x, d5, of pawn, +l, any`), from what its player is told.
fn written(rules: &Rules, frame: &Value, other: &[Value]) -> String {
    let announced = frame["newAnnouncements"].as_array().unwrap();
    let mut words: Vec<String> = Vec::new();
    let mut directions = String::new();
    let mut tries = None;
    let is_question = announced.len() == 1;
    for (index, announcement) in announced.iter().enumerate() {
        let text = announcement["text"].as_str().unwrap();
        let payload = &announcement["payload"];
        let event = text.strip_prefix("white_").or_else(|| text.strip_prefix("black_")).unwrap_or(text);
        let is_first = index == 0;
        match event {
            "illegal_move" => words.push("i".to_owned()),
            "nonsense" => words.push("n".to_owned()),
            "impossible" => words.push("p".to_owned()),
            "has_any" if is_question => words.push("y".to_owned()),
            "no_any" if is_question => words.push("o".to_owned()),
            "has_any" => tries = Some("any".to_owned()),
            "no_any" => tries = Some("none".to_owned()),
            "moved" => words.push("m".to_owned()),
            "dropped" => {
                words.extend(["m".to_owned(), format!("drops {}", name(rules, &payload["dropped"]))]);
            }
            "moved_captured" | "moved_captured_ep" => {
                assert!(is_first);
                words.push("x".to_owned());
                words.extend(payload["square"].as_str().map(str::to_owned));
                words.extend(payload["captured"].as_str().map(|class| format!("of {class}")));
                let kind = &payload["capturedType"];
                words.extend((!kind.is_null()).then(|| format!("of {}", name(rules, kind))));
                words.extend((event == "moved_captured_ep").then(|| "ep".to_owned()));
            }
            "promoted" => {
                assert!(payload.is_null(), "its kind is not told: {payload}");
                words.push("promotes".to_owned());
            }
            "in_check" => {
                let letters = payload["directions"].as_array().unwrap().iter().map(|direction| {
                    let direction = direction.as_str().unwrap();
                    direction.chars().next().unwrap()
                });
                directions = letters.map(|letter| if letter == 'k' { 'n' } else { letter }).collect();
            }
            "pawn_tries" => {
                let squares = payload["sources"].as_array();
                tries = squares.map(|squares| match squares.as_slice() {
                    [] => "none".to_owned(),
                    squares => {
                        let names: Vec<_> = squares.iter().map(|name| name.as_str().unwrap()).collect();
                        format!("from {}", names.join(" "))
                    }
                });
                tries = tries.or_else(|| payload["tries"].as_u64().map(|count| count.to_string()));
            }
            "checkmate" | "stalemate" => {}
            event if event.starts_with("draw_") => {}
            event => panic!("{event} is announced"),
        }
    }
    if !directions.is_empty() {
        words.push(format!("+{}", sorted(&directions)));
    }
    words.extend(end(frame));
    words.extend(tries);
    if other.is_empty() {
        words.push("alone".to_owned());
    }
    words.join(", ")
}

/// Returns letters in one order: that of checking pieces is not announced.
fn sorted(letters: &str) -> String {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Returns a recorded answer with its directions in one order, and without facts about a turn that does not come.
fn expected(answer: &str) -> String {
    let words = answer.split(", ").map(|word| match word.strip_prefix('+') {
        Some(letters) => format!("+{}", sorted(letters)),
        None => word.to_owned(),
    });
    let words: Vec<String> = words.collect();
    let is_over = words.iter().any(|word| word.contains("_wins") || word.starts_with("draw_"));
    let is_about_tries = |word: &String| {
        word == "any" || word == "none" || word.starts_with("from ") || word.parse::<u32>().is_ok()
    };
    let kept = words.into_iter().filter(|word| !(is_over && is_about_tries(word)));
    kept.collect::<Vec<_>>().join(", ")
}

/// Plays the games of a file; returns the number of answers that were compared.
fn play(name: &str) -> usize {
    let games = read(&fs::read_to_string(dev::path("conformance/moderated").join(name)).unwrap());
    let rules = dev::ruleset(&format!("rules/{}", games.ruleset));
    let mut answers = 0;
    // A session counts from its beginning.
    let has_counted = |start: &String| rules.fen_dialect().unwrap().parse(start).unwrap().halfmove > 0;
    // Of a file with many games one in three is played here: the author's tool is tested with all of them (`conformance/authoring/tests/moderated.rs`).
    let is_whole = dev::is_long() || games.games.len() < 6;
    for (number, game) in (1..).zip(&games.games) {
        if !is_whole && number % 3 != 1 {
            continue;
        }
        if game.start.as_ref().is_some_and(has_counted) {
            continue;
        }
        let mut table = seated(&games, &rules, game.start.as_deref());
        for (ask, answer) in &game.steps {
            let to_move =
                |conn| table.last_with(conn, |frame| frame["view"].is_object()).unwrap()["view"].clone();
            let is_white = to_move(W)["toMove"] == "w";
            let (conn, other) = if is_white { (W, B) } else { (B, W) };
            let at =
                format!("{name}, game {number}, {} asks {ask}", if is_white { "white" } else { "black" });
            let from = if ask.contains(['@', '?']) { "" } else { &ask[..2] };
            let is_pawn = to_move(conn)["pieces"][from]["type"] == "p" && ask.ends_with(['b', 'n', 'q', 'r']);
            // On the wire a letter is ignored where none is due.
            if ask.len() > 4 && !ask.contains('?') && !is_pawn {
                continue;
            }
            let mut heard = Vec::new();
            let sent = table.during(conn, |table| {
                heard = table.during(other, |table| table.say(conn, message(&rules, is_white, ask)));
            });
            let [frame] = sent.as_slice() else { panic!("{at}: {sent:#?}") };
            if frame["code"] == "promotion_required" {
                assert!(heard.is_empty(), "{at}");
                continue;
            }
            assert_eq!(written(&rules, frame, &heard), expected(answer), "{at}");
            for heard in &heard {
                assert_eq!(heard["newAnnouncements"], frame["newAnnouncements"], "{at}: both hear the same");
            }
            answers += 1;
        }
    }
    answers
}

#[test]
fn moderated_games_are_answered_over_the_wire_as_the_referee_answers_them() {
    let entries = fs::read_dir(dev::path("conformance/moderated")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.ends_with(".txt")).collect();
    assert_eq!(names.len(), 3 * 7, "{names:?}");
    let answers: usize = names.iter().map(|name| play(name)).sum();
    assert!(answers > if dev::is_long() { 11_000 } else { 4_000 }, "{answers}");
}
