//! Speed and size of every game, beside Fairy-Stockfish where that plays it: the rows of a published table.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use ggn_core::{Overlay, Rules, compose, perft};
use serde::Deserialize;

use crate::clock;
use crate::oracle::Oracle;
use crate::page;
use crate::positions::PerftFile;
use crate::report::{digits, median};

/// A perft of fewer nodes than these goes one ply deeper, unless that would take longer than this.
const NODES_MIN: u64 = 1_500_000;
const SECONDS_MAX: f64 = 2.0;

/// A variant of the oracle in the words of this project.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Variant {
    rules: String,
    with: Vec<String>,
    feen: Option<String>,
}

/// Figures of one game.
struct Row {
    game: String,
    is_compiled: bool,
    /// Number of plies of the known counts of each position.
    known: Vec<usize>,
    depth: u32,
    nodes: u64,
    /// Millions of nodes per second of both programs.
    ours: f64,
    theirs: Option<f64>,
    load_milliseconds: f64,
    pattern_lines: usize,
    other_lines: usize,
}

/// Measures every game, or those whose folder is named, and returns the table.
pub(crate) fn table(oracle: Option<&str>, only: &[String]) -> Result<String, Box<dyn Error>> {
    let mut oracle = oracle.map(Oracle::start).transpose()?;
    let variants: BTreeMap<String, Variant> =
        serde_json::from_str(&dev::files::text("conformance/variants.json"))?;
    let mut games: BTreeMap<Variant, Vec<String>> = BTreeMap::new();
    for folder in dev::files::ruleset_folders().into_iter().filter(|folder| folder.starts_with("rules/")) {
        games.entry(Variant { rules: folder, with: Vec::new(), feen: None }).or_default();
    }
    for (name, variant) in variants {
        if variant.feen.is_none() {
            games.entry(variant).or_default().push(name);
        }
    }
    let mut rows = Vec::new();
    let is_asked = |variant: &Variant| {
        only.is_empty() || only.iter().any(|name| variant.rules.trim_start_matches("rules/") == name)
    };
    for (variant, names) in games.iter().filter(|(variant, _)| is_asked(variant)) {
        let row = measure(variant, names, oracle.as_mut())?;
        eprintln!("{}: {} Mnps", row.game, digits(row.ours));
        rows.push(row);
    }
    Ok(text(&rows, oracle.is_some()))
}

fn measure(variant: &Variant, names: &[String], oracle: Option<&mut Oracle>) -> Result<Row, Box<dyn Error>> {
    let files = dev::files::read(&variant.rules);
    let overlays: Vec<Overlay> = variant
        .with
        .iter()
        .map(|id| Overlay::read(&dev::files::read(&format!("rules/overlays/{id}"))))
        .collect::<Result<_, _>>()?;
    let parts: Vec<&Overlay> = overlays.iter().collect();
    let (seconds, rules) = clock::time(|| -> Result<_, String> {
        if parts.is_empty() {
            return pattern::load(&files).map_err(|faults| format!("{faults:?}"));
        }
        let whole = pattern::whole(&files).map_err(|faults| format!("{faults:?}"))?;
        let composed = compose(&whole, &parts).map_err(|clashes| format!("{clashes:?}"))?.files;
        Rules::load(&composed).map_err(|faults| faults.to_string())
    });
    let rules = rules.map_err(|fault| format!("{variant:?}: {fault}"))?;
    let known = KnownCounts::of(variant)?;
    let (depth, nodes) = depth(&rules);
    if let Some(expected) = known.of_start.get(depth as usize - 1).filter(|expected| **expected != nodes) {
        return Err(format!("{variant:?}: {nodes} lines of {depth} plies instead of {expected}").into());
    }
    let once = || {
        let (seconds, found) = clock::time(|| perft(&rules, rules.initial(), depth));
        assert_eq!(found, nodes, "{variant:?}");
        nodes as f64 / seconds / 1e6
    };
    let ours = median((0..3).map(|_| once()).collect());
    let theirs = match oracle {
        Some(oracle) => match names.iter().find(|name| oracle.knows(name)) {
            Some(name) => oracle.speed(name, depth, nodes)?,
            None => None,
        },
        None => None,
    };
    let house_rules: String = variant.with.iter().map(|id| format!(" with {id}")).collect();
    let lines = |of_patterns: bool| {
        let files = dev::files::read(&variant.rules);
        let counted = files.iter().filter(|(path, _)| {
            if of_patterns {
                path.starts_with("patterns/")
            } else {
                path == "ruleset.json" || path == "setup.json"
            }
        });
        counted.map(|(_, bytes)| String::from_utf8_lossy(bytes).lines().filter(is_data).count()).sum()
    };
    Ok(Row {
        game: format!("{}{house_rules}", variant.rules.trim_start_matches("rules/")),
        is_compiled: rules.compiled_bytes().is_some(),
        known: known.depths,
        depth,
        nodes,
        ours,
        theirs,
        load_milliseconds: seconds * 1e3,
        pattern_lines: lines(true),
        other_lines: lines(false),
    })
}

