//! Broken rulesets and their diagnostics: each file of `fixtures/broken` says what is changed in a good ruleset, and below the
//! line stands what the tool prints, exactly.
//!
//! ```text
//! What is wrong, in a sentence.
//!
//! base: race
//! in ruleset.json: "royal-safety" => "royal-saftey"
//! ────────
//! …
//! ```
//! `base` is `race`, `chess` or `minishogi` (of patterns alone), `house`: race with moderators and profiles beside it, or `overlays`: race with house rules beside it. Other changes are `all FILE: TEXT => TEXT` (everywhere in the file),
//! `anywhere FILE: PIECE but SQUARES` (lets a piece stand on all of 8x8 but those), `add FILE: TEXT`, `many FILE: COUNT` (a table of so many pieces), `remove FILE`, `rename FILE: FILE`, `cut FILE: TEXT` (the text and all behind it goes) and `bytes FILE: AT HEX…` (bytes are put in front of that byte).
//! `\n` in a text is a line break. `arguments: …` are given to the tool, and `checked: …` is the folder that is checked instead of all. `UPDATE_GOLDEN=1` writes what is printed into the files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::write;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use authoring::diagnose::code::Code;
use authoring::rules::Folder;

const LINE: &str = "────────────────────────────────────────────────────────────────────────\n";

type Files = BTreeMap<String, Vec<u8>>;

fn root() -> PathBuf {
    dev::path("conformance")
}

fn read(folder: &Path, below: &str, files: &mut Files) {
    let read = Folder::read(folder).unwrap();
    files.extend(read.files.into_iter().map(|(path, bytes)| (format!("{below}{path}"), bytes)));
}

/// Returns the folder that is checked, and the files of a base.
fn base(name: &str) -> (&'static str, Files) {
    let mut files = Files::new();
    let (race, rules) = (root().join("fixtures/base/race"), root().join("../rules"));
    match name {
        "race" => {
            read(&race, "race/", &mut files);
            ("race", files)
        }
        "chess" => {
            read(&rules.join("chess"), "chess/", &mut files);
            ("chess", files)
        }
        "minishogi" => {
            read(&rules.join("minishogi"), "minishogi/", &mut files);
            ("minishogi", files)
        }
        "house" => {
            read(&race, "rules/race/", &mut files);
            read(&rules.join("moderators"), "rules/moderators/", &mut files);
            read(&rules.join("profiles"), "rules/profiles/", &mut files);
            for (_, bytes) in files.iter_mut().filter(|(path, _)| path.starts_with("rules/profiles/")) {
                let text = String::from_utf8(bytes.clone()).unwrap();
                *bytes =
                    text.replace("\"chess\"", "\"race\"").replace("\"dark-chess\"", "\"race\"").into_bytes();
            }
            ("rules", files)
        }
        "overlays" => {
            read(&race, "rules/race/", &mut files);
            read(&root().join("fixtures/base/overlays"), "rules/overlays/", &mut files);
            ("rules", files)
        }
        other => panic!("no base {other}"),
    }
}

struct Case {
    path: PathBuf,
    head: String,
    golden: String,
}

struct Ran {
    status: i32,
    text: String,
}

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(root().join("fixtures/broken")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let case = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let (head, golden) = text.split_once(LINE).unwrap_or((&text, ""));
        Case { head: head.to_owned(), golden: golden.to_owned(), path }
    };
    paths.into_iter().map(case).collect()
}

