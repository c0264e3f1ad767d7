//! Record of a finished game: moves, refused tries, and the PGN of both.

use jiff::Timestamp;
use jiff::tz::Offset;

use ggn_core::notation::pgn::{Word, write_tag, write_words};
use ggn_core::{Cause, Happening, Location, Side};

use super::observation::square_name;
use super::{covered, event_log};
use crate::clock::TimeControl;
use crate::domain::{
    EndReason, HappenedRecord, PieceEffect, PieceName, PieceType, PlyRecord, Record, TryRecord, UnixMs,
};
use crate::game::{Game, RefusedTry, location_name};
use crate::hearing::captured_pieces;
use crate::touch_move::Touched;

/// Returns the record of a finished game.
// Requirement blind-8.
pub(crate) fn record(game: &Game) -> Record {
    let rules = game.rules();
    let kind = |id| rules.piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()));
    let plies =
        (1u32..).zip(game.board.history()).zip(&game.played_at).map(|((ply, played), at)| PlyRecord {
            ply,
            by: played.by.into(),
            from: location_name(rules, played.mv.source),
            to: location_name(rules, played.mv.destination),
            drop: event_log::dropped(game, played),
            san: played.san.clone(),
            uci: played.uci(rules),
            pmn: played.pmn(rules),
            // Bids are written behind algebraic notation.
            game_notation: played.notation.clone().filter(|_| game.gambit.is_none()),
            promotion: played.effect.promoted.and_then(kind),
            uncovered: played.uncovered.arrived.and_then(kind),
            captured: captured_pieces(played).next().and_then(kind),
            happened: happened(game, &played.effect.happenings),
            feen: rules.feen(&played.after).to_string(),
            at: *at,
            details: event_log::details(game, ply, played).unwrap_or_default(),
        });
    let tries = game.tries.iter().map(|refused| TryRecord {
        ply: refused.ply,
        by: refused.by.into(),
        from: location_name(rules, refused.touched.map_or(Location::Hand, Touched::source)),
        drop: tried_drop(game, refused),
        to: refused.to.and_then(|to| square_name(game, to)),
        text: refused.text,
        at: refused.at,
    });
    Record {
        initial: rules.feen(game.board.start()).to_string(),
        plies: plies.collect(),
        tries: tries.collect(),
        pgn: (!has_failed(game)).then(|| pgn(game)),
        feen: rules.feen(game.board.position()).to_string(),
        deal: covered::deal(game),
    }
}

/// Returns the name of the piece that was to be dropped; `None` for another try.
fn tried_drop(game: &Game, refused: &RefusedTry) -> Option<PieceName> {
    match refused.touched? {
        Touched::Board(_) => None,
        Touched::Hand(piece) => game.data.names.piece(piece).map(|piece| piece.qpi),
    }
}

/// Returns a refused try as the comments of the PGN write it: `e2e9`, `P@e4`, or `pass`.
fn tried(game: &Game, refused: &RefusedTry) -> String {
    let to = refused.to.and_then(|to| square_name(game, to));
    let to = to.as_ref().map_or("", |to| to.as_str());
    match refused.touched {
        None => "pass".to_owned(),
        Some(Touched::Board(from)) => {
            let from = square_name(game, from);
            format!("{}{to}", from.as_ref().map_or("", |from| from.as_str()))
        }
        Some(Touched::Hand(piece)) => {
            let letter = game.rules().piece(piece).map_or(' ', |piece| piece.letter().to_ascii_uppercase());
            format!("{letter}@{to}")
        }
    }
}

/// Returns whether a capture failed.
fn has_failed(game: &Game) -> bool {
    game.board.history().iter().any(|played| played.effect.is_repulsed())
}

