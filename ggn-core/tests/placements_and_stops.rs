//! Rules beyond rows and check, each on a small board written as patterns: landing aside, placements, pieces of neither side, supplies, limits of
//! promotion, forced drops and passes, spare royals, conversions, and ends of play by passes, facing and full boards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::{Game, Move, Rules, Side, Violation, perft};
use serde_json::{Value, json};

/// Loads a ruleset of these patterns, with a manifest that has these fields besides.
fn load(patterns: &str, initial: &str, fields: &Value) -> Result<Arc<Rules>, String> {
    let mut manifest = json!({
        "id": "small", "name": "Small", "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
        "initial": initial, "constraints": [], "endings": [{ "status": "stalemate", "result": "loss" }]
    });
    for (field, value) in fields.as_object().unwrap() {
        manifest[field] = value.clone();
    }
    let named = manifest["pieces"].as_object().cloned().unwrap_or_default();
    // The pieces of all lines, in front of their colons.
    let named_first =
        patterns.lines().filter_map(|line| line.split_once(": ")).flat_map(|(pieces, _)| pieces.split(' '));
    let letters: BTreeSet<char> = named_first.flat_map(str::chars).filter(char::is_ascii_uppercase).collect();
    for letter in letters {
        let mut piece = json!({ "name": letter.to_string(), "san": letter.to_string() });
        for (field, value) in
            named.get(&format!("T:{letter}")).and_then(Value::as_object).into_iter().flatten()
        {
            piece[field] = value.clone();
        }
        manifest["pieces"][format!("T:{letter}")] = piece;
    }
    let text = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let files = [text("ruleset.json", &manifest.to_string()), text("patterns/all.moves", patterns)];
    let written = pattern::expand(&files).map_err(|faults| format!("{faults:?}"))?;
    let mut files = vec![files[0].clone()];
    files.extend(written.iter().map(|(path, table)| text(path, table)));
    Rules::load(&files).map_err(|faults| faults.to_string())
}

fn game(patterns: &str, initial: &str, fields: &Value) -> Game {
    Game::new(load(patterns, initial, fields).unwrap_or_else(|faults| panic!("{faults}")))
}

/// Returns the legal moves in PMN, sorted.
fn moves(game: &Game) -> Vec<String> {
    let mut moves: Vec<String> =
        game.legal_moves().iter().map(|mv| mv.pmn(game.rules(), game.position())).collect();
    moves.sort_unstable();
    moves
}

fn find(game: &Game, pmn: &str) -> Move {
    let found = game.legal_moves().iter().find(|mv| mv.pmn(game.rules(), game.position()) == pmn);
    *found.unwrap_or_else(|| panic!("{pmn} is not among {:?}", moves(game)))
}

fn play(game: &mut Game, moves: &str) {
    for pmn in moves.split_whitespace() {
        let mv = find(game, pmn);
        game.play(&mv).unwrap();
    }
}

fn feen(game: &Game) -> String {
    game.rules().feen(game.position()).to_string()
}

fn ending(game: &Game) -> Option<(&'static str, Option<Side>)> {
    game.ending().map(|ending| (ending.status.as_str(), ending.winner))
}

#[test]
fn a_piece_may_land_elsewhere_than_on_its_destination() {
    // The king goes onto its own rook, and they stand beside each other; the rook takes from where it stands.
    let patterns = "K: a1 -> d1 when d1 R, b1-c1 empty lands c1 carries d1 -> b1\nR: cR lands from";
    let mut castle = game(patterns, "4/4/K2R / T/t", &json!({}));
    assert_eq!(moves(&castle), ["a1~d1"]);
    play(&mut castle, "a1~d1");
    assert_eq!(feen(&castle), "4/4/1RK1 / t/T");
    let mut rifle = game(patterns, "3r/4/3R / T/t", &json!({}));
    assert_eq!(moves(&rifle), ["d1~d3"]);
    play(&mut rifle, "d1~d3");
    assert_eq!(feen(&rifle), "4/4/3R / t/T");
    assert_eq!(perft(rifle.rules(), rifle.rules().initial(), 2), 0);
}

