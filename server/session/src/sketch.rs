//! Diagrams of a house rule, derived from its data, so that a new rule has diagrams without further work.

mod diagram;

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;
use serde_json::Value;

use crate::domain::limits::SKETCHES_MAX;
use crate::domain::{PieceName, SquareName};

pub use diagram::{Sketch, SketchedGoal, SketchedMove, SketchedResult, Way};

type Files = [(String, Vec<u8>)];

/// Moves by source square: the destination, and the way of entering it.
type Rows = BTreeMap<String, BTreeSet<(String, Way)>>;

/// A house rule and a ruleset that it applies to.
pub(crate) struct Drawing<'f> {
    /// Files of the house rule.
    pub(crate) house: &'f Files,
    /// Files of the ruleset.
    pub(crate) ruleset: &'f Files,
    /// Numbers of files and ranks of the board.
    pub(crate) board: [u8; 2],
}

impl Drawing<'_> {
    /// Returns the diagrams. Parts that the files do not define are omitted; the files are validated elsewhere.
    pub(crate) fn sketches(&self) -> Vec<Sketch> {
        let overlay = json(self.house, "overlay.json");
        let renames = renames(&overlay);
        let mut sketches = self.moves(&overlay, &renames);
        let others = renames.iter().filter(|(before, _)| is_plain(before));
        sketches.extend(others.filter_map(|(before, after)| {
            Some(Sketch::Becomes { before: before.parse().ok()?, after: after.parse().ok()? })
        }));
        let with = |table: &str| overlay.get(table)?.get("with")?.as_array();
        let mechanics = with("mechanics");
        sketches.extend(mechanics.into_iter().flatten().filter_map(|mechanic| self.mechanic(mechanic)));
        let mut constraints = with("constraints").into_iter().flatten();
        sketches
            .extend(constraints.any(|constraint| constraint == "forced-capture").then_some(Sketch::Forced));
        let endings = with("endings");
        sketches.extend(endings.into_iter().flatten().filter_map(|ending| self.goal(ending)));
        sketches.truncate(SKETCHES_MAX);
        sketches
    }

    /// Returns one diagram for each kind of piece whose moves change, from the source square with the greatest difference.
    fn moves(&self, overlay: &Value, renames: &BTreeMap<String, String>) -> Vec<Sketch> {
        let added = tables(self.house);
        let removed = self.removed(overlay, renames);
        // The states of a piece count as one kind, represented by the diagram with the most squares.
        let mut kinds: BTreeMap<String, (usize, Sketch)> = BTreeMap::new();
        let none = Rows::new();
        let pieces: BTreeSet<&String> = added.keys().chain(removed.keys()).collect();
        for piece in pieces.into_iter().filter(|piece| is_first(piece)) {
            let (gains, losses) = (added.get(piece).unwrap_or(&none), removed.get(piece).unwrap_or(&none));
            let sources: BTreeSet<&String> = gains.keys().chain(losses.keys()).collect();
            for source in sources {
                let (empty, at) = (BTreeSet::new(), source.as_str());
                let (gained, lost) = (gains.get(at).unwrap_or(&empty), losses.get(at).unwrap_or(&empty));
                let gained_only: Vec<_> = gained.difference(lost).collect();
                let lost_only: Vec<_> = lost.difference(gained).collect();
                let size = gained_only.len() + lost_only.len();
                let better = kinds.get(&kind(piece)).is_none_or(|(found, best)| {
                    size > *found || (size == *found && self.is_nearer_to_the_middle(at, best))
                });
                if size == 0 || !better {
                    continue;
                }
                let Some(sketch) = self.sketch_of_moves(piece, at, &gained_only, &lost_only) else {
                    continue;
                };
                kinds.insert(kind(piece), (size, sketch));
            }
        }
        kinds.into_values().map(|(_, sketch)| sketch).collect()
    }

    fn sketch_of_moves(
        &self,
        piece: &str,
        from: &str,
        gained: &[&(String, Way)],
        lost: &[&(String, Way)],
    ) -> Option<Sketch> {
        let moves = |rows: &[&(String, Way)]| -> Vec<SketchedMove> {
            rows.iter()
                .filter_map(|(to, way)| Some(SketchedMove { to: to.parse().ok()?, way: *way }))
                .collect()
        };
        let [files, ranks] = self.board;
        Some(Sketch::Moves {
            files,
            ranks,
            piece: piece.parse().ok()?,
            from: from.parse().ok()?,
            added: moves(gained),
            removed: moves(lost),
        })
    }

    fn is_nearer_to_the_middle(&self, source: &str, best: &Sketch) -> bool {
        let Sketch::Moves { from, .. } = best else { return false };
        // Twice the distance, so that the middle between two squares is a whole number.
        let distance = |square: &str| -> Option<u32> {
            let cell: Cell = square.parse().ok()?;
            let sides = cell.coordinates().iter().zip(self.board);
            Some(sides.map(|(&at, size)| (2 * u32::from(at) + 1).abs_diff(u32::from(size))).sum())
        };
        distance(source) < distance(from.as_str())
    }

    /// Returns the rows of the ruleset that the house rule removes, under the new names of their pieces.
    fn removed(&self, overlay: &Value, renames: &BTreeMap<String, String>) -> BTreeMap<String, Rows> {
        let Some(removes) = overlay["removes"].as_object().filter(|removes| !removes.is_empty()) else {
            return BTreeMap::new();
        };
        let standing = tables(self.ruleset);
        let mut removed: BTreeMap<String, Rows> = BTreeMap::new();
        for (piece, sources) in removes {
            let named = renames.get(piece).unwrap_or(piece);
            let sources = sources.as_object();
            for (source, rows) in standing.get(piece).into_iter().flatten() {
                let destinations = sources.and_then(|sources| sources.get(source)).and_then(Value::as_array);
                let is_gone = |to: &str| match destinations {
                    Some(gone) => gone.is_empty() || gone.iter().any(|gone| gone == to),
                    None => sources.is_none_or(serde_json::Map::is_empty),
                };
                let gone = rows.iter().filter(|(to, _)| is_gone(to)).cloned();
                removed.entry(named.clone()).or_default().entry(source.clone()).or_default().extend(gone);
            }
        }
        removed
    }

    /// Returns the diagram of a mechanic.
    fn mechanic(&self, mechanic: &Value) -> Option<Sketch> {
        let [files, ranks] = self.board;
        let number = |field: &str| mechanic[field].as_u64().and_then(|number| u8::try_from(number).ok());
        let pieces = |field: &str| parsed(&mechanic[field]);
        match mechanic["mechanic"].as_str()? {
            "hit-points" => Some(Sketch::Points { points: number("initial")? }),
            "healing" => {
                Some(Sketch::Healing { pieces: pieces("pieces"), amount: number("amount").unwrap_or(1) })
            }
            "poison" => Some(Sketch::Poison { files, ranks, squares: parsed(&mechanic["squares"]) }),
            "blast" => self.blast(mechanic, pieces("by")),
            "turn" => Some(Sketch::Turn { moves: number("moves")? }),
            _ => None,
        }
    }

    /// Returns the diagram of a blast around a capture in the middle of the board.
    fn blast(&self, mechanic: &Value, by: Vec<PieceName>) -> Option<Sketch> {
        let [files, ranks] = self.board;
        let radius = u8::try_from(mechanic["radius"].as_u64()?).ok()?;
        let is_cross = mechanic["area"] == "cross";
        let middle = [files / 2, ranks / 2];
        let name = |[file, rank]: [u8; 2]| Cell::new(&[file, rank]).and_then(|cell| SquareName::of(&cell));
        let is_around = |[file, rank]: &[u8; 2]| {
            let away = [file.abs_diff(middle[0]), rank.abs_diff(middle[1])];
            away != [0, 0] && away.iter().all(|&away| away <= radius) && (!is_cross || away.contains(&0))
        };
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| [file, rank]));
        Some(Sketch::Blast {
            files,
            ranks,
            by,
            at: name(middle)?,
            squares: all.filter(is_around).filter_map(name).collect(),
            mover: mechanic["mover"] == "destroyed",
        })
    }

    /// Returns the diagram of a goal.
    fn goal(&self, ending: &Value) -> Option<Sketch> {
        let result = match ending["result"].as_str()? {
            "win" => SketchedResult::Win,
            "loss" => SketchedResult::Loss,
            _ => SketchedResult::Draw,
        };
        let count = ending["count"].as_u64().and_then(|count| u32::try_from(count).ok()).unwrap_or(1);
        let counted = |goal| Some(Sketch::Goal { goal, count, result });
        match ending["status"].as_str()? {
            "captures" => counted(SketchedGoal::Captures),
            "promotions" => counted(SketchedGoal::Promotions),
            "checks" => counted(SketchedGoal::Checks),
            "arrival" => {
                let [files, ranks] = self.board;
                let (pieces, squares) = (parsed(&ending["pieces"]), parsed(&ending["squares"]));
                Some(Sketch::Arrival { files, ranks, pieces, squares, result })
            }
            "extinction" => Some(Sketch::Extinction { pieces: parsed(&ending["pieces"]), result }),
            _ => None,
        }
    }
}