fn change(files: &mut Files, folder: &str, line: &str) -> Option<Vec<String>> {
    let (word, rest) = line.split_once(' ').unwrap();
    let (file, text) = rest.split_once(": ").unwrap_or((rest, ""));
    let path = format!("{folder}/{file}");
    let plain = |text: &str| text.replace("\\n", "\n");
    match word {
        "in" => {
            let (from, to) = text.split_once(" => ").unwrap();
            let bytes = files.get_mut(&path).unwrap_or_else(|| panic!("no {path}"));
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(text.contains(&plain(from)), "{path} does not hold {from}");
            *bytes = text.replacen(&plain(from), &plain(to), 1).into_bytes();
        }
        "all" => {
            let (from, to) = text.split_once(" => ").unwrap();
            let bytes = files.get_mut(&path).unwrap();
            *bytes = String::from_utf8(bytes.clone()).unwrap().replace(from, to).into_bytes();
        }
        "many" => {
            let pins = ('A'..='Z').flat_map(|letter| ["", "+", "-"].map(|sign| format!("{sign}{letter}")));
            let sides = pins.flat_map(|pin| [format!("M:{pin}"), format!("m:{}", pin.to_lowercase())]);
            let pieces = sides.flat_map(|piece| [format!("{piece}^"), piece]);
            let all: Vec<String> =
                pieces.take(text.parse().unwrap()).map(|piece| format!("\"{piece}\": {{}}")).collect();
            files.insert(path, format!("{{ {} }}", all.join(", ")).into_bytes());
        }
        "anywhere" => {
            let (piece, but) = text.split_once(" but ").unwrap();
            let cells = ('a'..='h').flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}")));
            let cells: Vec<String> = cells
                .filter(|cell| !but.split(' ').any(|other| other == cell))
                .map(|cell| format!("\"{cell}\": [{{}}]"))
                .collect();
            let bytes = files.get_mut(&path).unwrap();
            let entry = format!("\"squares\": {{\n    \"{piece}\": {{ {} }},", cells.join(", "));
            *bytes =
                String::from_utf8(bytes.clone()).unwrap().replacen("\"squares\": {", &entry, 1).into_bytes();
        }
        "add" => drop(files.insert(path, plain(text).into_bytes())),
        "remove" => drop(files.remove(&path).unwrap_or_else(|| panic!("no {path}"))),
        "rename" => {
            let bytes = files.remove(&path).unwrap_or_else(|| panic!("no {path}"));
            files.insert(format!("{folder}/{text}"), bytes);
        }
        "cut" => {
            let bytes = files.get_mut(&path).unwrap();
            let all = String::from_utf8(bytes.clone()).unwrap();
            bytes.truncate(all.find(&plain(text)).unwrap());
        }
        "bytes" => {
            let mut words = text.split(' ');
            let at: usize = words.next().unwrap().parse().unwrap();
            let new: Vec<u8> = words.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
            files.get_mut(&path).unwrap().splice(at..at, new);
        }
        "checked:" => {}
        "arguments:" => return Some(rest.split(' ').map(str::to_owned).collect()),
        other => panic!("no change {other}"),
    }
    None
}

/// Makes the folder of a case and runs the tool on it.
fn run(case: &Case) -> Ran {
    let mut lines = case.head.lines().skip(1).filter(|line| !line.is_empty());
    let (folder, mut files) = base(lines.next().unwrap().strip_prefix("base: ").unwrap());
    let (mut arguments, mut checked) = (Vec::new(), folder);
    for line in lines {
        checked = line.strip_prefix("checked: ").unwrap_or(checked);
        arguments.extend(change(&mut files, folder, line).unwrap_or_default());
    }
    let place = tempfile::tempdir().unwrap();
    write(place.path(), files);
    let output = Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(place.path())
        .args(["check", checked])
        .args(arguments)
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let text = format!("{err}{out}").replace(concat!("ggn ", env!("CARGO_PKG_VERSION")), "ggn [VERSION]");
    Ran {
        status: output.status.code().unwrap(),
        text: text.lines().map(|line| format!("{}\n", line.trim_end())).collect(),
    }
}

#[test]
fn every_fault_is_reported_as_written() {
    let (cases, next) = (Arc::new(cases()), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ran = run(case);
                    let asks_error = ran.text.contains("error[") || ran.text.contains("ggn: ");
                    let denies = case.head.contains("--deny-warnings");
                    assert_eq!(ran.status, i32::from(asks_error || denies), "{}", case.path.display());
                    if ran.text == case.golden {
                        continue;
                    }
                    if std::env::var_os("UPDATE_GOLDEN").is_some() {
                        fs::write(&case.path, format!("{}{LINE}{}", case.head, ran.text)).unwrap();
                    } else {
                        let name = case.path.display();
                        let difference = format!("{name}\nexpected:\n{}\nfound:\n{}", case.golden, ran.text);
                        wrong.lock().unwrap().push(difference);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} differ; UPDATE_GOLDEN=1 accepts them\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_code_is_reported_by_some_case() {
    let reported: BTreeSet<String> = cases()
        .iter()
        .flat_map(|case| case.golden.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|line| {
            let rest = line.strip_prefix("error[").or_else(|| line.strip_prefix("warning["))?;
            Some(rest.split_once(']')?.0.to_owned())
        })
        // Those of patterns have tests of their own.
        .filter(|code| !code.starts_with("pattern-"))
        .collect();
    let all: BTreeSet<String> = Code::ALL.iter().map(|code| code.name().to_owned()).collect();
    assert_eq!(reported, all);
}
