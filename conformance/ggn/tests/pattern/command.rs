//! `ggn expand` as its users run it: what it writes, what it leaves alone, and with which status it ends.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn expand(folder: &Path, arguments: &[&str]) -> Ran {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ggn")).arg("expand").arg(folder).args(arguments).output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

const STEPS: &str = "{\n  \"G:A\": {\n    \"a\": {\n      \"b\": [{ \"must\": { \"b\": \"empty\" } }]\n    }\n  },\n  \"g:a\": {\n    \"b\": {\n      \"a\": [{ \"must\": { \"a\": \"empty\" } }]\n    }\n  }\n}\n";

/// Returns a ruleset on a board of two squares, with a table of its own beside one that has patterns.
fn ruleset() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("ruleset.json", "{ \"initial\": \"Aa / G/g\" }"),
        ("patterns/steps.moves", "A: mfW\n"),
        ("patterns/more/takes.moves", "A: cW\n"),
        ("ggn/drops.json", "{}\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(folder: &TempDir, path: &str) -> String {
    fs::read_to_string(folder.path().join(path)).unwrap()
}

/// Returns the files of a folder and of all folders in it.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            names.extend(files(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn tables_are_written_once_and_others_are_left_alone() {
    let folder = ruleset();
    let ran = expand(folder.path(), &[]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let written: Vec<&str> = ran.out.lines().collect();
    assert_eq!(written.len(), 2, "{written:?}");
    assert!(written[0].starts_with("wrote ") && written[0].ends_with("more/takes.json"), "{written:?}");
    assert_eq!(read(&folder, "ggn/steps.json"), STEPS);
    assert_eq!(read(&folder, "ggn/drops.json"), "{}\n");
    assert_eq!(
        files(&folder.path().join("ggn")),
        ["drops.json", "more/takes.json", "steps.json"],
        "no drafts are left"
    );

    let before = fs::metadata(folder.path().join("ggn/steps.json")).unwrap().modified().unwrap();
    let again = expand(folder.path(), &[]);
    assert_eq!((again.status, again.out.as_str()), (0, "2 of 2 files were so already\n"));
    assert_eq!(fs::metadata(folder.path().join("ggn/steps.json")).unwrap().modified().unwrap(), before);

    fs::write(folder.path().join("patterns/steps.moves"), "A: mfW\n   mbW\n").unwrap();
    let changed = expand(folder.path(), &[]);
    assert_eq!((changed.status, changed.out.lines().count()), (0, 2));
    assert!(changed.out.contains("steps.json\n1 of 2 files were so already"), "{}", changed.out);
    assert!(read(&folder, "ggn/steps.json").contains("\"b\": {\n      \"a\""));
}

#[test]
fn all_files_are_written_into_another_folder_where_asked() {
    let folder = ruleset();
    let out = tempfile::tempdir().unwrap();
    let to = out.path().join("written").to_str().unwrap().to_owned();
    let ran = expand(folder.path(), &["--out", &to]);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{}{}", ran.out, ran.err);
    assert_eq!(files(&out.path().join("written")), ["ggn/more/takes.json", "ggn/steps.json"]);
    assert_eq!(files(&folder.path().join("ggn")), ["drops.json"]);
    assert_eq!(expand(folder.path(), &["--out", &to, "--check"]).status, 2);
}

