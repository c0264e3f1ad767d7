//! Descriptions of the faults that the engine finds in a ruleset.

use ggn_core::{Fault, FaultKind};

use super::code::Code;
use super::description::{Aim, Description, FaultTexts, last_key};
use super::known::Known;
use super::{drawing, field, ggn, meaning, notation, position, suggest};

/// Describes a fault. Faults of JSON's own syntax are described from the bytes of the file instead (see [`super::syntax`]).
#[must_use]
pub fn describe(fault: &Fault, here: &FaultTexts, known: &Known) -> Description {
    let value = |code, message: &str| Description::new(code, Aim::Value, message);
    match &fault.kind {
        FaultKind::Missing => missing(&fault.file),
        FaultKind::UnknownFile => unknown_file(&fault.file),
        FaultKind::Json(why) => value(Code::NotJson, why),
        FaultKind::DuplicateKey => field::duplicate_key(),
        FaultKind::Type { expected, found } => field::wrong_type(expected, found),
        FaultKind::UnknownField { known } => field::unknown(last_key(&fault.path), known),
        FaultKind::MissingField(name) => field::missing(name, fault),
        FaultKind::UnknownWord { found, known } => field::unknown_word(found, known),
        FaultKind::Form(why) => field::wrong_form(why, last_key(&fault.path)),
        FaultKind::Ggn(kind) => ggn::describe(kind, here, known),
        FaultKind::Notation { found, expected, at, why } => {
            notation::describe(found, expected, *at, why, known)
        }
        FaultKind::OffBoard(square) => notation::off_board(square, known),
        FaultKind::UnknownPiece(piece) => meaning::unknown_piece(piece, known),
        FaultKind::UnknownRole(piece) => meaning::unknown_role(piece, known),
        FaultKind::Nameless(piece) => meaning::nameless(piece),
        FaultKind::TooManyPieces(_) => value(Code::TooManyPieces, &fault.kind.to_string())
            .advise("a piece counts once for each of its states; leave out states that nothing becomes"),
        FaultKind::ChangesSide { from, to } => meaning::changes_side(from, to),
        FaultKind::NoSuchRow { piece, from, to } => meaning::no_such_row(piece, from, to, known),
        FaultKind::NoSuchPossibility => meaning::no_such_possibility(&fault.path, known),
        FaultKind::TwoEffects => value(Code::TwoEffects, "another effect already fits this possibility")
            .expected("at most one effect for each possibility of a row")
            .advise("merge the effects, or give each a `when` that only its own possibility has in its `must`"),
        FaultKind::OwnSquare(square) => {
            Description::new(Code::OwnSquare, Aim::Text(square.clone(), None), fault.kind.to_string())
                .expected("another square than the source and the destination of the row")
                .advise("what stands on the destination is captured anyway, and the moving piece leaves its source by itself")
        }
        FaultKind::Twice(name) => {
            Description::new(Code::NamedTwice, Aim::Text(name.clone(), None), format!("{name} stands twice in this effect"))
                .expected("each square and each piece once")
                .advise("remove one of the two")
        }
        FaultKind::Empty => value(Code::EmptyList, "the list names nothing")
            .expected("at least one entry")
            .advise("name what is meant, or remove what holds the list"),
        FaultKind::RoleTwice(earlier) => Description::new(
            Code::RoleTwice,
            Aim::Key,
            format!("{} and {earlier} are entries of one role", here.key),
        )
        .expected("one entry for each role, which is a style and a letter")
        .advise("pieces of a role share name and letter in every state and of both sides: leave one entry out"),
        FaultKind::EndingTwice(status) => {
            value(Code::EndingTwice, &format!("the ending `{status}` stands twice"))
                .expected("each status once")
                .advise("remove one of the two; of two that differ, only the first would count")
        }
        FaultKind::OpenDestination(square) => meaning::open_destination(square),
        FaultKind::NeverHolds(why) => meaning::never_holds(why, last_key(&fault.path)),
        FaultKind::UnreachableRow { piece, place } => meaning::unreachable_row(piece, place),
        FaultKind::NoTable(piece) => meaning::no_table(piece, known),
        FaultKind::CarriesUnsaid { square, row } => meaning::carries_unsaid(square, row),
        FaultKind::CarriesOnto { square, row } => meaning::carries_onto(square, row),
        FaultKind::SameLetter(letter) => meaning::same_letter(*letter),
        FaultKind::NeverSettles(piece) => meaning::never_settles(piece),
        FaultKind::EmptyRange { min, max } => meaning::empty_range(*min, *max),
        FaultKind::UnattackedUnasked => meaning::unattacked_unasked(),
        FaultKind::NoRoyal => meaning::no_royal(),
        FaultKind::NeutralMoves => value(Code::NeutralMoves, "nobody may move a piece of neither side, and this one has rows")
            .expected("a piece without rows")
            .advise("remove its rows, as in `W: stays`, or `neutral`"),
        FaultKind::WithoutEffect(why) => value(Code::WithoutEffect, &format!("{why}, so this has no effect"))
            .expected("something in the game that it is about")
            .advise("remove it, or add what is missing"),
        FaultKind::AnsweredAndHeld => value(Code::AnsweredAndHeld, "`answer` and `held` each say when the game ends")
            .expected("one of the two")
            .advise("remove `answer`, or `held`"),
        FaultKind::Starts(why) => value(Code::StartsUnnumbered, why)
            .expected("steps whose ways do not depend on each other")
            .advise("let the squares of a step contain all squares of each earlier step or none of them, and leave room for its pieces"),
        FaultKind::Covered(why) => value(Code::CoveredImpossible, why)
            .expected("covered pieces, and a pool that they can hide")
            .advise("let the pool have as many pieces for each side as stand covered at the start: none that is royal, and none that is covered"),
        FaultKind::Repeated => value(Code::Repeated, "this stands twice in the list")
            .expected("each entry once")
            .advise("remove one of the two; saying it twice changes nothing"),
        FaultKind::NamesItself => value(Code::NamesItself, &fault.kind.to_string())
            .expected("the id of another overlay")
            .advise("remove it"),
        FaultKind::TooSmall { found, least } => meaning::too_small(*found, *least, last_key(&fault.path)),
        FaultKind::TooLarge { found, most } => value(Code::TooLarge, &format!("{found} is too large"))
            .expected(format!("at most {most}"))
            .advise("nothing in a game comes to so much"),
        FaultKind::TooMany { what, found, most } => drawing::too_many(what, *found, *most),
        FaultKind::Path(fault) => drawing::path(fault),
        FaultKind::NoBody => drawing::no_body(),
        FaultKind::NeedsMechanic(name) => {
            value(Code::NeedsMechanic, &format!("this mechanic asks for the mechanic `{name}`"))
                .expected(format!("`{name}` in the same list"))
                .advise(format!("add it; an overlay can ask for one that brings it by `requires`: it works on what `{name}` keeps"))
        }
        FaultKind::DestroyedWithoutEnd => value(Code::DestroyedWithoutEnd, &fault.kind.to_string())
            .expected("an ending `extinction` that names the royal piece")
            .advise("add { \"status\": \"extinction\", \"result\": \"loss\", \"pieces\": [...] } with the role of the royal piece"),
        FaultKind::ImpossibleMaterial { .. } => {
            value(Code::ImpossibleMaterial, &fault.kind.to_string())
                .expected("what a side can have according to `count` in setup.json")
                .advise("`material` lists everything that a side has left, its royal piece included")
        }
        FaultKind::OneSidedRoyal(side) => meaning::one_sided_royal(side),
        FaultKind::MateWithoutSafety(status) => meaning::mate_without_safety(&status.to_string()),
        FaultKind::SharedSpelling { first, second, san } => meaning::shared_spelling(first, second, san),
        FaultKind::Initial(why) => {
            let description = position::describe(why, &here.value);
            Description { message: format!("the initial position is impossible: {}", description.message), ..description }
        }
    }
}

fn missing(file: &str) -> Description {
    Description::new(Code::MissingFile, Aim::File, format!("{file} is missing; a ruleset needs it")).advise(
        "it has the fields `id`, `name`, `styles`, `sides`, `pieces`, `initial`, `constraints` and `endings`; \
         rules/README.md describes them",
    )
}

fn unknown_file(file: &str) -> Description {
    const KNOWN: [&str; 5] = ["ruleset.json", "effects.json", "setup.json", "perft.json", "games.json"];
    let names = KNOWN.map(|name| name.trim_end_matches(".json"));
    let hint = match suggest::nearest(file.trim_end_matches(".json"), names) {
        Some(name) => format!("did you mean {name}.json?"),
        None if !file.contains('/') => format!("if it is a movement table, it belongs into ggn/: ggn/{file}"),
        None => "remove it, or give it another ending than .json if it is no part of the ruleset".to_owned(),
    };
    Description::new(Code::UnknownFile, Aim::File, format!("a ruleset has no file {file}"))
        .expected(format!("{} or a table in ggn/", KNOWN.join(", ")))
        .advise(hint)
}
