//! Cases of the notations: valid texts with their printed form, and invalid ones with their error.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::feen::{Feen, FeenErrorKind, Placement};
use ggn_core::notation::fen;
use ggn_core::notation::ggn::{Ggn, GgnFaultKind};
use ggn_core::notation::hand::Hand;
use ggn_core::notation::lcn::Lcn;
use ggn_core::notation::pin::Pin;
use ggn_core::notation::pmn::Pmn;
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::sin::Sin;
use ggn_core::notation::snn::Snn;
use ggn_core::notation::uci::{Uci, UciMove};
use ggn_core::notation::{Found, ParseError};
use ggn_core::{Shape, Square};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A text, or parts of it with repetition counts for texts too long to read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Input {
    Text(String),
    Parts(Vec<(String, usize)>),
}

impl Input {
    fn text(&self) -> String {
        match self {
            Input::Text(text) => text.clone(),
            Input::Parts(parts) => parts.iter().map(|(part, times)| part.repeat(*times)).collect(),
        }
    }
}

/// A text with its expected result.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    input: Input,
    valid: bool,
    /// Printed form, if it differs from the input.
    prints: Option<String>,
    /// Class of the error, as named by the notation's enum.
    error: Option<String>,
    /// Position of the error in bytes.
    at: Option<usize>,
    #[serde(rename = "shows")]
    _shows: Option<String>,
}

/// A JSON document with its expected result.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The document; `text` instead if it is not JSON or its white space matters.
    input: Option<Json>,
    text: Option<String>,
    valid: bool,
    /// Printed form, if worth stating; every valid document must parse from its printed form.
    prints: Option<String>,
    #[serde(default)]
    faults: Vec<Fault>,
    #[serde(rename = "shows")]
    _shows: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Fault {
    path: String,
    error: String,
}

/// Result of parsing a text: its printed form, or the class and position of its error.
type Verdict = Result<String, (String, usize)>;

/// A file of cases; comments at its top are for people.
#[derive(Deserialize)]
struct File<T> {
    cases: Vec<T>,
}

fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = dev::files::text(&format!("conformance/cases/notation/{name}"));
    let File { cases }: File<T> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!cases.is_empty(), "{name} has no cases");
    cases
}

