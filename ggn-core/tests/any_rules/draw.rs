//! Random rulesets: boards of one to three dimensions up to the largest, pieces that move by random patterns, and manifests with random rules.

use std::collections::BTreeMap;

use dev::Random;
use serde_json::{Map, Value, json};

/// Roles of the pieces; the first may be royal.
const ROLES: [&str; 6] = ["K", "A", "B", "C", "D", "P"];

const MODIFIERS: [&str; 14] = ["", "", "", "", "m", "c", "f", "b", "fs", "mf", "cf", "n", "j", "p"];

const ATOMS: [&str; 34] = [
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "R3", "B2", "Q4", "NN", "N2", "DD",
    "W2", "(1,2)", "(1,3)0", "(0,1)0", "(+1,-1)0", "(2,3)2", "(1)", "(2)0", "(1,1,1)0", "(0,1,2)", "W-F",
    "F-R", "W+W", "F-F-F", "mRcpR",
];

const SQUARES: [&str; 12] = [
    "a1",
    "b2 c3",
    "a1-c3",
    "rank 1",
    "ranks 2-3",
    "file a",
    "files a-c",
    "board",
    "near",
    "far",
    "board but near",
    "ranks 1-200",
];

const PLACES: [&str; 16] = [
    "a1",
    "a1 b1",
    "near",
    "from[f]",
    "from[l]",
    "from[ff]",
    "to[b]",
    "to[fr]",
    "to",
    "to[file]",
    "from[rank]",
    "to[0,1]",
    "from",
    "ranks 1-2",
    "board",
    "to[layer]",
];

const CONSTRAINTS: [&str; 9] = [
    "royal-safety",
    "unattacked",
    "forced-capture",
    "gives-no-check",
    "forced-drop",
    "forced-move",
    "duple-check",
    "spare-royals",
    "royal-stays",
];

/// Stands for the initial position while squares are named.
const INITIAL: &str = "(initial)";

/// Largest board on which faulty lines are left out.
const SQUARES_MENDED: usize = 400;

/// Returns the files of a ruleset.
pub(super) fn files(random: &mut Random) -> Vec<(String, Vec<u8>)> {
    let sizes = sizes(random);
    let initial = initial(random, &sizes);
    let manifest = on_board(&manifest(random, &initial).to_string(), sizes.len()).replace(INITIAL, &initial);
    let file = |path: &str, text: String| (path.to_owned(), text.into_bytes());
    let is_small = sizes.iter().product::<usize>() <= SQUARES_MENDED;
    let mut files = vec![file("patterns/all.moves", String::new()), file("ruleset.json", manifest)];
    let mut patterns = on_board(&head(random, sizes.len()), sizes.len());
    for line in lines(random) {
        let line = on_board(&line, sizes.len());
        files[0].1 = format!("{patterns}{line}\n").into_bytes();
        // Most faulty lines are left out, or hardly a ruleset would load.
        if random.percent(1) || !is_small || pattern::expand(&files).is_ok() {
            patterns = format!("{patterns}{line}\n");
        }
    }
    files[0].1 = patterns.into_bytes();
    if random.percent(20) {
        let squares = json!({ "R:A": { "a1": [{}], "b1": [{ "must": { "a1": "empty" } }] } });
        let setup = json!({ "count": { "R:A": { "max": 3 } }, "squares": squares }).to_string();
        files.push(file("setup.json", on_board(&setup, sizes.len())));
    }
    files
}

/// Returns the files as a text.
pub(super) fn text(files: &[(String, Vec<u8>)]) -> String {
    files.iter().map(|(path, bytes)| format!("{path}: {}\n", String::from_utf8_lossy(bytes))).collect()
}

/// Returns the size of a board; one of twenty-five is large.
fn sizes(random: &mut Random) -> Vec<usize> {
    const LARGE: [&[usize]; 6] = [&[255, 255], &[255], &[64, 31, 32], &[26, 26], &[60, 60], &[12, 12, 12]];
    let mut between = |least: u64, most: u64| usize::try_from(random.between(least, most)).unwrap();
    match between(0, 24) {
        0 => LARGE[between(0, 5)].to_vec(),
        1..3 => vec![between(1, 40)],
        3..7 => vec![between(2, 5), between(2, 5), between(2, 4)],
        7..11 => vec![between(2, 20), between(2, 20)],
        _ => vec![between(2, 9), between(2, 10)],
    }
}

