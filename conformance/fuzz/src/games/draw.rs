//! Generates the files of a game from bytes. Most come close to loading: pieces move from every square that they can reach, and the other side mirrors them.

use std::sync::Arc;

use ggn_core::notation::feen::{Feen, Placement, canonical_reserve};
use ggn_core::notation::sin::Sin;
use ggn_core::{BySide, Faults, Rules, Shape, Side, Square};
use serde_json::{Map, Value, json};

/// Boards of every number of dimensions, and of every width of the compiled tables.
const BOARDS: [&[u8]; 14] = [
    &[3, 3],
    &[4, 4],
    &[5, 4],
    &[3, 5],
    &[2, 6],
    &[7],
    &[12],
    &[3, 2, 2],
    &[2, 3, 3],
    &[6, 6],
    &[8, 8],
    &[9, 8],
    &[12, 11],
    &[17, 16],
];

/// Letters of pieces: the first is royal.
const LETTERS: [char; 4] = ['K', 'A', 'B', 'P'];

/// Bytes to draw from; zeros when they are used up.
pub(super) struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes(bytes)
    }

    fn below(&mut self, bound: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % bound.max(1)
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 1
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    pub(super) fn rest(&self) -> &'b [u8] {
        self.0
    }
}

/// Returns the files of a game.
pub(super) struct Drawn {
    pub(super) manifest: Value,
    pub(super) effects: Value,
    pub(super) setup: Value,
    pub(super) table: Value,
}

impl Drawn {
    pub(super) fn load(&self) -> Result<Arc<Rules>, Faults> {
        let file = |path: &str, value: &Value| (path.to_owned(), value.to_string().into_bytes());
        Rules::load(&[
            file("ruleset.json", &self.manifest),
            file("effects.json", &self.effects),
            file("setup.json", &self.setup),
            file("ggn/all.json", &self.table),
        ])
    }
}

/// A kind of move: a step, its repetitions, and the conditions of its destination and its way.
#[derive(Clone, Copy)]
struct Stride {
    step: [i16; 3],
    reach: usize,
    ends: [bool; 2],
    hops: bool,
}

struct Draw<'d, 'b> {
    bytes: &'d mut Bytes<'b>,
    shape: Shape,
    pieces: Vec<String>,
}

/// A generated game.
pub(super) fn game(bytes: &mut Bytes<'_>) -> Drawn {
    let shape = Shape::new(bytes.of(&BOARDS)).unwrap();
    let letters = 1 + bytes.below(LETTERS.len());
    let mut draw = Draw { bytes, shape, pieces: Vec::new() };
    let has_states: Vec<[bool; 2]> =
        (0..letters).map(|_| [draw.bytes.chance(3), draw.bytes.chance(5)]).collect();
    for (&letter, states) in LETTERS.iter().zip(&has_states) {
        for (sign, is_there) in [("", true), ("+", states[0]), ("-", states[1])] {
            let terminal = if letter == 'K' { "^" } else { "" };
            if is_there {
                draw.pieces.push(format!("{sign}{letter}{terminal}"));
            }
        }
    }
    let initial = draw.initial();
    let table = draw.table();
    let effects = draw.effects(&table);
    let setup = draw.setup();
    let manifest = draw.manifest(letters, &initial);
    Drawn { manifest, effects, setup, table }
}

fn qpi(piece: &str, side: Side) -> String {
    match side {
        Side::First => format!("G:{piece}"),
        Side::Second => format!("g:{}", piece.to_ascii_lowercase()),
    }
}

impl Draw<'_, '_> {
    fn name(&self, square: Square) -> String {
        self.shape.cell(square).unwrap().to_string()
    }

    fn square(&mut self) -> String {
        let square = self.shape.at(self.bytes.below(self.shape.squares())).unwrap();
        self.name(square)
    }

    fn piece(&mut self) -> String {
        let side = self.bytes.of(&Side::BOTH);
        let piece = self.bytes.below(self.pieces.len());
        qpi(&self.pieces[piece], side)
    }

    fn initial(&mut self) -> Feen {
        let count = self.shape.squares();
        let mut squares = vec![None; count];
        for side in Side::BOTH {
            for index in 0..1 + self.bytes.below(5) {
                let piece = if index == 0 { 0 } else { self.bytes.below(self.pieces.len()) };
                let text = if side == Side::First {
                    self.pieces[piece].clone()
                } else {
                    self.pieces[piece].to_ascii_lowercase()
                };
                let at = self.bytes.below(count);
                squares[at] = text.parse().ok();
            }
        }
        let hands = BySide::from_fn(|_| canonical_reserve([]));
        let letter = "G".parse::<Sin>().unwrap().letter;
        let turn = if self.bytes.chance(4) { Side::Second } else { Side::First };
        let sin = |side| Sin { letter, side };
        Feen {
            placement: Placement { sizes: self.shape.sizes().to_vec(), squares },
            hands,
            active: sin(turn),
            inactive: sin(turn.opponent()),
        }
    }

