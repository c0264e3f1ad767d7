//! Loading: from the bytes of a ruleset's files to a ruleset, or to all of their faults.

use std::collections::{BTreeMap, BTreeSet};

use crate::hashing::HashSet;

use super::bind::Names;
use super::binder::Binder;
use super::draft::{Drafted, draft};
use super::drawings;
use super::fault::{Fault, FaultKind, Faults};
use super::lint;
#[cfg(feature = "mechanic")]
use super::mechanics;
use super::notation;
use super::raw::{RawCaptured, RawConstraint, RawDropLimit, RawEffects, RawManifest, RawPiece, RawSetup};
use super::read::Read;
use super::rights::right_groups;
use super::table::Table;
use super::text::{Id, Text};
use super::{Captured, Constraint, Ruleset, Taker};
use crate::json::{Json, JsonError, JsonPath};
use crate::movement::Location;
use crate::notation::feen::Feen;
use crate::notation::ggn::Ggn;
use crate::notation::letter::Letter;
use crate::notation::qpi::Qpi;
use crate::piece::{DropLimit, Piece, PieceId, Role};
use crate::position::{ImpossibleSetup, Position, SetupFault};
use crate::{BySide, Shape, Side, Square};

pub(super) const MANIFEST: &str = "ruleset.json";
pub(super) const EFFECTS: &str = "effects.json";
pub(super) const SETUP: &str = "setup.json";
/// Folder of the movement tables.
pub(super) const TABLES: &str = "ggn/";
/// Files with facts about a ruleset that are not part of the rules.
pub(super) const COMPANIONS: [&str; 2] = ["perft.json", "games.json"];

/// Files parsed as far as their form, not yet bound to a board.
pub(super) struct Parsed {
    pub(super) manifest: Option<RawManifest>,
    /// Initial position of a manifest that has faults elsewhere: nothing can be bound without a board.
    initial: Option<Text<Feen>>,
    pub(super) effects: RawEffects,
    pub(super) setup: RawSetup,
    pub(super) tables: Vec<RawTable>,
    /// True if every file that defines pieces could be read. If not, an unknown piece is not a fault: its table may be
    /// in a file that could not be read.
    pub(super) knows_its_pieces: bool,
}

/// Movement table before binding.
pub(super) struct RawTable {
    pub(super) file: String,
    pub(super) ggn: Ggn,
    /// True if all of it could be read. Rows that are missing because of a reported fault are not faults themselves.
    pub(super) is_whole: bool,
}

/// Function that makes a position of a ruleset from a parsed FEEN. Whether a position is possible depends on attacks, which are computed above this
/// module, so that the function is passed to [`load`].
pub(crate) type ReadPosition = fn(&Ruleset, &Feen) -> Result<Position, ImpossibleSetup>;

/// Reads a ruleset from its files, and from tables and effects that are no files. `read_position` makes its initial position.
///
/// # Errors
/// Returns all faults that were found.
pub(crate) fn load(
    files: &[(String, Vec<u8>)],
    (tables, effects): (Vec<(String, Ggn)>, Option<&Json>),
    read_position: ReadPosition,
) -> Result<Ruleset, Faults> {
    let mut faults = Vec::new();
    let mut parsed = parse(files, &mut faults);
    if let Some(json) = effects {
        let faults_before = faults.len();
        parsed.effects = typed(EFFECTS, json, &mut faults).unwrap_or_default();
        parsed.knows_its_pieces &= faults.len() == faults_before;
    }
    parsed.tables.extend(tables.into_iter().map(|(file, ggn)| RawTable { file, ggn, is_whole: true }));
    let ruleset = build(parsed, read_position, &mut faults);
    match (Faults::new(faults), ruleset) {
        (None, Some(ruleset)) => Ok(ruleset),
        (Some(faults), _) => Err(faults),
        (None, None) => Err(Faults::missing(MANIFEST)),
    }
}

