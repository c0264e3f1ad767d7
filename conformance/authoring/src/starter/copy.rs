//! A ruleset to start from that is there already: a copy under another name.

use ggn_core::json::{Json, JsonPath};

use super::Id;
use crate::diagnose::locate::Outline;
use crate::rules::Folder;

/// The file that has the names.
const MANIFEST: &str = "ruleset.json";

/// Returns the files of the folder, with another id and title; every other byte is as it was.
pub(super) fn files(folder: &Folder, id: &Id, title: &str) -> Vec<(String, Vec<u8>)> {
    let renamed = |(path, bytes): &(String, Vec<u8>)| {
        let names = [("id", id.as_str()), ("name", title)];
        if path == MANIFEST { with_members(bytes, &names) } else { None }
    };
    folder
        .files
        .iter()
        .map(|file| (file.0.clone(), renamed(file).unwrap_or_else(|| file.1.clone())))
        .collect()
}

/// Returns the text of an object with other values for some of its members.
fn with_members(bytes: &[u8], changes: &[(&str, &str)]) -> Option<Vec<u8>> {
    let outline = Outline::read(bytes)?;
    let place = |key: &str| outline.find(&JsonPath { steps: vec![key.into()] });
    let mut changes: Vec<_> = changes.iter().map(|(key, value)| (place(key).value, *value)).collect();
    changes.sort_by_key(|(span, _)| span.start);
    let mut changed = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for (span, value) in changes {
        changed.extend_from_slice(bytes.get(done..span.start)?);
        changed.extend_from_slice(Json::String(value.to_owned()).to_string().as_bytes());
        done = span.end;
    }
    changed.extend_from_slice(bytes.get(done..)?);
    Some(changed)
}