/// Returns whether a line is more than a comment or empty.
fn is_data(line: &&str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// The counts in the `perft.json` of a game.
#[derive(Default)]
struct KnownCounts {
    /// Counts of the start position.
    of_start: Vec<u64>,
    /// Number of plies of each position.
    depths: Vec<usize>,
}

impl KnownCounts {
    fn of(variant: &Variant) -> Result<KnownCounts, Box<dyn Error>> {
        let folder = match variant.with.as_slice() {
            [] => variant.rules.clone(),
            [id] => format!("rules/overlays/{id}"),
            _ => return Ok(KnownCounts::default()),
        };
        let path = dev::path(&folder).join("perft.json");
        if !path.exists() {
            return Ok(KnownCounts::default());
        }
        let file: PerftFile = serde_json::from_str(&fs::read_to_string(path)?)?;
        let start = file.positions.iter().find(|position| position.name == "start");
        Ok(KnownCounts {
            of_start: start.map(|position| position.nodes.clone()).unwrap_or_default(),
            depths: file.positions.iter().map(|position| position.nodes.len()).collect(),
        })
    }
}

/// Returns a depth at which a perft takes long enough to be measured, and its count.
fn depth(rules: &Rules) -> (u32, u64) {
    let count = |depth| clock::time(|| perft(rules, rules.initial(), depth));
    let (mut depth, mut before) = (1, 1);
    loop {
        let (seconds, nodes) = count(depth);
        let next = seconds * nodes as f64 / before as f64;
        if nodes >= NODES_MIN || next >= SECONDS_MAX || depth >= 12 {
            return (depth, nodes);
        }
        (depth, before) = (depth + 1, nodes.max(1));
    }
}

fn text(rows: &[Row], has_oracle: bool) -> String {
    let games: BTreeSet<&str> = rows.iter().filter_map(|row| row.game.split_whitespace().next()).collect();
    let compiled = rows.iter().filter(|row| row.is_compiled).count();
    let mut out = format!(
        "\n{} rulesets, {} with house rules. {compiled} are compiled, the others interpreted.\n\n",
        games.len(),
        rows.len() - games.len(),
    );
    out.push_str("| game | known counts | depth | nodes | Mnps |");
    let _ = writeln!(out, "{} load, ms | lines |", if has_oracle { " × oracle |" } else { "" });
    let _ = writeln!(out, "|---|---|---:|---:|---:|{}---:|---:|", if has_oracle { "---:|" } else { "" });
    for row in rows {
        let known = match (row.known.as_slice(), row.known.iter().max()) {
            ([_], Some(depth)) => format!("to {depth}"),
            (positions, Some(depth)) => format!("to {depth}, {} positions", positions.len()),
            (_, None) => "–".to_owned(),
        };
        let ratio = match row.theirs {
            Some(theirs) => format!(" {} |", digits(row.ours / theirs)),
            None if has_oracle => " – |".to_owned(),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "| {}{} | {known} | {} | {} | {} |{ratio} {:.0} | {} + {} |",
            row.game,
            if row.is_compiled { "" } else { " *" },
            row.depth,
            page::grouped(row.nodes),
            digits(row.ours),
            row.load_milliseconds,
            row.pattern_lines,
            row.other_lines,
        );
    }
    out.push('\n');
    out
}