/// Returns an initial position with some pieces.
fn initial(random: &mut Random, sizes: &[usize]) -> String {
    let squares: usize = sizes.iter().product();
    let mut standing: BTreeMap<usize, String> = BTreeMap::new();
    for _ in 0..random.between(0, 16) {
        standing.insert(random.below(squares), piece(random));
    }
    for king in ["K^", "k^"].into_iter().filter(|_| squares > 20) {
        if random.percent(85) {
            standing.insert(random.below(squares), king.to_owned());
        }
    }
    let mut board = String::new();
    for rank in 0..squares / sizes[0] {
        if rank > 0 {
            let ranks = sizes.get(1).copied().unwrap_or(1);
            board.push_str(if rank % ranks == 0 { "//" } else { "/" });
        }
        let mut empty = 0;
        for at in rank * sizes[0]..(rank + 1) * sizes[0] {
            let Some(piece) = standing.get(&at) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                board.push_str(&empty.to_string());
            }
            empty = 0;
            board.push_str(piece);
        }
        if empty > 0 {
            board.push_str(&empty.to_string());
        }
    }
    let hands = *random.pick(&["/", "2A/", "A/a", "/3a"]);
    format!("{board} {hands} R/r")
}

/// Returns a piece of any side and, at times, state.
fn piece(random: &mut Random) -> String {
    let role = *random.pick(&ROLES[1..]);
    let state = if random.percent(15) { *random.pick(&["+", "-"]) } else { "" };
    let role = if random.percent(50) { role.to_owned() } else { role.to_ascii_lowercase() };
    format!("{state}{role}")
}

/// Returns the lines with which a file of patterns begins.
fn head(random: &mut Random, dimensions: usize) -> String {
    let mirror = *random.pick(&["", "", "mirror nothing\n", "mirror files ranks\n"]);
    let mirror = if dimensions == 1 { "" } else { mirror };
    let states = |role: &&str| format!("{role} +{role} -{role}");
    let all: Vec<String> = ROLES[1..].iter().map(states).collect();
    format!(
        "{mirror}zone near = a1-b1\nzone far = board but near\nK^: K\n{}: pass in a1\nA: * -> b1\ncaptured A to hand\n",
        all.join(" ")
    )
}

/// Returns a text about a board of two dimensions with the squares of another.
fn on_board(text: &str, dimensions: usize) -> String {
    let names: &[(&str, &str)] = match dimensions {
        1 => &[
            ("a1", "a"),
            ("b1", "b"),
            ("a2", "c"),
            ("b2", "b"),
            ("c3", "c"),
            ("rank 1", "file a"),
            ("rank 2", "file b"),
        ],
        2 => &[],
        _ => &[
            ("a1", "a1A"),
            ("b1", "b1A"),
            ("a2", "a2A"),
            ("b2", "b2B"),
            ("c3", "b2B"),
            ("file a", "layer A"),
        ],
    };
    names.iter().fold(text.to_owned(), |text, (name, other)| text.replace(name, other))
}

/// Returns some lines for each role.
fn lines(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for role in &ROLES[1..] {
        if random.percent(90) {
            let moves = moves(random);
            lines.push(format!("{role}: {moves}"));
        }
        for _ in 0..random.below(3) {
            let state = *random.pick(&["", "", "", "+", "-"]);
            let clause = clause(random);
            lines.push(format!("{state}{role}: {clause}"));
        }
    }
    for statement in ["moved +A +B", "expires -P", "captured B C to hand", "A B: promotes C D to rank 2"] {
        if random.percent(15) {
            lines.push(statement.to_owned());
        }
    }
    lines
}

fn moves(random: &mut Random) -> String {
    let count = 1 + random.below(2);
    let atoms: Vec<String> =
        (0..count).map(|_| format!("{}{}", random.pick(&MODIFIERS), random.pick(&ATOMS))).collect();
    atoms.join(" ")
}

/// Returns moves with what may stand behind them.
fn clause(random: &mut Random) -> String {
    let mut clause = match random.below(8) {
        0 => format!("* -> {}", random.pick(&SQUARES)),
        1 => format!("{} -> {}", random.pick(&SQUARES), random.pick(&SQUARES)),
        2 => format!("pass in {}", random.pick(&SQUARES)),
        _ => {
            let moves = moves(random);
            let limit =
                if random.percent(40) { format!(" from {}", random.pick(&SQUARES)) } else { String::new() };
            let over = if random.percent(8) { " over but A a" } else { "" };
            format!("{moves}{limit}{over}")
        }
    };
    for word in ["when", "deny"] {
        if random.percent(25) {
            let state = *random.pick(&["empty", "enemy", "A", "a"]);
            clause.push_str(&format!(" {word} {} {state}", random.pick(&PLACES)));
        }
    }
    if random.percent(35) {
        clause.push(' ');
        clause.push_str(&effect(random));
    }
    clause
}