/// Returns the effects of one move on other pieces.
fn happened(game: &Game, happenings: &[Happening]) -> Vec<HappenedRecord> {
    let record = |happening: &Happening| {
        let (what, square, piece, points) = match *happening {
            Happening::Hit { square, piece, left } => (PieceEffect::Hit, square, piece, Some(left)),
            Happening::Poisoned { square, piece, left } => (PieceEffect::Poisoned, square, piece, Some(left)),
            Happening::Healed { square, piece, points } => (PieceEffect::Healed, square, piece, Some(points)),
            Happening::Destroyed { square, piece, cause: Cause::Blast } => {
                (PieceEffect::Exploded, square, piece, None)
            }
            Happening::Destroyed { square, piece, cause: Cause::Poison } => {
                (PieceEffect::Fell, square, piece, None)
            }
        };
        let piece = game.rules().piece(piece)?;
        Some(HappenedRecord {
            what,
            square: square_name(game, square)?,
            color: piece.side().into(),
            kind: PieceType::new(piece.letter())?,
            points,
        })
    };
    happenings.iter().filter_map(record).collect()
}

fn pgn(game: &Game) -> String {
    let outcome = game.outcome;
    let winner = outcome.and_then(|outcome| outcome.winner);
    let reason = outcome.and_then(|outcome| outcome.reason);
    let result = match (winner, reason) {
        (Some(Side::First), _) => "1-0",
        (Some(Side::Second), _) => "0-1",
        // Both players left: the game has no winner and no agreed result.
        (None, Some(EndReason::Abandoned)) => "*",
        (None, _) => "1/2-1/2",
    };
    let termination = match reason {
        Some(EndReason::Abandoned) => "abandoned",
        Some(EndReason::Timeout) => "time forfeit",
        Some(_) | None => "normal",
    };
    let name = |side: Side| game.names[side].as_ref().map_or("?", |name| name.as_str()).to_owned();
    // The name of a game that is not that of its mode.
    let is_other = *game.data.id != *game.profile.ruleset;
    let variant = is_other.then(|| ("Variant", game.rules().name().to_owned()));
    let time_control = game.clock.map(|clock| ("TimeControl", time_control(clock.control())));
    let tags = [
        ("Event", format!("{} game {}", game.profile.id, game.watch_id)),
        ("Site", "?".to_owned()),
        ("Date", date(game.created_at)),
        ("Round", "-".to_owned()),
        ("White", name(Side::First)),
        ("Black", name(Side::Second)),
        ("Result", result.to_owned()),
        ("Termination", termination.to_owned()),
    ];
    let start = start_tags(game);
    let moves = movetext(game);
    let words = moves.iter().flat_map(|text| words(text)).chain([result]).map(Word::new);
    let mut pgn = String::new();
    for (name, value) in tags.into_iter().chain(variant).chain(start).chain(time_control) {
        // A string takes everything that is written.
        let _ = write_tag(&mut pgn, name, &value);
    }
    pgn.push('\n');
    let _ = write_words(&mut pgn, words);
    pgn
}

/// Returns the tags of a start that is not the initial position. It is written as FEEN: FEN has no rights of rooks on other squares.
fn start_tags(game: &Game) -> impl Iterator<Item = (&'static str, String)> {
    let start = Some(game.board.start()).filter(|start| *start != game.rules().initial());
    let feen = start.map(|start| game.rules().feen(start).to_string());
    let set_up = feen.into_iter().flat_map(|feen| [("SetUp", "1".to_owned()), ("FEEN", feen)]);
    // What the covered pieces hid, without which the moves have no meaning.
    set_up.chain(game.deal.as_ref().map(|promised| ("Deal", promised.feen.clone())))
}

/// Returns a time control in PGN, which has no notation for a delay.
fn time_control(control: TimeControl) -> String {
    match control {
        TimeControl::SuddenDeath(initial) => initial.seconds().to_string(),
        TimeControl::Increment(initial, increment) => {
            format!("{}+{}", initial.seconds(), increment.seconds())
        }
        TimeControl::Delay(..) => "?".to_owned(),
        TimeControl::Correspondence(days) => format!("1/{}", days.seconds()),
    }
}

/// Returns the parts of a text that may stand in different lines. Readers look for a command, as that of a clock, within a line.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let (whole, parts) = if text.starts_with("{ [%") { (text, "") } else { ("", text) };
    [whole].into_iter().chain(parts.split(' ')).filter(|word| !word.is_empty())
}

