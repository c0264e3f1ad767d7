//! Effects: what they come to in `effects.json`, for which moves, and how they are selected among the moves between two squares.

use authoring::diagnose::Diagnostic;
use serde_json::{Value, json};

use super::support::{board, faults, folder};

/// Returns the effects that patterns come to on a board.
fn effects(initial: &str, patterns: &str) -> Value {
    effects_of(&folder(initial, patterns).files)
}

fn effects_of(files: &[(String, Vec<u8>)]) -> Value {
    let written = pattern::expand(files).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let (_, text) = written.iter().find(|(path, _)| path == "effects.json").expect("effects");
    serde_json::from_str(text).unwrap()
}

/// Returns a ruleset with several files of patterns on a board of eight by eight.
fn files(patterns: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let mut files = folder(&board(&[8, 8]), "").files;
    files.retain(|(path, _)| path == "ruleset.json");
    files.extend(patterns.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())));
    files
}

fn brief(fault: &Diagnostic) -> (String, &'static str, String) {
    let words = [Some(&fault.message), fault.found.as_ref(), fault.expected.as_ref(), fault.hint.as_ref()];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    (fault.file.clone(), fault.code, words.join("; "))
}

#[test]
fn every_effect_is_a_field_for_both_sides() {
    let patterns = "\
P: mfW from a2-a3 promotes Q N optional
   mfW from b2 becomes -P
   mfF from c2 to d3 takes to[b] to[l]
K: e1 -> g1 when h1 R, f1 g1 empty carries h1 -> f1 unattacked e1 from[r] tag castle san \"O-O\"
Q N R -P: stays";
    let rows = &effects(&board(&[8, 8]), patterns)["rows"];
    assert_eq!(rows["T:P"]["a2"]["a3"], json!([{ "promotes": { "to": ["T:Q", "T:N"], "optional": true } }]));
    assert_eq!(rows["T:P"]["b2"]["b3"], json!([{ "becomes": "T:-P" }]));
    assert_eq!(rows["t:p"]["b7"]["b6"], json!([{ "becomes": "t:-p" }]));
    assert_eq!(rows["T:P"]["c2"]["d3"], json!([{ "takes": ["d2", "c3"] }]));
    assert_eq!(rows["t:p"]["c7"]["d6"], json!([{ "takes": ["d7", "c6"] }]));
    assert_eq!(
        rows["t:k"]["e8"]["g8"],
        json!([{ "carries": { "h8": "f8" }, "unattacked": ["e8", "f8"], "tag": "castle", "san": "O-O" }])
    );
    let patterns = "\
P: fW from a2 places Q N of hand on from c3 optional
   fW from b2 places Q of board along N
   cF from c2 to d3 lands from
Q N: stays";
    let rows = &effects(&board(&[8, 8]), patterns)["rows"];
    let hand = |q: &str, n: &str, on: [&str; 2]| json!([{ "places": { "pieces": [q, n], "from": "hand", "on": on, "optional": true } }]);
    assert_eq!(rows["T:P"]["a2"]["a3"], hand("T:Q", "T:N", ["a2", "c3"]));
    assert_eq!(rows["t:p"]["a7"]["a6"], hand("t:q", "t:n", ["a7", "c6"]));
    let board_of = |q: &str, n: &str| json!([{ "places": { "pieces": [q], "from": "board", "along": n } }]);
    assert_eq!(rows["t:p"]["b7"]["b6"], board_of("t:q", "t:n"));
    assert_eq!(rows["t:p"]["c7"]["d6"], json!([{ "lands": "c7" }]));
    let only = &effects(&board(&[8, 8]), "k only: fW becomes +\n+k: stays")["rows"];
    assert_eq!(only["t:k"]["a2"]["a1"], json!([{ "becomes": "t:+k" }]));
    assert_eq!(only.get("T:K"), None);
    // What a side does not have does not change there.
    let moved = &effects(&board(&[8, 8]), "+P only: fR2\n+Q Q: R\nP: fW\nmoved +P +Q")["moved"];
    assert_eq!(*moved, json!({ "T:+P": "T:P", "T:+Q": "T:Q", "t:+q": "t:q" }));
}