#[test]
fn check_writes_nothing_and_says_what_differs() {
    let folder = ruleset();
    let ran = expand(folder.path(), &["--check"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("ggn/steps.json") && ran.err.contains("pattern-table-missing"), "{}", ran.err);
    assert_eq!(files(&folder.path().join("ggn")), ["drops.json"]);

    assert_eq!(expand(folder.path(), &[]).status, 0);
    let ran = expand(folder.path(), &["--check"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));

    fs::write(folder.path().join("ggn/steps.json"), STEPS.replace("\"b\": [", "\"b\":  [")).unwrap();
    let ran = expand(folder.path(), &["--check"]);
    assert!(ran.status == 1 && ran.err.contains("pattern-table-spelling"), "{}", ran.err);
}

#[test]
fn a_fault_anywhere_keeps_everything_from_being_written() {
    let folder = ruleset();
    fs::write(folder.path().join("patterns/faulty.moves"), "A: W\nA: X\n  Y\n").unwrap();
    for arguments in [&[][..], &["--check"], &["--stdout"]] {
        let ran = expand(folder.path(), arguments);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(ran.err.matches("pattern-unknown-atom").count(), 2, "{}", ran.err);
        assert!(ran.err.contains("faulty.moves:2:4") && ran.err.contains("faulty.moves:3:3"), "{}", ran.err);
    }
    assert_eq!(files(&folder.path().join("ggn")), ["drops.json"]);
}

#[test]
fn machines_get_one_object() {
    let folder = ruleset();
    let report = |arguments: &[&str]| -> (i32, serde_json::Value) {
        let ran = expand(folder.path(), &[&["--format", "json"], arguments].concat());
        assert_eq!(ran.err, "");
        (ran.status, serde_json::from_str(&ran.out).unwrap())
    };
    let (status, missing) = report(&["--check"]);
    assert_eq!((status, missing["diagnostics"].as_array().unwrap().len()), (1, 2));
    assert_eq!(missing["diagnostics"][1]["code"], "pattern-table-missing");
    let tables = serde_json::json!(["ggn/more/takes.json", "ggn/steps.json"]);
    let object = |written: &serde_json::Value, unchanged: &serde_json::Value| serde_json::json!({ "format": 1, "written": written, "unchanged": unchanged, "diagnostics": [] });
    let none = serde_json::json!([]);
    assert_eq!(report(&[]), (0, object(&tables, &none)));
    assert_eq!(report(&[]), (0, object(&none, &tables)));
    assert_eq!(report(&["--check"]), (0, object(&none, &none)));

    fs::write(folder.path().join("patterns/steps.moves"), "A: mfW\nA: mX\n").unwrap();
    let (status, faulty) = report(&[]);
    let fault = &faulty["diagnostics"][0];
    assert_eq!(
        (status, &fault["code"], &fault["line"], &fault["column"]),
        (1, &"pattern-unknown-atom".into(), &2.into(), &5.into())
    );
}

#[test]
fn tables_are_printed_where_asked() {
    let folder = ruleset();
    let ran = expand(folder.path(), &["--stdout=steps"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, STEPS, ""));
    let all = expand(folder.path(), &["--stdout"]);
    assert!(all.status == 0 && all.out.ends_with(STEPS) && all.out.len() > STEPS.len(), "{}", all.out);
    assert_eq!(all.err, "ggn/more/takes.json\nggn/steps.json\n");
    let none = expand(folder.path(), &["--stdout=step"]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert!(none.err.contains("more/takes, steps"), "{}", none.err);
    assert_eq!(expand(folder.path(), &["--stdout", "--check"]).status, 2);
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = ruleset();
    fs::remove_dir_all(folder.path().join("ggn")).unwrap();
    fs::write(folder.path().join("ggn"), "in the way").unwrap();
    let ran = expand(folder.path(), &[]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("cannot write") && ran.err.contains("takes.json"), "{}", ran.err);
    assert_eq!(expand(&folder.path().join("absent"), &[]).status, 1);
}

#[test]
fn the_ends_of_lines_are_no_difference() {
    let folder = ruleset();
    assert_eq!(expand(folder.path(), &[]).status, 0);
    let table = folder.path().join("ggn/steps.json");
    fs::write(&table, STEPS.replace('\n', "\r\n")).unwrap();
    let ran = expand(folder.path(), &["--check"]);
    assert_eq!((ran.status, ran.err.contains("spelling")), (0, false), "{}{}", ran.out, ran.err);
    fs::write(&table, STEPS.replace("\"b\": [", "\"b\":  [")).unwrap();
    assert_eq!(expand(folder.path(), &["--check"]).status, 1);
}