#[test]
fn a_landing_has_to_be_free_and_is_not_the_destination() {
    let faults = |patterns: &str| load(patterns, "4/4/K2R / T/t", &json!({})).unwrap_err();
    let onto = faults("K: a1 -> d1 when d1 empty lands c1\nR: R");
    assert!(onto.contains("does not ask c1 to be empty"), "{onto}");
    let same = faults("K: a1 -> d1 when d1 empty lands d1\nR: R");
    assert!(same.contains("d1 is where the move itself starts or ends"), "{same}");
}

#[test]
fn a_move_may_place_a_piece_from_the_hand_on_its_source() {
    let patterns = "K: fW\nP: fW\n+P: fW places Q R of hand on from optional\nQ R: stays\nmoved +P";
    let mut game = game(patterns, "4/4/4/+PK2 Q/ T/t", &json!({}));
    assert_eq!(moves(&game), ["a1-a2", "a1-a2,Q*a1", "b1-b2"]);
    let (plain, gate) = (find(&game, "a1-a2"), find(&game, "a1-a2,Q*a1"));
    assert_eq!(gate.uci(game.rules()), "a1a2,Q@a1");
    assert_eq!(game.preview(&gate).unwrap().san, "Pa2/Qa1");
    assert_eq!(
        game.find(plain.source.square().unwrap(), plain.destination.square().unwrap(), None),
        Ok(plain)
    );
    play(&mut game, "a1-a2,Q*a1");
    assert_eq!(feen(&game), "4/4/P3/QK2 / t/T");
}

#[test]
fn a_piece_of_neither_side_is_moved_by_both_and_taken_by_nobody() {
    let patterns = "R: R places D of board on rank 2\nD: stays";
    let neutral = json!({ "pieces": { "T:D": { "neutral": true } } });
    let mut game = game(patterns, "r2/3/R2 / T/t", &neutral);
    // From the supply first; the squares between are free for it, and not the one to which the rook has gone.
    assert!(moves(&game).contains(&"a1-b1,D*a2".to_owned()));
    play(&mut game, "a1-b1,D*a2");
    // Black's rook is behind the piece on a2: it neither takes it nor passes it, and sets it onto another square.
    assert_eq!(moves(&game), ["a3-b3,D*b2", "a3-b3,D*c2", "a3-c3,D*b2", "a3-c3,D*c2"]);
    play(&mut game, "a3-c3,D*b2");
    assert_eq!(feen(&game), "2r/1D1/1R1 / T/t");
    assert!(moves(&game).iter().all(|pmn| !pmn.starts_with("b1-b2") && !pmn.starts_with("b1+b2")));
}

#[test]
fn a_piece_of_neither_side_is_nobodys_last() {
    let fields = json!({
        "pieces": { "T:D": { "neutral": true } }, "endings": [{ "status": "extinction", "result": "loss" }]
    });
    let mut game = game("K: K\nD: stays", "1k/DK / t/T", &fields);
    assert_eq!(ending(&game), None);
    play(&mut game, "b2+b1");
    assert_eq!(ending(&game), Some(("extinction", Some(Side::Second))));
}

#[test]
fn a_placement_may_have_to_lie_along_the_moves_of_a_piece() {
    let game = game("K: W places W along Q\nQ: mR\nW: stays", "3/3/K2 / T/t", &json!({}));
    assert_eq!(moves(&game).len(), 8);
    assert!(moves(&game).contains(&"a1-a2,W*a1".to_owned()));
    assert!(!moves(&game).contains(&"a1-a2,W*b1".to_owned()));
    let unknown = load("K: W places X", "3/3/K2 / T/t", &json!({})).unwrap_err();
    assert!(unknown.contains("the manifest has no such piece"), "{unknown}");
}

