//! Faulty patterns: the diagnostic, its place, and its help.

use std::collections::BTreeSet;

use authoring::diagnose::{Diagnostic, Severity};
use authoring::rules::Folder;
use pattern::code::Code;
use pattern::limits::{FILE_BYTES_MAX, POSSIBILITIES_MAX, ZONES_MAX};

use super::support::{board, faults, folder};

/// A code, the text that is pointed at, and a part of what is said.
type Description = (&'static str, &'static str, &'static str);

fn compare(initial: &str, patterns: &str, expected: &[Description]) {
    let found = faults(initial, patterns);
    let whole: Vec<(&str, &str, String)> = found.iter().map(|fault| brief(fault, patterns)).collect();
    assert_eq!(whole.len(), expected.len(), "{patterns}: {whole:#?}");
    for ((code, pointed, words), expected) in whole.iter().zip(expected) {
        assert_eq!((*code, *pointed), (expected.0, expected.1), "{patterns}: {words}");
        assert!(words.contains(expected.2), "{patterns}: {words}");
    }
}

/// Returns a diagnostic as its code, what it points at, and all its words.
fn brief<'p>(fault: &Diagnostic, patterns: &'p str) -> (&'static str, &'p str, String) {
    assert_eq!((fault.severity, fault.file.as_str()), (Severity::Error, "patterns/test.moves"));
    assert!(fault.code.starts_with("pattern-") && !fault.message.is_empty());
    let words = [Some(&fault.message), fault.found.as_ref(), fault.expected.as_ref(), fault.hint.as_ref()];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    (fault.code, &patterns[fault.span.clone().unwrap()], words.join("; "))
}

#[test]
fn a_line_that_cannot_be_read_says_what_was_due() {
    let cases: [(&str, Description); 27] = [
        ("K W", ("pattern-syntax", "", "the end of the line; `:` after the pieces")),
        ("K:W", ("pattern-syntax", "", "a blank follows the colon")),
        ("K: W frm rank 2", ("pattern-syntax", "frm", "did you mean `from`?")),
        ("K: W tp rank 2", ("pattern-syntax", "tp", "one of `from` `to` `in` `when` `deny`")),
        ("K: mf W", ("pattern-syntax", "mf", "a move with its capital letter")),
        ("K: W from", ("pattern-syntax", "", "the end of the line; squares")),
        ("K: W from to a1", ("pattern-syntax", "to", "squares")),
        ("K: W in but a1", ("pattern-syntax", "but", "squares")),
        ("K: W when", ("pattern-syntax", "", "squares and what they must be")),
        ("K: W when a1 empty,", ("pattern-syntax", "", "squares and what they must be")),
        ("K: W when a1 empty deny", ("pattern-syntax", "", "squares and what they must be")),
        ("K: W when a1 empty when b1 empty", ("pattern-syntax", "when", "the end of the line")),
        ("K: W deny a1 empty when b1 empty", ("pattern-syntax", "when", "the end of the line")),
        ("K: W when to[b empty", ("pattern-syntax", " ", "a blank; `]`")),
        (
            "K: W when to[] empty",
            ("pattern-syntax", "]", "steps (`[fl]`), a vector (`[1,0]`) or a line (`[file]`)"),
        ),
        ("K: W when to[1,x] empty", ("pattern-syntax", "x]", "a number")),
        ("K: (1,2", ("pattern-syntax", "", "`)`")),
        ("K: W-", ("pattern-syntax", "", "a move such as `R`")),
        ("K: e1 ->", ("pattern-syntax", "", "squares")),
        ("K: e1 -> g1 from a1", ("pattern-syntax", "from", "`when`, `deny` or an effect")),
        ("K: W § W", ("pattern-syntax", "§", "`§`")),
        ("mirror rank\nK: W", ("pattern-syntax", "rank", "did you mean `ranks`?")),
        ("mirror\nK: W", ("pattern-syntax", "", "`files`, `ranks`, `layers` or `nothing`")),
        ("zone x\nK: W", ("pattern-syntax", "", "`=`")),
        ("zone = a1\nK: W", ("pattern-syntax", "=", "a name")),
        ("zone x =\nK: W", ("pattern-syntax", "", "squares")),
        ("K: stays from a1", ("pattern-syntax", "from", "the end of the line")),
    ];
    for (patterns, expected) in cases {
        compare(&board(&[8, 8]), patterns, &[expected]);
    }
}