fn check(name: &str, verdict: impl Fn(&str) -> Verdict) {
    let mut wrong = Vec::new();
    for case in cases::<Case>(name) {
        let text = case.input.text();
        let got = verdict(&text);
        let expected = if case.valid {
            Ok(case.prints.unwrap_or_else(|| text.clone()))
        } else {
            Err((case.error.unwrap_or_default(), case.at.unwrap_or_default()))
        };
        if got != expected {
            wrong.push(format!("{text:?}: expected {expected:?}, got {got:?}"));
        }
        if let Err((_, at)) = got {
            assert!(at <= text.len(), "{text:?}: byte {at} lies outside");
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

fn verdict<T, K>(text: &str) -> Verdict
where
    T: FromStr<Err = ParseError<K>> + Display,
    K: Debug + Display,
{
    text.parse::<T>().map(|value| value.to_string()).map_err(|error| {
        assert!(error.to_string().contains("expected "), "{error} does not tell what was expected");
        (format!("{:?}", error.kind), error.at)
    })
}

fn feen(text: &str) -> Verdict {
    text.parse::<Feen>().map(|feen| feen.to_string()).map_err(|error| (format!("{:?}", error.kind), error.at))
}

fn fen(text: &str) -> Verdict {
    match fen::parse(text) {
        Ok(setup) => {
            let feen = setup.feen.to_string();
            assert_eq!(feen.parse::<Feen>().as_ref(), Ok(&setup.feen), "{text}");
            Ok(fen::print(&setup.feen, setup.halfmove, setup.fullmove).unwrap())
        }
        Err(error) => Err((format!("{:?}", error.kind), error.at)),
    }
}

#[test]
fn cell() {
    check("cell.json", verdict::<Cell, _>);
}

// Requirements sashite-1, sashite-2.
#[test]
fn cell_on_8x8() {
    let shape = Shape::new(&[8, 8]).unwrap();
    check("cell_on_8x8.json", |text| {
        let cell = text.parse::<Cell>().map_err(|error| (format!("{:?}", error.kind), error.at))?;
        let square: Square = shape.square(cell).ok_or(("OffBoard".to_owned(), 0))?;
        Ok(shape.cell(square).unwrap().to_string())
    });
}

// Requirement sashite-42.
#[test]
fn cgsn() {
    check("cgsn.json", verdict::<Status, _>);
}

#[test]
fn epin() {
    check("epin.json", verdict::<Epin, _>);
}

// Requirement sashite-3.
#[test]
fn feen_positions() {
    check("feen.json", feen);
}

#[test]
fn fen_positions() {
    check("fen.json", fen);
}

#[test]
fn hand() {
    check("hand.json", verdict::<Hand, _>);
}

// Requirement sashite-5.
#[test]
fn pin() {
    check("pin.json", verdict::<Pin, _>);
}

// Requirement sashite-40.
#[test]
fn pmn() {
    check("pmn.json", verdict::<Pmn, _>);
}

#[test]
fn qpi() {
    check("qpi.json", verdict::<Qpi, _>);
}

// Requirement sashite-4.
#[test]
fn sin() {
    check("sin.json", verdict::<Sin, _>);
}

// Requirement sashite-4.
#[test]
fn snn() {
    check("snn.json", verdict::<Snn, _>);
}

#[test]
fn uci() {
    check("uci.json", verdict::<Uci, _>);
}

#[test]
fn drop_is_not_a_board_move() {
    let error = "P@e5".parse::<UciMove>().unwrap_err();
    assert_eq!(error.to_string(), "expected a move from a square, found `P@e5` at byte 0");
    assert_eq!("e2e4".parse::<UciMove>().unwrap().promotion, None);
}

/// Returns the name of an enum's variant, without its fields.
fn variant(kind: &impl Debug) -> String {
    let debug = format!("{kind:?}");
    debug.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

fn check_documents<T: Display + PartialEq + Debug>(
    name: &str,
    parse: impl Fn(&[u8]) -> Result<T, Vec<Fault>>,
) {
    let mut wrong = Vec::new();
    for document in cases::<Document>(name) {
        let text = document.text.unwrap_or_else(|| document.input.unwrap_or(Json::Null).to_string());
        match parse(text.as_bytes()) {
            Ok(value) if document.valid => {
                let printed = value.to_string();
                assert_eq!(parse(printed.as_bytes()).as_ref(), Ok(&value), "{printed}");
                if document.prints.as_ref().is_some_and(|prints| *prints != printed) {
                    wrong.push(format!("{text}: prints as {printed:?}"));
                }
            }
            Err(faults) if !document.valid && faults == document.faults => {}
            other => wrong.push(format!("{text}: expected {:?}, got {other:?}", document.faults)),
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

fn lcn_document(bytes: &[u8]) -> Result<Lcn, Vec<Fault>> {
    Lcn::parse(bytes).map_err(|faults| {
        let fault = |fault: &ggn_core::notation::lcn::LcnFault| Fault {
            path: fault.path.to_string(),
            error: variant(&fault.kind),
        };
        faults.iter().map(fault).collect()
    })
}

#[test]
fn faults_of_a_compact_table_are_reported_with_their_paths() {
    let faults = |text: &str| {
        let faults = Ggn::parse(text.as_bytes()).unwrap_err();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let text = r#"{ "possibilities": [[{ "must": { "a9x": "empty" } }], 7], "rows": { "C:K": { "a1": { "a2": 2, "a3": -1, "a4": 0 } } } }"#;
    assert_eq!(
        faults(text),
        [
            "$.possibilities[0][0].must.a9x: expected a file, a rank and a layer, in this order, and nothing else, found `x` at byte 2",
            "$.possibilities[1]: expected an array of possibilities, found a number",
            "$.rows[\"C:K\"].a1.a2: expected an array of possibilities, found a number",
            "$.rows[\"C:K\"].a1.a3: expected an array of possibilities, found a number",
        ]
    );
    assert_eq!(
        faults(r#"{ "C:K": { "a1": { "a2": 0 } } }"#),
        ["$[\"C:K\"].a1.a2: expected an array of possibilities, found a number"]
    );
}

fn ggn_document(bytes: &[u8]) -> Result<Ggn, Vec<Fault>> {
    Ggn::parse(bytes).map_err(|faults| {
        let fault = |fault: &ggn_core::notation::ggn::GgnFault| Fault {
            path: fault.path.to_string(),
            error: match &fault.kind {
                GgnFaultKind::Conditions(kind) => format!("Conditions({})", variant(kind)),
                kind => variant(kind),
            },
        };
        faults.iter().map(fault).collect()
    })
}

#[test]
fn lcn() {
    check_documents("lcn.json", lcn_document);
}

// Requirement sashite-12.
#[test]
fn ggn() {
    check_documents("ggn.json", ggn_document);
}

/// Tables are stored as they print, so that a diff shows exactly the changes of a table.
#[test]
fn stored_tables_print_unchanged() {
    let files = dev::files::rules();
    let tables: Vec<_> = files.iter().filter(|(path, _)| path.contains("/ggn/")).collect();
    assert!(!tables.is_empty(), "no tables found");
    for (path, bytes) in tables {
        let ggn = Ggn::parse(bytes).unwrap_or_else(|faults| panic!("{path}: {}", faults[0]));
        assert!(ggn.to_string().as_bytes() == bytes, "{path} is not in canonical form");
    }
}

#[test]
fn invalid_json_is_reported_with_its_position() {
    let cases: [(&[u8], usize, usize, &str); 6] = [
        (b"\xEF\xBB\xBF{}", 1, 1, "byte-order mark"),
        (b"{\n  \"a\": \xFF}", 2, 8, "UTF-8"),
        (b"{} {}", 1, 4, "trailing characters"),
        (b"", 1, 0, "EOF"),
        (b"{\n\"a\" 1}", 2, 5, "expected `:`"),
        (b"{\"a\": 1e999}", 1, 11, "out of range"),
    ];
    for (bytes, line, column, words) in cases {
        let error = Json::parse(bytes).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{error}");
        assert!(error.message.contains(words) && !error.message.contains(" at line "), "{error}");
    }
    let deep = "[".repeat(100_000);
    assert!(Json::parse(deep.as_bytes()).unwrap_err().message.contains("recursion limit"));
}

#[test]
fn feen_of_a_large_board_can_exceed_the_parse_limit() {
    let full = |files: u8, ranks: u8| {
        let squares = vec!["+K^'".parse().ok(); usize::from(files) * usize::from(ranks)];
        let mut feen: Feen = "1/1 / C/c".parse().unwrap();
        feen.placement = Placement { sizes: vec![files, ranks], squares };
        feen
    };
    let fits = full(31, 31);
    assert_eq!(fits.to_string().parse().as_ref(), Ok(&fits));
    let text = full(32, 32).to_string();
    assert!(text.len() > Feen::LENGTH_MAX);
    assert_eq!(text.parse::<Feen>().unwrap_err().kind, FeenErrorKind::InputTooLong);
}

#[test]
fn found_text_is_readable_in_errors() {
    assert_eq!(Found::Char('\n').to_string(), "`\\n`");
    assert_eq!(Found::Char('\'').to_string(), "`'`");
    assert_eq!(Found::End.to_string(), "the end of the text");
}