#[test]
fn a_promotion_keeps_to_the_limit_of_its_role() {
    let limits = |most: u32| json!({ "pieces": { "T:Q": { "promotion_limit": most } } });
    let patterns = "P: fW promotes Q R to rank 3\nQ R: stays";
    let one = game(patterns, "3/P2/Q2 / T/t", &limits(1));
    assert_eq!(moves(&one), ["a2-a3/R"]);
    assert_eq!(moves(&game(patterns, "3/P2/Q2 / T/t", &limits(2))), ["a2-a3/Q", "a2-a3/R"]);
    let alone = json!({ "pieces": { "T:Q": { "promotion_limit": 1 }, "T:R": { "promotion_limit": 0 } } });
    assert!(game(patterns, "3/P2/Q2 / T/t", &alone).legal_moves().is_empty());
}

#[test]
fn only_the_last_piece_of_its_role_promotes_where_the_effect_says_so() {
    let patterns = "P: fW promotes Q R last\nQ R: stays";
    assert_eq!(moves(&game(patterns, "3/2p/P2 / T/t", &json!({}))), ["a1-a2/Q", "a1-a2/R"]);
    assert!(game(patterns, "3/2p/P1P / T/t", &json!({})).legal_moves().is_empty());
    let optional = "P: fW promotes Q optional last from rank 1\nQ: stays";
    assert_eq!(moves(&game(optional, "3/2p/P1P / T/t", &json!({}))), ["a1-a2", "c1+c2"]);
}

#[test]
fn a_promotion_may_have_to_give_no_check() {
    let patterns = "K^: W\nP: fW promotes Q R to rank 3\nQ R: R\n";
    let quiet = json!({
        "constraints": ["royal-safety"], "pieces": { "T:Q": { "promotion_without_check": true } }
    });
    let game = game(patterns, "2k^/P2/K^2 / T/t", &quiet);
    assert_eq!(moves(&game), ["a1-b1", "a2-a3/R"]);
    let check = game.rules().pseudo_legal_moves(game.position());
    let check = check.iter().find(|mv| mv.pmn(game.rules(), game.position()) == "a2-a3/Q").unwrap();
    assert!(matches!(game.rules().violations(game.position(), check)[..], [Violation::GivesCheck(_)]));
    let without = load(patterns, "3/P2/2p / T/t", &json!({ "pieces": quiet["pieces"] })).unwrap_err();
    assert!(without.contains("$.pieces[\"T:Q\"].promotion_without_check"), "{without}");
}

#[test]
fn a_move_may_revoke_the_right_of_an_enemy_piece() {
    let patterns = "R: R revokes c3 from board but c3 to rank 3 but c3\nK +K: W\nmoved +K";
    let mut game = game(patterns, "2+k/3/R1+K / T/t", &json!({}));
    play(&mut game, "a1-a2");
    assert_eq!(feen(&game), "2+k/R2/2+K / t/T");
    game.undo(1);
    play(&mut game, "a1-a3");
    assert_eq!(feen(&game), "R1k/3/2+K / t/T");
    // A captured piece is gone, and one without a right stays as it is.
    play(&mut game, "c3-b3 a3+b3");
    assert_eq!(feen(&game), "1R1/3/2+K / t/T");
}

#[test]
fn what_becomes_of_a_neutral_piece_is_said_once() {
    let neutral = json!({ "pieces": { "T:W": { "neutral": true } } });
    let game = game("K: W\nW +W: stays\ncaptured K W to hand\nmoved +W", "W2/3/K2 K/ T/t", &neutral);
    assert_eq!(game.legal_moves().len(), 2);
}

