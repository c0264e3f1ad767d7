//! Descriptions of faults in moderators, profiles and ways to play with bids.

use ggn_core::Goal;
use session::DataFaultKind;
use session::moderator::{Event, Reply};

use super::code::Code;
use super::description::{Aim, Description};
use super::field;
use super::suggest::{any_of, nearest};

/// Ids that can be named: those of rulesets and moderators.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    /// Of rulesets, which are the names of their folders.
    pub rulesets: Vec<String>,
    /// Of moderators, which are the names of their files.
    pub moderators: Vec<String>,
}

/// Describes a fault of a file of moderators or profiles; `None` for those of rulesets, which are described elsewhere. `field` is the last
/// key of the fault's path.
#[must_use]
pub fn describe(kind: &DataFaultKind, field: &str, ids: &Ids) -> Option<Description> {
    let message = kind.to_string();
    Some(match kind {
        DataFaultKind::Ruleset(_) | DataFaultKind::Pattern(_) => return None,
        DataFaultKind::MissingFile => Description::new(
            Code::MissingFile,
            Aim::File,
            "the file is missing; the mode of that name needs it",
        )
        .expected("one profile for each mode")
        .advise("copy another profile and change its `id` and `view`"),
        // Description from the bytes of the file.
        DataFaultKind::Json(_) => Description::new(Code::NotJson, Aim::File, message),
        DataFaultKind::DuplicateKey => field::duplicate_key(),
        DataFaultKind::NotAnObject(found) => {
            Description::new(Code::WrongType, Aim::Value, format!("{found} stands where an object belongs"))
                .expected("an object")
                .advise("write `{ \"name\": value }`")
        }
        DataFaultKind::MissingField => {
            Description::new(Code::MissingField, Aim::Key, format!("the field \"{field}\" is missing"))
                .absent()
                .expected(format!("the field \"{field}\""))
                .hint(example(field).map(str::to_owned))
        }
        DataFaultKind::UnknownField(known) => {
            let hint = match nearest(field, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "remove it".to_owned(),
            };
            Description::new(Code::UnknownField, Aim::Key, format!("there is no field \"{field}\" here"))
                .expected(any_of(known))
                .advise(hint)
        }
        DataFaultKind::Value(why) => value(why),
        DataFaultKind::Zero => Description::new(Code::TooSmall, Aim::Value, "0 is too small")
            .expected("at least 1")
            .advise("the time is in milliseconds: one minute is 60000"),
        DataFaultKind::OutOfRange { found, least, most } => {
            let (code, what) = if found < least {
                (Code::TooSmall, format!("{found} is too small"))
            } else {
                (Code::TooLarge, format!("{found} is too large"))
            };
            Description::new(code, Aim::Value, what)
                .expected(format!("a whole number from {least} to {most}"))
        }
        DataFaultKind::UnknownPiece(known) => {
            let hint = match nearest(field, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the pieces are {}", known.join(", ")),
            };
            Description::new(Code::UnknownWord, Aim::Key, format!("the ruleset has no piece \"{field}\""))
                .expected("the name of a piece, as ruleset.json has it")
                .advise(hint)
        }
        DataFaultKind::UnknownName { what, known } => {
            let hint = match nearest(field, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "remove it, or write it as the rules do".to_owned(),
            };
            Description::new(Code::UnknownWord, Aim::Key, format!("the rules have no {what} \"{field}\""))
                .expected(format!("a {what} of these rules"))
                .advise(hint)
        }
        DataFaultKind::PieceMissing(name) => {
            Description::new(Code::MissingField, Aim::Key, format!("nothing is said of the piece \"{name}\""))
                .absent()
                .expected("one entry for each piece of the ruleset")
                .advise(format!(
                    "add \"{name}\": {{ \"capacity\": 1, \"value\": 1, \"retreat\": \"origin\" }}"
                ))
        }
        DataFaultKind::NoValue(name) => Description::new(
            Code::MissingField,
            Aim::Key,
            format!("nothing says what the {name} is worth, so the game has no bids"),
        )
        .absent()
        .expected("a value of each piece")
        .advise(format!("add \"{name}\" to values.json, or \"values\": {{ \"{field}\": 1 }} to this file")),
        DataFaultKind::NotOfTactic { tactic, known } => {
            let known: Vec<String> = known.iter().map(|&name| name.to_owned()).collect();
            Description::new(Code::UnknownWord, Aim::Value, format!("a {tactic} has no such piece"))
                .expected(any_of(&known))
        }
        DataFaultKind::IdForm => {
            Description::new(Code::WrongForm, Aim::Value, "the id is not in the form of ids")
                .expected("lower-case letters, digits and hyphens, no more than 64")
                .advise("the id is also the name of the file")
        }
        DataFaultKind::NotFileName { id, named } => id_not_name(id, named, "file"),
        DataFaultKind::NotFolderName { id, folder } => id_not_name(id, folder, "folder"),
        DataFaultKind::NoRuleset(name) => {
            absent(Code::NoSuchRuleset, "ruleset", name, &ids.rulesets, &format!("{name}/ruleset.json"))
        }
        DataFaultKind::NoModerator(name) => absent(
            Code::NoSuchModerator,
            "moderator",
            name,
            &ids.moderators,
            &format!("moderators/{name}.json"),
        ),
        DataFaultKind::UnknownEvent => {
            let replies = Reply::ALL.map(|reply| reply.name().to_owned());
            let known: Vec<String> = Event::ALL.map(Event::name).into_iter().chain(replies).collect();
            let hint = match nearest(field, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the events are {}", known.join(", ")),
            };
            Description::new(
                Code::UnknownWord,
                Aim::Key,
                format!("\"{field}\" is no event of the vocabulary"),
            )
            .expected("an event that a moderator can announce")
            .advise(hint)
        }
        DataFaultKind::MissingAudience(event) => Description::new(
            Code::UnheardEvent,
            Aim::Key,
            format!("nothing says who hears \"{}\"", event.name()),
        )
        .absent()
        .expected("one entry for each event")
        .advise(format!("add \"{}\": \"both\" (or \"mover\", \"opponent\", \"nobody\")", event.name())),
        DataFaultKind::NotAMove(event) => other_event(Code::NotAMove, *event, "kind of move", Event::is_move),
        DataFaultKind::NotAnEnding(event) => {
            other_event(Code::NotAnEnding, *event, "ending", Event::is_ending)
        }
        DataFaultKind::Unheard(event) => Description::new(
            Code::UnheardEvent,
            Aim::Value,
            format!("nothing says who hears \"{event}\", which this announces"),
        )
        .expected("an entry in \"hearers\"")
        .advise(format!("add \"{event}\": \"both\" to \"hearers\" (or \"mover\", \"opponent\")")),
        DataFaultKind::EmptyList => {
            Description::new(Code::EmptyList, Aim::Value, "the list is empty").expected("at least one entry")
        }
        DataFaultKind::Repeated => Description::new(Code::Repeated, Aim::Value, "this is named already")
            .expected("each ruleset once")
            .advise("remove it"),
        DataFaultKind::NoMeaning(why) => {
            Description::new(Code::NoMeaning, Aim::Key, format!("\"{field}\" {why}"))
                .expected("fields that belong together")
                .advise("change one of the two, or remove this one")
        }
        DataFaultKind::UnknownStatus => {
            let statuses = STATUSES.into_iter().chain(Goal::ALL.map(Goal::as_str));
            Description::new(
                Code::UnknownWord,
                Aim::Key,
                format!("\"{field}\" is no status of CGSN, and no goal"),
            )
            .expected("a status such as those of `endings` in ruleset.json")
            .hint(nearest(field, statuses).map(|near| format!("did you mean \"{near}\"?")))
        }
    })
}