/// Returns the content of a file, or null.
fn json(files: &Files, name: &str) -> Value {
    let found = files.iter().find(|(path, _)| path == name);
    found.and_then(|(_, bytes)| serde_json::from_slice(bytes).ok()).unwrap_or_default()
}

fn renames(overlay: &Value) -> BTreeMap<String, String> {
    let renames = overlay["renames"].as_object().into_iter().flatten();
    renames.filter_map(|(before, after)| Some((before.clone(), after.as_str()?.to_owned()))).collect()
}

fn parsed<T: std::str::FromStr>(list: &Value) -> Vec<T> {
    list.as_array().into_iter().flatten().filter_map(|item| item.as_str()?.parse().ok()).collect()
}

/// Returns whether the piece is one of the first side. Both sides have the same pieces; the first side's are drawn.
fn is_first(piece: &str) -> bool {
    piece.parse::<Qpi>().is_ok_and(|piece| piece.side() == Side::First)
}

/// Returns whether the piece is one of the first side without a state.
fn is_plain(piece: &str) -> bool {
    is_first(piece) && kind(piece) == piece
}

/// Returns the piece without its state.
fn kind(piece: &str) -> String {
    piece.replace(['+', '-'], "")
}

/// Returns all rows of the tables, by piece.
fn tables(files: &Files) -> BTreeMap<String, Rows> {
    let mut pieces: BTreeMap<String, Rows> = BTreeMap::new();
    for (_, bytes) in files.iter().filter(|(path, _)| path.starts_with("ggn/")) {
        let Ok(Value::Object(table)) = serde_json::from_slice(bytes) else { continue };
        for (piece, sources) in table {
            let rows = pieces.entry(piece).or_default();
            for (source, destinations) in sources.as_object().into_iter().flatten() {
                for (to, possibilities) in destinations.as_object().into_iter().flatten() {
                    let ways = possibilities.as_array().into_iter().flatten().map(way);
                    rows.entry(source.clone()).or_default().extend(ways.map(|way| (to.clone(), way)));
                }
            }
        }
    }
    pieces
}