#[test]
fn words_that_mean_nothing_here_are_told_with_what_was_meant() {
    let cases: [(&str, Description); 37] = [
        ("K: L", ("pattern-unknown-atom", "L", "`C` here")),
        ("K: J", ("pattern-unknown-atom", "J", "`Z` here")),
        ("K: mP", ("pattern-unknown-atom", "P", "mfW cfF")),
        ("K: xW", ("pattern-unknown-modifier", "x", "`takes`")),
        ("K: imfW2", ("pattern-unknown-modifier", "i", "no history")),
        ("K: mmW", ("pattern-modifier", "m", "twice")),
        ("K: npN", ("pattern-modifier", "p", "one of `n`, `j`, `p` and `g`")),
        ("K: pN", ("pattern-modifier", "pN", "make it a rider")),
        ("K: nR", ("pattern-modifier", "nR", "no square lies between")),
        ("K: jR", ("pattern-modifier", "jR", "`p` or `g`")),
        ("K: jF", ("pattern-modifier", "jF", "nothing to jump over")),
        ("K: nW-F", ("pattern-modifier", "n", "a chain says itself")),
        ("K: hN", ("pattern-direction", "h", "`fhN`")),
        ("K: uW", ("pattern-direction", "u", "without layers")),
        ("K: f(+1,+2)", ("pattern-direction", "f", "one direction already")),
        ("K: WW3", ("pattern-count", "WW3", "one of the two")),
        ("K: RR", ("pattern-count", "RR", "a rider already")),
        ("K: W256", ("pattern-count", "256", "up to 255")),
        ("K: (0,0)", ("pattern-vector", "(0,0)", "nowhere")),
        ("K: (1,2,3)", ("pattern-vector", "1,2,3", "this board is 8x8")),
        ("K: (1,999)", ("pattern-vector", "999", "from -255 to 255")),
        ("K: R-W", ("pattern-chain", "R", "only the last leg")),
        ("K: W-K", ("pattern-chain", "K", "one by one")),
        ("K: W-F-W-F-W-F-W-F-W", ("pattern-chain", "W-F-W-F-W-F-W-F-W", "at most 8")),
        ("KK: W", ("pattern-piece", "KK", "`KK`: expected")),
        ("K, Q: W", ("pattern-piece", "K,", "blanks part the pieces")),
        ("K onyl: W", ("pattern-piece", "onyl", "did you mean `only`?")),
        ("K k: W", ("pattern-piece", "k", "of one side")),
        ("K K: W", ("pattern-piece", "K", "twice")),
        ("K: W when a1 emtpy", ("pattern-piece", "emtpy", "did you mean `empty`?")),
        ("K: W when empty", ("pattern-condition", "empty", "names no square")),
        ("K: W when f1, e1 empty", ("pattern-condition", "f1", "and then what they must be")),
        ("K: W when from empty", ("pattern-condition", "from", "the piece itself")),
        ("K: W when from[fb] empty", ("pattern-condition", "from[fb]", "the piece itself")),
        ("K: W when to[s] empty", ("pattern-direction", "s", "no step")),
        ("K: * -> a1 when from[f] empty", ("pattern-condition", "from[f]", "out of the hand")),
        ("K: a1 -> * when to[f] empty", ("pattern-condition", "to[f]", "into the hand")),
    ];
    for (patterns, expected) in cases {
        compare(&board(&[8, 8]), patterns, &[expected]);
    }
}