    fn stride(&mut self) -> Stride {
        let steps = [-1, 0, 1, 1, 2, -2, 3];
        Stride {
            step: [self.bytes.of(&steps), self.bytes.of(&steps), self.bytes.of(&[0, 0, 1, -1])],
            reach: self.bytes.of(&[1, 1, 2, 30]),
            ends: self.bytes.of(&[[true, true], [true, true], [true, false], [false, true]]),
            hops: self.bytes.chance(7),
        }
    }

    /// Returns the square this many steps away, in the direction of the side.
    fn go(&self, from: Square, stride: &Stride, side: Side, times: usize) -> Option<Square> {
        let dimensions = self.shape.sizes().len();
        let mut cell = Vec::new();
        for (index, at) in self.shape.coordinates(from).enumerate() {
            let is_forward = index == dimensions.min(2) - 1;
            let step = stride.step[index] * if side == Side::Second && is_forward { -1 } else { 1 };
            cell.push(u8::try_from(i16::from(at) + step * i16::try_from(times).ok()?).ok()?);
        }
        self.shape.square(ggn_core::notation::cell::Cell::new(&cell)?)
    }

    fn table(&mut self) -> Value {
        let mut table = Map::new();
        for piece in self.pieces.clone() {
            let strides: Vec<Stride> = (0..1 + self.bytes.below(4)).map(|_| self.stride()).collect();
            for side in Side::BOTH {
                let mut sources = Map::new();
                for source in self.shape.iter() {
                    let rows = self.rows(source, &strides, side);
                    if !rows.is_empty() {
                        sources.insert(self.name(source), rows.into());
                    }
                }
                table.insert(qpi(&piece, side), sources.into());
            }
        }
        for _ in 0..self.bytes.below(6) {
            let (piece, must, deny) = (self.piece(), self.conditions(), self.conditions());
            let source = if self.bytes.chance(3) { "*".to_owned() } else { self.square() };
            let destination = self.square();
            let possibility = json!({ "must": must, "deny": deny });
            push(&mut table, [piece, source, destination], possibility);
        }
        if self.bytes.chance(3) {
            let piece = self.piece();
            for square in self.shape.iter() {
                let name = self.name(square);
                let must = Value::from(Map::from_iter([(name.clone(), "empty".into())]));
                push(&mut table, [piece.clone(), "*".to_owned(), name], json!({ "must": must }));
            }
        }
        table.into()
    }

    fn rows(&self, source: Square, strides: &[Stride], side: Side) -> Map<String, Value> {
        let mut rows = Map::new();
        for stride in strides {
            let mut between: Vec<Square> = Vec::new();
            for times in 1..=stride.reach {
                let Some(to) = self.go(source, stride, side, times).filter(|to| *to != source) else { break };
                for (is_so, state) in stride.ends.into_iter().zip(["empty", "enemy"]) {
                    if !is_so {
                        continue;
                    }
                    let (mut must, mut deny) = (Map::new(), Map::new());
                    for (index, square) in between.iter().enumerate() {
                        let is_hop = stride.hops && index + 1 == between.len();
                        if is_hop { &mut deny } else { &mut must }.insert(self.name(*square), "empty".into());
                    }
                    must.insert(self.name(to), state.into());
                    let ways = rows.entry(self.name(to)).or_insert_with(|| json!([]));
                    let way = if deny.is_empty() {
                        json!({ "must": must })
                    } else {
                        json!({ "must": must, "deny": deny })
                    };
                    ways.as_array_mut().unwrap().push(way);
                }
                between.push(to);
            }
        }
        rows
    }

    fn conditions(&mut self) -> Value {
        let mut conditions = Map::new();
        for _ in 0..self.bytes.below(3) {
            let state = match self.bytes.below(4) {
                0 => "empty".to_owned(),
                1 => "enemy".to_owned(),
                _ => self.piece(),
            };
            conditions.insert(self.square(), state.into());
        }
        conditions.into()
    }

    fn effects(&mut self, table: &Value) -> Value {
        let (mut moved, mut expires) = (Map::new(), Map::new());
        for piece in &self.pieces {
            for side in Side::BOTH {
                let change = |sign: char| {
                    piece.strip_prefix(sign).map(|plain| (qpi(piece, side), qpi(plain, side).into()))
                };
                moved.extend(change('+'));
                expires.extend(change('-'));
            }
        }
        let captured = match self.bytes.below(3) {
            1 => {
                let plain = |piece: &str| piece.trim_start_matches(['+', '-']).to_owned();
                let kept = self.pieces.iter().filter(|piece| !piece.ends_with('^')).flat_map(|piece| {
                    Side::BOTH
                        .map(|side| (qpi(piece, side), Value::from(qpi(&plain(piece), side.opponent()))))
                });
                json!({ "hand": kept.collect::<Map<String, Value>>() })
            }
            _ => json!("discard"),
        };
        let mut rows = Map::new();
        for _ in 0..self.bytes.below(8) {
            let Some(place) = self.some_row(table) else { continue };
            let effect = match self.bytes.below(7) {
                0 => json!({ "becomes": self.piece() }),
                1 => json!({ "takes": [self.square()] }),
                2 => json!({ "carries": { self.square(): self.square() } }),
                3 => json!({ "unattacked": [self.square()] }),
                4 => {
                    json!({ "promotes": { "to": [self.piece(), self.piece()], "optional": self.bytes.chance(2) } })
                }
                5 => {
                    json!({ "carries": { self.square(): self.square() }, "takes": [self.square()], "tag": "special", "san": "S-S" })
                }
                _ => json!({ "takes": [self.square(), self.square()], "becomes": self.piece() }),
            };
            push(&mut rows, place, effect);
        }
        json!({ "moved": moved, "expires": expires, "captured": captured, "rows": rows })
    }

