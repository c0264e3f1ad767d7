//! A finished game in full: every move, every refused try, and the PGN of both.

use std::fmt::Write as _;

use ggn_core::{Cause, Happening, Side};

use super::observation::square_name;
use super::story;
use crate::clock::TimeControl;
use crate::game::{Game, location_name};
use crate::ids::UnixMs;
use crate::protocol::player::{Befell, EndReason, HappenedRecord, PieceType, PlyRecord, Record, TryRecord};

/// The longest line of a PGN.
const PGN_COLUMNS: usize = 79;

/// Everything about a game that is over.
pub(super) fn record(game: &Game) -> Record {
    let rules = game.rules();
    let kind = |id| rules.piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()));
    let plies = (1u32..).zip(game.board.history()).zip(&game.played_at).map(|((ply, played), at)| {
        let bids = story::in_full(game, ply, played);
        PlyRecord {
            ply,
            by: played.by.into(),
            from: location_name(rules, played.mv.source),
            to: location_name(rules, played.mv.destination),
            san: played.san.clone(),
            uci: played.uci.clone(),
            promotion: played.deed.promoted.and_then(kind),
            captured: played.deed.captured.first().and_then(|&(_, piece)| kind(piece)),
            happened: happened(game, &played.deed.happenings),
            feen: rules.feen(&played.after).to_string(),
            at: *at,
            notation: bids.as_ref().and_then(|bids| bids.notation.clone()),
            duel: bids.as_ref().and_then(|bids| bids.duel),
            retreat: bids.as_ref().and_then(|bids| bids.retreat),
            regained: bids.and_then(|bids| bids.regained),
        }
    });
    let tries = game.tries.iter().filter_map(|refused| {
        Some(TryRecord {
            ply: refused.ply,
            by: refused.by.into(),
            from: square_name(game, refused.from)?,
            to: refused.to.and_then(|to| square_name(game, to)),
            text: refused.text,
            at: refused.at,
        })
    });
    Record {
        initial: rules.feen(game.board.start()).to_string(),
        plies: plies.collect(),
        tries: tries.collect(),
        pgn: (!has_failed(game)).then(|| pgn(game)),
        feen: rules.feen(game.board.position()).to_string(),
    }
}

/// Whether a capture failed.
fn has_failed(game: &Game) -> bool {
    game.board.history().iter().any(|played| played.deed.is_repulsed())
}

/// What befell pieces by one move.
fn happened(game: &Game, happenings: &[Happening]) -> Vec<HappenedRecord> {
    let record = |happening: &Happening| {
        let (what, square, piece, points) = match *happening {
            Happening::Hit { square, piece, left } => (Befell::Hit, square, piece, Some(left)),
            Happening::Poisoned { square, piece, left } => (Befell::Poisoned, square, piece, Some(left)),
            Happening::Healed { square, piece, points } => (Befell::Healed, square, piece, Some(points)),
            Happening::Destroyed { square, piece, cause: Cause::Blast } => {
                (Befell::Exploded, square, piece, None)
            }
            Happening::Destroyed { square, piece, cause: Cause::Poison } => {
                (Befell::Fell, square, piece, None)
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
        // Both players left: nobody won, and nobody agreed on anything.
        (None, Some(EndReason::Abandoned)) => "*",
        (None, _) => "1/2-1/2",
    };
    let termination = match reason {
        Some(EndReason::Abandoned) => "abandoned",
        Some(EndReason::Timeout) => "time forfeit",
        Some(_) | None => "normal",
    };
    let mut pgn = String::new();
    let time_control = game.clock.map(|clock| ("TimeControl", time_control(clock.control())));
    let tags = [
        ("Event", format!("{} game {}", game.profile.id, game.id)),
        ("Site", "?".to_owned()),
        ("Date", date(game.created_at)),
        ("Round", "-".to_owned()),
        ("White", name(game, Side::First)),
        ("Black", name(game, Side::Second)),
        ("Result", result.to_owned()),
        ("Termination", termination.to_owned()),
    ];
    for (name, value) in tags.into_iter().chain(time_control) {
        let _ = writeln!(pgn, "[{name} \"{value}\"]");
    }
    pgn.push('\n');
    let mut column = 0;
    for word in movetext(game).iter().flat_map(|text| text.split(' ')).chain([result]) {
        if column + 1 + word.len() > PGN_COLUMNS {
            pgn.push('\n');
            column = 0;
        } else if column > 0 {
            pgn.push(' ');
            column += 1;
        }
        pgn.push_str(word);
        column += word.len();
    }
    pgn.push('\n');
    pgn
}

/// How a player is called, as a PGN writes it.
fn name(game: &Game, side: Side) -> String {
    let given = game.names[side].as_ref().map_or("?", |name| name.as_str());
    given.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A time control as PGN writes it, which has no word for a delay.
fn time_control(control: TimeControl) -> String {
    let initial = control.initial().seconds();
    match control {
        TimeControl::SuddenDeath(_) => initial.to_string(),
        TimeControl::Increment(_, increment) => format!("{initial}+{}", increment.seconds()),
        TimeControl::Delay(..) => "?".to_owned(),
    }
}

/// Moves with their numbers; before each, the tries that came to nothing, and behind it what befell pieces.
fn movetext(game: &Game) -> Vec<String> {
    let mut texts = Vec::new();
    let mut tries = game.tries.iter().peekable();
    let mut number_is_due = true;
    let moves = game.board.history().iter().map(Some);
    let mut numbers = Numbers::of(game);
    // One more than there are moves: tries may come after the last.
    for (ply, played) in (1u32..).zip(moves.chain([None])) {
        while let Some(refused) = tries.next_if(|refused| refused.ply <= ply) {
            let from = square_name(game, refused.from);
            let to = refused.to.and_then(|to| square_name(game, to));
            let squares: String = [from, to].iter().flatten().map(|name| name.as_str()).collect();
            let said = serde_json::to_value(refused.text).unwrap_or_default();
            texts.push(format!("{{ {squares}: {} }}", said.as_str().unwrap_or_default()));
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
        let fought = story::in_full(game, ply, played).filter(|bids| bids.duel.is_some());
        // What a turn brought back is written in braces, which a comment cannot have.
        let bids = fought.and_then(|fought| Some(fought.notation?.split('{').next()?.to_owned()));
        let is_fought = bids.is_some();
        texts.extend(bids.map(|bids| format!("{{ {bids} }}")));
        let happened = happened(game, &played.deed.happenings);
        number_is_due = !happened.is_empty() || is_fought;
        if !happened.is_empty() {
            let told =
                happened.iter().map(|record| format!("{} {}", record.square.as_str(), record.what.as_str()));
            texts.push(format!("{{ {} }}", told.collect::<Vec<_>>().join(", ")));
        }
    }
    texts
}

/// The numbers of moves: one for both sides' turns, of however many moves these are.
struct Numbers {
    begins: Option<Side>,
    number: u32,
    last: Option<Side>,
}

impl Numbers {
    fn of(game: &Game) -> Numbers {
        Numbers { begins: game.board.history().first().map(|played| played.by), number: 0, last: None }
    }

    /// The number of the next move, and whether it begins one.
    fn next(&mut self, by: Side) -> (u32, bool) {
        let begins = self.begins == Some(by) && self.last != Some(by);
        self.number += u32::from(begins);
        self.last = Some(by);
        (self.number, begins)
    }
}

/// A day as PGN writes it (`2026.04.28`), in UTC.
fn date(at: UnixMs) -> String {
    // Days are counted from 1 March of the year 0, so that the leap day is the last of its year and 400 years are one round.
    let days = at.0 / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
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