#[test]
fn squares_and_zones_are_on_the_board_and_have_one_name() {
    let cases: [(&str, Description); 18] = [
        ("K: W from rank 9", ("pattern-off-board", "9", "1 to 8")),
        ("K: W from files a-i", ("pattern-off-board", "i", "a to h")),
        ("K: W from layer A", ("pattern-off-board", "layer A", "layers on a board of 8x8")),
        ("K: W from rank e", ("pattern-square", "e", "no such rank")),
        ("K: W from i1", ("pattern-off-board", "i1", "8x8")),
        ("K: W from a1-i9", ("pattern-off-board", "i9", "8x8")),
        ("K: W from a0", ("pattern-square", "a0", "leading zero")),
        ("K: W from palace", ("pattern-zone", "palace", "a `zone` line above")),
        ("zone palace = d1-f3\nK: W in palcae", ("pattern-zone", "palcae", "did you mean `palace`?")),
        ("zone x = a1\nzone x = a2\nK: W from x", ("pattern-zone", "x", "two sets")),
        ("zone board = a1\nK: W", ("pattern-zone", "board", "a meaning already")),
        ("zone a1 = a2\nK: W", ("pattern-zone", "a1", "a meaning already")),
        ("zone X = a2\nK: W", ("pattern-zone", "X", "lower-case")),
        ("K: W from a1 but rank 1", ("pattern-zone", "a1 but rank 1", "no square is left")),
        ("zone x = i9\nK: W from x", ("pattern-off-board", "i9", "8x8")),
        ("K: W from a1 in a2", ("pattern-limit", "a2", "says twice")),
        ("mirror layers\nK: W", ("pattern-mirror", "mirror layers", "no such dimension")),
        ("K: W when to[layer] empty", ("pattern-off-board", "to[layer]", "layers")),
    ];
    for (patterns, expected) in cases {
        compare(&board(&[8, 8]), patterns, &[expected]);
    }
    compare(&board(&[8]), "K: lW", &[("pattern-direction", "l", "one dimension")]);
    compare(&board(&[8]), "K: F", &[("pattern-no-rows", "F", "no direction")]);
    compare(&board(&[8]), "K: W from rank 1", &[("pattern-off-board", "rank 1", "ranks on a board of 8")]);
    compare(&board(&[8]), "zone d = a\nK: W", &[("pattern-zone", "d", "a meaning already")]);
}

#[test]
fn lines_that_come_to_nothing_or_to_the_same_are_told() {
    let cases: [(&str, Description); 13] = [
        ("K: G from a1 to a2", ("pattern-no-rows", "G", "inside its zones")),
        ("K: (8,0)", ("pattern-no-rows", "(8,0)", "stays on the board")),
        ("K: W when e4 empty, e4 enemy", ("pattern-no-rows", "W", "contradict each other")),
        ("K: mfR when to k", ("pattern-no-rows", "mfR", "contradict each other")),
        ("K: W from rank 8 when from[f] empty", ("pattern-no-rows", "W", "off the board")),
        ("K: a1 -> a1", ("pattern-no-rows", "a1 -> a1", "no move at all")),
        ("# nothing\n", ("pattern-no-rows", "", "this file gives no move")),
        ("K: W\nK: fW", ("pattern-twice", "fW", "T:K a1→a2, which line 1 gives")),
        ("K: Q R", ("pattern-twice", "R", "line 1")),
        ("k: W\nK: bW", ("pattern-twice", "bW", "line 1")),
        ("K: stays\nK: W", ("pattern-twice", "stays", "moves of T:K in other lines")),
        ("K: pR deny d4 p", ("pattern-denied-twice", "pR", "two things denied of d4")),
        ("K: * -> *", ("pattern-hand", "* -> *", "`*` at both")),
    ];
    for (patterns, expected) in cases {
        compare(&board(&[8, 8]), patterns, &[expected]);
    }
    let two =
        [("pattern-no-rows", "(8,0)", "no move at all"), ("pattern-no-rows", "(0,9)", "no move at all")];
    compare(&board(&[8, 8]), "K: (8,0) W (0,9)", &two);
    compare(&board(&[8, 8]), "K:\nQ: W", &[("pattern-no-moves", "K:", "after the colon")]);
    compare(&board(&[8, 8]), "  W\nQ: W", &[("pattern-no-piece", "W", "`K: W`")]);
    compare(
        &board(&[8, 8]),
        "K: W\nmirror files",
        &[("pattern-mirror", "mirror files", "above the first piece")],
    );
    let twice = "mirror files\nmirror ranks\nK: W";
    compare(&board(&[8, 8]), twice, &[("pattern-mirror", "mirror ranks", "one `mirror` line")]);
}