    /// Returns one of the rows of the tables.
    fn some_row(&mut self, table: &Value) -> Option<[String; 3]> {
        let mut pick = |value: &Value| {
            let members = value.as_object()?;
            let (key, inner) = members.iter().nth(self.bytes.below(members.len()))?;
            Some((key.clone(), inner.clone()))
        };
        let (piece, sources) = pick(table)?;
        let (source, rows) = pick(&sources)?;
        let (destination, _) = pick(&rows)?;
        Some([piece, source, destination])
    }

    fn setup(&mut self) -> Value {
        match self.bytes.below(4) {
            1 => json!({ "count": { "G:K": { "min": 1, "max": 2 } } }),
            2 => {
                json!({ "squares": { self.piece(): { self.square(): [{}], self.square(): [{ "must": self.conditions() }] } } })
            }
            _ => json!({}),
        }
    }

    fn manifest(&mut self, letters: usize, initial: &Feen) -> Value {
        let names = LETTERS.iter().take(letters).map(|letter| {
            let san = if *letter == 'P' { String::new() } else { letter.to_string() };
            (format!("G:{letter}"), json!({ "name": letter.to_lowercase().to_string(), "san": san }))
        });
        let mut constraints: Vec<&str> =
            ["royal-safety", "unattacked"].into_iter().filter(|_| self.bytes.below(4) != 1).collect();
        let result = self.bytes.of(&["loss", "draw", "win"]);
        let count = 2 + self.bytes.below(3);
        let all = [
            json!({ "status": "checkmate", "result": "loss" }),
            json!({ "status": "stalemate", "result": result }),
            json!({ "status": "insufficient", "result": "draw", "material": [{ "one": ["G:K"], "other": ["G:K"] }] }),
            json!({ "status": "repetition", "result": "draw", "count": count, "identity": self.bytes.of(&["rights", "feen"]) }),
            json!({ "status": "movelimit", "result": "draw", "plies": 3 + count, "resets": { "captures": true, "moves_of": ["G:P"] } }),
            json!({ "status": "resignation", "result": "loss" }),
        ];
        let mut endings: Vec<Value> = all.into_iter().filter(|_| self.bytes.below(5) != 1).collect();
        let (flag, square, other) = (self.bytes.below(2) == 1, self.square(), self.square());
        match self.bytes.below(8) {
            1 => endings.push(json!({ "status": "extinction", "result": "loss", "pieces": ["G:K"], "left": 1, "all": flag })),
            2 => endings.push(json!({
                "status": "arrival", "result": "win", "pieces": ["G:K"], "squares": [square], "second": [other], "safe": flag,
                "answer": !flag
            })),
            3 => constraints.push("gives-no-check"),
            4 => endings.iter_mut().filter(|ending| ending["status"] == "repetition").for_each(|ending| {
                ending["perpetual_check"] = "loss".into();
            }),
            5 => endings.iter_mut().filter(|ending| ending["status"] == "repetition").for_each(|ending| {
                ending["perpetual_chase"] = json!({ "result": "loss", "free": if flag { vec!["G:K"] } else { vec![] } });
            }),
            6 => endings.iter_mut().filter(|ending| ending["status"] == "movelimit").for_each(|ending| {
                ending["counts"] = json!([{ "left": count, "pieces_first": flag, "limits": [{ "moves": 2 * count }] }]);
            }),
            _ => {}
        }
        json!({
            "id": "drawn",
            "name": "Drawn",
            "styles": { "G": "Game" },
            "sides": { "first": "white", "second": "black" },
            "pieces": names.collect::<Map<String, Value>>(),
            "initial": initial.to_string(),
            "constraints": constraints,
            "endings": endings,
        })
    }
}

/// Adds to the list below three keys.
fn push(tree: &mut Map<String, Value>, [first, second, third]: [String; 3], value: Value) {
    let inner = tree.entry(first).or_insert_with(|| json!({}));
    let inner = inner.as_object_mut().unwrap().entry(second).or_insert_with(|| json!({}));
    let list = inner.as_object_mut().unwrap().entry(third).or_insert_with(|| json!([]));
    list.as_array_mut().unwrap().push(value);
}
