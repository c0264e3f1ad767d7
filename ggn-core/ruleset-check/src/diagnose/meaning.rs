//! Descriptions of faults in files that are well formed and say what can never be, or leave open what must be said.

use ggn_core::json::{JsonPath, JsonStep};

use super::code::Code;
use super::description::{Aim, Description};
use super::known::{Known, list};
use super::notation::similar;

fn value(code: Code, message: impl Into<String>) -> Description {
    Description::new(code, Aim::Value, message)
}

pub(super) fn unknown_piece(piece: &str, known: &Known) -> Description {
    let message = format!("there is no piece {piece} in this game");
    Description::new(Code::UnknownPiece, Aim::Text(piece.to_owned(), None), message)
        .expected("a piece that has a table, that something becomes, or that stands in the initial position")
        .hint(similar(piece, known))
}

pub(super) fn unknown_role(piece: &str, known: &Known) -> Description {
    let message = format!("no piece of the game is {piece}, in any state or of any side");
    Description::new(Code::UnknownRole, Aim::Text(piece.to_owned(), None), message)
        .expected("a role that some piece has")
        .hint(similar(piece, known))
}

pub(super) fn nameless(piece: &str) -> Description {
    let role: String =
        piece.to_uppercase().chars().filter(|c| c.is_ascii_alphabetic() || *c == ':').collect();
    let letter = role.chars().last().unwrap_or_default();
    Description::new(Code::NamelessPiece, Aim::Key, format!("{piece} is in the game and has no entry here"))
        .absent()
        .expected("one entry for each role, whatever its sides and states")
        .advise(format!("add \"{role}\": {{ \"name\": \"…\", \"san\": \"{letter}\" }}"))
}

pub(super) fn changes_side(from: &str, to: &str) -> Description {
    let (style, pin) = to.split_once(':').unwrap_or(("", to));
    let is_upper = from.chars().rev().find(char::is_ascii_alphabetic).is_some_and(|c| c.is_ascii_uppercase());
    let flip = |text: &str| if is_upper { text.to_uppercase() } else { text.to_lowercase() };
    value(Code::ChangesSide, format!("{from} cannot become {to}: they belong to different sides"))
        .expected("a piece of the same side")
        .advise(format!(
            "write {}:{}; only a capture can change a side, by `captured`",
            flip(style),
            flip(pin)
        ))
}

pub(super) fn no_such_row(piece: &str, from: &str, to: &str, known: &Known) -> Description {
    let destinations = known.destinations(piece, from);
    let sources = known.sources(piece);
    let hint = if !destinations.is_empty() {
        format!("from {from} the tables let {piece} go to {}", list(&destinations))
    } else if !sources.is_empty() {
        format!("the tables have {piece} on {}", list(&sources))
    } else {
        format!("no file in ggn/ has a table for {piece}; each state of a piece has its own")
    };
    value(
        Code::NoSuchRow,
        format!("no table has the row {piece} {from} to {to}, so nothing can have this effect"),
    )
    .expected("an effect of a row of ggn/")
    .advise(hint)
}

pub(super) fn no_such_possibility(path: &JsonPath, known: &Known) -> Description {
    let keys: Vec<&str> = path
        .steps
        .iter()
        .filter_map(|step| match step {
            JsonStep::Key(key) => Some(key.as_str()),
            JsonStep::Index(_) => None,
        })
        .collect();
    let musts = match keys.as_slice() {
        ["rows", piece, from, to, ..] => known.musts(piece, from, to),
        _ => Vec::new(),
    };
    let hint = match musts.as_slice() {
        [] => "the row has no possibility at all".to_owned(),
        musts => format!("the row has possibilities with `must` {}", musts.join(" and ")),
    };
    value(Code::NoSuchPossibility, "no possibility of the row has this `when` among its `must`")
        .expected("conditions that one possibility of the row has")
        .advise(hint)
}

pub(super) fn open_destination(square: &str) -> Description {
    value(
        Code::OpenDestination,
        format!("nothing is asked of the destination {square}, so the move would also take a piece of its own side"),
    )
    .expected(format!("a condition on {square} in `must`"))
    .advise(format!(
        "write two possibilities, one with \"{square}\": \"empty\" and one with \"{square}\": \"enemy\", or the one that is meant"
    ))
}

pub(super) fn never_holds(why: &ggn_core::Never, square: &str) -> Description {
    use ggn_core::Never;
    let never = |message: String| value(Code::NeverHolds, message);
    match why {
        Never::Contradiction => {
            Description::new(Code::NeverHolds, Aim::Key, format!("`deny` rules out what `must` asks of {square}"))
                .expected("conditions that can hold together")
                .advise("remove one of the two: a possibility holds when all of `must` and none of `deny` holds")
        }
        Never::MoverStandsThere => {
            Description::new(Code::NeverHolds, Aim::Key, format!("the moving piece itself stands on {square}"))
                .expected("nothing about the square from which the piece moves")
                .advise(format!("remove the condition on {square}, or name the square that is meant"))
        }
        Never::NeverThere(piece) => never(format!("{piece} can never stand on {square}"))
            .expected(format!("what can stand on {square}"))
            .advise(format!(
                "no move leads {piece} there and setup.json does not let it stand there; is another state or another square meant?"
            )),
        Never::MarkHasFallen(piece) => {
            never(format!("{piece} bears a mark that falls before its own side is to move again"))
                .expected("a piece that can stand there when this side is to move")
                .advise("only the other side's marks can be seen; is the other case of the letters meant?")
        }
    }
}

