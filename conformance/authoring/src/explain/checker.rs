//! Judging one meaning of a text: how far it comes, and what stops it.

use std::collections::BTreeSet;

use ggn_core::json::JsonPath;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::pmn::{Operator, Pmn};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Game, Location, Move, Piece, Position, Square, Violation};

use super::intent::{From, Intent};
use super::{Finding, Judgement, SourceLocation, Stage};
use crate::rules::{Folder, MANIFEST};
use crate::tables::{EFFECTS, Tables, Way};
use crate::words;

/// The most squares that are named as nearer than the one asked for.
const NEAREST_MAX: usize = 8;

/// Inputs of every judgement.
pub(super) struct MoveChecker<'a> {
    folder: &'a Folder,
    game: &'a Game,
    tables: &'a Tables,
}

/// A piece with its row.
#[derive(Clone, Copy)]
struct RowKey {
    piece: Qpi,
    source: Place,
    destination: Place,
}

impl<'a> MoveChecker<'a> {
    pub(super) fn new(folder: &'a Folder, game: &'a Game, tables: &'a Tables) -> MoveChecker<'a> {
        MoveChecker { folder, game, tables }
    }

    fn judgement(&self, stage: Stage, summary: String, findings: Vec<Finding>) -> Judgement {
        Judgement { stage, summary, findings }
    }

    fn square(&self, cell: Cell) -> Option<Square> {
        self.game.rules().shape().square(cell)
    }

    fn stands_on(&self, position: &Position, cell: Cell) -> Option<&'a Piece> {
        let piece = position.piece_at(self.square(cell)?)?;
        self.game.rules().piece(piece)
    }

    /// Judges one meaning.
    pub(super) fn check(&self, intent: &Intent) -> Judgement {
        let source = match &intent.from {
            From::Square(cell) | From::Piece(_, cell) => Some(*cell),
            From::Hand(_) => None,
        };
        for cell in source.into_iter().chain([intent.to]) {
            if self.square(cell).is_none() {
                return self.judgement(Stage::Board, format!("the board has no square {cell}"), Vec::new());
            }
        }
        let pieces = match self.pieces(intent) {
            Ok(pieces) => pieces,
            Err(judgement) => return judgement,
        };
        let judged = pieces.into_iter().map(|piece| {
            let source = source.map_or(Place::Hand, Place::Cell);
            self.check_row(RowKey { piece, source, destination: Place::Cell(intent.to) }, intent)
        });
        judged
            .max_by_key(|judgement| judgement.stage)
            .unwrap_or_else(|| self.judgement(Stage::Piece, "no piece is meant".to_owned(), Vec::new()))
    }