#[test]
fn all_faults_are_told_at_once_in_the_order_of_the_file() {
    let patterns = "\
mirror sideways
zone camp = a1-k3
K: X from camp
   mmW yF when f1, to[x] emty
Q K;: W
   B
P: W from rank 12 to rank 13
N: N
";
    let expected = [
        ("pattern-syntax", "sideways", "`files`, `ranks`, `layers` or `nothing`"),
        ("pattern-off-board", "k3", "8x8"),
        ("pattern-unknown-atom", "X", "no move of this letter"),
        ("pattern-modifier", "m", "twice"),
        ("pattern-unknown-modifier", "y", "`-` or `+`"),
        ("pattern-condition", "f1", "alone"),
        ("pattern-direction", "x", "no step"),
        ("pattern-piece", "emty", "did you mean `empty`?"),
        ("pattern-piece", "K;", "no piece"),
        ("pattern-off-board", "12", "1 to 8"),
        ("pattern-off-board", "13", "1 to 8"),
    ];
    compare(&board(&[8, 8]), patterns, &expected);
}

#[test]
fn pieces_are_those_of_the_manifest_where_it_can_be_read() {
    let unknown_pieces = |pieces: &str| {
        let mut folder = folder(&board(&[8, 8]), "K: W\nQ: W when to x");
        let manifest = format!("{{ \"initial\": \"{}\", \"pieces\": {pieces} }}", board(&[8, 8]));
        folder.files[1].1 = manifest.into_bytes();
        pattern::expand(&folder.files).map_or_else(
            |faults| faults.iter().map(|fault| fault.found.clone().unwrap()).collect(),
            |_| Vec::new(),
        )
    };
    assert_eq!(unknown_pieces("{ \"T:K\": {}, \"T:Q\": {}, \"T:X\": {} }"), Vec::<String>::new());
    assert_eq!(unknown_pieces("{ \"T:K\": {} }"), ["`Q`, which is T:Q", "`x`, which is t:x"]);
    assert_eq!(
        unknown_pieces("{ \"T:K\": {}, \"nonsense\": {} }"),
        Vec::<String>::new(),
        "the manifest's own fault"
    );
}

#[test]
fn without_a_board_nothing_is_written_out() {
    let message_for = |manifest: Option<&str>| {
        let mut folder = folder(&board(&[8, 8]), "K: W");
        folder.files.truncate(1);
        folder.files.extend(manifest.map(|text| ("ruleset.json".to_owned(), text.as_bytes().to_vec())));
        let faults = pattern::expand(&folder.files).unwrap_err();
        assert_eq!(
            (faults.len(), faults[0].code, faults[0].file.as_str()),
            (1, "pattern-no-board", "ruleset.json")
        );
        faults[0].message.clone()
    };
    assert!(message_for(None).contains("no manifest"));
    assert!(message_for(Some("{")).contains("EOF"));
    assert!(message_for(Some("{}")).contains("no initial position"));
    assert!(message_for(Some("{ \"initial\": \"8/8\" }")).contains("expected"));
    let without = Folder { root: "test".into(), files: Vec::new() };
    assert_eq!(pattern::expand(&without.files), Ok(Vec::new()), "no patterns need no board");
}

#[test]
fn a_file_that_is_no_text_is_reported() {
    for (bytes, message) in [
        (&b"K: W\n\xffK"[..], "this is not UTF-8"),
        ("\u{feff}K: W".as_bytes(), "the file begins with a byte-order mark"),
    ] {
        let mut folder = folder(&board(&[8, 8]), "");
        folder.files[0].1 = bytes.to_vec();
        let faults = pattern::expand(&folder.files).unwrap_err();
        assert_eq!(
            (faults.len(), faults[0].code, faults[0].message.as_str()),
            (1, "pattern-not-text", message)
        );
    }
}

#[test]
fn a_file_comes_to_no_more_than_its_bounds() {
    let long = format!("K: W\n{}", "# nothing\n".repeat(FILE_BYTES_MAX / 10 + 1));
    let found = faults(&board(&[8, 8]), &long);
    assert_eq!((found.len(), found[0].code), (1, "pattern-too-much"));

    let names: String = (0..=ZONES_MAX).map(|number| format!("zone z{number} = a1\n")).collect();
    let found = faults(&board(&[8, 8]), &format!("{names}K: W"));
    assert_eq!(
        (found.len(), found[0].code, found[0].message.as_str()),
        (1, "pattern-zone", "there are too many names in this file")
    );

    const { assert!(POSSIBILITIES_MAX > 100_000, "chess has 20,292 possibilities in all") };
}