/// Returns the time left on a clock after a ply, as the command of PGN. The days of a correspondence game begin anew with each turn.
fn clock_comment(game: &Game, ply: u32) -> Option<String> {
    game.clock.filter(|clock| clock.control().turn_days().is_none())?;
    let seconds = game.left_after.get(ply.checked_sub(1)? as usize)? / 1_000;
    Some(format!("{{ [%clk {}:{:02}:{:02}] }}", seconds / 3_600, seconds / 60 % 60, seconds % 60))
}

/// Returns the moves with their numbers, refused tries before, and the clock and effects after each.
fn movetext(game: &Game) -> Vec<String> {
    let mut texts = Vec::new();
    let mut tries = game.tries.iter().peekable();
    let mut number_is_due = true;
    let moves = game.board.history().iter().map(Some);
    let mut numbers = Numbers::of(game);
    // One more number than moves: tries may come after the last move.
    for (ply, played) in (1u32..).zip(moves.chain([None])) {
        while let Some(refused) = tries.next_if(|refused| refused.ply <= ply) {
            let squares = tried(game, refused);
            let refusal = serde_json::to_value(refused.text).unwrap_or_default();
            texts.push(format!("{{ {squares}: {} }}", refusal.as_str().unwrap_or_default()));
            number_is_due = true;
        }
        let Some(played) = played else { break };
        let san = &played.san;
        let (number, begins) = numbers.next(played.by);
        match (begins, number_is_due) {
            (true, _) => texts.push(format!("{number}. {san}")),
            (false, true) => texts.push(format!("{number}... {san}")),
            (false, false) => texts.push(san.clone()),
        }
        let details = event_log::details(game, ply, played).filter(|details| details.duel.is_some());
        // The regeneration is written in braces, which a PGN comment cannot contain.
        let bids = details.and_then(|details| Some(details.notation?.split('{').next()?.to_owned()));
        let is_fought = bids.is_some();
        texts.extend(bids.map(|bids| format!("{{ {bids} }}")));
        let happened = happened(game, &played.effect.happenings);
        let clock = clock_comment(game, ply);
        number_is_due = !happened.is_empty() || is_fought || clock.is_some();
        texts.extend(clock);
        if !happened.is_empty() {
            let effects =
                happened.iter().map(|record| format!("{} {}", record.square.as_str(), record.what.as_str()));
            texts.push(format!("{{ {} }}", effects.collect::<Vec<_>>().join(", ")));
        }
    }
    texts
}

/// Move numbers: one for the turns of both sides, of however many moves these are.
struct Numbers {
    begins: Option<Side>,
    number: u32,
    last: Option<Side>,
}

impl Numbers {
    fn of(game: &Game) -> Numbers {
        Numbers { begins: game.board.history().first().map(|played| played.by), number: 0, last: None }
    }

    /// Returns the number of the next move, and whether the move begins it.
    fn next(&mut self, by: Side) -> (u32, bool) {
        let begins = self.begins == Some(by) && self.last != Some(by);
        self.number += u32::from(begins);
        self.last = Some(by);
        (self.number, begins)
    }
}

/// Returns a date of PGN (`2026.04.28`), in UTC; `????.??.??` beyond the calendar's last year, 9999.
fn date(at: UnixMs) -> String {
    let instant = i64::try_from(at.0).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    instant.map_or_else(
        || "????.??.??".to_owned(),
        |instant| {
            let date = Offset::UTC.to_datetime(instant).date();
            format!("{:04}.{:02}.{:02}", date.year(), date.month(), date.day())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (at, expected) in [
            (0, "1970.01.01"),
            (951_782_399_999, "2000.02.28"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_777_334_400_000, "2026.04.28"),
            (4_107_542_399_000, "2100.02.28"),
            (4_107_542_400_000, "2100.03.01"),
        ] {
            assert_eq!(date(UnixMs(at)), expected);
        }
    }
}
