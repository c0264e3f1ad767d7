//! Texts against the notations: whether they are taken, how they print, and why they are refused.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use ggn_core::Shape;
use ggn_core::json::Json;
use ggn_core::notation::ParseError;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;
use ggn_core::notation::ggn::{Ggn, GgnFaultKind};
use ggn_core::notation::hand::Hand;
use ggn_core::notation::lcn::Lcn;
use ggn_core::notation::pin::Pin;
use ggn_core::notation::pmn::Pmn;
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::sin::Sin;
use ggn_core::notation::snn::Snn;
use ggn_core::notation::uci::Uci;

use super::case::{Notation, NotationCase, NotationFault};
use super::outcome::Difference;

/// Print of a text, or the class of its error and its place.
type PrintResult = Result<String, (String, usize)>;

/// Plays a case.
pub(super) fn play(notation: Notation, case: &NotationCase) -> Vec<Difference> {
    match notation {
        Notation::Lcn => document(case, |bytes| {
            let fault = |fault: &ggn_core::notation::lcn::LcnFault| NotationFault {
                path: fault.path.to_string(),
                error: variant(&fault.kind),
            };
            Lcn::parse(bytes).map(|lcn| lcn.to_string()).map_err(|faults| faults.iter().map(fault).collect())
        }),
        Notation::Ggn => document(case, |bytes| {
            let fault = |fault: &ggn_core::notation::ggn::GgnFault| NotationFault {
                path: fault.path.to_string(),
                error: match &fault.kind {
                    GgnFaultKind::Conditions(kind) => format!("Conditions({})", variant(kind)),
                    kind => variant(kind),
                },
            };
            Ggn::parse(bytes).map(|ggn| ggn.to_string()).map_err(|faults| faults.iter().map(fault).collect())
        }),
        Notation::Cell => text(case, canonical::<Cell, _>),
        Notation::CellOn8x8 => text(case, cell_on_8x8),
        Notation::Sin => text(case, canonical::<Sin, _>),
        Notation::Pin => text(case, canonical::<Pin, _>),
        Notation::Epin => text(case, canonical::<Epin, _>),
        Notation::Qpi => text(case, canonical::<Qpi, _>),
        Notation::Snn => text(case, canonical::<Snn, _>),
        Notation::Hand => text(case, canonical::<Hand, _>),
        Notation::Pmn => text(case, canonical::<Pmn, _>),
        Notation::Uci => text(case, canonical::<Uci, _>),
        Notation::Cgsn => text(case, canonical::<Status, _>),
        Notation::Feen => text(case, |text| {
            let why =
                |error: ggn_core::notation::feen::ParseFeenError| (format!("{:?}", error.kind), error.at);
            text.parse::<Feen>().map(|feen| feen.to_string()).map_err(why)
        }),
        Notation::Fen => text(case, fen),
    }
}

fn canonical<T, K>(text: &str) -> PrintResult
where
    T: FromStr<Err = ParseError<K>> + Display,
    K: Debug + Display,
{
    text.parse::<T>().map(|value| value.to_string()).map_err(|error| (format!("{:?}", error.kind), error.at))
}

fn cell_on_8x8(text: &str) -> PrintResult {
    let cell = text.parse::<Cell>().map_err(|error| (format!("{:?}", error.kind), error.at))?;
    let off_board = || ("OffBoard".to_owned(), 0);
    let shape = Shape::new(&[8, 8]).ok_or_else(off_board)?;
    let square = shape.square(cell).ok_or_else(off_board)?;
    Ok(shape.cell(square).ok_or_else(off_board)?.to_string())
}

fn fen(text: &str) -> PrintResult {
    let setup = fen::parse(text).map_err(|error| (format!("{:?}", error.kind), error.at))?;
    // What cannot be printed again shows as a text that is not the expected one.
    Ok(fen::print(&setup.feen, setup.halfmove, setup.fullmove)
        .map_or_else(|why| format!("{why:?}"), |text| text.clone()))
}

/// Returns a case's text: as it stands, or put together from parts with how often each is written.
fn input(case: &NotationCase) -> String {
    let part = |part: &Json| match part {
        Json::Array(part) => match part.as_slice() {
            [Json::String(text), Json::Number(times)] => {
                text.repeat(times.as_u64().and_then(|times| usize::try_from(times).ok()).unwrap_or_default())
            }
            _ => String::new(),
        },
        _ => String::new(),
    };
    match &case.input {
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(parts)) => parts.iter().map(part).collect(),
        _ => case.text.clone().unwrap_or_default(),
    }
}

fn text(case: &NotationCase, parse: impl Fn(&str) -> PrintResult) -> Vec<Difference> {
    let text = input(case);
    let found = parse(&text);
    let expected = if case.valid {
        Ok(case.prints.clone().unwrap_or(text))
    } else {
        Err((case.error.clone().unwrap_or_default(), case.at.unwrap_or_default()))
    };
    if found == expected {
        return Vec::new();
    }
    let words = |result: &PrintResult| match result {
        Ok(text) => format!("valid, printed as `{text}`"),
        Err((error, at)) => format!("invalid: {error} at byte {at}"),
    };
    vec![Difference::new("verdict", words(&expected), words(&found))]
}

/// Returns the name of an enum's variant, without what it carries.
fn variant(kind: &impl Debug) -> String {
    let debug = format!("{kind:?}");
    debug.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

fn document(
    case: &NotationCase,
    parse: impl Fn(&[u8]) -> Result<String, Vec<NotationFault>>,
) -> Vec<Difference> {
    let text = match (&case.text, &case.input) {
        (Some(text), _) => text.clone(),
        (None, Some(json)) => json.to_string(),
        (None, None) => "null".to_owned(),
    };
    let words = |faults: &[NotationFault]| {
        let each: Vec<String> =
            faults.iter().map(|fault| format!("{} at {}", fault.error, fault.path)).collect();
        format!("invalid: {}", each.join(", "))
    };
    match parse(text.as_bytes()) {
        Ok(printed) if case.valid => {
            let again = parse(printed.as_bytes());
            let mut differences = Vec::new();
            if again.as_ref() != Ok(&printed) {
                let found = again.unwrap_or_else(|faults| words(&faults));
                differences.push(Difference::new("read back", printed.clone(), found));
            }
            if let Some(prints) = case.prints.as_ref().filter(|prints| **prints != printed) {
                differences.push(Difference::new("printed", prints.clone(), printed));
            }
            differences
        }
        Ok(printed) => vec![Difference::new("verdict", words(&case.faults), format!("valid: {printed}"))],
        Err(faults) if case.valid => vec![Difference::new("verdict", "valid", words(&faults))],
        Err(faults) if faults == case.faults => Vec::new(),
        Err(faults) => vec![Difference::new("verdict", words(&case.faults), words(&faults))],
    }
}