fn effect(random: &mut Random) -> String {
    let place = *random.pick(&PLACES);
    match random.below(9) {
        0 => format!(
            "promotes A B{}",
            random.pick(&["", " optional", " last", " optional last", " to rank 2"])
        ),
        1 => "becomes +".to_owned(),
        2 => format!("lands {place}"),
        3 => format!("takes {place}"),
        4 => format!("carries {place} -> {}", random.pick(&PLACES)),
        5 => format!("unattacked {place}"),
        6 => format!("revokes {place}"),
        7 => format!(
            "places A B{}",
            random.pick(&[" of hand", " of board", "", " on from optional", " along Q"])
        ),
        _ => "tag any".to_owned(),
    }
}

fn manifest(random: &mut Random, initial: &str) -> Value {
    // A game without a king has no use for most rules about kings.
    let is_royal = initial.contains("K^") && initial.contains("k^");
    let mut pieces = Map::new();
    for role in ROLES {
        let mut piece = json!({ "name": role.to_ascii_lowercase(), "san": role });
        let mut set = |field: &str, value: Value, permille: u64| {
            if random.permille(permille) {
                piece[field] = value;
            }
        };
        set("drop", json!("no-mate"), if is_royal && role == "A" { 200 } else { 0 });
        set("promotion_limit", json!(1), 10);
        set("promotion_without_check", json!(true), 3);
        set("supply", json!(true), if role == "A" { 60 } else { 2 });
        set("neutral", json!(true), 3);
        pieces.insert(format!("R:{role}"), piece);
    }
    let constraints: Vec<&str> = CONSTRAINTS
        .into_iter()
        .enumerate()
        .filter(|(index, _)| random.percent(if *index < 2 { 80 } else { 4 }) && (is_royal || *index > 1))
        .map(|(_, constraint)| constraint)
        .collect();
    let mut manifest = json!({
        "id": "random", "name": "Random", "styles": { "R": "Random" }, "sides": { "first": "one", "second": "two" },
        "pieces": pieces, "initial": INITIAL, "constraints": constraints,
    });
    let royal = ["checkmate", "repetition", "checks"];
    let mut endings = some(random, 30, &endings());
    endings.retain(|ending| is_royal || !royal.iter().any(|status| ending["status"] == *status));
    if random.percent(95) {
        endings.dedup_by(|one, other| one["status"] == other["status"]);
    }
    manifest["endings"] = endings.into();
    if random.percent(15) {
        let first = usize::from(random.percent(30));
        let mechanics =
            [&mechanics()[..1 - first], &some(random, 40, &mechanics()[1 + 2 * first..])].concat();
        manifest["mechanics"] = mechanics.into();
    }
    if random.percent(90) {
        manifest["points"] = json!({ "pieces": { "R:A": 3, "R:B": 1 }, "second": 1 });
    }
    manifest
}

/// Returns some of the items, each with a chance in a hundred.
fn some(random: &mut Random, percent: u64, items: &[Value]) -> Vec<Value> {
    items.iter().filter(|_| random.percent(percent)).cloned().collect()
}

fn endings() -> [Value; 16] {
    [
        json!({ "status": "extinction", "result": "draw", "left": 1 }),
        json!({ "status": "checkmate", "result": "loss" }),
        json!({ "status": "checkmate", "result": "loss", "only_by": { "pieces": ["R:A"], "result": "win" },
            "never_by": { "pieces": ["R:B"], "result": "draw" } }),
        json!({ "status": "stalemate", "result": "draw" }),
        json!({ "status": "insufficient", "result": "draw", "material": [{ "one": ["R:K"], "other": ["R:K"] }] }),
        json!({ "status": "repetition", "result": "draw", "count": 3, "identity": "rights", "perpetual_check": "loss" }),
        json!({ "status": "movelimit", "result": "draw", "plies": 100, "resets": { "captures": true, "moves_of": ["R:P"] } }),
        json!({ "status": "captures", "result": "win", "count": 4 }),
        json!({ "status": "promotions", "result": "win" }),
        json!({ "status": "checks", "result": "win", "count": 3 }),
        json!({ "status": "arrival", "result": "win", "pieces": ["R:A"], "squares": ["a1"], "safe": true }),
        json!({ "status": "passes", "result": "draw" }),
        json!({ "status": "facing", "result": "draw", "pieces": ["R:K"] }),
        json!({ "status": "full", "result": "points" }),
        json!({ "status": "resignation", "result": "loss" }),
        json!({ "status": "timelimit", "result": "loss" }),
    ]
}

fn mechanics() -> [Value; 6] {
    [
        json!({ "mechanic": "hit-points", "initial": 2 }),
        json!({ "mechanic": "healing", "pieces": ["R:K"], "max": 3 }),
        json!({ "mechanic": "poison", "squares": ["a1", "b1"] }),
        json!({ "mechanic": "blast", "area": "square", "radius": 1, "mover": "destroyed" }),
        json!({ "mechanic": "conversion", "area": "around" }),
        json!({ "mechanic": "turn", "moves": 2 }),
    ]
}