#[test]
fn patterns_that_come_to_far_more_than_any_game_has_are_given_up() {
    let huge = board(&[255, 255]);
    for patterns in [
        "K: board -> board".to_owned(),
        "K: W when board empty".to_owned(),
        "K: * -> board deny to[file] K".to_owned(),
        format!("K: W when {} empty", "board ".repeat(10_000).trim_end()),
        format!("zone x = {}\nK: W from x", "board ".repeat(10_000).trim_end()),
        "K: (254,254) to a1\n".repeat(3_000),
    ] {
        let found = faults(&huge, &patterns);
        let much: Vec<&Diagnostic> = found.iter().filter(|fault| fault.code == "pattern-too-much").collect();
        assert_eq!(much.len(), 1, "{}: {found:#?}", &patterns[..20.min(patterns.len())]);
        assert!(much[0].found.as_ref().unwrap().starts_with("more than"));
    }
}

#[test]
fn a_long_head_and_many_lines_are_read_once_each() {
    let pieces: String =
        ('A'..='Z').flat_map(|letter| [format!("{letter} "), format!("+{letter} ")]).collect();
    let heads = pieces.repeat(200);
    let lines = "\n W".repeat(10_000);
    let found = faults(&board(&[2, 2]), &format!("{heads}X: F{lines}"));
    assert_eq!(found.iter().filter(|fault| fault.code == "pattern-piece").count(), found.len());
    assert_eq!(found.len(), 52 * 199 + 1);

    let found = faults(&board(&[8, 8]), &format!("K: {}", "WF".repeat(3_000)));
    assert_eq!(found.iter().filter(|fault| fault.code == "pattern-too-much").count(), 1);
    assert!(found.len() > 100 && found[1].code == "pattern-twice");
}

/// The codes of patterns that cannot be written out, each with the least that brings it about.
const CODES: [(&str, &str); 27] = [
    ("pattern-syntax", "K"),
    ("pattern-not-text", "\u{feff}K: W"),
    ("pattern-mirror", "mirror layers\nK: W"),
    ("pattern-zone", "K: W from x"),
    ("pattern-square", "K: W from a0"),
    ("pattern-off-board", "K: W from i1"),
    ("pattern-limit", "K: W in a1 to a2"),
    ("pattern-piece", "?: W"),
    ("pattern-no-piece", " W"),
    ("pattern-no-moves", "K:"),
    ("pattern-unknown-atom", "K: X"),
    ("pattern-unknown-modifier", "K: xW"),
    ("pattern-modifier", "K: pW"),
    ("pattern-direction", "K: uW"),
    ("pattern-count", "K: W300"),
    ("pattern-vector", "K: (0,0)"),
    ("pattern-chain", "K: R-W"),
    ("pattern-hand", "K: * -> *"),
    ("pattern-condition", "K: W when empty"),
    ("pattern-denied-twice", "K: W deny a1 k, a1 q"),
    ("pattern-no-rows", "K: (8,0)"),
    ("pattern-twice", "K: W W"),
    ("pattern-effect", "K: W takes from[f]"),
    ("pattern-effect-twice", "K: W from a1 tag x tag y"),
    ("pattern-no-effect", "K: W from a1 tag x to h8"),
    ("pattern-not-selected", "K: a1 -> a2 when a2 empty tag x\n   a1 -> a2 when b1 k, a2 empty"),
    ("pattern-too-much", "K: W when board empty"),
];

#[test]
fn every_code_is_reported_and_listed() {
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for (code, patterns) in CODES {
        let sizes = if code == "pattern-too-much" { &[255, 255] } else { &[8, 8] };
        let found = faults(&board(sizes), patterns);
        assert!(found.iter().all(|fault| fault.code == code), "{code}: {found:?}");
        reported.insert(code);
    }
    // These have tests of their own, here and in `agreement`.
    reported.extend(["pattern-no-board", "pattern-unknown-piece", "pattern-unknown-file"]);
    reported.extend(["pattern-table-missing", "pattern-table-differs", "pattern-table-spelling"]);
    assert_eq!(reported, Code::ALL.iter().map(|code| code.name()).collect());

    let document = dev::files::text("rules/PATTERNS.md");
    let rows: String =
        Code::ALL.iter().map(|code| format!("| `{}` | {} |\n", code.name(), code.about())).collect();
    assert!(
        document.contains(&format!("| code | what it says |\n|---|---|\n{rows}\n")),
        "the list should be:\n{rows}"
    );
}
