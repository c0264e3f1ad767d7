//! Descriptions of faults in fields and words: unknown fields, missing fields, and values of a wrong type.

use ggn_core::Fault;

use super::code::Code;
use super::description::{Aim, Description};
use super::suggest::{any_of, nearest};

/// Describes a value of another type than the format has there.
pub fn wrong_type(expected: &str, found: &str) -> Description {
    let asks = |word: &str| expected.contains(word);
    let hint = match found {
        "null" => Some("leave the field out, or write what it should hold: nothing in these files is null"),
        "a string" if asks("number") => Some("write the number without quotes"),
        "a string" if asks("true") => Some("write true or false without quotes"),
        "a string" if asks("discard") => {
            Some("the only word here is \"discard\"; pieces for the hand are an object")
        }
        "a number" if asks("whole number") => Some("write it without sign, point and exponent"),
        "a number" | "a boolean" if asks("string") || asks("piece") => Some("put it in double quotes"),
        "an array" if asks("object") => Some("write `{ \"name\": value }` instead of a list in brackets"),
        "an array" if asks("string") => Some("write one text in double quotes, without brackets"),
        _ if asks("array") => Some("put it in brackets: [ … ]"),
        _ => None,
    };
    Description::new(
        Code::WrongType,
        Aim::Value,
        format!("{found} stands where {} belongs", article(expected)),
    )
    .expected(expected)
    .hint(hint.map(str::to_owned))
}

/// Returns an expectation in words that stand in the middle of a sentence.
fn article(expected: &str) -> String {
    if expected.starts_with("true") { format!("either {expected}") } else { expected.to_owned() }
}

/// Describes a field that the format does not have there.
pub fn unknown(name: &str, known: &[&str]) -> Description {
    let is_remark = name.starts_with(['_', '$', '/', '#'])
        || matches!(
            name,
            "comment" | "comments" | "note" | "notes" | "author" | "description" | "version" | "license"
        );
    let hint = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if is_remark => "remarks can stand in a README.md in the same folder".to_owned(),
        None => "remove it".to_owned(),
    };
    Description::new(Code::UnknownField, Aim::Key, format!("there is no field \"{name}\" here"))
        .expected(any_of(known))
        .advise(hint)
}

/// Describes a field that must be there and is not.
pub fn missing(name: &str, fault: &Fault) -> Description {
    let (example, about) = match (fault.file.as_str(), name) {
        ("perft.json" | "games.json", name) => of_companion(name),
        (_, name) if fault.path.steps.is_empty() => of_manifest(name),
        (_, name) => of_part(name),
    };
    let description =
        Description::new(Code::MissingField, Aim::Key, format!("the field \"{name}\" is missing"));
    let description = description.absent().hint((!about.is_empty()).then(|| about.to_owned()));
    match example {
        "" => description.expected(format!("\"{name}\": …")),
        example => description.expected(format!("\"{name}\": {example}")),
    }
}

/// Examples of what fields hold, and what they say.
type Example = (&'static str, &'static str);

fn of_manifest(name: &str) -> Example {
    match name {
        "id" => ("\"my-game\"", "the id is the name of the ruleset's folder"),
        "name" => ("\"My Game\"", "what people call the game"),
        "styles" => ("{ \"M\": \"Mygame\" }", "each style letter of the pieces, and its name"),
        "sides" => ("{ \"first\": \"white\", \"second\": \"black\" }", "what people call the sides"),
        "pieces" => ("{ \"M:R\": { \"name\": \"rook\", \"san\": \"R\" } }", "one entry for each role"),
        "initial" => ("\"2k^/3/K^2 / M/m\"", "the position from which games start, as FEEN"),
        "about" => ("\"…\"", "what it changes, in one line for those who choose it"),
        "over" => ("[\"my-game\"]", "the ids of the rulesets that it is made for"),
        "constraints" => ("[\"royal-safety\"]", "or [] when everything that the tables say is legal"),
        "endings" => (
            "[{ \"status\": \"checkmate\", \"result\": \"loss\" }]",
            "or [] when nothing ends a game by itself",
        ),
        _ => ("", ""),
    }
}

fn of_part(name: &str) -> Example {
    match name {
        "name" => ("\"rook\"", "what people call the piece"),
        "san" => ("\"R\"", "its letter in algebraic notation; \"\" if it has none"),
        "first" | "second" => ("\"white\"", "what people call the side"),
        "status" => ("\"checkmate\"", "which ending this is"),
        "result" => ("\"draw\"", "what it means for the side to move: \"win\", \"loss\" or \"draw\""),
        "count" => ("3", "how often the position has to stand"),
        "identity" => ("\"rights\"", "how positions are compared; \"feen\" compares them literally"),
        "plies" => ("100", "after how many plies without progress"),
        "resets" => ("{ \"captures\": true, \"moves_of\": [] }", "what counts as progress"),
        "captures" => ("true", "whether a capture counts as progress"),
        "material" => (
            "[{ \"one\": [\"M:K\"], \"other\": [\"M:K\"] }]",
            "what the sides have left, whichever has which",
        ),
        "one" | "other" => ("[\"M:K\"]", "everything that one side has left"),
        "to" => ("[\"M:Q\", \"M:R\"]", "the pieces to choose from"),
        "hand" => ("{ \"m:r\": \"M:R\" }", "as what each captured piece enters the capturer's hand"),
        _ => ("", ""),
    }
}

fn of_companion(name: &str) -> Example {
    match name {
        "name" => ("\"start\"", "a name by which reports speak of it"),
        "positions" => {
            ("[{ \"name\": …, \"feen\": …, \"nodes\": [20, 400] }]", "positions with their known node counts")
        }
        "feen" => ("\"2k^/3/K^2 / M/m\"", "the position"),
        "nodes" => ("[20, 400]", "how many lines there are of 1 ply, of 2 plies, …"),
        "games" => ("[{ \"name\": …, \"moves\": … }]", "games with the status in which they end"),
        "moves" => ("\"e2e4 e7e5\"", "the moves with a blank between them"),
        _ => ("", ""),
    }
}

/// Describes a word that is not in the format's list.
pub fn unknown_word(found: &str, known: &[&str]) -> Description {
    let hint = match nearest(found, known.iter().copied()) {
        Some(near) => Some(format!("did you mean \"{near}\"?")),
        None if known == ["first", "second"] => {
            Some("the first side is the one whose pieces are written in upper case".to_owned())
        }
        None => None,
    };
    Description::new(Code::UnknownWord, Aim::Value, format!("\"{found}\" is not known here"))
        .expected(any_of(known))
        .hint(hint)
}

/// Describes a name or a style that is not as it must be.
pub fn wrong_form(why: &str, field: &str) -> Description {
    let description = |message: &str| Description::new(Code::WrongForm, Aim::Value, message);
    match (field, why.strip_prefix("expected ")) {
        ("id", Some(form)) => description("the id is not in the form of ids")
            .expected(form)
            .advise("the id is also the name of the folder; what people read is `name`"),
        ("styles", _) => description(why)
            .expected("an entry for each style of the pieces")
            .advise("add that letter with a name, as `{ \"M\": \"Mygame\" }` names the style M"),
        (_, Some(form)) => description("this is not in its form").expected(form),
        (_, None) => description(why),
    }
}

/// Describes a key that stands twice in its object.
pub fn duplicate_key() -> Description {
    Description::new(Code::DuplicateKey, Aim::Key, "the key stands twice in one object")
        .expected("each key once")
        .advise("only one of the two could count: merge what they hold, or remove one")
}