/// Returns the way of entering a square: a capture if the row requires an enemy piece somewhere.
fn way(possibility: &Value) -> Way {
    let enemy = |asked: &Value| {
        asked.as_str().is_some_and(|asked| {
            asked == "enemy" || asked.parse::<Qpi>().is_ok_and(|piece| piece.side() == Side::Second)
        })
    };
    let asked = possibility["must"].as_object().into_iter().flatten();
    if asked.map(|(_, asked)| asked).any(enemy) { Way::Capture } else { Way::Step }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fixtures::catalogue;

    fn drawn(id: &str) -> Value {
        let rules = catalogue().house_rules();
        let rule = rules.iter().find(|rule| rule.id == id).unwrap();
        serde_json::to_value(&rule.sketches).unwrap()
    }

    fn squares(moves: &Value, way: &str) -> Vec<String> {
        let moves = moves.as_array().unwrap().iter().filter(|mv| mv["way"] == way);
        moves.map(|mv| mv["to"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn changed_moves_are_drawn_from_the_square_with_the_greatest_difference() {
        let berolina = &drawn("berolina-pawns")[0];
        assert_eq!(
            (&berolina["kind"], &berolina["piece"], &berolina["from"], &berolina["files"]),
            (&json!("moves"), &json!("C:+P"), &json!("d2"), &json!(8))
        );
        assert_eq!(squares(&berolina["added"], "step"), ["b4", "c3", "e3", "f4"]);
        assert_eq!(squares(&berolina["added"], "capture"), ["d3"]);
        assert_eq!(squares(&berolina["removed"], "step"), ["d3", "d4"]);
        assert_eq!(squares(&berolina["removed"], "capture"), ["c3", "e3"]);
    }

    #[test]
    fn moves_that_are_only_removed_are_drawn_too() {
        let sketches = drawn("no-castling");
        assert_eq!(sketches.as_array().unwrap().len(), 1);
        assert_eq!((&sketches[0]["from"], &sketches[0]["added"]), (&json!("e1"), &json!([])));
        assert_eq!(squares(&sketches[0]["removed"], "step"), ["c1", "g1"]);
    }

    #[test]
    fn goals_renames_and_new_pieces_are_drawn() {
        assert_eq!(
            drawn("three-check"),
            json!([{"kind": "goal", "goal": "checks", "count": 3, "result": "win"}])
        );
        assert_eq!(drawn("coregal"), json!([{"kind": "becomes", "before": "C:Q", "after": "C:Q^"}]));
        assert_eq!(
            drawn("capture-all"),
            json!([
                {"kind": "becomes", "before": "C:K^", "after": "C:K"},
                {"kind": "extinction", "pieces": [], "result": "loss"},
            ])
        );
        let hill = drawn("king-of-the-hill");
        assert_eq!(hill[0]["squares"], json!(["d4", "d5", "e4", "e5"]));
        assert_eq!(hill[0]["pieces"], json!(["C:K"]));
        let knightmate = drawn("knightmate");
        let kinds: Vec<_> = knightmate.as_array().unwrap().iter().map(|sketch| &sketch["kind"]).collect();
        assert_eq!(kinds, ["moves", "moves", "becomes"]);
        assert_eq!((&knightmate[0]["piece"], &knightmate[1]["piece"]), (&json!("C:+K^"), &json!("C:M")));
    }

    #[test]
    fn mechanics_are_drawn_with_their_numbers_and_squares() {
        let sketches = |changes: &str| {
            let files = [("overlay.json".to_owned(), changes.as_bytes().to_vec())];
            let drawing = Drawing { house: &files, ruleset: &[], board: [8, 8] };
            serde_json::to_value(drawing.sketches()).unwrap()
        };
        assert_eq!(
            sketches(
                r#"{"mechanics": {"with": [
                    {"mechanic": "hit-points", "initial": 2},
                    {"mechanic": "healing", "pieces": ["C:K"], "max": 3},
                    {"mechanic": "poison", "squares": ["d4", "e4"]}
                ]}}"#
            ),
            json!([
                {"kind": "points", "points": 2},
                {"kind": "healing", "pieces": ["C:K"], "amount": 1},
                {"kind": "poison", "files": 8, "ranks": 8, "squares": ["d4", "e4"]},
            ])
        );
        let blast = |area| {
            let blast = format!(
                r#"{{"mechanics": {{"with": [{{"mechanic": "blast", "by": ["C:R"], "area": "{area}", "radius": 1, "mover": "stays"}}]}}}}"#
            );
            sketches(&blast)[0]["squares"].clone()
        };
        assert_eq!(blast("cross"), json!(["e4", "d5", "f5", "e6"]));
        assert_eq!(blast("square").as_array().unwrap().len(), 8);
        assert_eq!(
            sketches(
                r#"{"mechanics": {"with": [{"mechanic": "turn", "moves": 2}]}, "constraints": {"with": ["forced-capture"]}}"#
            ),
            json!([{"kind": "turn", "moves": 2}, {"kind": "forced"}])
        );
    }

    #[test]
    fn every_house_rule_of_the_project_has_a_diagram() {
        for rule in catalogue().house_rules().iter() {
            assert!((1..=SKETCHES_MAX).contains(&rule.sketches.len()), "{}: {:?}", rule.id, rule.sketches);
        }
    }

    #[test]
    fn invalid_data_is_not_drawn() {
        let files = [
            (
                "overlay.json".to_owned(),
                br#"{"renames": {"C:Q": 1}, "removes": [], "endings": {"with": [1, {}]}}"#.to_vec(),
            ),
            (
                "ggn/x.json".to_owned(),
                br#"{"C:P": {"a2": {"a3": 1, "zz": [{}]}, "?": {"a3": [{}]}}, "C:Q": 3}"#.to_vec(),
            ),
            ("ggn/y.json".to_owned(), b"not a table".to_vec()),
        ];
        let drawing = Drawing { house: &files, ruleset: &[], board: [8, 8] };
        assert!(
            drawing
                .sketches()
                .iter()
                .all(|sketch| matches!(sketch, Sketch::Moves { added, .. } if added.is_empty()))
        );
    }
}