    /// Returns the pieces of the side to move that are meant, or why there is none.
    fn pieces(&self, intent: &Intent) -> Result<Vec<Qpi>, Judgement> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let turn = rules.side_name(position.turn());
        let failed = |summary: String| self.judgement(Stage::Piece, summary, Vec::new());
        let (cell, expected) = match &intent.from {
            From::Square(cell) => (*cell, None),
            From::Piece(piece, cell) => (*cell, Some(*piece)),
            From::Hand(held) => {
                let own = position.hand(position.turn()).iter().filter_map(|(piece, _)| rules.piece(*piece));
                let fitting: Vec<Qpi> = own
                    .filter(|piece| piece.side() == position.turn() && held.fits(piece))
                    .map(|piece| piece.qpi)
                    .collect();
                return if fitting.is_empty() {
                    Err(failed(format!("{turn} has no such piece in hand")))
                } else {
                    Ok(fitting)
                };
            }
        };
        match (self.stands_on(position, cell), expected) {
            (None, None) => Err(failed(format!("no piece stands on {cell}"))),
            (None, Some(expected)) => {
                Err(failed(format!("{expected} does not stand on {cell}: nothing does")))
            }
            (Some(piece), Some(expected)) if piece.qpi != expected => {
                Err(failed(format!("{expected} does not stand on {cell}: {} does", piece.qpi)))
            }
            (Some(piece), _) if piece.side() != position.turn() => {
                let owner = rules.side_name(piece.side());
                Err(failed(format!("{} on {cell} belongs to {owner}, and it is {turn}'s turn", piece.qpi)))
            }
            (Some(piece), _) => Ok(vec![piece.qpi]),
        }
    }

    /// Judges the row of one piece.
    fn check_row(&self, row: RowKey, intent: &Intent) -> Judgement {
        let ways = self.tables.ways(row.piece, row.source, row.destination);
        if ways.is_empty() {
            return self.no_row(row);
        }
        let position = self.game.position();
        let Some(open) = ways.iter().find(|way| self.closed_by(way, row.piece, position).next().is_none())
        else {
            let findings = ways.iter().flat_map(|way| self.closed_by(way, row.piece, position)).collect();
            let several = if ways.len() == 1 {
                "its one way is closed".to_owned()
            } else {
                format!("each of its {} ways is closed", ways.len())
            };
            return self.judgement(
                Stage::Way,
                format!("{} has a row {}, but {several}", row.piece, between(row)),
                findings,
            );
        };
        let found = self.game.rules().pseudo_legal_moves(position);
        let candidates: Vec<Move> = found.into_iter().filter(|mv| self.is_of(mv, row)).collect();
        match self.choose(&candidates, intent) {
            Ok(mv) => self.check_constraints(row, open, &mv, intent),
            Err(summary) => {
                let effect = self.tables.effect((row.piece, row.source, row.destination), open.possibility);
                let promotes =
                    effect.filter(|effect| effect.json.get("promotes").is_some()).map(|effect| Finding {
                        place: Some(SourceLocation::new(EFFECTS, deeper(effect.path, &["promotes"]))),
                        message: "says what the piece can become".to_owned(),
                    });
                self.judgement(Stage::Promotion, summary, promotes.into_iter().collect())
            }
        }
    }

    fn is_of(&self, mv: &Move, row: RowKey) -> bool {
        let rules = self.game.rules();
        let place = |location: Location| match location {
            Location::Hand => Some(Place::Hand),
            Location::Square(square) => rules.shape().cell(square).map(Place::Cell),
        };
        rules.piece(mv.piece).map(|piece| piece.qpi) == Some(row.piece)
            && place(mv.source) == Some(row.source)
            && place(mv.destination) == Some(row.destination)
    }

    /// Returns the move with the promotion of the text, or a sentence why there is none.
    fn choose(&self, candidates: &[Move], intent: &Intent) -> Result<Move, String> {
        let rules = self.game.rules();
        let piece = |mv: &Move| mv.promotion.and_then(|piece| rules.piece(piece));
        let fits = |mv: &&Move| match (&intent.becomes, piece(mv)) {
            (None, None) => true,
            (Some(becomes), Some(piece)) => becomes.fits(piece),
            (None, Some(_)) | (Some(_), None) => false,
        };
        if let Some(mv) = candidates.iter().find(fits) {
            return Ok(*mv);
        }
        let choices: Vec<String> =
            candidates.iter().filter_map(piece).map(|piece| piece.qpi.to_string()).collect();
        Err(match (&intent.becomes, choices.is_empty()) {
            (Some(_), true) => "the piece becomes nothing else by this move".to_owned(),
            (Some(becomes), false) => {
                format!(
                    "the piece cannot become {becomes} by this move; it can become {}",
                    choices.join(", ")
                )
            }
            (None, _) => format!("the move must say what the piece becomes: {}", choices.join(", ")),
        })
    }

    /// Checks the constraints on a move that the tables allow, and then its operator.
    fn check_constraints(&self, row: RowKey, open: &Way<'_>, mv: &Move, intent: &Intent) -> Judgement {
        let (rules, position) = (self.game.rules(), self.game.position());
        let violations = rules.violations(position, mv);
        if let Some(first) = violations.first() {
            let why = words::violation(rules, position, mv, first);
            let mut findings = vec![way_finding(open)];
            findings.extend(violations.iter().flat_map(|violation| self.violation(row, open, mv, violation)));
            return self.judgement(Stage::Constraint, format!("the tables allow it, but {why}"), findings);
        }
        let legal = self.legal(mv);
        match intent.operator {
            Some(written) if written != self.operator(mv) => {
                let written = mv.pmn(rules, position);
                let summary =
                    format!("the move is legal, but PMN writes it {written}: {}", meaning(self.operator(mv)));
                Judgement { stage: Stage::Operator, summary, ..legal }
            }
            _ => legal,
        }
    }

    fn operator(&self, mv: &Move) -> Operator {
        match mv.pmn(self.game.rules(), self.game.position()).parse() {
            Ok(Pmn::Move { operator, .. }) => operator,
            _ => Operator::Quiet,
        }
    }

    /// Judges a legal move: by which way, and with what effect.
    pub(super) fn legal(&self, mv: &Move) -> Judgement {
        let (rules, position) = (self.game.rules(), self.game.position());
        let place = |location: Location| match location.square().and_then(|square| rules.shape().cell(square))
        {
            Some(cell) => Place::Cell(cell),
            None => Place::Hand,
        };
        let san = self.game.preview(mv).map_or_else(|_| mv.uci(rules), |played| played.san);
        let summary = format!("{san} is legal");
        let Some(piece) = rules.piece(mv.piece).map(|piece| piece.qpi) else {
            return self.judgement(Stage::Legal, summary, Vec::new());
        };
        let row = RowKey { piece, source: place(mv.source), destination: place(mv.destination) };
        let ways = self.tables.ways(row.piece, row.source, row.destination);
        let open = ways.iter().find(|way| self.closed_by(way, row.piece, position).next().is_none());
        let mut findings = Vec::new();
        if let Some(open) = open {
            findings.push(way_finding(open));
            let effect = self.tables.effect((row.piece, row.source, row.destination), open.possibility);
            findings.extend(effect.map(|effect| Finding {
                message: format!("with this effect: {}", effect.json),
                place: Some(SourceLocation::new(EFFECTS, effect.path)),
            }));
        }
        let effect = rules.effect(position, mv);
        findings.extend(effect.captured.iter().filter_map(|&(square, piece)| {
            let message = format!("captures {} on {}", rules.piece(piece)?.qpi, words::cell(rules, square));
            Some(Finding { place: None, message })
        }));
        self.judgement(Stage::Legal, summary, findings)
    }

    /// Returns the conditions that close a way.
    fn closed_by<'w>(
        &self,
        way: &'w Way<'_>,
        piece: Qpi,
        position: &'w Position,
    ) -> impl Iterator<Item = Finding> + use<'w, 'a> {
        let rules = self.game.rules();
        let stands = move |cell: Cell| {
            let square = rules.shape().square(cell)?;
            rules.piece(position.piece_at(square)?).map(|piece| piece.qpi)
        };
        let holds = move |&(cell, condition): &(Cell, Condition)| match (condition, stands(cell)) {
            (Condition::Empty, stands) => stands.is_none(),
            (Condition::Enemy, stands) => stands.is_some_and(|other| other.side() != piece.side()),
            (Condition::Piece(required), stands) => stands == Some(required),
        };
        let finding = move |field: &str, cell: Cell, message: String| Finding {
            place: Some(SourceLocation::new(way.file, deeper(way.path.clone(), &[field, &cell.to_string()]))),
            message,
        };
        let found = move |cell| stands(cell).map_or_else(|| "nothing".to_owned(), |piece| piece.to_string());
        let must = way.possibility.must.conditions.iter().filter(move |required| !holds(required));
        let must = must.map(move |&(cell, required)| {
            finding(
                "must",
                cell,
                format!("{cell} must be {}; {} stands there", asked_for(required), found(cell)),
            )
        });
        let deny = way.possibility.deny.conditions.iter().filter(move |denied| holds(denied));
        let deny = deny.map(move |&(cell, denied)| {
            finding(
                "deny",
                cell,
                format!("{cell} must not be {}; {} stands there", asked_for(denied), found(cell)),
            )
        });
        must.chain(deny)
    }

    /// Judges a row that no table has, and what there is instead.
    fn no_row(&self, row: RowKey) -> Judgement {
        let mut findings = Vec::new();
        let alike = self.game.rules().pieces().map(|(_, piece)| piece.qpi).filter(|other| {
            (other.sin, other.pin.letter, other.pin.side)
                == (row.piece.sin, row.piece.pin.letter, row.piece.pin.side)
                && *other != row.piece
        });
        for other in alike {
            findings.extend(self.tables.ways(other, row.source, row.destination).first().map(|way| {
                Finding {
                    place: Some(SourceLocation::new(way.file, row_path(way))),
                    message: format!("{other} has such a row, but {} is another piece", row.piece),
                }
            }));
        }
        let destinations: BTreeSet<Place> =
            self.tables.rows_from(row.piece, row.source).map(|row| row.destination).collect();
        let message = if destinations.is_empty() {
            format!("{} has rows from {}", row.piece, words::places(self.tables, row.piece))
        } else {
            let mut nearest: Vec<Place> = destinations.into_iter().collect();
            nearest.sort_by_key(|place| distance(*place, row.destination));
            let more = nearest.len().saturating_sub(NEAREST_MAX);
            let named: Vec<String> = nearest.iter().take(NEAREST_MAX).map(Place::to_string).collect();
            let more = if more > 0 { format!(" and {more} squares more") } else { String::new() };
            let from = match row.source {
                Place::Hand => "the hand".to_owned(),
                Place::Cell(cell) => cell.to_string(),
            };
            format!("from {from} {} has rows to {}{more}", row.piece, named.join(" "))
        };
        findings.push(Finding { place: None, message });
        self.judgement(Stage::Row, format!("no table has a row for {} {}", row.piece, between(row)), findings)
    }

    /// Returns the places in the files that a move violates.
    fn violation(&self, row: RowKey, open: &Way<'_>, mv: &Move, violation: &Violation) -> Vec<Finding> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let constraint = |name: &str| {
            let path = self.folder.constraint(name)?;
            let message =
                format!("the constraint {name}: {}", words::violation(rules, position, mv, violation));
            Some(Finding { place: Some(SourceLocation::new(MANIFEST, path)), message })
        };
        match violation {
            Violation::RoyalSafety(threat) => {
                let after = rules.after(position, mv);
                let by = threat.by.iter().filter_map(|&from| self.attack(&after, from, threat.royal));
                constraint("royal-safety").into_iter().chain(by).collect()
            }
            Violation::Unattacked { square, by } => {
                let name = words::cell(rules, *square);
                let effect = self.tables.effect((row.piece, row.source, row.destination), open.possibility);
                let named = effect.map(|effect| Finding {
                    place: Some(SourceLocation::new(EFFECTS, deeper(effect.path, &["unattacked"]))),
                    message: format!("{name} may not be attacked before the move"),
                });
                let by = by.iter().filter_map(|&from| self.attack(position, from, *square));
                constraint("unattacked").into_iter().chain(named).chain(by).collect()
            }
            Violation::RoyalStays(threat) => {
                let by = threat.by.iter().filter_map(|&from| self.attack(position, from, threat.royal));
                constraint("royal-stays").into_iter().chain(by).collect()
            }
            Violation::RoyalDestroyed { .. } => constraint("royal-safety").into_iter().collect(),
            Violation::ForcedCapture { .. } => constraint("forced-capture").into_iter().collect(),
            Violation::Facing | Violation::ConvertsNothing => Vec::new(),
            Violation::ForcedDrop => constraint("forced-drop").into_iter().collect(),
            Violation::ForcedMove => constraint("forced-move").into_iter().collect(),
            Violation::GivesCheck(_) | Violation::GivesMate(_) => {
                let drop_limit = || {
                    let path = self.folder.drop_limit(rules.piece(mv.piece)?.role())?;
                    let words = words::violation(rules, position, mv, violation);
                    let message = format!("the limit on drops of this piece: {words}");
                    Some(Finding { place: Some(SourceLocation::new(MANIFEST, path)), message })
                };
                constraint("gives-no-check").or_else(drop_limit).into_iter().collect()
            }
        }
    }

    /// Returns the row by which a piece attacks a square.
    fn attack(&self, position: &Position, from: Square, target: Square) -> Option<Finding> {
        let rules = self.game.rules();
        let (source, destination) = (rules.shape().cell(from)?, rules.shape().cell(target)?);
        let piece = rules.piece(position.piece_at(from)?)?.qpi;
        // A marked piece attacks as what it becomes when its mark falls.
        let piece = self.tables.expires(piece).unwrap_or(piece);
        let ways = self.tables.ways(piece, Place::Cell(source), Place::Cell(destination));
        // The way that takes what stands there: one that does not ask for an empty square.
        let captures =
            |way: &&Way<'_>| !way.possibility.must.conditions.contains(&(destination, Condition::Empty));
        let way = ways.iter().find(captures).or(ways.first())?;
        Some(Finding {
            place: Some(SourceLocation::new(way.file, way.path.clone())),
            message: format!("{piece} attacks {destination} from {source} by this way"),
        })
    }
}

