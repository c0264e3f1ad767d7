//! Fast path for tables without faults, bypassing [`Json`](crate::json::Json). Tables repeat the same possibilities many times, so each distinct text
//! of possibilities is parsed once. The tables of the first ruleset of `rules/` are read in a third of the time of [`super::read`].
//!
//! The fast path reports no faults: a table with any is read again by [`super::read`], which reports them all.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::hashing::HashMap;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Ggn, Place, Possibility, Row};
use crate::notation::lcn::{Lcn, Names};
use crate::notation::memo::Memo;
use crate::notation::qpi::Qpi;

/// The members of a JSON object in order, with their keys as written.
struct Members<'t, T>(Vec<(&'t str, T)>);

/// Pieces → sources → destinations → text of the possibilities.
type Table<'t> = Members<'t, Members<'t, Members<'t, &'t RawValue>>>;

/// Possibilities of a row: `must` and `deny` with their squares and conditions.
type Possibilities<'t> = Vec<Members<'t, Members<'t, &'t str>>>;

/// Reads a table. Returns `None` if it has a fault or an unusual spelling.
pub(super) fn read(bytes: &[u8]) -> Option<Ggn> {
    let table: Table<'_> = serde_json::from_str(std::str::from_utf8(bytes).ok()?).ok()?;
    let (mut places, mut names) = (Memo::<Place>::default(), Names::default());
    let mut known: HashMap<&str, Arc<[Possibility]>> = HashMap::default();
    let mut ggn = Ggn::default();
    for (piece, sources) in table.each_once()? {
        let piece: Qpi = piece.parse().ok()?;
        if sources.0.is_empty() {
            ggn.idle.push(piece);
        }
        for (source, destinations) in sources.each_once()? {
            let source = places.read(source).ok()?;
            for (destination, text) in destinations.each_once()? {
                let destination = places.read(destination).ok()?;
                if (source, destination) == (Place::Hand, Place::Hand) {
                    return None;
                }
                let possibilities = match known.get(text.get()) {
                    Some(possibilities) => Arc::clone(possibilities),
                    None => {
                        let possibilities = possibilities(text.get(), &mut names)?;
                        known.insert(text.get(), Arc::clone(&possibilities));
                        possibilities
                    }
                };
                ggn.rows.push(Row { piece, source, destination, possibilities });
            }
        }
    }
    Some(ggn)
}

/// Reads the possibilities of a row.
fn possibilities<'t>(text: &'t str, names: &mut Names<'t>) -> Option<Arc<[Possibility]>> {
    let members: Possibilities<'t> = serde_json::from_str(text).ok()?;
    let read = |fields: Members<'t, Members<'t, &'t str>>| {
        let mut possibility = Possibility::default();
        for (field, conditions) in fields.each_once()? {
            let conditions =
                conditions.each_once()?.map(|(cell, condition)| names.condition_at(cell, condition));
            let conditions = conditions.collect::<Option<Vec<_>>>()?;
            match field {
                "must" => possibility.must = Lcn { conditions },
                "deny" => possibility.deny = Lcn { conditions },
                _ => return None,
            }
        }
        Some(possibility)
    };
    members.into_iter().map(read).collect()
}

impl<'t, T> Members<'t, T> {
    /// Returns the members, or `None` if a key appears twice.
    fn each_once(self) -> Option<impl Iterator<Item = (&'t str, T)>> {
        let mut keys: Vec<&str> = self.0.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        let is_each_once = keys.iter().zip(keys.iter().skip(1)).all(|(key, next)| key != next);
        is_each_once.then(|| self.0.into_iter())
    }
}

impl<'t, T: Deserialize<'t>> Deserialize<'t> for Members<'t, T> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// Collects the members of an object in order.
struct InOrder<T>(PhantomData<T>);

impl<'t, T: Deserialize<'t>> Visitor<'t> for InOrder<T> {
    type Value = Members<'t, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<Members<'t, T>, A::Error> {
        let mut read = Vec::new();
        while let Some(member) = members.next_entry()? {
            read.push(member);
        }
        Ok(Members(read))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::Json;

    const TABLE: &str = r#"{ "C:P": { "e4": { "e5": [{ "must": { "e5": "empty" } }], "d5": [{ "must": { "d5": "enemy" } },
        { "must": { "d4": "c:-p", "d5": "empty" }, "deny": { "e3": "C:K^" } }] } }, "c:+b": {}, "c:p": { "*": { "e5": [] }, "e5": {} } }"#;

    /// Reads a text with the fault-reporting reader; `None` if it reports any.
    fn faultless(text: &[u8]) -> Option<Ggn> {
        let mut faults = 0;
        let ggn = Ggn::from_json(&Json::parse(text).ok()?, &mut |_| faults += 1);
        (faults == 0).then_some(ggn)
    }

    #[test]
    fn fast_path_reads_every_table_of_the_rules() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut tables = vec![TABLE.as_bytes().to_vec()];
        for games in ["rules", "conformance/fixtures/games"] {
            let folders =
                std::fs::read_dir(root.join(games)).unwrap().map(|game| game.unwrap().path().join("ggn"));
            for file in
                folders.filter(|folder| folder.exists()).flat_map(|folder| std::fs::read_dir(folder).unwrap())
            {
                tables.push(std::fs::read(file.unwrap().path()).unwrap());
            }
        }
        assert!(tables.len() > 5);
        for table in tables {
            assert!(read(&table).is_some());
            assert_eq!(read(&table), faultless(&table));
        }
    }

    #[test]
    fn equal_rows_share_their_possibilities() {
        let ggn = read(br#"{ "C:R": { "a1": { "a2": [{ "must": { "a2": "empty" } }] } }, "C:Q": { "b1": { "a2": [{ "must": { "a2": "empty" } }] } } }"#).unwrap();
        let [one, other] = ggn.rows.as_slice() else { panic!("two rows") };
        assert!(Arc::ptr_eq(&one.possibilities, &other.possibilities));
    }

    #[test]
    fn fast_path_declines_unusual_spelling() {
        let text = TABLE.replace("e4", r"\u00654");
        assert!(read(text.as_bytes()).is_none());
        assert_eq!(Ggn::parse(text.as_bytes()), Ok(read(TABLE.as_bytes()).unwrap()));
    }

    proptest! {
        /// After any edit of a table, the fast path either declines it or agrees with the fault-reporting reader.
        #[test]
        fn fast_path_declines_faulty_tables(
            edits in prop::collection::vec((0..TABLE.len(), 0..24usize, 0..24usize, "[\\[\\]{}\":,*e1 \\\\]{0,2}|\"must\"|\"e4\": |C:P"), 1..3)
        ) {
            let mut text = TABLE.as_bytes().to_vec();
            for (at, cut, copied, put) in edits {
                let at = at.min(text.len());
                let end = (at + cut).min(text.len());
                let copy = text[at..(at + copied).min(text.len())].to_vec();
                text.splice(at..end, [put.as_bytes(), &copy].concat());
            }
            if let Some(ggn) = read(&text) {
                prop_assert_eq!(Some(ggn), faultless(&text));
            }
        }
    }
}
