//! The comparison of the lists with the citations.

use std::collections::{BTreeMap, BTreeSet};

use super::citation::Citation;
use super::list::{Document, Requirement, is_id};

/// The parts of the repository that say something about requirements.
#[derive(Default)]
pub(super) struct Repository {
    pub documents: Vec<Document>,
    pub citations: Vec<Citation>,
    /// The case files of the conformance suite, each with the names of its cases.
    pub cases: BTreeMap<String, BTreeSet<String>>,
    /// The data files of the rules.
    pub data: BTreeSet<String>,
    /// The faults that were found while the files were read.
    pub faults: Vec<String>,
}

/// The names of the cases in a case file; none if it has another form, as the suite itself reports.
pub(super) fn names_of_cases(text: &str) -> BTreeSet<String> {
    let file: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let cases = file["cases"].as_array().cloned().unwrap_or_default();
    cases
        .iter()
        .filter_map(|case| case["name"].as_str().or(case["input"].as_str()))
        .map(str::to_owned)
        .collect()
}

impl Repository {
    /// Everything that is wrong, each with file and line.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = self.faults.clone();
        let mut known: BTreeMap<&str, String> = BTreeMap::new();
        for document in &self.documents {
            for entry in &document.requirements {
                let place = format!("{}:{}", document.file, entry.line);
                let mut fault = |text: String| faults.push(format!("{place}: {}: {text}", entry.id));
                if !is_id(&entry.id)
                    || entry.id.rsplit_once('-').is_none_or(|(name, _)| name != document.name())
                {
                    fault(format!("an id of this file has the form `{}-1`", document.name()));
                }
                if let Some(other) = known.get(&*entry.id) {
                    fault(format!("the id stands in {other} too"));
                }
                self.check(entry, &mut fault);
                known.insert(&entry.id, place);
            }
        }
        for citation in &self.citations {
            for id in citation.ids.iter().filter(|id| !known.contains_key(&***id)) {
                faults.push(format!("{}:{}: no list has a requirement `{id}`", citation.file, citation.line));
            }
        }
        faults
    }

    fn check(&self, entry: &Requirement, fault: &mut dyn FnMut(String)) {
        let texts = [&entry.section, &entry.requirement].into_iter().chain(&entry.settled);
        if texts.into_iter().any(|text| text.trim().is_empty()) {
            fault("a text is empty".to_owned());
        }
        let mut cited = self.cited(&entry.id);
        if entry.data.is_empty() && !cited.any(|citation| citation.test.is_none()) {
            fault(format!("no code names it: `// Requirement {}.`, or a file of rules in `data`", entry.id));
        }
        if entry.cases.is_empty() && !self.cited(&entry.id).any(|citation| citation.test.is_some()) {
            fault(format!("no test names it: `// Requirement {}.`, or a case file in `cases`", entry.id));
        }
        for path in entry.data.iter().filter(|path| !self.data.contains(*path)) {
            fault(format!("`{path}` is no data file in `rules`"));
        }
        for case in &entry.cases {
            let (path, name) =
                case.split_once('#').map_or((&**case, None), |(path, name)| (path, Some(name)));
            match (self.cases.get(path), name) {
                (None, _) => {
                    fault(format!(
                        "`{path}` is no file of `conformance/cases`, all of which the suite plays"
                    ));
                }
                (Some(names), _) if names.is_empty() => fault(format!("`{path}` has no cases")),
                (Some(names), Some(name)) if !names.contains(name) => {
                    fault(format!("`{path}` has no case `{name}`"));
                }
                _ => {}
            }
        }
    }

    /// The citations of a requirement.
    pub(super) fn cited(&self, id: &str) -> impl Iterator<Item = &Citation> {
        self.citations.iter().filter(move |citation| citation.ids.iter().any(|cited| cited == id))
    }
}

/// A repository with the requirement `a-1`, which code and a test name.
#[cfg(test)]
fn sound() -> Repository {
    let text = "{ \"document\": \"d\", \"requirements\": [\n{ \"id\": \"a-1\", \"section\": \"s\", \"requirement\": \"r\" }] }";
    let citation = |test: Option<&str>| Citation {
        file: "f.rs".to_owned(),
        line: 7,
        ids: vec!["a-1".to_owned()],
        test: test.map(str::to_owned),
    };
    Repository {
        documents: vec![Document::read("r/a.json", text).unwrap()],
        citations: vec![citation(None), citation(Some("t"))],
        cases: [("c.json".to_owned(), names_of_cases("{ \"cases\": [{ \"name\": \"n\" }] }"))].into(),
        data: ["rules/d.json".to_owned()].into(),
        faults: Vec::new(),
    }
}

#[test]
fn a_requirement_without_code_or_test_is_a_fault() {
    assert_eq!(sound().faults(), [""; 0]);
    let no_code = "r/a.json:2: a-1: no code names it: `// Requirement a-1.`, or a file of rules in `data`";
    let no_test = "r/a.json:2: a-1: no test names it: `// Requirement a-1.`, or a case file in `cases`";
    let mut repository = sound();
    repository.citations.pop();
    assert_eq!(repository.faults(), [no_test]);
    repository.citations.pop();
    assert_eq!(repository.faults(), [no_code, no_test]);
    let entry = &mut repository.documents[0].requirements[0];
    entry.data.push("rules/d.json".to_owned());
    entry.cases.push("c.json#n".to_owned());
    assert_eq!(repository.faults(), [""; 0]);
}

#[test]
fn an_id_is_used_once_and_known() {
    let mut repository = sound();
    repository.documents.extend(sound().documents);
    assert_eq!(repository.faults(), ["r/a.json:2: a-1: the id stands in r/a.json:2 too"]);
    let mut repository = sound();
    repository.citations[1].ids.push("a-2".to_owned());
    assert_eq!(repository.faults(), ["f.rs:7: no list has a requirement `a-2`"]);
    let mut repository = sound();
    repository.documents[0].file = "r/b.json".to_owned();
    assert_eq!(repository.faults(), ["r/b.json:2: a-1: an id of this file has the form `b-1`"]);
}

#[test]
fn files_that_an_entry_names_exist_and_are_played() {
    let mut repository = sound();
    repository.cases.insert("empty.json".to_owned(), BTreeSet::new());
    let entry = &mut repository.documents[0].requirements[0];
    entry.settled = Some(" ".to_owned());
    entry.data.push("rules/e.json".to_owned());
    entry.cases = ["c.json", "c.json#m", "d.json", "empty.json"].map(str::to_owned).to_vec();
    assert_eq!(
        repository.faults(),
        [
            "r/a.json:2: a-1: a text is empty",
            "r/a.json:2: a-1: `rules/e.json` is no data file in `rules`",
            "r/a.json:2: a-1: `c.json` has no case `m`",
            "r/a.json:2: a-1: `d.json` is no file of `conformance/cases`, all of which the suite plays",
            "r/a.json:2: a-1: `empty.json` has no cases",
        ]
    );
}
