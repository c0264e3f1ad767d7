//! Descriptions of rulesets for the creator of a game, made of their files without reading the rules themselves.

use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Role, Side};
use pattern::Traits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Catalogue;
use crate::domain::{Mode, PieceName, PieceType};
use crate::profile::{PieceVisibility, Profile};

/// A ruleset that the creator of a game can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesetDescription {
    /// The name by which games ask for it.
    pub id: String,
    /// The outline that its files give.
    #[serde(flatten)]
    pub outline: Outline,
    /// Modes in which it can be played.
    pub modes: Vec<Mode>,
    /// The ids of the moderators before whom it can be played blind. A house rule may stand in the way of one that is asked.
    pub moderators: Vec<String>,
    /// The ids of the house rules that are made for it.
    pub overlays: Vec<String>,
    /// The ids of the gambit profiles by which it can be played. A house rule may stand in the way.
    pub gambits: Vec<String>,
    /// True for the ruleset of a guest, which the server's operator has not looked at; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
}

/// Outline of a ruleset, from its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// Display name.
    pub name: String,
    /// Description in a few sentences; left out if the ruleset has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub about: Option<String>,
    /// Family of games to which it belongs; left out if the ruleset does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub family: Option<String>,
    /// Size of each dimension of the board: files, ranks, layers.
    pub board: Vec<u8>,
    /// The position from which games start (FEEN), unless starts are drawn.
    pub start: String,
    /// Names that its players give to squares; left out where they are those of the wire (`e4`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareNames")]
    pub squares: Option<SquareNames>,
    /// Names of the sides.
    pub sides: SideNames,
    /// Kinds of pieces.
    pub pieces: Vec<PieceKind>,
    /// True if the starting position is drawn; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn_start: bool,
    /// Covered pieces of the first side, or of neither, in full: with them it is played in the open mode alone. Left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<PieceName>,
    /// True if pieces can be in hands; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hands: bool,
    /// True if pieces are dropped onto the board; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drops: bool,
    /// True if a side may pass; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passes: bool,
    /// True if a piece may do something where it stands, such as be promoted or uncovered; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_place: bool,
    /// True if pieces are promoted by choice; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promotes: bool,
    /// True if a move may place another piece besides; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub places: bool,
}

/// Names that the players of a game give to squares: that of the file, followed by that of the rank, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SquareNames {
    /// Names of the files, from file `a`.
    pub files: Vec<String>,
    /// Names of the ranks, from rank 1.
    pub ranks: Vec<String>,
    /// True if the name of the rank comes first; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ranks_first: bool,
}

/// Names of the sides of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideNames {
    /// The side that moves first, which the wire calls white.
    pub w: String,
    /// The other side.
    pub b: String,
}

/// A kind of piece of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PieceKind {
    /// Its letter.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// The piece of the first side in its plain state, in full.
    pub qpi: PieceName,
    /// Display name.
    pub name: String,
    /// Letter in algebraic notation; empty for a piece that is written by its squares alone.
    pub san: String,
    /// Letter in the notation of the game's players; left out where it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub letter: Option<String>,
    /// True if losing it loses the game; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub royal: bool,
    /// True for a piece of neither side; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// True if a side can drop as many as it wants; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supply: bool,
    /// Shapes of the drawing that the ruleset brings for it, the lowest first; left out where it brings none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<DrawnShape>,
}

/// Shape of a drawing that a ruleset brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawnShape {
    /// Outline in a box of 100 by 100, as path data of SVG. What is outside of the box is not shown.
    pub d: String,
    /// Colour; left out for the body.
    #[serde(default, skip_serializing_if = "ShapePaint::is_body")]
    pub paint: ShapePaint,
}

/// Colour of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShapePaint {
    /// Filled in the colour of the piece, with its outline.
    #[default]
    Body,
    /// A line in the colour of the outline.
    Line,
    /// Filled in the colour of the outline.
    Detail,
}

impl Outline {
    /// Reads the outline of a folder; `None` without a manifest, or for a faulty one.
    pub(crate) fn of(files: &[(String, Vec<u8>)]) -> Option<Outline> {
        let (_, manifest) = files.iter().find(|(path, _)| path == "ruleset.json")?;
        Outline::read(&Json::parse(manifest).ok()?, files)
    }

    /// Reads the outline of a ruleset; `None` for a faulty manifest.
    pub(super) fn read(manifest: &Json, files: &[(String, Vec<u8>)]) -> Option<Outline> {
        let start: Feen = text(manifest, "initial")?.parse().ok()?;
        let sides = manifest.get("sides")?;
        let Json::Object(pieces) = manifest.get("pieces")? else { return None };
        let pieces: Vec<PieceKind> = pieces
            .iter()
            .map(|(name, piece)| PieceKind::read(name, piece, &start, manifest))
            .collect::<Option<_>>()?;
        let traits = Traits::of(files);
        let holds = |side| !start.hands[side].is_empty();
        Some(Outline {
            name: text(manifest, "name")?.to_owned(),
            about: text(manifest, "about").map(str::to_owned),
            family: text(manifest, "family").map(str::to_owned),
            board: start.placement.sizes.clone(),
            start: start.to_string(),
            squares: SquareNames::read(manifest),
            sides: SideNames { w: text(sides, "first")?.to_owned(), b: text(sides, "second")?.to_owned() },
            drawn_start: manifest.get("starts").is_some(),
            covered: covered(manifest),
            hands: traits.keeps_captured
                || Side::BOTH.into_iter().any(holds)
                || pieces.iter().any(|piece| piece.supply),
            drops: traits.drops,
            passes: traits.passes,
            in_place: traits.in_place,
            promotes: traits.promotes,
            places: traits.places,
            pieces,
        })
    }
}

