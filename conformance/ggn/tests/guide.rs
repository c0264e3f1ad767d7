//! The author's guide, run as it stands: every command, every edit and every answer of `rules/README.md`, on a copy of the rules.
//!
//! A `console` block holds commands after `$ ` (lines after `> ` go on with them), what they print, and `? N` for an exit status that is
//! not 0. A `diff` block names its file in its first line; its lines `-` and ` ` must stand in that file once, in this order. With
//! `GUIDE=overwrite` the answers and the pictures are written anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{copy, root};

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use snapbox::IntoData as _;

const GUIDE: &str = "rules/README.md";

/// A part of the guide, as its lines.
enum Part {
    Text(Vec<String>),
    Console(Vec<Step>),
    Diff(Vec<String>),
}

/// A command with what it should answer.
#[derive(Default)]
struct Step {
    command: Vec<String>,
    status: i32,
    answer: String,
}

fn parts(guide: &str) -> Vec<Part> {
    let mut parts = vec![Part::Text(Vec::new())];
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
            lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect()
        };
        match line {
            "```console" => parts.push(Part::Console(steps(&block(&mut lines)))),
            "```diff" => parts.push(Part::Diff(block(&mut lines))),
            _ => match parts.last_mut() {
                Some(Part::Text(text)) => text.push(line.to_owned()),
                _ => parts.push(Part::Text(vec![line.to_owned()])),
            },
        }
    }
    parts
}

fn steps(lines: &[String]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: vec![command.to_owned()], ..Step::default() });
            continue;
        }
        let step = steps.last_mut().expect("a command before its answer");
        if let Some(further) = line.strip_prefix("> ").filter(|_| step.answer.is_empty()) {
            step.command.push(further.to_owned());
        } else if let Some(status) = line.strip_prefix("? ") {
            step.status = status.parse().unwrap();
        } else {
            writeln!(step.answer, "{line}").unwrap();
        }
    }
    steps
}

/// Runs a command as a shell would, with what it prints on either stream.
fn run(step: &Step, at: &Path) -> (i32, String) {
    let tool = Path::new(env!("CARGO_BIN_EXE_ggn")).parent().unwrap();
    let path = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap());
    let script = format!("exec 2>&1\n{}\n", step.command.join("\n"));
    let ran = Command::new("sh")
        .args(["-c", &script])
        .current_dir(at)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    (ran.status.code().unwrap(), String::from_utf8(ran.stdout).unwrap())
}

/// Changes a file as a block says.
fn edit(diff: &[String], at: &Path) {
    let file = diff[0].strip_prefix("--- ").expect("a diff names its file");
    let side = |mark: char| -> String {
        let lines = diff[1..].iter().filter(|line| line.starts_with([mark, ' ']));
        lines.map(|line| format!("{}\n", &line[1..])).collect()
    };
    let (old, new) = (side('-'), side('+'));
    assert!(diff[1..].iter().all(|line| line.starts_with(['-', '+', ' '])), "{file}: {diff:#?}");
    let text = fs::read_to_string(at.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
    assert_eq!(text.matches(&old).count(), 1, "{file} holds this not once:\n{old}");
    fs::write(at.join(file), text.replace(&old, &new)).unwrap();
}

fn workplace() -> tempfile::TempDir {
    let at = tempfile::tempdir().unwrap();
    let rules = at.path().join("rules");
    copy(&root().join("rules"), &rules);
    // The guide is about chess, and checks the rules again and again: the other games stay away.
    for folder in fs::read_dir(&rules).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.join("ruleset.json").exists() && !folder.join("effects.json").exists() {
            fs::remove_dir_all(folder).unwrap();
        }
    }
    // So do the profiles of these games.
    let profiles =
        ["profiles", "gambit"].into_iter().flat_map(|folder| fs::read_dir(rules.join(folder)).unwrap());
    for profile in profiles.map(|entry| entry.unwrap().path()) {
        let text = fs::read_to_string(&profile).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        if !rules.join(value["ruleset"].as_str().unwrap()).exists() {
            fs::remove_file(profile).unwrap();
        }
    }
    at
}

#[test]
fn the_guide_can_be_followed_to_the_letter() {
    let guide = fs::read_to_string(root().join(GUIDE)).unwrap();
    let at = workplace();
    let overwrite = std::env::var("GUIDE").is_ok_and(|wish| wish == "overwrite");
    let (mut written, mut ran, mut edited, mut wrong) = (String::new(), 0, 0, String::new());
    for part in parts(&guide) {
        match part {
            Part::Text(lines) => lines.iter().for_each(|line| writeln!(written, "{line}").unwrap()),
            Part::Diff(diff) => {
                edit(&diff, at.path());
                edited += 1;
                writeln!(written, "```diff\n{}\n```", diff.join("\n")).unwrap();
            }
            Part::Console(steps) => {
                written.push_str("```console\n");
                for step in steps {
                    let (status, answer) = run(&step, at.path());
                    ran += 1;
                    let compared = snapbox::Assert::new().try_eq(
                        None,
                        answer.clone().into_data(),
                        step.answer.clone().into_data(),
                    );
                    let is_right = compared.is_ok() && status == step.status;
                    if let (Err(why), false) = (compared, overwrite) {
                        writeln!(wrong, "$ {}\n{why}", step.command.join("\n> ")).unwrap();
                    }
                    if status != step.status && !overwrite {
                        writeln!(wrong, "$ {}\nstatus {status}, not {}", step.command[0], step.status)
                            .unwrap();
                    }
                    writeln!(written, "$ {}", step.command.join("\n> ")).unwrap();
                    if status != 0 {
                        writeln!(written, "? {status}").unwrap();
                    }
                    written.push_str(if is_right { &step.answer } else { &answer });
                }
                written.push_str("```\n");
            }
        }
    }
    if overwrite {
        fs::write(root().join(GUIDE), &written).unwrap();
        for name in drawn(at.path()) {
            fs::copy(at.path().join(&name), root().join("rules/pictures").join(&name)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n`GUIDE=overwrite` writes the answers anew");
    assert!(ran > 20 && edited > 5, "only {ran} commands and {edited} edits");
    pictures_are_those_of_the_guide(at.path());
}

/// Returns the names of the pictures in a folder.
fn drawn(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pictures: Vec<String> = names.filter(|name| name.ends_with(".svg")).collect();
    pictures.sort();
    pictures
}

/// The pictures that the guide shows are those that its commands draw.
fn pictures_are_those_of_the_guide(at: &Path) {
    let kept = root().join("rules/pictures");
    assert_eq!(drawn(&kept), drawn(at));
    assert!(drawn(at).len() > 1);
    for name in drawn(at) {
        let (old, new) = (fs::read(kept.join(&name)).unwrap(), fs::read(at.join(&name)).unwrap());
        assert!(old == new, "rules/pictures/{name} is not what the guide draws");
    }
}
