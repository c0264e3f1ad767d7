//! Tables of patterns, to the letter: the order of rows, possibilities and conditions, and the additions of each clause.

use super::support::{board, from, table};

/// On a board, a pattern gives a piece from a place these ways to another.
struct Case {
    sizes: &'static [u8],
    patterns: &'static str,
    piece: &'static str,
    from: &'static str,
    to: &'static str,
    ways: &'static [&'static str],
}

const fn case(
    sizes: &'static [u8],
    patterns: &'static str,
    [piece, from, to]: [&'static str; 3],
    ways: &'static [&'static str],
) -> Case {
    Case { sizes, patterns, piece, from, to, ways }
}

fn compare(cases: &[Case]) {
    for case in cases {
        let table = table(&board(case.sizes), case.patterns);
        let rows = from(&table, case.piece, case.from);
        let ways = rows.get(case.to).cloned().unwrap_or_default();
        assert_eq!(ways, case.ways, "{}: {} {}→{}", case.patterns, case.piece, case.from, case.to);
    }
}

const FLAT: &[u8] = &[5, 5];

#[test]
fn conditions_stand_in_the_order_of_the_way() {
    compare(&[
        case(
            FLAT,
            "R: R",
            ["T:R", "a1", "d1"],
            &[
                r#"{ "must": { "b1": "empty", "c1": "empty", "d1": "empty" } }"#,
                r#"{ "must": { "b1": "empty", "c1": "empty", "d1": "enemy" } }"#,
            ],
        ),
        case(FLAT, "P: mfW2", ["t:p", "c4", "c2"], &[r#"{ "must": { "c3": "empty", "c2": "empty" } }"#]),
        case(
            FLAT,
            "N: nN",
            ["T:N", "c3", "e4"],
            &[
                r#"{ "must": { "d3": "empty", "e4": "empty" } }"#,
                r#"{ "must": { "d3": "empty", "e4": "enemy" } }"#,
            ],
        ),
        case(
            FLAT,
            "C: cpR",
            ["T:C", "a1", "e1"],
            &[
                r#"{ "must": { "c1": "empty", "d1": "empty", "e1": "enemy" }, "deny": { "b1": "empty" } }"#,
                r#"{ "must": { "b1": "empty", "d1": "empty", "e1": "enemy" }, "deny": { "c1": "empty" } }"#,
                r#"{ "must": { "b1": "empty", "c1": "empty", "e1": "enemy" }, "deny": { "d1": "empty" } }"#,
            ],
        ),
        case(
            FLAT,
            "C: pR3",
            ["T:C", "a1", "c1"],
            &[
                r#"{ "must": { "c1": "empty" }, "deny": { "b1": "empty" } }"#,
                r#"{ "must": { "c1": "enemy" }, "deny": { "b1": "empty" } }"#,
            ],
        ),
        case(
            FLAT,
            "G: gB",
            ["T:G", "a1", "d4"],
            &[
                r#"{ "must": { "b2": "empty", "d4": "empty" }, "deny": { "c3": "empty" } }"#,
                r#"{ "must": { "b2": "empty", "d4": "enemy" }, "deny": { "c3": "empty" } }"#,
            ],
        ),
        // Two ways to one square: the one that goes further forward first comes first.
        case(
            FLAT,
            "F: mW-W-F mF-W-W mW-F-W",
            ["T:F", "b1", "c4"],
            &[
                r#"{ "must": { "b2": "empty", "b3": "empty", "c4": "empty" } }"#,
                r#"{ "must": { "c2": "empty", "c3": "empty", "c4": "empty" } }"#,
                r#"{ "must": { "b2": "empty", "c3": "empty", "c4": "empty" } }"#,
            ],
        ),
        case(
            FLAT,
            "L: mW-(1,1)-(1,1)",
            ["T:L", "b1", "d4"],
            &[r#"{ "must": { "b2": "empty", "c3": "empty", "d4": "empty" } }"#],
        ),
    ]);
}

#[test]
fn when_stands_between_the_way_and_its_end() {
    compare(&[
        case(
            FLAT,
            "P: mfF when to[b] -p",
            ["T:P", "b2", "c3"],
            &[r#"{ "must": { "c2": "t:-p", "c3": "empty" } }"#],
        ),
        case(
            FLAT,
            "P: mfF when to[b] -p",
            ["t:p", "b4", "c3"],
            &[r#"{ "must": { "c4": "T:-P", "c3": "empty" } }"#],
        ),
        case(
            FLAT,
            "R: mfR when e1 d1 P, a5-a3 empty",
            ["T:R", "b1", "b3"],
            &[
                r#"{ "must": { "b2": "empty", "e1": "T:P", "d1": "T:P", "a5": "empty", "a4": "empty", "a3": "empty", "b3": "empty" } }"#,
            ],
        ),
        // What the conditions name is not asked twice, and is asked where it was named.
        case(
            FLAT,
            "R: mfR when b3 b2 empty",
            ["T:R", "b1", "b3"],
            &[r#"{ "must": { "b2": "empty", "b3": "empty" } }"#],
        ),
        case(
            FLAT,
            "R: fR when to empty, a1 P",
            ["T:R", "b1", "b3"],
            &[r#"{ "must": { "b2": "empty", "b3": "empty", "a1": "T:P" } }"#],
        ),
        case(
            FLAT,
            "K: cfR when to k",
            ["T:K", "b1", "b3"],
            &[r#"{ "must": { "b2": "empty", "b3": "t:k" } }"#],
        ),
        case(
            FLAT,
            "K: cfR when to k",
            ["t:k", "b5", "b3"],
            &[r#"{ "must": { "b4": "empty", "b3": "T:K" } }"#],
        ),
        // A condition sharpens what the move asks by itself.
        case(FLAT, "K: cfW when to enemy", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "enemy" } }"#]),
        case(FLAT, "K: fW when b2 enemy, b2 p", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "t:p" } }"#]),
        // Off the board, and where two things would have to be at once, there is no row.
        case(FLAT, "K: W when from[r] empty", ["T:K", "e1", "e2"], &[]),
        case(FLAT, "K: fR when b3 enemy", ["T:K", "b1", "b4"], &[]),
        case(
            FLAT,
            "K: fR when b3 enemy",
            ["T:K", "b1", "b3"],
            &[r#"{ "must": { "b2": "empty", "b3": "enemy" } }"#],
        ),
        case(FLAT, "K: fW when b1 empty", ["T:K", "b1", "b2"], &[]),
        case(FLAT, "K: mfW when b1 K", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "empty" } }"#]),
    ]);
}

#[test]
fn deny_is_left_out_where_it_cannot_hold() {
    compare(&[
        case(
            FLAT,
            "K: mW deny from[f] enemy, a1 p",
            ["T:K", "b1", "c1"],
            &[r#"{ "must": { "c1": "empty" }, "deny": { "b2": "enemy", "a1": "t:p" } }"#],
        ),
        case(FLAT, "K: mW deny from[f] enemy", ["T:K", "b5", "b4"], &[r#"{ "must": { "b4": "empty" } }"#]),
        case(FLAT, "K: mfW deny to enemy", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "empty" } }"#]),
        case(
            FLAT,
            "K: fW deny to p",
            ["T:K", "b1", "b2"],
            &[
                r#"{ "must": { "b2": "empty" } }"#,
                r#"{ "must": { "b2": "enemy" }, "deny": { "b2": "t:p" } }"#,
            ],
        ),
        case(FLAT, "K: fW deny to enemy", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "empty" } }"#]),
        case(
            FLAT,
            "K: mfW deny a1 p, a1 enemy",
            ["T:K", "b1", "b2"],
            &[r#"{ "must": { "b2": "empty" }, "deny": { "a1": "enemy" } }"#],
        ),
        case(FLAT, "K: mfW deny b1 K", ["T:K", "b1", "b2"], &[]),
        case(FLAT, "K: mfW deny b1 enemy", ["T:K", "b1", "b2"], &[r#"{ "must": { "b2": "empty" } }"#]),
        // A screen that must be a certain piece need not be denied to be empty as well.
        case(
            FLAT,
            "C: mpR3 when b1 P",
            ["T:C", "a1", "c1"],
            &[r#"{ "must": { "b1": "T:P", "c1": "empty" } }"#],
        ),
        case(FLAT, "C: mpR3 when b1 empty", ["T:C", "a1", "c1"], &[]),
        case(
            FLAT,
            "C: mpR deny b1 empty",
            ["T:C", "a1", "c1"],
            &[r#"{ "must": { "c1": "empty" }, "deny": { "b1": "empty" } }"#],
        ),
    ]);
}

#[test]
fn drops_ask_for_an_empty_square_and_count_the_others_on_a_line() {
    compare(&[
        case(
            &[2, 4],
            "P: * -> ranks 1-3 deny to[file] P",
            ["T:P", "*", "a2"],
            &[r#"{ "must": { "a2": "empty" }, "deny": { "a1": "T:P", "a3": "T:P", "a4": "T:P" } }"#],
        ),
        case(
            &[2, 4],
            "P: * -> ranks 1-3 deny to[file] P",
            ["t:p", "*", "a3"],
            &[r#"{ "must": { "a3": "empty" }, "deny": { "a4": "t:p", "a2": "t:p", "a1": "t:p" } }"#],
        ),
        case(&[2, 4], "P: * -> ranks 1-3 deny to[file] P", ["T:P", "*", "a4"], &[]),
        case(&[2, 4], "P: * -> a1 when to enemy", ["T:P", "*", "a1"], &[r#"{ "must": { "a1": "enemy" } }"#]),
        case(&[2, 4], "P: a1 -> *", ["T:P", "a1", "*"], &["{}"]),
        case(&[2, 4], "P: a1 -> * when from[f] P", ["t:p", "a4", "*"], &[r#"{ "must": { "a3": "t:p" } }"#]),
        // The piece itself leaves the line; it does not count.
        case(
            &[2, 4],
            "P: mfW deny to[file] P",
            ["T:P", "a1", "a2"],
            &[r#"{ "must": { "a2": "empty" }, "deny": { "a3": "T:P", "a4": "T:P" } }"#],
        ),
        case(
            &[3, 2],
            "P: mfW deny to[rank] p",
            ["T:P", "b1", "b2"],
            &[r#"{ "must": { "b2": "empty" }, "deny": { "a2": "t:p", "c2": "t:p" } }"#],
        ),
        case(
            &[2, 2, 2],
            "P: * -> a1A deny to[layer] P",
            ["T:P", "*", "a1A"],
            &[r#"{ "must": { "a1A": "empty" }, "deny": { "a2A": "T:P", "b1A": "T:P", "b2A": "T:P" } }"#],
        ),
    ]);
}

#[test]
fn moves_written_out_lead_from_each_to_each() {
    let table = table(&board(FLAT), "mirror files ranks\nA: a1 b1 -> a1 c3");
    assert_eq!(from(&table, "T:A", "a1").into_keys().collect::<Vec<_>>(), ["c3"]);
    assert_eq!(from(&table, "T:A", "b1").into_keys().collect::<Vec<_>>(), ["a1", "c3"]);
    assert_eq!(from(&table, "t:a", "d5").into_keys().collect::<Vec<_>>(), ["c3", "e5"]);
    compare(&[
        case(
            FLAT,
            "K: e1 -> c1 when d1 c1 b1 empty, a1 +R",
            ["t:k", "e5", "c5"],
            &[r#"{ "must": { "d5": "empty", "c5": "empty", "b5": "empty", "a5": "t:+r" } }"#],
        ),
        case(
            FLAT,
            "K: e1 -> c1 when d1-b1 empty, a1 +R",
            ["T:K", "e1", "c1"],
            &[r#"{ "must": { "d1": "empty", "c1": "empty", "b1": "empty", "a1": "T:+R" } }"#],
        ),
        case(
            FLAT,
            "K: e1 -> c1",
            ["T:K", "e1", "c1"],
            &[r#"{ "must": { "c1": "empty" } }"#, r#"{ "must": { "c1": "enemy" } }"#],
        ),
    ]);
}

#[test]
fn the_other_side_moves_by_the_mirror_image_that_the_file_names() {
    let ends = |patterns: &str, piece: &str, source: &str| -> Vec<String> {
        from(&table(&board(FLAT), patterns), piece, source).into_keys().collect()
    };
    // From the middle, a leap two ahead and one to the left.
    assert_eq!(ends("A: lfN", "T:A", "c3"), ["b5"]);
    assert_eq!(ends("A: lfN", "t:a", "c3"), ["b1"]);
    assert_eq!(ends("mirror files ranks\nA: lfN", "t:a", "c3"), ["d1"]);
    assert_eq!(ends("mirror files\nA: lfN", "t:a", "c3"), ["d5"]);
    assert_eq!(ends("mirror nothing\nA: lfN", "t:a", "c3"), ["b5"]);
    // A line for the second side: its squares are the board's, its directions its own.
    assert_eq!(ends("a: lfN from c4 b5", "t:a", "c4"), ["b2"]);
    assert_eq!(ends("a: lfN from c4 b5", "T:A", "c2"), ["b4"]);
    assert_eq!(ends("mirror files ranks\na: (-1,+2)", "t:a", "c3"), ["d1"]);
    assert_eq!(ends("mirror files ranks\na: mfW when from[l] A", "t:a", "c3"), ["c2"]);
    let rows = from(&table(&board(FLAT), "mirror files ranks\na: mfW when from[l] A"), "t:a", "c3");
    assert_eq!(rows["c2"], [r#"{ "must": { "d3": "T:A", "c2": "empty" } }"#]);
    // `only` keeps a line to its side.
    assert_eq!(ends("A only: fW\nb only: fW", "t:a", "c3"), Vec::<String>::new());
    assert_eq!(ends("A only: fW\nb only: fW", "T:B", "c3"), Vec::<String>::new());
    assert_eq!(ends("A only: fW\nb only: fW", "t:b", "c3"), ["c2"]);
}

#[test]
fn zones_are_named_in_several_ways() {
    let sources = |patterns: &str| -> Vec<String> {
        let table = table(&board(FLAT), patterns);
        table
            .rows
            .iter()
            .filter(|row| row.piece.to_string() == "T:A")
            .map(|row| row.source.to_string())
            .collect()
    };
    for (zone, squares) in [
        ("b2 a1", &["a1", "b2"][..]),
        ("b1-a2", &["a1", "a2", "b1", "b2"]),
        ("rank 2 but c2-e2", &["a2", "b2"]),
        ("file b but ranks 2-4", &["b1"]),
        ("ranks 3-4 but files a-d", &["e3", "e4"]),
        ("ranks 4-3 but files d-a", &["e3", "e4"]),
        ("board but files a-d", &["e1", "e2", "e3", "e4"]),
        ("camp but a1", &["b1"]),
    ] {
        assert_eq!(sources(&format!("zone camp = a1 b1\nA: fW from {zone}")), squares, "{zone}");
    }
    assert_eq!(sources("A: fW in a1-b2"), ["a1", "b1"]);
    assert_eq!(sources("A: fW from a1-b2 to rank 3"), ["a2", "b2"]);
    assert_eq!(sources("A: fR to rank 3"), ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2"]);
}

#[test]
fn rows_stand_by_side_piece_and_square_with_the_hand_before_all() {
    let table = table(
        &board(&[2, 11]),
        "Q: mfW from a9-a10\nk: * -> b11 a1\nQ: * -> a2\n   a10 -> *\n+Q: mrW from a1\nW: stays",
    );
    let order: Vec<String> =
        table.rows.iter().map(|row| format!("{} {} {}", row.piece, row.source, row.destination)).collect();
    let first = ["T:Q * a2", "T:Q a9 a10", "T:Q a10 *", "T:Q a10 a11", "T:K * a11", "T:K * b1", "T:+Q a1 b1"];
    let second = ["t:q * a10", "t:q a2 *", "t:q a2 a1", "t:q a3 a2", "t:k * a1", "t:k * b11", "t:+q a11 b11"];
    assert_eq!(order, [first, second].concat());
    assert_eq!(table.idle.iter().map(ToString::to_string).collect::<Vec<_>>(), ["T:W", "t:w"]);
}

#[test]
fn pieces_have_the_style_of_their_side_unless_they_name_another() {
    let of = |patterns: &str| -> Vec<String> {
        let table = table("4/4 / C/s", patterns);
        let mut pieces: Vec<String> = table.rows.iter().map(|row| row.piece.to_string()).collect();
        pieces.dedup();
        pieces
    };
    assert_eq!(of("K: mfW"), ["C:K", "s:k"]);
    assert_eq!(of("C:K: mfW"), ["C:K", "s:k"]);
    assert_eq!(of("s:k: mfW"), ["C:K", "s:k"]);
    assert_eq!(of("X:K: mfW"), ["X:K", "x:k"]);
    assert_eq!(of("s:K: mfW"), ["s:K", "C:k"]);
    let rows = from(&table("4/4 / C/s", "K: mfW when a2 q"), "s:k", "b2");
    assert_eq!(rows["b1"], [r#"{ "must": { "a1": "C:Q", "b1": "empty" } }"#]);
}

#[test]
fn comments_blanks_and_line_ends_do_not_matter() {
    let plain = table(&board(FLAT), "K +K: mfW cfF from a1 b1\n      bW from c2\n");
    for patterns in [
        "# The king.\n\n  # Indented.\nK +K : mfWcfF from a1 b1 # ahead\n\n\tbW from c2",
        "K  +K:\n  mfW  cfF  from  a1  b1  \r\n  bW\tfrom c2\r\n",
        "K +K:\n  mfW cfF from a1 b1\n# between\n  bW from c2",
    ] {
        assert_eq!(table(&board(FLAT), patterns), plain, "{patterns}");
    }
}