impl PieceKind {
    fn read(name: &str, piece: &Json, start: &Feen, manifest: &Json) -> Option<PieceKind> {
        let qpi: Qpi = name.parse().ok()?;
        let notation = manifest.get("notation");
        let letter = qpi.pin.letter;
        let is_on = |name| matches!(piece.get(name), Some(Json::Bool(true)));
        let mut on_board = start.placement.squares.iter().flatten();
        Some(PieceKind {
            kind: PieceType::new(letter.lower())?,
            qpi: PieceName::of(&qpi)?,
            name: text(piece, "name")?.to_owned(),
            san: text(piece, "san")?.to_owned(),
            letter: notation.and_then(|notation| text(notation.get("letters")?, name)).map(str::to_owned),
            royal: on_board.any(|epin| epin.pin.letter == letter && epin.pin.terminal),
            neutral: is_on("neutral"),
            supply: is_on("supply"),
            drawing: drawing(manifest, qpi),
        })
    }
}

impl DrawnShape {
    fn read(json: &Json) -> Option<DrawnShape> {
        let paint = match text(json, "paint") {
            None | Some("body") => ShapePaint::Body,
            Some("line") => ShapePaint::Line,
            Some("detail") => ShapePaint::Detail,
            Some(_) => return None,
        };
        Some(DrawnShape { d: text(json, "d")?.to_owned(), paint })
    }
}

impl ShapePaint {
    /// Returns whether it is the colour of the piece.
    #[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
    fn is_body(&self) -> bool {
        *self == ShapePaint::Body
    }
}

impl SquareNames {
    /// Reads the names of a manifest; `None` if it has none.
    fn read(manifest: &Json) -> Option<SquareNames> {
        let notation = manifest.get("notation")?;
        let names = |dimension| match notation.get(dimension)? {
            Json::Array(names) => names.iter().map(string).collect::<Option<_>>(),
            _ => None,
        };
        let ranks_first = matches!(notation.get("ranks_first"), Some(Json::Bool(true)));
        Some(SquareNames { files: names("files")?, ranks: names("ranks")?, ranks_first })
    }

    /// Returns the name of the square on a file and a rank of these names.
    pub(crate) fn join(&self, file: &str, rank: &str) -> String {
        if self.ranks_first { format!("{rank}{file}") } else { format!("{file}{rank}") }
    }
}

/// Returns the shapes of the drawing that a manifest brings for the role of a piece; none if it brings none, or a faulty one.
fn drawing(manifest: &Json, piece: Qpi) -> Vec<DrawnShape> {
    let Some(Json::Object(drawings)) = manifest.get("drawings") else { return Vec::new() };
    let is_of_role = |(name, _): &&(String, Json)| {
        name.parse::<Qpi>().is_ok_and(|other| Role::of(other) == Role::of(piece))
    };
    let Some((_, Json::Array(shapes))) = drawings.iter().find(is_of_role) else { return Vec::new() };
    shapes.iter().map(DrawnShape::read).collect::<Option<_>>().unwrap_or_default()
}

/// Returns the covered pieces that a manifest names.
fn covered(manifest: &Json) -> Vec<PieceName> {
    let Some(Json::Array(pieces)) = manifest.get("covered").and_then(|covered| covered.get("pieces")) else {
        return Vec::new();
    };
    let name = |piece: &Json| match piece {
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    pieces.iter().filter_map(name).collect()
}

fn text<'j>(json: &'j Json, name: &str) -> Option<&'j str> {
    match json.get(name)? {
        Json::String(text) => Some(text),
        _ => None,
    }
}

fn string(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        _ => None,
    }
}

impl Catalogue {
    /// Returns the descriptions of all rulesets: that of the open mode first, the others by id.
    #[must_use]
    pub fn ruleset_descriptions(&self) -> Vec<RulesetDescription> {
        self.outlines().map(|(id, outline)| self.describe(id, outline)).collect()
    }

    /// Returns the description of a ruleset with that outline.
    pub(super) fn describe(&self, id: &str, outline: &Outline) -> RulesetDescription {
        // Where covered pieces stand is seen by all.
        let shows = |profile: &Profile| profile.view == PieceVisibility::Everything;
        let plays = |mode: Mode| {
            self.profile(mode.profile()).is_some_and(|profile| outline.covered.is_empty() || shows(profile))
        };
        RulesetDescription {
            id: id.to_owned(),
            outline: outline.clone(),
            modes: Mode::ALL.into_iter().filter(|mode| plays(*mode)).collect(),
            moderators: self.moderators_for(outline).map(str::to_owned).collect(),
            overlays: self.overlays_over(id).map(str::to_owned).collect(),
            gambits: self.gambits_for(id).map(str::to_owned).collect(),
            guest: Catalogue::is_guest_id(id),
        }
    }
}
