//! `games.json`: short games that show what the rules are to do, each with the status in which it ends.

use std::ops::Range;
use std::sync::Arc;

use ggn_core::json::{Json, JsonPath};
use ggn_core::notation::uci::Uci;
use ggn_core::{Counters, Ending, Game, Move, Rules};

use super::form::Form;
use super::{CheckContext, place};
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::diagnose::{Severity, known};
use crate::moves::{self, MoveTextError};
use crate::words;

pub(super) const FILE: &str = "games.json";

/// The statuses in which moves can end a game.
pub const STATUSES: &[&str] = &[
    "checkmate",
    "stalemate",
    "insufficient",
    "repetition",
    "movelimit",
    "captures",
    "promotions",
    "checks",
    "arrival",
    "extinction",
    "passes",
    "facing",
    "full",
];

/// The sides, as a game's winner.
pub const SIDES: &[&str] = &["first", "second"];

/// One game of the file.
pub(super) struct Script {
    path: JsonPath,
    start: Option<String>,
    halfmove: u64,
    moves: String,
    /// Moves that are not legal after these.
    illegal: Option<String>,
    status: Option<&'static str>,
    winner: Option<&'static str>,
}

/// Reads the file's form.
pub(super) fn read(form: &mut Form<'_>, json: &Json) -> Option<Vec<Script>> {
    let fields = form.fields(json, &["games"])?;
    form.must(fields, "games", |form, json| form.items(json, script))
}

fn script(form: &mut Form<'_>, json: &Json) -> Option<Script> {
    let fields = form.fields(json, &["name", "start", "halfmove", "moves", "illegal", "status", "winner"])?;
    form.must(fields, "name", Form::text);
    let start = form.maybe(fields, "start", Form::text);
    let halfmove = form.maybe(fields, "halfmove", Form::number);
    let moves = form.must(fields, "moves", Form::text);
    let illegal = form.maybe(fields, "illegal", Form::text);
    let status = form.maybe(fields, "status", |form, json| form.word(json, STATUSES));
    let winner = form.maybe(fields, "winner", |form, json| form.word(json, SIDES));
    // A field that is there and cannot be read has been reported; its value is not known.
    let is_whole = |name: &str, is_read: bool| is_read || !fields.iter().any(|(key, _)| key == name);
    let is_whole = is_whole("start", start.is_some())
        && is_whole("halfmove", halfmove.is_some())
        && is_whole("illegal", illegal.is_some())
        && is_whole("status", status.is_some())
        && is_whole("winner", winner.is_some());
    let script = Script {
        path: form.path(),
        start,
        halfmove: halfmove.unwrap_or_default(),
        moves: moves?,
        illegal,
        status,
        winner,
    };
    is_whole.then_some(script)
}

/// Plays every game.
pub(super) fn check(context: &mut CheckContext<'_>, rules: &Arc<Rules>, games: &[Script]) {
    for script in games {
        if let Err(wrong) = play(context, rules, script) {
            let (field, description) = *wrong;
            let description =
                description.also("where the rules have been changed, change or remove the game");
            let path = script.path.clone().within(field, |path| path.clone());
            context.diagnostics.push(context.reporter.report(
                Severity::Error,
                FILE,
                Some(&path),
                description,
            ));
        }
    }
}