fn parse(files: &[(String, Vec<u8>)], faults: &mut Vec<Fault>) -> Parsed {
    let mut files: Vec<&(String, Vec<u8>)> =
        files.iter().filter(|(path, _)| path.ends_with(".json")).collect();
    files.sort();
    let mut parsed = Parsed {
        manifest: None,
        initial: None,
        effects: RawEffects::default(),
        setup: RawSetup::default(),
        tables: Vec::new(),
        knows_its_pieces: true,
    };
    for (path, bytes) in files {
        let faults_before = faults.len();
        if let Err(error) = parsed.take(path, bytes, faults) {
            let kind = FaultKind::Json(error.to_string());
            faults.push(Fault { file: path.clone(), path: JsonPath::default(), kind });
        }
        let makes_pieces = path == EFFECTS || path.starts_with(TABLES);
        parsed.knows_its_pieces &= !makes_pieces || faults.len() == faults_before;
    }
    if parsed.manifest.is_none() && !faults.iter().any(|fault| fault.file == MANIFEST) {
        faults.push(Fault { file: MANIFEST.to_owned(), path: JsonPath::default(), kind: FaultKind::Missing });
    }
    parsed
}

impl Parsed {
    /// Reads one file.
    fn take(&mut self, path: &str, bytes: &[u8], faults: &mut Vec<Fault>) -> Result<(), JsonError> {
        let mut report = |path_in_file, kind| {
            faults.push(Fault { file: path.to_owned(), path: path_in_file, kind });
        };
        if path.starts_with(TABLES) {
            let mut is_whole = true;
            let ggn = Ggn::read(bytes, &mut |fault| {
                is_whole = false;
                report(fault.path, FaultKind::Ggn(fault.kind));
            })?;
            self.tables.push(RawTable { file: path.to_owned(), ggn, is_whole });
            return Ok(());
        }
        let json = Json::parse(bytes)?;
        match path {
            MANIFEST => {
                self.manifest = typed(path, &json, faults);
                if let Some(Json::String(feen)) = json.get("initial") {
                    self.initial = Some(feen.clone().into());
                }
            }
            EFFECTS => self.effects = typed(path, &json, faults).unwrap_or_default(),
            SETUP => self.setup = typed(path, &json, faults).unwrap_or_default(),
            companion if COMPANIONS.contains(&companion) => {}
            _ => report(JsonPath::default(), FaultKind::UnknownFile),
        }
        Ok(())
    }
}

/// Reads a file's JSON as its Rust type. A repeated key is a fault of its own: only one of the two could be meant.
pub(super) fn typed<T: Read>(file: &str, json: &Json, faults: &mut Vec<Fault>) -> Option<T> {
    let duplicates = json.duplicate_keys();
    let is_clean = duplicates.is_empty();
    faults.extend(duplicates.into_iter().map(|path| Fault {
        file: file.to_owned(),
        path,
        kind: FaultKind::DuplicateKey,
    }));
    T::read(&mut Binder::new(file, faults), json).filter(|_| is_clean)
}

/// Returns the pieces of the initial position, on the board and in the hands.
fn standing_pieces(initial: &Feen) -> Vec<Qpi> {
    let style = |side| if initial.active.side == side { initial.active } else { initial.inactive };
    let held = Side::BOTH.into_iter().flat_map(|side| &initial.hands[side]).map(|(epin, _)| epin);
    let all = initial.placement.squares.iter().flatten().chain(held);
    all.map(|epin| Qpi {
        sin: style(if epin.derived { epin.pin.side.opponent() } else { epin.pin.side }),
        pin: epin.pin,
    })
    .collect()
}

/// Returns every piece that can occur in the game: those with a table, those into which pieces change, and those of the initial position.
fn known_pieces(parsed: &Parsed, standing: &[Qpi]) -> BTreeSet<Qpi> {
    let effects = &parsed.effects;
    let made = effects
        .rows
        .iter()
        .flat_map(|(_, sources)| sources)
        .flat_map(|(_, ends)| ends)
        .flat_map(|(_, effects)| effects)
        .flat_map(|effect| {
            let promoted = effect.promotes.iter().flat_map(|promotion| &promotion.to);
            let placed = effect.places.iter().flat_map(|placement| &placement.pieces);
            effect.becomes.iter().chain(promoted).chain(placed)
        });
    let kept = match &effects.captured {
        RawCaptured::Discard => None,
        RawCaptured::Hand(kept) => Some(kept.iter().map(|(_, after)| after)),
    };
    // Each text is parsed once: a game has ten thousand of a few.
    let written: HashSet<&str> = effects
        .moved
        .iter()
        .chain(&effects.expires)
        .flat_map(|(before, after)| [before, after])
        .chain(made)
        .chain(kept.into_iter().flatten())
        .map(|text| &**text)
        .collect();
    let written = written.into_iter().filter_map(|text| text.parse().ok());
    let tables = parsed.tables.iter().map(|table| &table.ggn);
    // The rows of a piece follow each other.
    let of_rows = |ggn: &'_ Ggn| {
        ggn.rows
            .chunk_by(|row, next| row.piece == next.piece)
            .filter_map(|rows| Some(rows.first()?.piece))
            .collect::<Vec<_>>()
    };
    let moving = tables.flat_map(|ggn| of_rows(ggn).into_iter().chain(ggn.idle.iter().copied()));
    moving.chain(written).chain(standing.iter().copied()).collect()
}

