//! Needs of house rules: with which rulesets one can be played besides those that it names.
#![allow(clippy::unwrap_used, clippy::panic)]

use ggn_core::{Clash, Overlay, compose};
use serde_json::{Value, json};

type Files = Vec<(String, Vec<u8>)>;

/// A game of ants on a board of 3 by 4.
fn ants(id: &str) -> Files {
    let manifest = json!({
        "id": id, "name": id, "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": { "name": "ant", "san": "A" } },
        "initial": "a2/3/3/A2 / T/t", "constraints": ["forced-capture"],
        "endings": [{ "status": "stalemate", "result": "loss" }],
    });
    let rows = json!({
        "T:A": { "a1": { "b1": [{ "must": { "b1": "empty" } }] } }, "t:a": { "a4": { "b4": [{ "must": { "b4": "empty" } }] } },
    });
    let effects = json!({
        "expires": { "t:-a": "t:a" },
        "rows": { "T:A": { "a1": { "b1": [{ "promotes": { "to": ["T:+A", "T:-A"] } }] } } },
    });
    [("ruleset.json", manifest), ("ggn/ants.json", rows), ("effects.json", effects)]
        .map(|(path, json)| (path.to_owned(), json.to_string().into_bytes()))
        .into()
}

fn read(needs: &Value) -> Result<Overlay, ggn_core::Faults> {
    let overlay = json!({
        "id": "draw", "name": "Draw", "about": "Stalemate is a draw.", "over": ["ants"], "needs": needs,
        "endings": { "with": [{ "status": "stalemate", "result": "draw" }] },
    });
    Overlay::read(&[("overlay.json".to_owned(), overlay.to_string().into_bytes())])
}

/// Returns why the overlay with these needs does not go with another game of ants.
fn clashes(needs: &Value) -> Vec<String> {
    let overlay = read(needs).unwrap_or_else(|faults| panic!("{faults}"));
    match compose(&ants("other-ants"), &[&overlay]) {
        Ok(_) => Vec::new(),
        Err(clashes) => clashes.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_ruleset_with_all_that_a_house_rule_needs_can_be_played_with_it() {
    for needs in [
        json!({}),
        json!({ "board": [3, 4] }),
        json!({ "has": { "pieces": ["T:A"], "constraints": ["forced-capture"], "endings": ["stalemate"] } }),
        json!({ "has": { "rows": { "T:A": { "a1": ["b1"] } }, "expires": ["t:-a"] }, "lacks": { "expires": ["T:-A"] } }),
        json!({ "has": { "rows": { "T:A": { "a1": [] }, "t:a": {} } } }),
        json!({ "lacks": { "pieces": ["T:B"], "constraints": ["royal-safety"], "endings": ["checkmate"], "mechanics": ["blast"] } }),
        json!({ "has": { "promotes": { "T:A": ["T:-A", "T:+A"] } }, "lacks": { "promotes": { "T:A": ["T:+A"] } } }),
        json!({ "lacks": { "rows": { "T:A": { "a1": ["c1"], "b1": [] }, "T:B": {} } } }),
    ] {
        assert_eq!(clashes(&needs), [""; 0], "{needs}");
    }
}

#[test]
fn a_ruleset_without_it_cannot_and_what_is_missing_is_named() {
    let why = |text: &str| [format!("other-ants does not meet the needs of draw: {text}")];
    let needs = json!({
        "board": [4, 4],
        "has": { "pieces": ["T:B"], "constraints": ["royal-safety"], "endings": ["checkmate"], "mechanics": ["blast"] },
        "lacks": { "pieces": ["T:A"], "constraints": ["forced-capture"], "endings": ["stalemate"] },
    });
    let all = "a board of 4 by 4; T:B among the pieces; royal-safety among the constraints; checkmate among the endings; \
               blast among the mechanics; no T:A among the pieces; no forced-capture among the constraints; no stalemate among the endings";
    assert_eq!(clashes(&needs), why(all));
    let needs = json!({ "has": { "rows": { "T:A": { "a1": ["b1", "c1"], "b1": [] }, "T:B": {} } } });
    assert_eq!(clashes(&needs), why("a row of T:A from a1 to c1; a row of T:A from b1; a table of T:B"));
    assert_eq!(clashes(&json!({ "has": { "expires": ["t:-a", "T:-A"] } })), why("a T:-A that expires"));
    assert_eq!(
        clashes(&json!({ "has": { "promotes": { "T:A": ["T:+A"], "t:a": ["t:+a", "t:-a"] } } })),
        why("a T:A that promotes to T:+A; a t:a that promotes to t:+a, t:-a")
    );
    assert_eq!(
        clashes(&json!({ "lacks": { "promotes": { "T:A": ["T:+A", "T:-A"], "t:a": [] } } })),
        why("no T:A that promotes to T:+A, T:-A")
    );
    assert_eq!(clashes(&json!({ "lacks": { "expires": ["t:-a", "T:-A"] } })), why("no t:-a that expires"));
    let needs = json!({ "lacks": { "rows": { "T:A": { "a1": ["b1"] }, "t:a": {} } } });
    assert_eq!(clashes(&needs), why("no row of T:A from a1 to b1; no table of t:a"));
}

#[test]
fn a_house_rule_without_needs_goes_only_with_the_rulesets_that_it_names() {
    let overlay = json!({ "id": "draw", "name": "Draw", "about": "…", "over": ["ants"] });
    let overlay = Overlay::read(&[("overlay.json".to_owned(), overlay.to_string().into_bytes())]).unwrap();
    assert!(compose(&ants("ants"), &[&overlay]).is_ok());
    let clashes = compose(&ants("other-ants"), &[&overlay]).unwrap_err();
    assert!(matches!(&clashes[..], [Clash::NotOver { .. }]), "{clashes:?}");
    // A ruleset that it names need not have what others need.
    let demanding = read(&json!({ "board": [9, 9] })).unwrap();
    assert!(compose(&ants("ants"), &[&demanding]).is_ok());
}

#[test]
fn needs_that_no_ruleset_can_have_are_faults() {
    let faults = |needs: Value| read(&needs).unwrap_err().to_string();
    let named =
        faults(json!({ "has": { "endings": ["mate"], "mechanics": ["bang"], "constraints": ["safety"] } }));
    for word in ["\"mate\"", "\"bang\"", "\"safety\""] {
        assert!(named.contains(word), "{named}");
    }
    let named = faults(
        json!({ "lacks": { "pieces": ["king"], "promotes": { "T:A": ["T:A!"] }, "rows": { "T:A": { "1a": ["b1", "b1"] } } } }),
    );
    for place in ["needs.lacks.pieces[0]", "needs.lacks.promotes", "needs.lacks.rows"] {
        assert!(named.contains(place), "{named}");
    }
    assert!(faults(json!({ "boards": [8, 8] })).contains("boards"));
}