#[test]
fn drops_come_first_where_they_are_forced() {
    let forced = json!({ "constraints": ["forced-drop"] });
    let mut game = game("K: W\nR: R\nR: * -> rank 1", "k2/3/K2 R/r T/t", &forced);
    assert_eq!(moves(&game), ["R*b1", "R*c1"]);
    let step = game.rules().pseudo_legal_moves(game.position());
    let step = step.iter().find(|mv| mv.source.square().is_some()).unwrap();
    assert_eq!(game.rules().violations(game.position(), step), [Violation::ForcedDrop]);
    play(&mut game, "R*b1 r*b3");
    assert!(moves(&game).iter().all(|pmn| !pmn.contains('*')));
}

#[test]
fn a_side_with_two_royals_is_in_check_if_both_are_attacked() {
    let spare = json!({
        "constraints": ["royal-safety", "duple-check"], "endings": [{ "status": "checkmate", "result": "loss" }]
    });
    let patterns = "K^: W\nR: R";
    let one = game(patterns, "k^1k^/3/R1K^ / T/t", &spare);
    assert!(!one.rules().in_check(one.position(), Side::Second));
    assert_eq!(one.rules().threats(one.position(), Side::Second), []);
    let both = game(patterns, "k^1k^/3/RR1 / t/T", &json!({ "constraints": [], "endings": [] }));
    assert!(!both.rules().in_check(both.position(), Side::First), "there is none to check");
    let duple = game(patterns, "k^Rk^/3/2K^ / t/T", &spare);
    assert!(duple.in_check());
    assert_eq!(duple.rules().threats(duple.position(), Side::Second).len(), 2);
    // Every answer leaves one of them safe, or takes the rook.
    assert_eq!(moves(&duple), ["a3+b3", "a3-a2", "c3+b3"]);
}

#[test]
fn conversions_fill_a_board_and_points_decide() {
    let fields = json!({
        "pieces": { "T:P": { "supply": true } }, "constraints": ["forced-move"],
        "mechanics": [{ "mechanic": "conversion", "area": "enclosed", "required": true }],
        "points": { "pieces": { "T:P": 1 }, "second": 1 },
        "endings": [{ "status": "full", "result": "points" }, { "status": "passes", "result": "points" }]
    });
    let mut line = game("P: * -> board\n   pass", "1pP1 / T/t", &fields);
    assert_eq!(moves(&line), ["P*a"]);
    let idle = line.rules().pseudo_legal_moves(line.position());
    let drop = |to: &str| *idle.iter().find(|mv| mv.pmn(line.rules(), line.position()) == to).unwrap();
    assert_eq!(line.rules().violations(line.position(), &drop("P*d")), [Violation::ConvertsNothing]);
    play(&mut line, "P*a");
    assert_eq!(feen(&line), "PPP1 / t/T");
    // A side without a piece has not even a pass; with one, its only move is one pass.
    assert!(line.legal_moves().is_empty());
    let mut stuck = game("P: * -> board\n   pass", "pP1p / T/t", &fields);
    assert_eq!(moves(&stuck), ["b-b"]);
    play(&mut stuck, "b-b");
    assert_eq!(moves(&stuck), ["p*c"]);
    play(&mut stuck, "p*c");
    assert_eq!(ending(&stuck), Some(("full", Some(Side::Second))));
    let mut passes = game(
        "P: pass",
        "1pP1 / T/t",
        &json!({
            "constraints": ["forced-move"], "points": { "pieces": { "T:P": 1 } },
            "endings": [{ "status": "passes", "result": "points" }]
        }),
    );
    play(&mut passes, "c-c b-b");
    assert_eq!(ending(&passes), Some(("passes", None)));
    assert_eq!(perft(passes.rules(), passes.rules().initial(), 3), 0);
}