/// Binds everything that could be read, so that the faults of one file do not hide those of another, and then assembles the ruleset.
fn build(parsed: Parsed, read_position: ReadPosition, faults: &mut Vec<Fault>) -> Option<Ruleset> {
    let mut at = Binder::new(MANIFEST, faults);
    let text = parsed.manifest.as_ref().map(|manifest| &manifest.initial).or(parsed.initial.as_ref())?;
    let initial = at.within("initial", |at| at.notation(text))?;
    let shape = Shape::new(&initial.placement.sizes)?;
    let standing = standing_pieces(&initial);
    let known = known_pieces(&parsed, &standing);
    if known.len() > PieceId::COUNT_MAX {
        at.fault(FaultKind::TooManyPieces(known.len()));
        return None;
    }
    if parsed.knows_its_pieces {
        lint::tableless(&parsed, &standing, faults);
    }
    let names = Names::new(&shape, known.iter().copied(), parsed.knows_its_pieces)
        .with_neutral(parsed.manifest.as_ref());
    let mut at = Binder::new(EFFECTS, faults);
    let moved = at.within("moved", |at| names.changes(at, &parsed.effects.moved));
    let expires = at.within("expires", |at| names.changes(at, &parsed.effects.expires));
    lint::expires(&mut at, &parsed);
    let captured = match &parsed.effects.captured {
        RawCaptured::Discard => Captured::Discard,
        RawCaptured::Hand(kept) => Captured::Hand(at.within("captured", |at| names.pairs(at, kept))),
    };
    let Drafted { drafts, lists, effects } = draft(&parsed, &names, faults);
    let table = Table::new(&drafts, lists, effects, known.len(), shape.squares());
    let mut at = Binder::new(SETUP, faults);
    let setup = names.setup(&mut at, &parsed.setup);
    lint::counts(&mut at, &parsed.setup);

    let manifest = parsed.manifest.as_ref()?;
    let mut at = Binder::new(MANIFEST, faults);
    check_id(manifest, &mut at);
    let styles = BySide::from_fn(|side| {
        if initial.active.side == side { initial.active.letter } else { initial.inactive.letter }
    });
    check_styles(manifest, styles, &mut at);
    let pieces = name_pieces(manifest, &known, parsed.knows_its_pieces, &mut at);
    let mut endings = names.endings(&mut at, &manifest.endings);
    endings.points = names.points(&mut at, manifest.points.as_ref());
    let values = names.values(&mut at, &manifest.values);
    drawings::check(&mut at, &names, manifest.drawings.as_ref());
    #[cfg(not(feature = "arbiter"))]
    let _ = (&manifest.starts, &manifest.covered);
    #[cfg(feature = "arbiter")]
    let starts = names.starts(&mut at, &shape, manifest.starts.as_ref());
    #[cfg(feature = "arbiter")]
    let covered = names.covered(&mut at, manifest.covered.as_ref());
    let notation = notation::bind(&mut at, &names, manifest.notation.as_ref(), &shape);
    lint::manifest(&mut at, manifest, &parsed, &standing);
    let constraints = manifest.constraints.iter().map(|constraint| match constraint {
        RawConstraint::RoyalSafety => Constraint::RoyalSafety,
        RawConstraint::Unattacked => Constraint::Unattacked,
        RawConstraint::ForcedCapture => Constraint::ForcedCapture,
        RawConstraint::GivesNoCheck => Constraint::GivesNoCheck,
        RawConstraint::SpareRoyals => Constraint::SpareRoyals,
        RawConstraint::RoyalStays => Constraint::RoyalStays,
        RawConstraint::ForcedDrop => Constraint::ForcedDrop,
        RawConstraint::ForcedMove => Constraint::ForcedMove,
        RawConstraint::DupleCheck => Constraint::DupleCheck,
    });
    #[cfg(feature = "mechanic")]
    let mechanics = mechanics::bind(&mut Binder::new(MANIFEST, faults), &names, &shape, &manifest.mechanics);

    let mut ruleset = Ruleset {
        id: manifest.id.to_string(),
        name: manifest.name.clone(),
        about: manifest.about.clone(),
        family: manifest.family.clone(),
        notation,
        styles,
        side_names: BySide { first: manifest.sides.first.clone(), second: manifest.sides.second.clone() },
        moved: moved
            .iter()
            .enumerate()
            .filter_map(|(index, after)| after.or(PieceId::from_index(index)))
            .collect(),
        has_markers: expires.iter().any(Option::is_some),
        expires,
        limits_checks: manifest.constraints.contains(&RawConstraint::GivesNoCheck)
            || pieces.iter().any(|piece| piece.drop_limit.is_some() || piece.promotes_without_check),
        pieces,
        captured,
        constraints: constraints.collect(),
        has_mechanics: !manifest.mechanics.is_empty()
            || [RawConstraint::ForcedCapture, RawConstraint::SpareRoyals, RawConstraint::RoyalStays]
                .iter()
                .any(|constraint| manifest.constraints.contains(constraint)),
        #[cfg(feature = "compiled")]
        is_interpreted: is_interpreted(manifest, &table),
        #[cfg(feature = "mechanic")]
        mechanics,
        takers: takers(&table, &shape),
        table,
        setup,
        endings,
        values,
        rights: Vec::new(),
        initial: Position::new(
            std::iter::repeat_n(None, shape.squares()).collect(),
            BySide::default(),
            Side::First,
        ),
        #[cfg(feature = "arbiter")]
        starts,
        #[cfg(feature = "arbiter")]
        covered,
        shape,
    };
    ruleset.rights = right_groups(&ruleset);
    lint::material(&ruleset, manifest, &mut Binder::new(MANIFEST, faults));
    let is_placed = place_initial(&mut ruleset, &initial, read_position, faults);
    #[cfg(feature = "arbiter")]
    if is_placed && parsed.knows_its_pieces {
        ruleset.complete_covered(&mut Binder::new(MANIFEST, faults));
    }
    if is_placed && parsed.knows_its_pieces {
        lint::unreachable(&ruleset, &parsed, faults);
    }
    Some(ruleset)
}