/// The statuses that a ruleset can bring about by itself.
const STATUSES: [&str; 8] = [
    "checkmate",
    "stalemate",
    "insufficient",
    "repetition",
    "movelimit",
    "resignation",
    "agreement",
    "timelimit",
];

fn id_not_name(id: &str, named: &str, what: &str) -> Description {
    Description::new(
        Code::IdNotName,
        Aim::Value,
        format!("the id is \"{id}\", but the {what} is named \"{named}\""),
    )
    .expected(format!("\"{named}\""))
    .advise(format!("rename one of the two: data refers to the {what} by its id"))
}

fn absent(code: Code, what: &str, name: &str, known: &[String], file: &str) -> Description {
    let hint = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if known.is_empty() => format!("there is none at all; this one would be in {file}"),
        None => format!("there is {}; this one would be in {file}", any_of(known)),
    };
    Description::new(code, Aim::Value, format!("there is no {what} \"{name}\""))
        .expected(format!("the id of a {what}"))
        .advise(hint)
}

fn other_event(code: Code, event: Event, what: &str, fits: impl Fn(Event) -> bool) -> Description {
    let fitting: Vec<String> = Event::ALL.into_iter().filter(|&event| fits(event)).map(Event::name).collect();
    Description::new(code, Aim::Value, format!("\"{}\" is no {what}", event.name()))
        .expected(format!("an event that is a kind of {}", what.trim_start_matches("kind of ")))
        .advise(format!("write {}", any_of(&fitting)))
}