#[test]
fn a_pass_is_a_word_in_every_notation() {
    let texts = |game: &Game, pmn: &str| {
        let played = game.preview(&find(game, pmn)).unwrap();
        (played.san, played.notation)
    };
    let text = |text: &str| text.to_owned();
    let patterns = "K: W\n   pass\nR: sR";
    let plain = game(patterns, "k2/r2/3/1K1 / T/t", &json!({}));
    assert_eq!(texts(&plain, "b1-b1"), (text("pass"), None));
    assert_eq!(texts(&plain, "b1-b2"), (text("Kb2"), None));
    // The notation of its players has a word of its own, or none; a piece that stays and becomes another does not pass.
    let own = |notation: Value| game(patterns, "k2/r2/3/1K1 / T/t", &json!({ "notation": notation }));
    let named = own(json!({ "moves": "long", "pass": "\u{d55c}\u{c218}\u{c27c}" }));
    assert_eq!(texts(&named, "b1-b1"), (text("pass"), Some(text("\u{d55c}\u{c218}\u{c27c}"))));
    assert_eq!(texts(&named, "b1-b2"), (text("Kb2"), Some(text("Kb1-b2"))));
    assert_eq!(texts(&own(json!({ "moves": "squares" })), "b1-b1"), (text("pass"), None));
    for word in ["", "e4", "a b", "abcdefghijklm"] {
        let fields = json!({ "notation": { "moves": "long", "pass": word } });
        let why = load(patterns, "k2/r2/3/1K1 / T/t", &fields).map(|_| ()).unwrap_err();
        assert!(why.contains(&format!("$.notation.pass: found {word:?}, expected 1 to 12 letters")), "{why}");
    }
}

#[test]
fn who_is_faced_parts_the_pieces_or_passes() {
    let fields = json!({ "endings": [{ "status": "facing", "result": "draw", "pieces": ["T:K"] }] });
    let mut faced = game("K: W\n   pass\nR: sR", "k2/r2/3/1K1 / T/t", &fields);
    play(&mut faced, "b1-a1 a3-c3");
    // The rook stood between them and has gone.
    assert_eq!(moves(&faced), ["a1-a1", "a1-b1"]);
    let mut open = game("K: W\n   pass\nR: sR", "k2/3/3/1K1 / T/t", &fields);
    play(&mut open, "b1-a1");
    assert_eq!(moves(&open), ["a4-a4", "a4-b4"]);
    let stays = open.rules().pseudo_legal_moves(open.position());
    let stays = stays.iter().find(|mv| mv.pmn(open.rules(), open.position()) == "a4-a3").unwrap();
    assert_eq!(open.rules().violations(open.position(), stays), [Violation::Facing]);
    play(&mut open, "a4-a4");
    assert_eq!(ending(&open), Some(("facing", None)));
}

#[test]
fn a_bared_side_may_answer_where_it_can_bare_the_other() {
    let bare = json!({ "constraints": ["royal-safety"],
        "endings": [{ "status": "extinction", "result": "loss", "left": 1, "answer": true }] });
    // The rook takes the last piece beside the king, and can be taken itself or not.
    for (start, moves, after) in [
        ("5/5/1k^r2/5/2RK^1 / T/t", "c1+c3 b3+c3", ("extinction", None)),
        ("5/5/1k^r2/5/2RK^1 / T/t", "c1+c3 b3-b4", ("extinction", Some(Side::First))),
        ("5/5/1k^r2/5/2RK^R / T/t", "c1+c3", ("extinction", Some(Side::First))),
    ] {
        let mut game = game("K^: K\nR: R", start, &bare);
        for depth in 1..=3 {
            let (rules, position) = (game.rules(), game.position());
            assert_eq!(perft(rules, position, depth), counted(&game, depth), "{start}, {depth} plies");
        }
        let (first, answer) = moves.split_once(' ').unwrap_or((moves, ""));
        play(&mut game, first);
        if !answer.is_empty() {
            assert_eq!(ending(&game), None, "{start}");
            play(&mut game, answer);
        }
        assert_eq!(ending(&game), Some(after), "{start} {moves}");
    }
}

/// Counts lines as games that are played: those go by rows, and end by the rules of endings.
fn counted(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = |mv: &Move| {
        let mut after = game.clone();
        after.play(mv).unwrap();
        counted(&after, depth - 1)
    };
    game.legal_moves().iter().map(count).sum()
}