fn check_id(manifest: &RawManifest, at: &mut Binder<'_>) {
    if let Err(why) = manifest.id.parse::<Id>() {
        at.within("id", |at| at.fault(FaultKind::Form(why.to_string())));
    }
}

/// Checks that every style of the initial position has a name.
fn check_styles(manifest: &RawManifest, styles: BySide<Letter>, at: &mut Binder<'_>) {
    at.within("styles", |at| {
        for (sin, snn) in &manifest.styles {
            at.within(sin, |at| {
                at.notation(sin);
                at.notation(snn);
            });
        }
        for style in BTreeSet::from([styles.first, styles.second]) {
            if !manifest.styles.iter().any(|(sin, _)| **sin == *style.upper().to_string()) {
                at.fault(FaultKind::Form(format!(
                    "the initial position has the style {}, which is not listed",
                    style.upper()
                )));
            }
        }
    });
}

/// Sets up the initial position, if it is possible under the ruleset.
fn place_initial(
    ruleset: &mut Ruleset,
    initial: &Feen,
    read_position: ReadPosition,
    faults: &mut Vec<Fault>,
) -> bool {
    match read_position(ruleset, initial) {
        Ok(initial) => {
            ruleset.initial = initial;
            true
        }
        Err(impossible) => {
            let path = JsonPath { steps: vec!["initial".into()] };
            // A faulty setup.json is not evidence against the initial position.
            let knows_setup = !faults.iter().any(|fault| fault.file == SETUP);
            let is_of_setup = |fault: &&SetupFault| {
                matches!(
                    fault,
                    SetupFault::Misplaced { .. } | SetupFault::Contradicted { .. } | SetupFault::Count { .. }
                )
            };
            let reported = impossible.faults().iter().filter(|fault| knows_setup || !is_of_setup(fault));
            faults.extend(reported.map(|fault| Fault {
                file: MANIFEST.to_owned(),
                path: path.clone(),
                kind: FaultKind::Initial(fault.clone()),
            }));
            false
        }
    }
}