#[test]
fn an_effect_has_limits_of_its_own() {
    let rows = |patterns: &str| effects(&board(&[8, 8]), patterns)["rows"].clone();
    let double = rows("P: mfW2 from rank 2 becomes -P to rank 4\n-P: stays");
    assert_eq!(
        (double["T:P"]["a2"].get("a3"), double["T:P"]["a2"]["a4"][0].get("becomes")),
        (None, Some(&json!("T:-P")))
    );
    let zone = rows("mirror files ranks\nS: W promotes + optional from or to ranks 7-8\n+S: W");
    let named = |source: &str, destination: &str| zone["T:S"][source].get(destination).is_some();
    assert!(named("a6", "a7") && named("a7", "a6") && named("a8", "b8") && !named("a5", "a6"));
    assert!(zone["t:s"]["h3"].get("h2").is_some() && zone["t:s"]["h3"].get("h4").is_none());
    let both = rows("S: W tag inside in ranks 7-8\n   F from a1");
    assert!(both["T:S"]["a6"].get("a7").is_none() && both["T:S"]["a7"].get("a8").is_some());
}

#[test]
fn a_line_without_moves_reaches_the_moves_of_all_files_but_no_drops() {
    let files = files(&[
        ("patterns/a.moves", "P S: from ranks 1-2 promotes + tag home to rank 2"),
        ("patterns/pawn.moves", "P: fW\n   * -> board"),
        ("patterns/silver.moves", "S: F\n+S +P: K"),
        ("ggn/hand.json", r#"{ "T:P": { "a2": { "c4": [{ "must": { "c4": "empty" } }] } } }"#),
    ]);
    let rows = &effects_of(&files)["rows"];
    assert_eq!(rows["T:P"]["a1"]["a2"], json!([{ "promotes": { "to": ["T:+P"] }, "tag": "home" }]));
    assert_eq!(rows["T:P"]["a2"]["a3"], json!([{ "promotes": { "to": ["T:+P"] } }]));
    assert_eq!(rows["T:P"]["a2"]["c4"], json!([{ "promotes": { "to": ["T:+P"] } }]));
    assert_eq!(rows["t:s"]["a8"]["b7"], json!([{ "promotes": { "to": ["t:+s"] }, "tag": "home" }]));
    assert_eq!((rows["T:P"].get("*"), rows["T:P"].get("a3")), (None, None));
}

#[test]
fn a_piece_that_could_not_move_on_has_to_promote() {
    let optional = |patterns: &str, piece: &str, from: &str, to: &str| {
        let rows = effects(&board(&[5, 5]), patterns)["rows"].clone();
        rows[piece][from][to][0]["promotes"].get("optional").is_some()
    };
    let pawn = "P: fW promotes + optional from or to ranks 4-5\n+P: W fF";
    assert!(optional(pawn, "T:P", "a3", "a4") && !optional(pawn, "T:P", "a4", "a5"));
    assert!(optional(pawn, "t:p", "a3", "a2") && !optional(pawn, "t:p", "a2", "a1"));
    let moved = "P: fW promotes +Q optional\n-P: bW from rank 5\n+Q: W\nmoved P as -P";
    assert!(optional(moved, "T:P", "a4", "a5") && !optional(moved, "T:P", "a3", "a4"));
    let becomes = "P: fW promotes +Q optional becomes -P\n-P: bW from rank 5\n+Q: W";
    assert!(optional(becomes, "T:P", "a4", "a5") && !optional(becomes, "T:P", "a3", "a4"));
    let unknown = "P: fW promotes +Q optional becomes -P\n+Q: W";
    assert!(optional(unknown, "T:P", "a4", "a5"), "nothing is known of -P");
}

#[test]
fn changes_of_pieces_stand_for_both_sides_in_the_order_of_the_lines() {
    let patterns = "\
K^ +K^ R +R Q +Q: mW
P: mfW
+P: mfW2 becomes -P
moved +R +K^
captured R +R to hand
expires -P
moved +P as P
captured +Q to hand as P";
    let effects = effects(&board(&[8, 8]), patterns);
    let keys = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(keys(&effects), ["captured", "expires", "moved", "rows"], "{effects}");
    let text = &pattern::expand(&folder(&board(&[8, 8]), patterns).files).unwrap()[1].1;
    let expected = r#"{
  "moved": { "T:+R": "T:R", "T:+K^": "T:K^", "T:+P": "T:P", "t:+r": "t:r", "t:+k^": "t:k^", "t:+p": "t:p" },
  "expires": { "T:-P": "T:P", "t:-p": "t:p" },
  "captured": {
    "hand": {
      "T:R": "t:r",
      "T:+R": "t:r",
      "T:+Q": "t:p",
      "t:r": "T:R",
      "t:+r": "T:R",
      "t:+q": "T:P"
    }
  },
  "rows": {
"#;
    let lines = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert!(lines(text).starts_with(&lines(expected)), "{text}");
}

#[test]
fn effects_of_some_of_the_moves_between_two_squares_are_selected() {
    let rows = |patterns: &str| effects(&board(&[5, 5]), patterns)["rows"]["T:P"].clone();
    let passing = rows("P: cfF from ranks 2-4\n   mfF from rank 3 when to[b] -p takes to[b]");
    assert_eq!(passing["a3"]["b4"], json!([{ "when": { "b3": "t:-p" }, "takes": ["b3"] }]));
    let capture = rows("P: mfW\n   cfW promotes +\n+P: W");
    assert_eq!(capture["a1"]["a2"], json!([{ "when": { "a2": "enemy" }, "promotes": { "to": ["T:+P"] } }]));
    let whole = rows("P: mfW\n   cfW\nP: promotes +\n+P: W");
    assert_eq!(whole["a1"]["a2"], json!([{ "promotes": { "to": ["T:+P"] } }]));
    let two = rows(
        "P: a1 -> b2 when a2 empty, b1 enemy, b2 empty tag both
            a1 -> b2 when a2 empty, b1 empty, b2 empty
            a1 -> b2 when a2 enemy, b1 enemy, b2 empty",
    );
    assert_eq!(two["a1"]["b2"], json!([{ "when": { "a2": "empty", "b1": "enemy" }, "tag": "both" }]));
    let split = rows(
        "P: a1 -> b2 when a2 enemy, b2 empty tag beside
            a1 -> b2 when b1 enemy, b2 empty tag beside
            a1 -> b2 when b2 enemy",
    );
    assert_eq!(split["a1"]["b2"], json!([{ "when": { "b2": "empty" }, "tag": "beside" }]));
    let apart = rows(
        "P: a1 -> b2 when a2 enemy, b2 empty tag beside
            a1 -> b2 when b1 enemy, b2 empty tag beside
            a1 -> b2 when c1 empty, b2 empty",
    );
    let expected = json!([
        { "when": { "a2": "enemy" }, "tag": "beside" },
        { "when": { "b1": "enemy" }, "tag": "beside" }
    ]);
    assert_eq!(apart["a1"]["b2"], expected);
}

#[test]
fn what_no_condition_selects_is_a_fault() {
    let patterns = "P: a1 -> b2 when b2 empty tag x\n   a1 -> b2 when a2 enemy, b2 empty";
    let found = faults(&board(&[5, 5]), patterns);
    let [(file, code, words)] = &found.iter().map(brief).collect::<Vec<_>>()[..] else {
        panic!("{found:#?}")
    };
    assert_eq!((file.as_str(), *code), ("patterns/test.moves", "pattern-not-selected"));
    assert!(words.contains("T:P a1→b2") && words.contains("`when`"), "{words}");
    assert_eq!(&patterns[found[0].span.clone().unwrap()], "tag x");
}

#[test]
fn effects_that_contradict_each_other_are_told_with_both_places() {
    let files = files(&[
        ("patterns/a.moves", "# one\nP: fW promotes Q to rank 8\nP: tag a from rank 2\n"),
        ("patterns/b.moves", "Q R: stays\nP: promotes R to rank 8\nP: tag a from rank 2\nmoved +P as Q"),
        ("patterns/c.moves", "moved +P\nexpires -P\n"),
        ("patterns/d.moves", "expires -P"),
    ]);
    let found: Vec<_> = pattern::expand(&files).unwrap_err().iter().map(brief).collect();
    let [one, two, three] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((one.0.as_str(), one.1), ("patterns/b.moves", "pattern-effect-twice"));
    assert!(one.2.contains("`promotes` of T:P a7→a8") && one.2.contains("patterns/a.moves:2"), "{}", one.2);
    assert_eq!((two.0.as_str(), two.1), ("patterns/c.moves", "pattern-effect-twice"));
    assert!(two.2.contains("T:+P as T:P") && two.2.contains("patterns/b.moves:4"), "{}", two.2);
    assert_eq!((three.0.as_str(), three.1), ("patterns/d.moves", "pattern-twice"));
}

#[test]
fn an_overlay_reaches_the_rows_of_its_ruleset() {
    let base = files(&[(
        "ggn/pawn.json",
        r#"{
            "T:P": { "a7": { "a8": [{ "must": { "a8": "empty" } }], "b8": [{ "must": { "b8": "enemy" } }] },
                     "b6": { "a7": [{ "must": { "a7": "enemy" } }] } },
            "t:p": {} }"#,
    )]);
    let overlay = |patterns: &str| {
        let removes = r#"{ "removes": { "T:P": { "a7": ["b8"] } } }"#;
        let mut files = files(&[("patterns/pawn.moves", patterns), ("overlay.json", removes)]);
        files.push(("effects.json".to_owned(), br#"{ "$schema": "../x.json" }"#.to_vec()));
        pattern::expand_over(&files, &base).unwrap()
    };
    let effects = |patterns: &str| -> Value {
        let written = overlay(patterns);
        serde_json::from_str(&written.last().unwrap().1).unwrap()
    };
    let expected = json!({
        "$schema": "../x.json",
        "rows": { "T:P": { "a7": { "a8": [{ "promotes": { "to": ["T:Q"] } }] } } }
    });
    assert_eq!(effects("P: promotes Q to rank 8"), expected);
    assert_eq!(overlay("P: promotes Q to rank 8").len(), 1, "no table comes of effects alone");
    let beside = effects("P: mfF from b6 to a7 takes to[b]");
    assert_eq!(beside["rows"]["T:P"]["b6"]["a7"], json!([{ "when": { "a7": "empty" }, "takes": ["a6"] }]));
}

#[test]
fn squares_of_an_effect_may_be_the_source_and_lose_rights() {
    let patterns = "\
K: fW from e1 unattacked from d1
R: fW from a1-a2 revokes e8 to rank 2
   fW from b1 revokes to[f]
P: fW from c1 promotes Q last
   fW from c2 promotes Q optional last
   fW from c3
moved +K
Q: stays";
    let rows = &effects(&board(&[8, 8]), patterns)["rows"];
    assert_eq!(rows["t:k"]["e8"]["e7"], json!([{ "unattacked": ["e8", "d8"] }]));
    assert_eq!(rows["T:R"]["a1"]["a2"], json!([{ "revokes": ["e8"] }]));
    assert_eq!(rows["t:r"]["a8"]["a7"], json!([{ "revokes": ["e1"] }]));
    assert_eq!(rows["T:R"]["a2"], Value::Null);
    assert_eq!(rows["t:r"]["b8"]["b7"], json!([{ "revokes": ["b6"] }]));
    assert_eq!(rows["T:P"]["c1"]["c2"], json!([{ "promotes": { "to": ["T:Q"], "last": true } }]));
    let optional = json!([{ "promotes": { "to": ["t:q"], "optional": true, "last": true } }]);
    assert_eq!(rows["t:p"]["c7"]["c6"], optional);
}

#[test]
fn faulty_effects_are_reported_where_they_stand() {
    let cases = [
        ("P: fW promotes", "pattern-syntax", "a piece"),
        ("P: fW promotes optional", "pattern-syntax", "a piece"),
        ("P: fW becomes", "pattern-syntax", "a piece"),
        ("P: fW takes", "pattern-syntax", "squares"),
        ("P: fW carries a1", "pattern-syntax", "`->`"),
        ("P: fW tag", "pattern-syntax", "a name such as"),
        ("P: fW san O-O", "pattern-syntax", "`\"O-O\"`"),
        ("P: fW promots Q", "pattern-syntax", "did you mean `promotes`?"),
        ("P: fW promotes q", "pattern-effect", "does not change its side"),
        ("P: fW promotes Q Q", "pattern-effect", "stands twice"),
        ("P: fW promotes Q§", "pattern-piece", "no piece"),
        ("+P: fW promotes +", "pattern-effect", "an enhanced form; `+` for T:+P"),
        ("P: fW becomes Q from rank 2 from rank 3", "pattern-limit", "once each"),
        ("P: fW becomes Q to rank 9", "pattern-off-board", "1 to 8"),
        ("P: fW becomes Q to rank 1", "pattern-no-effect", "leave out all moves"),
        ("P: fW takes to[bb] from rank 1", "pattern-no-effect", "no move has"),
        ("P: fW from rank 2 takes to[b]", "pattern-effect", "is where the move itself"),
        ("P: fW from rank 2 takes a5 a5", "pattern-effect", "named twice"),
        ("P: fW carries a1-a3 -> b1", "pattern-effect", "one square"),
        ("P: fW lands a1-a3", "pattern-effect", "one square"),
        ("P: fW lands to", "pattern-effect", "stands the moving piece"),
        ("P: fW lands to[f]", "pattern-effect", "off the board"),
        ("P: fW places", "pattern-syntax", "a piece"),
        ("P: fW places Q of bag", "pattern-syntax", "`hand` or `board`"),
        ("P: fW places Q on to", "pattern-effect", "stands the moving piece"),
        ("P: fW places Q on", "pattern-syntax", "`on`"),
        ("P: fW places Q along", "pattern-syntax", "a piece"),
        ("P: fW carries from[l] -> from[r]", "pattern-effect", "off the board"),
        ("P: * -> a1 takes from[f]", "pattern-condition", "out of the hand"),
        ("P: fW\nQ: promotes +\n+Q: stays", "pattern-no-effect", "no move has"),
        ("P: fW\nmoved P", "pattern-effect", "would stay as it is"),
        ("P: fW\nmoved P as q", "pattern-effect", "for one side"),
        ("P: fW\nmoved", "pattern-syntax", "a piece"),
        ("P: fW\ncaptured Q to", "pattern-syntax", "`to hand`"),
        ("P: fW\ncaptured Q as P", "pattern-syntax", "`to hand`"),
        ("P: fW promotes last", "pattern-syntax", "a piece"),
        ("P: fW revokes", "pattern-syntax", "squares"),
        ("P: fW from rank 2 revokes to[b]", "pattern-effect", "is where the move itself"),
        ("P: fW takes from", "pattern-syntax", "squares"),
        ("P: fW takes to[board]", "pattern-direction", "`file`, `rank` or `layer`"),
        ("P: fW takes to[fx]", "pattern-direction", "this is no step"),
        ("P: pass from rank 9", "pattern-off-board", "1 to 8"),
        ("P: stays becomes Q", "pattern-syntax", "the end of the line"),
    ];
    for (patterns, code, words) in cases {
        let found: Vec<_> = faults(&board(&[8, 8]), patterns).iter().map(brief).collect();
        let [(_, first, said)] = &found[..] else { panic!("{patterns}: {found:#?}") };
        assert!(*first == code && said.contains(words), "{patterns}: {first}: {said}");
    }
}

#[test]
fn effects_have_bounds() {
    let wide = board(&[60, 60]);
    for more in ["K: tag x\n".repeat(20), "K: tag x to a9\n".repeat(4_000), "K: takes board\n".to_owned()] {
        let found = faults(&wide, &format!("K: W\n{more}"));
        let much: Vec<_> = found.iter().filter(|fault| fault.code == "pattern-too-much").collect();
        assert_eq!(much.len(), 1, "{:?}", found.first());
        assert!(much[0].found.as_ref().unwrap().contains("with effects"));
    }
    let found = faults(&wide, "K: W takes board");
    assert!(found.iter().any(|fault| fault.code == "pattern-too-much"), "{:?}", found.first());
}

#[test]
fn the_file_of_effects_is_held_against_the_patterns() {
    let mut folder = folder(&board(&[2, 2]), "P: fW becomes Q\nQ: stays");
    let written = pattern::expand(&folder.files).unwrap();
    assert_eq!(pattern::check(&folder.files), [], "patterns alone need no file of effects");
    folder.files.push(("ggn/other.json".to_owned(), b"{}".to_vec()));
    let missing: Vec<_> =
        pattern::check(&folder.files).iter().map(|found| (found.file.clone(), found.code)).collect();
    let missing_codes: Vec<_> = missing.iter().map(|(file, code)| (file.as_str(), *code)).collect();
    assert_eq!(
        missing_codes,
        [("ggn/test.json", "pattern-table-missing"), ("effects.json", "pattern-table-missing")]
    );
    folder.files.extend(written.into_iter().map(|(path, text)| (path, text.into_bytes())));
    assert_eq!(pattern::check(&folder.files), []);
    let right = String::from_utf8(folder.files.last().unwrap().1.clone()).unwrap();
    let mut check = |text: &str| {
        folder.files.last_mut().unwrap().1 = text.as_bytes().to_vec();
        let found = pattern::check(&folder.files);
        let [one] = &found[..] else { panic!("{found:#?}") };
        let path = one.path.as_ref().map(ToString::to_string).unwrap_or_default();
        (one.code, one.found.clone().unwrap_or_default(), path)
    };
    assert_eq!(check(&right.replace("  ", " ")).0, "pattern-table-spelling");
    assert_eq!(check("{").0, "pattern-table-differs");
    let other = check(&right.replacen("T:Q", "T:P", 1));
    assert_eq!((other.0, other.2.as_str()), ("pattern-table-differs", "$.rows[\"T:P\"].a1.a2"));
    let lacking = check("{ \"captured\": \"discard\", \"rows\": { \"T:P\": {}, \"t:p\": {} } }");
    assert_eq!(lacking.1, "patterns give a1, the file lacks it");
    let more = check(&right.replacen("{", "{ \"moved\": {},", 1));
    assert_eq!(
        (more.1.as_str(), more.2.as_str()),
        ("the file has moved, the patterns do not give it", "$.moved")
    );
    let kept = right.replacen("{", "{\n  \"$schema\": \"../s.json\",", 1);
    folder.files.last_mut().unwrap().1 = kept.into_bytes();
    assert_eq!(pattern::check(&folder.files), []);
}

#[test]
fn patterns_without_effects_leave_the_file_to_its_author() {
    let mut folder = folder(&board(&[2, 2]), "P: fW");
    let table = pattern::expand(&folder.files).unwrap();
    assert_eq!(table.len(), 1);
    folder.files.extend(table.into_iter().map(|(path, text)| (path, text.into_bytes())));
    folder.files.push(("effects.json".to_owned(), b"{ \"anything\": 1 }".to_vec()));
    assert_eq!(pattern::check(&folder.files), []);
}

#[test]
fn hops_over_some_pieces_only_are_a_possibility_for_each_of_them() {
    let hops = |patterns: &str| {
        let table = super::support::table(&board(&[4]), patterns);
        super::support::from(&table, "T:C", "a").remove("c").unwrap()
    };
    let janggi = hops("C: pR over but C c deny to c\nA: W");
    let expected = [
        r#"{ "must": { "b": "T:A", "c": "empty" } }"#,
        r#"{ "must": { "b": "T:A", "c": "enemy" }, "deny": { "c": "t:c" } }"#,
        r#"{ "must": { "b": "enemy", "c": "empty" }, "deny": { "b": "t:c" } }"#,
        r#"{ "must": { "b": "enemy", "c": "enemy" }, "deny": { "b": "t:c", "c": "t:c" } }"#,
    ];
    assert_eq!(janggi, expected);
    let listed = hops("C: mpR over but C a c\nA: W\n+A: W");
    let expected = [
        r#"{ "must": { "b": "T:A", "c": "empty" } }"#,
        r#"{ "must": { "b": "T:+A", "c": "empty" } }"#,
        r#"{ "must": { "b": "t:+a", "c": "empty" } }"#,
    ];
    assert_eq!(listed, expected, "two enemies cannot be denied of one square");
    // Pieces that only one side has are not named for the other.
    let own = hops("C: mpR over but C c\nA B only: W\nd only: W");
    let expected = [
        r#"{ "must": { "b": "T:A", "c": "empty" } }"#,
        r#"{ "must": { "b": "T:B", "c": "empty" } }"#,
        r#"{ "must": { "b": "enemy", "c": "empty" }, "deny": { "b": "t:c" } }"#,
    ];
    assert_eq!(own, expected);
    let some = hops("C: mpR over A enemy\nA: W");
    assert_eq!(
        some,
        [r#"{ "must": { "b": "T:A", "c": "empty" } }"#, r#"{ "must": { "b": "enemy", "c": "empty" } }"#]
    );
    for (patterns, code, words) in [
        ("C: R over A", "pattern-modifier", "hop over one piece"),
        ("C: pR over", "pattern-syntax", "a piece"),
        ("C: pR over but C enemy", "pattern-condition", "no piece is left"),
        ("C: pR over ?", "pattern-piece", "a piece or `enemy`"),
    ] {
        let found: Vec<_> = faults(&board(&[4]), patterns).iter().map(brief).collect();
        let [(_, first, said)] = &found[..] else { panic!("{patterns}: {found:#?}") };
        assert!(*first == code && said.contains(words), "{patterns}: {first}: {said}");
    }
}

#[test]
fn a_pass_leads_to_the_same_square() {
    let written = pattern::expand(
        &folder(&board(&[2, 2]), "K: pass in a1 b1 when a2 empty\nP: pass from a1 becomes Q\nQ: stays").files,
    )
    .unwrap();
    let table: Value = serde_json::from_str(&written[0].1).unwrap();
    assert_eq!(table["T:K"]["a1"]["a1"], json!([{ "must": { "a2": "empty", "a1": "T:K" } }]));
    assert_eq!(table["t:k"]["b2"]["b2"], json!([{ "must": { "a1": "empty", "b2": "t:k" } }]));
    assert_eq!(table["T:K"].get("a2"), None);
    let effects: Value = serde_json::from_str(&written[1].1).unwrap();
    assert_eq!(effects["rows"]["t:p"]["a2"]["a2"], json!([{ "becomes": "t:q" }]));
}