fn way_finding(way: &Way<'_>) -> Finding {
    Finding {
        place: Some(SourceLocation::new(way.file, way.path.clone())),
        message: "this way is open".to_owned(),
    }
}

fn deeper(mut path: JsonPath, keys: &[&str]) -> JsonPath {
    path.steps.extend(keys.iter().map(|key| (*key).into()));
    path
}

/// Returns the path of a way's row.
fn row_path(way: &Way<'_>) -> JsonPath {
    let mut path = way.path.clone();
    path.steps.pop();
    path
}

fn between(row: RowKey) -> String {
    match row.source {
        Place::Hand => format!("from the hand to {}", row.destination),
        Place::Cell(source) => format!("from {source} to {}", row.destination),
    }
}

fn asked_for(condition: Condition) -> String {
    match condition {
        Condition::Empty => "empty".to_owned(),
        Condition::Enemy => "an enemy's".to_owned(),
        Condition::Piece(piece) => piece.to_string(),
    }
}

fn meaning(operator: Operator) -> &'static str {
    match operator {
        Operator::Quiet => "it goes to an empty square",
        Operator::Capture => "it captures there",
        Operator::Special => "it does more than to go or to capture there",
    }
}

/// Returns the number of steps to a neighbouring square between two places; the hand is farther than any square.
fn distance(one: Place, other: Place) -> u16 {
    match (one, other) {
        (Place::Cell(one), Place::Cell(other)) => {
            let apart = one.coordinates().iter().zip(other.coordinates()).map(|(a, b)| a.abs_diff(*b));
            apart.max().map_or(0, u16::from)
        }
        _ => u16::MAX,
    }
}
