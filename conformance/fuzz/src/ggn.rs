//! Movement tables and conditions: a table that is read prints as text that reads as the same table, and its conditions can be evaluated on any board.

use ggn_core::Side;
use ggn_core::json::Json;
use ggn_core::notation::ggn::Ggn;
use ggn_core::notation::lcn::Lcn;
use ggn_core::reference;

use crate::project;

/// Tries one file, or one object of conditions.
pub fn target(data: &[u8]) {
    let json = Json::parse(data);
    match Ggn::parse(data) {
        Ok(ggn) => {
            assert!(json.is_ok());
            let printed = ggn.to_string();
            let again =
                Ggn::parse(printed.as_bytes()).unwrap_or_else(|faults| panic!("{printed}: {faults:?}"));
            assert_eq!(again, ggn, "{printed}");
            assert_eq!(again.to_string(), printed);
            for row in &ggn.rows {
                for stands in [None, Some(row.piece)] {
                    let holding = reference::matching(&row.possibilities, Side::First, |_| stands);
                    assert!(holding.iter().all(|&index| index < row.possibilities.len()));
                }
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            // Text that is no JSON has no parts with faults of their own.
            assert!(json.is_ok() || faults.len() == 1, "{faults:?}");
            assert!(faults.iter().all(|fault| !fault.kind.to_string().is_empty()));
        }
    }
    match Lcn::parse(data) {
        Ok(lcn) => assert_eq!(Lcn::parse(lcn.to_string().as_bytes()).as_ref(), Ok(&lcn), "{lcn}"),
        Err(faults) => assert!(!faults.is_empty()),
    }
}

/// Returns the tables of the small rulesets, and those of the notation's cases.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let tables = (1..5)
        .flat_map(project::files)
        .filter(|(path, bytes)| path.starts_with("ggn/") && bytes.len() < 6_000);
    let cases =
        project::texts("notation/").into_iter().filter(|text| text.starts_with('{')).map(String::into_bytes);
    tables.map(|(_, bytes)| bytes).chain(cases).collect()
}