pub(super) fn unreachable_row(piece: &str, place: &str) -> Description {
    let where_ = if place == "*" { "in a hand".to_owned() } else { format!("on {place}") };
    let hint = if place == "*" {
        format!("let a capture put {piece} into a hand (`captured` in effects.json), or remove the rows")
    } else {
        format!(
            "is another square or another state meant? Else remove the rows, or let {piece} stand on {place} in setup.json"
        )
    };
    Description::new(Code::UnreachableRow, Aim::Key, format!("{piece} can never be {where_}"))
        .expected("rows of pieces where they can be")
        .advise(hint)
}

pub(super) fn no_table(piece: &str, known: &Known) -> Description {
    let flip = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let other: String = piece.chars().map(flip).collect();
    let hint = if known.sources(&other).is_empty() {
        match similar(piece, known).filter(|_| !known.has(piece)) {
            Some(similar) => format!("write its rows; {similar}"),
            None => "write its rows".to_owned(),
        }
    } else {
        format!("{other} has a table, but it is only for its own side: write the rows of {piece} too")
    };
    Description::new(
        Code::NoTable,
        Aim::Text(piece.to_owned(), None),
        format!("{piece} comes into the game here and has no table"),
    )
    .expected(format!("rows of {piece} in a file of ggn/"))
    .advise(format!("{hint}; if {piece} never moves, say so with \"{piece}\": {{}}"))
}

pub(super) fn carries_unsaid(square: &str, row: &str) -> Description {
    let message =
        format!("the row {row} does not ask for a piece on {square}, so there may be none to carry");
    Description::new(Code::CarriesUnsaid, Aim::Key, message)
        .expected(format!("a row that asks for the piece on {square}"))
        .advise(format!("add the piece to the row's `must` in ggn/: \"{square}\": \"…\""))
}

pub(super) fn carries_onto(square: &str, row: &str) -> Description {
    let message = format!("the row {row} does not ask {square} to be empty, so a piece there would vanish");
    value(Code::CarriesOnto, message)
        .expected(format!("a row that asks {square} to be empty"))
        .advise(format!("add \"{square}\": \"empty\" to the row's `must` in ggn/"))
}

pub(super) fn same_letter(letter: char) -> Description {
    value(Code::SameLetter, format!("another choice has the letter {letter} too"))
        .expected("choices that differ in their letter")
        .advise("a player chooses by the letter alone: name one state of each piece")
}

pub(super) fn never_settles(piece: &str) -> Description {
    value(Code::NeverSettles, format!("{piece} expires as well; what a marker falls to must stay"))
        .expected("a piece that does not expire")
        .advise("name the plain piece, without the sign of the marker")
}

pub(super) fn empty_range(min: u32, max: u32) -> Description {
    value(Code::EmptyRange, format!("at least {min} and at most {max}: no number is both"))
        .expected("`min` no more than `max`")
        .advise(format!("did you mean {{ \"min\": {max}, \"max\": {min} }}?"))
}

pub(super) fn unattacked_unasked() -> Description {
    value(Code::UnattackedUnasked, "effects.json lists `unattacked` squares, and nothing here heeds them")
        .expected("the constraint \"unattacked\" in this list")
        .advise("add \"unattacked\" to the list, or remove the squares from effects.json")
}

pub(super) fn no_royal() -> Description {
    value(Code::NoRoyal, "no piece of the initial position is royal, so this can never apply")
        .expected("a royal piece in the initial position")
        .advise(
            "mark the piece that must not be lost with ^ (in `initial` and in the tables), or remove this",
        )
}

pub(super) fn too_small(found: u32, least: u32, field: &str) -> Description {
    let hint = match field {
        "count" => {
            "a position stands for the first time as soon as it is reached: 1 would end every game at once"
        }
        "plies" => "0 would end every game before its first move",
        _ => "a smaller number would mean nothing",
    };
    value(Code::TooSmall, format!("{found} is too small")).expected(format!("at least {least}")).advise(hint)
}

pub(super) fn one_sided_royal(side: &str) -> Description {
    value(Code::OneSidedRoyal, format!("{side} has no royal piece and the other side has one"))
        .expected("a royal piece, marked ^, on both sides")
        .advise("fine if it is meant: then only one side can be in check")
}

pub(super) fn mate_without_safety(status: &str) -> Description {
    value(
        Code::MateWithoutSafety,
        format!("`{status}` without the constraint `royal-safety`: a side in check may move on and be taken"),
    )
    .expected("\"royal-safety\" among the constraints")
    .advise("add \"royal-safety\" to `constraints`, unless royal pieces may be taken in this game")
}

pub(super) fn shared_spelling(first: &str, second: &str, san: &str) -> Description {
    let spelled = if san.is_empty() { "by its squares alone".to_owned() } else { format!("\"{san}\"") };
    Description::new(
        Code::SharedSpelling,
        Aim::Key,
        format!("{first} and {second} are both written {spelled}"),
    )
    .expected("another `san` for each role")
    .advise("give one of them another `san`; else their moves cannot be told apart in algebraic notation")
}