/// Describes an error of a value's own reader: a wrong type, or a word that is not in its list.
fn value(why: &str) -> Description {
    let words = why.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, expected "));
    if let Some((found, known)) = words {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return Description::new(Code::UnknownWord, Aim::Value, format!("\"{found}\" is not known here"))
            .expected(any_of(&known))
            .hint(nearest(found, known.iter().copied()).map(|near| format!("did you mean \"{near}\"?")));
    }
    let types = why.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    let description = Description::new(Code::WrongType, Aim::Value, format!("the value does not fit: {why}"));
    match types {
        Some((_, expected)) => {
            let plain = match expected {
                "u64" => "a whole number",
                "a boolean" => "true or false",
                other => other,
            };
            Description { message: format!("something else than {plain} stands here"), ..description }
                .expected(plain)
        }
        None => description,
    }
}

fn example(field: &str) -> Option<&'static str> {
    Some(match field {
        "id" => "the file's name without .json",
        "ruleset" => "the id of a ruleset, which is its folder's name",
        "moderator" => "the id of a moderator: \"moderator\": \"blind\"",
        "view" => "what each player sees: \"view\": \"own_pieces\", or \"everything\"",
        "touch_move" => "whether a touched piece has to move: \"touch_move\": true",
        "chat" => "whether there is chat: \"chat\": \"on\", \"off\" or \"never\"",
        "spectators_allowed" => "whether a game with bids may be watched: \"spectators_allowed\": true",
        "low_time_ms" => "from when on a player is warned of the clock: \"low_time_ms\": 20000",
        "clocks" => {
            "\"clocks\": [{ \"name\": \"Blitz\", \"clock\": { \"initial\": 300, \"increment\": 3 } }]"
        }
        "grace_ms" => "how long an absent player may stay away: \"grace_ms\": 300000",
        "finished_lifetime_ms" => "how long a finished game is kept: \"finished_lifetime_ms\": 1800000",
        "waiting_lifetime_ms" => {
            "how long a game waits for its second player: \"waiting_lifetime_ms\": 86400000"
        }
        "hearers" => "who hears each event: \"hearers\": { \"moved\": \"opponent\", … }",
        "tags" => "as what special moves are announced: \"tags\": { \"en_passant\": \"moved_captured_ep\" }",
        "endings" => "as what endings are announced: \"endings\": { \"checkmate\": \"checkmate\" }",
        "attempts" => "how attempts are answered: \"attempts\": { \"hidden\": \"illegal_move\", … }",
        "hidden" => "\"hidden\": \"illegal_move\"",
        "knowable" => "\"knowable\": \"nonsense\"",
        "repeated" => "\"repeated\": \"nonsense\"",
        "withheld" => "\"withheld\": \"impossible\"",
        "pawns" => "the names of the pieces whose captures count: \"pawns\": [\"pawn\"]",
        "initial" => "with how many points each side begins: \"initial\": 39",
        "ties" => "who wins a duel of equal bids: \"ties\": \"defender\", or \"attacker\"",
        "pieces" => {
            "every piece by its name: \"pieces\": { \"name\": { \"capacity\": 1, \"value\": 1, \"retreat\": \"origin\" }, … }"
        }
        "tactics" => {
            "what new tactics bring: \"tactics\": { \"check\": { \"enabled\": true, \"amount\": { \"points\": 2 } }, … }"
        }
        "pin" | "skewer" | "fork" | "discovered" | "check" | "defence" => {
            "{ \"enabled\": true, \"amount\": { \"points\": 2 } }"
        }
        "regeneration_max" => "the most that a turn can bring back; null for no bound",
        "failed_check_defence" => "\"failed_check_defence\": \"loses\"",
        "flag_fall" => "who has won when time runs out: \"flag_fall\": \"loss\", or \"material\"",
        "wont_help_includes_blocked" => "\"wont_help_includes_blocked\": true",
        _ => return None,
    })
}