/// Faulty field, and the description of its fault.
type Wrong = Box<(&'static str, Description)>;

fn wrong(field: &'static str, description: Description) -> Wrong {
    Box::new((field, description))
}

fn play(context: &mut CheckContext<'_>, rules: &Arc<Rules>, script: &Script) -> Result<(), Wrong> {
    let start = match &script.start {
        None => rules.initial().clone(),
        Some(feen) => {
            let path = script.path.clone().within("start", |path| path.clone());
            match place::position(context, rules, FILE, &path, feen) {
                Some(start) => start,
                None => return Ok(()),
            }
        }
    };
    let counters =
        Counters { halfmove: u32::try_from(script.halfmove).unwrap_or(u32::MAX), ..Counters::default() };
    let mut game = Game::from_position(Arc::clone(rules), start, counters);
    let mut last = 0..0;
    for (ply, (part, text)) in (1..).zip(place::words(&script.moves)) {
        let description = |code, message: String| {
            Description::new(code, Aim::Text(script.moves.clone(), Some(part.clone())), message).found(text)
        };
        if let Some(ending) = game.ending() {
            let message = format!("the game has ended by {} before ply {ply}", ending.status);
            let description = description(Code::EndedBefore, message).expected("the end of the game");
            return Err(wrong(
                "moves",
                description.advise("remove the moves from here on, or correct one before"),
            ));
        }
        let mv = find(&game, text).map_err(|(code, why)| {
            let description = description(code, format!("ply {ply}: {why}")).expected("a legal move");
            wrong("moves", description.hint(advice(&game, text)))
        })?;
        if let Err(why) = game.play(&mv) {
            return Err(wrong("moves", description(Code::IllegalPly, format!("ply {ply}: {why}"))));
        }
        last = part;
    }
    end(script, &game, last)?;
    refused(script, &game)
}

/// Checks that the moves which are written as illegal are so after the others.
fn refused(script: &Script, game: &Game) -> Result<(), Wrong> {
    let Some(illegal) = &script.illegal else { return Ok(()) };
    if let Some(ending) = game.ending() {
        let message = format!("the game has ended by {}, so that no move is legal", ending.status);
        let description = Description::new(Code::EndedBefore, Aim::Key, message);
        return Err(wrong("illegal", description.advise("remove `illegal`, or the move that ends the game")));
    }
    for (part, text) in place::words(illegal) {
        let aim = || Aim::Text(illegal.clone(), Some(part.clone()));
        match moves::read(game, text) {
            Err(MoveTextError::Refused(_)) => {}
            Err(why @ MoveTextError::Unreadable) => {
                let message = format!("\"{text}\": {why}");
                return Err(wrong(
                    "illegal",
                    Description::new(Code::BadNotation, aim(), message).found(text),
                ));
            }
            Ok(_) | Err(MoveTextError::Ambiguous { .. }) => {
                let message = format!("{text} is legal after the moves, and is written as illegal");
                let description = Description::new(Code::LegalMove, aim(), message).found(text);
                return Err(wrong("illegal", description.expected("a move that the rules refuse")));
            }
        }
    }
    Ok(())
}

/// Returns the legal move that a text writes.
fn find(game: &Game, text: &str) -> Result<Move, (Code, String)> {
    moves::read(game, text).map_err(|why| match why {
        MoveTextError::Unreadable => (Code::BadNotation, format!("\"{text}\": {why}")),
        MoveTextError::Refused(_) => {
            (Code::IllegalPly, explain(game, text).unwrap_or_else(|| format!("{text}: {why}")))
        }
        MoveTextError::Ambiguous { .. } => (Code::IllegalPly, format!("{text}: {why}")),
    })
}

/// Returns why a move that the tables allow is not legal.
fn explain(game: &Game, text: &str) -> Option<String> {
    let (rules, position) = (game.rules(), game.position());
    let is_it = |mv: &&Move| mv.uci(rules) == text || mv.pmn(rules, position) == text;
    let pseudo_legal = rules.pseudo_legal_moves(position);
    let meant = pseudo_legal.iter().find(is_it)?;
    let reasons: Vec<String> = rules
        .violations(position, meant)
        .iter()
        .map(|violation| words::violation(rules, position, meant, violation))
        .collect();
    (!reasons.is_empty()).then(|| format!("{text} is not legal: {}", reasons.join("; ")))
}

/// Returns moves that could be played instead.
fn advice(game: &Game, text: &str) -> Option<String> {
    let rules = game.rules();
    let written: Vec<String> = game.legal_moves().iter().map(|mv| mv.uci(rules)).collect();
    let from = |uci: &str| match text.parse::<Uci>() {
        Ok(Uci::Move(mv)) => uci.starts_with(&mv.source.to_string()),
        Ok(Uci::Drop(_)) => uci.contains('@'),
        Err(_) => false,
    };
    let same: Vec<String> = written.iter().filter(|uci| from(uci)).cloned().collect();
    match (same.is_empty(), written.is_empty()) {
        (_, true) => None,
        (false, _) => Some(format!("from there the legal moves are {}", known::list(&same))),
        (true, _) => Some(format!(
            "the legal moves are {}; the position is {}",
            known::list(&written),
            rules.feen(game.position())
        )),
    }
}

/// Checks that the game ends as it is written.
fn end(script: &Script, game: &Game, last: Range<usize>) -> Result<(), Wrong> {
    let description = |aim, message| Description::new(Code::WrongEnd, aim, message);
    match (game.ending(), script.status) {
        (None, None) => Ok(()),
        (Some(ending), Some(written)) if ending.status.to_string() == written => winner(script, ending),
        (None, Some(written)) => {
            let message = format!("the game goes on, and {written} is written");
            let legal = game.legal_moves().len();
            Err(wrong(
                "status",
                description(Aim::Value, message).expected("no status").advise(format!(
                    "after the last move {} legal: remove the status, or correct the moves",
                    if legal == 1 { "one move is".to_owned() } else { format!("{legal} moves are") }
                )),
            ))
        }
        (Some(ending), Some(written)) => {
            let message = format!("the game ends by {}, and {written} is written", ending.status);
            Err(wrong(
                "status",
                description(Aim::Value, message)
                    .expected(format!("\"{}\"", ending.status))
                    .advise("of the `endings` in ruleset.json the first that applies is the one"),
            ))
        }
        (Some(ending), None) => {
            let message = format!("the game ends by {}, and no status is written", ending.status);
            Err(wrong(
                "moves",
                description(Aim::Text(script.moves.clone(), Some(last)), message)
                    .expected("a move after which the game goes on")
                    .advise(format!("add \"status\": \"{}\" to the game", ending.status)),
            ))
        }
    }
}

fn winner(script: &Script, ending: Ending) -> Result<(), Wrong> {
    let winner = ending.winner.map(|side| side.to_string());
    let description = |message: String| Description::new(Code::WrongEnd, Aim::Value, message);
    let (field, description) = match (winner, script.winner) {
        (None, None) => return Ok(()),
        (Some(winner), Some(written)) if winner == written => return Ok(()),
        (Some(winner), Some(written)) => (
            "winner",
            description(format!("the {winner} side wins, and {written} is written"))
                .expected(format!("\"{winner}\""))
                .advise("`result` in ruleset.json is that of the side to move, which is not the one that moved last"),
        ),
        (None, Some(_)) => {
            ("winner", description("nobody wins".to_owned()).expected("no winner").advise("remove the winner"))
        }
        (Some(winner), None) => (
            "status",
            description(format!("the {winner} side wins, and no winner is written"))
                .expected("a winner beside it")
                .advise(format!("add \"winner\": \"{winner}\"")),
        ),
    };
    Err(wrong(field, description))
}