fn name_pieces(
    manifest: &RawManifest,
    known: &BTreeSet<Qpi>,
    are_all: bool,
    at: &mut Binder<'_>,
) -> Vec<Piece> {
    at.within("pieces", |at| {
        let mut named: BTreeMap<Role, &RawPiece> = BTreeMap::new();
        let mut keys: BTreeMap<Role, &Text<Qpi>> = BTreeMap::new();
        for (text, entry) in &manifest.pieces {
            at.within(text, |at| {
                let Some(qpi) = at.notation(text) else { return };
                if are_all && !known.iter().any(|piece| Role::of(*piece) == Role::of(qpi)) {
                    at.fault(FaultKind::UnknownRole(text.to_string()));
                }
                // A key that stands twice to the letter has been reported.
                if let Some(earlier) = keys.insert(Role::of(qpi), text).filter(|earlier| *earlier != text) {
                    at.fault(FaultKind::RoleTwice(earlier.to_string()));
                }
                named.insert(Role::of(qpi), entry);
            });
        }
        let mut reported = BTreeSet::new();
        let name = |&qpi: &Qpi| {
            let entry = named.get(&Role::of(qpi));
            if entry.is_none() && reported.insert(Role::of(qpi)) {
                at.fault(FaultKind::Nameless(qpi.to_string()));
            }
            let (name, san) =
                entry.map_or_else(Default::default, |entry| (entry.name.clone(), entry.san.clone()));
            let drop_limit = entry.and_then(|entry| entry.drop).map(|limit| match limit {
                RawDropLimit::NoCheck => DropLimit::NoCheck,
                RawDropLimit::NoMate => DropLimit::NoMate,
            });
            let promotion_limit = entry.and_then(|entry| entry.promotion_limit);
            let promotes_without_check = entry.is_some_and(|entry| entry.promotion_without_check);
            let is_neutral = entry.is_some_and(|entry| entry.neutral);
            let is_supplied = entry.is_some_and(|entry| entry.supply);
            Piece {
                qpi,
                name,
                san,
                drop_limit,
                promotion_limit,
                promotes_without_check,
                is_supplied,
                is_neutral,
            }
        };
        known.iter().map(name).collect()
    })
}

/// Returns whether a manifest or an effect asks for more than bitboards know.
#[cfg(feature = "compiled")]
fn is_interpreted(manifest: &RawManifest, table: &Table) -> bool {
    let has = |constraint| manifest.constraints.contains(&constraint);
    // Whose step is refused depends there on which of several royal pieces are in check.
    let mixes_royals =
        has(RawConstraint::RoyalStays) && (has(RawConstraint::SpareRoyals) || has(RawConstraint::DupleCheck));
    !manifest.mechanics.is_empty()
        || has(RawConstraint::ForcedMove)
        || mixes_royals
        || manifest.pieces.iter().any(|(_, piece)| piece.neutral || piece.supply)
        || table.effects.iter().any(|effect| effect.places.is_some() || !effect.revokes.is_empty())
}

fn takers(table: &Table, shape: &Shape) -> Vec<Vec<Taker>> {
    let mut takers = vec![Vec::new(); shape.squares()];
    for (piece, source, row) in table.iter() {
        let Location::Square(source) = source else { continue };
        for (possibility, _) in table.possibilities(row) {
            for square in table.effect(possibility).map_or(&[][..], |effect| &effect.takes) {
                if let Some(at) = takers.get_mut(Square::index(*square)) {
                    at.push(Taker {
                        piece,
                        source,
                        #[cfg(feature = "mechanic")]
                        destination: row.destination,
                        possibility,
                    });
                }
            }
        }
    }
    takers
}
