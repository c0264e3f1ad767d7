//! Moderator scripts: both players at one table, with the announcements and the view of each, step by step.

mod seen;
mod table;

use serde_json::Value;

use super::outcome::{Difference, compare};
use super::pattern::{self, Bindings};
use super::stock::Stock;
use crate::script::Seat;
use crate::script::moderator::{Action, ModeratorCase, Step};
use table::{ReceivedFrames, Table};

/// Plays a case.
pub(super) fn play(stock: &Stock, case: &ModeratorCase) -> Vec<Difference> {
    let mut table = match Table::open(stock, case) {
        Ok(table) => table,
        Err(why) => return vec![Difference::new("table", "a game", why)],
    };
    if let Err(wrong) = line(&mut table, case.line.as_deref().unwrap_or_default()) {
        return vec![*wrong];
    }
    let mut bound = Bindings::new();
    let mut differences = Vec::new();
    for (number, step) in (1..).zip(&case.steps) {
        let Some((who, action)) = step.action() else { continue };
        let received = table.act(who, &action);
        let step_text = match who {
            Some(seat) => format!("step {number}, {} {action}", seat.name()),
            None => format!("step {number}, {action}"),
        };
        for seat in Seat::BOTH {
            differences.extend(check_viewer(
                &table,
                step,
                who,
                seat,
                received.of(seat),
                &step_text,
                &mut bound,
            ));
        }
    }
    differences
}

/// Plays the moves that come before the first step. Each of them has to be made.
fn line(table: &mut Table, moves: &str) -> Result<(), Box<Difference>> {
    for (ply, text) in (1..).zip(moves.split_whitespace()) {
        let seat = table.to_move();
        let unplayed = |found: String| Box::new(Difference::new(format!("line, ply {ply}"), text, found));
        let action = Action::read(text).ok_or_else(|| unplayed("no move".to_owned()))?;
        let before = table.plies();
        table.act(Some(seat), &action);
        if table.plies() != before + 1 {
            return Err(unplayed("a move that is not made".to_owned()));
        }
    }
    Ok(())
}

/// Returns the differences from the step's expectation, for one viewer.
fn check_viewer(
    table: &Table,
    step: &Step,
    who: Option<Seat>,
    seat: Seat,
    received: &ReceivedFrames,
    step_text: &str,
    bound: &mut Bindings,
) -> Vec<Difference> {
    let viewer = seat.name();
    let hears = step.hears.as_ref().and_then(|hears| hears.of(seat).clone());
    let sees = step.sees.as_ref().and_then(|sees| sees.of(seat).clone());
    let at = |what: &str| format!("{step_text}: {viewer} {what}");
    let mut differences = Vec::new();
    let expected = hears.clone().unwrap_or_default();
    differences.extend(compare(&at("hears"), &list(&expected), &list(&received.announcements)));
    let error = step.error.as_deref().filter(|_| who == Some(seat)).unwrap_or("no error");
    differences.extend(compare(&at("is told of"), error, received.error.as_deref().unwrap_or("no error")));
    // A frame alone is information: no player receives one about hidden events.
    if who != Some(seat) && hears.is_none() && sees.is_none() && received.frames > 0 {
        differences.push(Difference::new(at("is sent"), "nothing", format!("{} frames", received.frames)));
    }
    if let Some(pattern) = &sees {
        let seen = table.seen(seat);
        differences.extend(pattern::compare(&at("sees"), pattern, Some(&seen), bound));
    }
    differences
        .extend(table.leaks(seat).into_iter().map(|leak| Difference::new(at("sees"), "no secret", leak)));
    differences
}

fn list(words: &[String]) -> String {
    Value::from(words.to_vec()).to_string()
}
