//! Tables to play at: the project's data as it is, and the same rules from other set-ups and under moderators made by chance.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use ggn_core::{Overlay, Ruleset, Side, compose};
use serde_json::{Value, json};
use session::Catalogue;
use session::clock::TimeControl;
use session::protocol::player::Mode;

use super::chance::Chance;
use super::policy::{Manner, Policy, Watching};
use super::sums::Sums;
use super::world::Viewer;

/// Moderators made by chance, beside those of the project: whoever writes one may let anybody hear anything.
const MADE: usize = 12;

/// Armies that stand against each other in any combination: White's, then Black's. A `+` marks a piece that has not moved.
/// With the same own army, another army of the enemy is another world.
const ARMIES: [(&[&str], &[&str]); 5] = [
    // Pawns about to promote.
    (
        &["Kg1 Pa7 Pc6 Rd1 Ph2", "Kh2 Pa7 Pc6 Rd1 Bg1"],
        &["Kg7 Rb8 Ne5 Ph3 Pe2", "Kh7 Nd8 Rf5 Ph3 Pe2", "Kg7 Bb8 Qc2 Pf3 Pe2"],
    ),
    // Kings about to castle.
    (
        &["+Ke1 +Ra1 +Rh1 +Pf2 +Pa2 Nd5", "+Ke1 +Ra1 +Rh1 +Ph2 +Pb2 Bc4"],
        &["+Ke8 +Ra8 +Rh8 +Pg7 Bf4", "+Ke8 +Ra8 +Rh8 +Ph7 Qa5", "+Ke8 +Ra8 +Rh8 +Pg7 Ng3"],
    ),
    // Pins and checks.
    (
        &["Ke1 Qd2 Be2 Nf3 Pd4 Pe4 Pg2", "Kg1 Qd1 Bc2 Nc3 Pd5 Pe4 Pg2"],
        &["Ke8 Qe7 Bb4 Nc6 Pd6 Pe5", "Kg8 Qe6 Ba5 Nf6 Pd7 Pe5", "Kc8 Qh4 Re7 Nb6 Pd6 Pf5"],
    ),
    // Pawns that can be taken in passing.
    (
        &["Ke1 Pe5 Pg5 +Pa2 +Pc2 Nb1", "Kd2 Pc5 Pf5 +Pb2 +Ph2 Rg1"],
        &["Ke8 +Pd7 +Pf7 Pb4 Nc8", "Kd8 +Pd7 +Pf7 +Ph7 Pb4", "Ke8 +Pd7 +Pb7 Pd4 Bg8"],
    ),
    // Hardly anything left: moves come back, and kings run.
    (&["Kc3 Rh1", "Kb2 Qg1"], &["Ke6 Ra8", "Ke7 Bd6 Nb8", "Kd6 Qa7"]),
];

/// A set-up: the ruleset's own, or two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SetUp {
    Own,
    Armies { white: &'static str, black: &'static str },
}

/// House rules that games are played with: other pawns, so that what is tried by one's own pieces alone is something else, and another end.
const HOUSES: [&[&str]; 8] = [
    &["berolina-pawns"],
    &["torpedo"],
    &["three-check"],
    &["capture-to-win", "pawns-move-backward"],
    &["made-points"],
    &["made-blast"],
    &["made-turn"],
    &["made-forced", "made-points"],
];

/// Time controls: of each kind one that lasts for a whole pair, and one that is soon over.
const CLOCKS: [&str; 6] = [
    r#"{"initial":1800}"#,
    r#"{"initial":200}"#,
    r#"{"initial":900,"increment":10}"#,
    r#"{"initial":60,"increment":5}"#,
    r#"{"initial":900,"delay":5}"#,
    r#"{"initial":60,"delay":10}"#,
];

/// House rules of this test's own, for every mechanic with numbers that make much happen.
const MECHANICS: [(&str, &str); 4] = [
    (
        "made-points",
        r#""mechanics": { "with": [
            { "mechanic": "hit-points", "initial": 3 },
            { "mechanic": "healing", "pieces": ["C:K", "C:P", "C:Q"], "max": 4 },
            { "mechanic": "poison", "squares": ["c3", "c4", "c5", "c6", "d4", "e4", "d5", "e5", "f3", "f6"] }
        ] }"#,
    ),
    (
        "made-blast",
        r#""mechanics": { "with": [{ "mechanic": "blast", "area": "square", "radius": 1, "mover": "destroyed" }] }"#,
    ),
    ("made-turn", r#""mechanics": { "with": [{ "mechanic": "turn", "moves": 2 }] }"#),
    ("made-forced", r#""constraints": { "with": ["forced-capture"] }"#),
];

/// Ways to play with bids, the project's and those of this test's own: with so few points that what can be paid differs, with short deadlines, and
/// with every way to meet a check.
const GAMBITS: [&str; 9] = [
    "standard",
    "advanced",
    "attacker-wins-ties",
    "beginner",
    "risky",
    "made-poor",
    "made-given",
    "made-quiet",
    "made-royal",
];

/// Those of this test's own: from which each is made, and what is other in it.
const MADE_GAMBITS: [(&str, &str, &str); 4] = [
    ("made-poor", "risky", r#"{"initial": 9, "bid_ms": 9000, "retreat_ms": 7000}"#),
    (
        "made-given",
        "standard",
        r#"{"initial": 12, "failed_check_defence": "auto_capture", "defender_percent": 50}"#,
    ),
    ("made-quiet", "advanced", r#"{"initial": 14, "failed_check_defence": "non_capture_only"}"#),
    (
        "made-royal",
        "standard",
        r#"{"initial": 8, "failed_check_defence": "king_duel", "regeneration_max": 9}"#,
    ),
];

/// What tactics bring in a world, where that is hidden: with the same turns behind them, sides have other points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Numbers {
    /// As the file says.
    Given,
    /// More.
    Rich,
    /// The same for all of them.
    Flat,
}

impl Numbers {
    fn amount(self, amount: &Value) -> Value {
        match self {
            Numbers::Given => amount.clone(),
            Numbers::Rich => json!({"sum": [amount, {"points": 5}]}),
            Numbers::Flat => json!({"points": 1}),
        }
    }
}

/// How the captures of a pair are bid for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BidTerms {
    pub(crate) gambit: &'static str,
    /// What tactics bring in each world.
    pub(crate) numbers: [Numbers; 2],
    /// What who watches blind games sees.
    pub(crate) watching: Watching,
}

/// All by which the rules of one world may differ from those of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edition {
    pub(crate) set_up: SetUp,
    pub(crate) touch_move: bool,
    pub(crate) overlays: &'static [&'static str],
    pub(crate) numbers: Numbers,
    pub(crate) watching: Watching,
}

impl Edition {
    /// The project's rules from another set-up.
    pub(crate) fn of(set_up: SetUp) -> Edition {
        let (numbers, watching) = (Numbers::Given, Watching::Announcements);
        Edition { set_up, touch_move: true, overlays: &[], numbers, watching }
    }
}

/// What two worlds have in common.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) mode: Mode,
    pub(crate) moderator: String,
    pub(crate) touch_move: bool,
    pub(crate) overlays: &'static [&'static str],
    pub(crate) clock: Option<TimeControl>,
    /// The set-up of each world.
    pub(crate) set_ups: [SetUp; 2],
    /// How captures are bid for, if they are.
    pub(crate) bids: Option<BidTerms>,
}

impl Terms {
    /// The rules of a world.
    pub(crate) fn edition(&self, number: usize) -> Edition {
        let (touch_move, overlays) = (self.touch_move, self.overlays);
        let edition = Edition { touch_move, overlays, ..Edition::of(self.set_ups[number]) };
        match self.bids {
            Some(BidTerms { numbers, watching, .. }) => {
                Edition { numbers: numbers[number], watching, ..edition }
            }
            None => edition,
        }
    }
}

/// The rules of one set-up, for the session and for the oracle.
#[derive(Clone)]
pub(crate) struct Edited {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) rules: Arc<Ruleset>,
    /// The numbers of each way to play with bids.
    pub(crate) sums: Arc<BTreeMap<String, Arc<Sums>>>,
    manners: [(Mode, Manner); Mode::ALL.len()],
}

impl Edited {
    pub(crate) fn manner(&self, mode: Mode) -> Manner {
        self.manners.iter().find(|(known, _)| *known == mode).unwrap().1.clone()
    }
}

/// All tables. Rules are read when they are first played.
pub(crate) struct Tables {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) policies: BTreeMap<String, Arc<Policy>>,
    editions: Mutex<BTreeMap<Edition, Arc<OnceLock<Edited>>>>,
}

impl Tables {
    pub(crate) fn read() -> Tables {
        let mut files = read_rules();
        for (id, text) in made_moderators() {
            files.insert(format!("moderators/{id}.json"), text.to_string().into_bytes());
        }
        for (id, changes) in MECHANICS {
            let text = format!(
                r#"{{ "id": "{id}", "name": "{id}", "about": "Made.", "over": ["chess"], {changes} }}"#
            );
            files.insert(format!("overlays/{id}/overlay.json"), text.into_bytes());
        }
        for (id, base, changes) in MADE_GAMBITS {
            let mut made: Value = serde_json::from_slice(&files[&format!("gambit/{base}.json")]).unwrap();
            let changes: BTreeMap<String, Value> = serde_json::from_str(changes).unwrap();
            made.as_object_mut().unwrap().extend(changes);
            made["id"] = json!(id);
            files.insert(format!("gambit/{id}.json"), made.to_string().into_bytes());
        }
        let is_moderator = |path: &&String| path.starts_with("moderators/") && path.ends_with(".json");
        let policies = files
            .keys()
            .filter(is_moderator)
            .map(|path| Policy::read(&files[path]))
            .map(|policy| (policy.id.clone(), Arc::new(policy)))
            .collect();
        Tables { files, policies, editions: Mutex::default() }
    }

    fn manner(&self, mode: Mode) -> Manner {
        Manner::read(&self.files[&profile(mode)])
    }

    /// The terms of one pair: every mode, every moderator and every set-up come up.
    pub(crate) fn terms(&self, chance: &mut Chance, viewer: Side) -> Terms {
        let mode = if chance.percent(85) { Mode::Blind } else { Mode::Vanilla };
        let (made, given): (Vec<&str>, Vec<&str>) =
            self.policies.keys().map(String::as_str).partition(|id| id.starts_with("made-"));
        let moderator = match chance.below(4) {
            0 => self.manner(mode).moderator,
            1 | 2 => (*chance.one(&given).unwrap()).to_owned(),
            _ => (*chance.one(&made).unwrap()).to_owned(),
        };
        let mut set_ups = [SetUp::Own; 2];
        if chance.percent(60) {
            let (whites, blacks) = *chance.one(&ARMIES).unwrap();
            let mut army = |armies: &[&'static str]| *chance.one(armies).unwrap();
            let (white, black) = (army(whites), army(blacks));
            let other = match viewer {
                Side::First => SetUp::Armies { white, black: army(blacks) },
                Side::Second => SetUp::Armies { white: army(whites), black },
            };
            let same = SetUp::Armies { white, black };
            // Who sees everything sees the set-up as well.
            set_ups = if mode == Mode::Blind { [same, other] } else { [same; 2] };
        }
        let touch_move = chance.percent(90);
        Terms { mode, moderator, touch_move, overlays: &[], clock: None, set_ups, bids: None }
    }

    /// The terms of a pair in which captures are bid for. Every way to play so comes up.
    pub(crate) fn terms_with_bids(&self, chance: &mut Chance, viewer: Viewer, side: Side) -> Terms {
        let mut terms = self.terms(chance, side);
        if chance.percent(40) {
            terms.mode = Mode::Vanilla;
        }
        let gambit = *chance.one(&GAMBITS).unwrap();
        let sums = Sums::read(&self.files[&format!("gambit/{gambit}.json")]);
        let all = [Numbers::Given, Numbers::Rich, Numbers::Flat];
        let one = *chance.one(&all).unwrap();
        let other = *chance.one(&all).unwrap();
        // Where points are shown so is what brought them.
        let numbers = if sums.hidden && chance.percent(85) { [one, other] } else { [one; 2] };
        let is_watched = matches!(viewer, Viewer::Watcher { .. });
        let watching =
            if is_watched && chance.percent(15) { Watching::After } else { Watching::Announcements };
        if terms.mode == Mode::Vanilla {
            terms.set_ups = [terms.set_ups[0]; 2];
        }
        terms.bids = Some(BidTerms { gambit, numbers, watching });
        terms
    }

    /// The terms of a blind game with nothing else chosen than who moderates it.
    #[cfg(test)]
    pub(crate) fn plain_terms(&self, moderator: &str) -> Terms {
        let (mode, moderator, set_ups) = (Mode::Blind, moderator.to_owned(), [SetUp::Own; 2]);
        Terms { mode, moderator, touch_move: true, overlays: &[], clock: None, set_ups, bids: None }
    }

    /// The house rules of a pair, by a chance of their own.
    pub(crate) fn overlays(chance: &mut Chance) -> &'static [&'static str] {
        if chance.percent(20) { chance.one(&HOUSES).unwrap() } else { &[] }
    }

    /// The clock of a pair, by a chance of its own.
    pub(crate) fn clock(chance: &mut Chance) -> Option<TimeControl> {
        let clock = if chance.percent(30) { chance.one(&CLOCKS) } else { None };
        clock.map(|clock| serde_json::from_str(clock).unwrap())
    }

    pub(crate) fn edition(&self, edition: Edition) -> Edited {
        let cell = Arc::clone(self.editions.lock().unwrap().entry(edition).or_default());
        cell.get_or_init(|| self.load(edition)).clone()
    }

    fn load(&self, edition: Edition) -> Edited {
        let Edition { set_up, touch_move, overlays, numbers, watching } = edition;
        let mut files = self.files.clone();
        if let SetUp::Armies { white, black } = set_up {
            edit(&mut files, "chess/ruleset.json", "initial", json!(feen(white, black)));
        }
        if !touch_move {
            for mode in Mode::ALL {
                edit(&mut files, &profile(mode), "touch_move", json!(false));
            }
        }
        let blind = profile(Mode::Blind);
        let mut spectators: Value =
            serde_json::from_slice::<Value>(&files[&blind]).unwrap()["spectators"].take();
        spectators["watching"] = match watching {
            Watching::Board => json!("board"),
            Watching::Announcements => json!("announcements"),
            Watching::After => json!("after"),
        };
        edit(&mut files, &blind, "spectators", spectators);
        let gambits: Vec<String> = files.keys().filter(|path| path.starts_with("gambit/")).cloned().collect();
        for path in &gambits {
            let mut tactics = serde_json::from_slice::<Value>(&files[path]).unwrap()["tactics"].take();
            for tactic in tactics.as_object_mut().unwrap().values_mut() {
                tactic["amount"] = numbers.amount(&tactic["amount"]);
            }
            edit(&mut files, path, "tactics", tactics);
        }
        let sums =
            GAMBITS.map(|id| (id.to_owned(), Arc::new(Sums::read(&files[&format!("gambit/{id}.json")]))));
        let manners = Mode::ALL.map(|mode| (mode, Manner::read(&files[&profile(mode)])));
        let chess: Vec<_> = files
            .iter()
            .filter_map(|(path, bytes)| Some((path.strip_prefix("chess/")?.to_owned(), bytes.clone())))
            .collect();
        let overlays: Vec<Overlay> = overlays.iter().map(|id| overlay(&files, id)).collect();
        let composed = compose(&chess, &overlays.iter().collect::<Vec<_>>()).unwrap();
        let rules = Ruleset::load(&composed.files).unwrap_or_else(|faults| panic!("{set_up:?}: {faults}"));
        let catalogue =
            Catalogue::load(files.into_iter().collect()).unwrap_or_else(|faults| panic!("{faults}"));
        Edited { catalogue, rules, sums: Arc::new(sums.into_iter().collect()), manners }
    }
}

/// The file of a mode.
fn profile(mode: Mode) -> String {
    format!("profiles/{}.json", mode.profile())
}

fn overlay(files: &BTreeMap<String, Vec<u8>>, id: &str) -> Overlay {
    let folder = format!("overlays/{id}/");
    let own =
        |(path, bytes): (&String, &Vec<u8>)| Some((path.strip_prefix(&folder)?.to_owned(), bytes.clone()));
    Overlay::read(&files.iter().filter_map(own).collect::<Vec<_>>()).unwrap()
}

fn edit(files: &mut BTreeMap<String, Vec<u8>>, path: &str, member: &str, value: Value) {
    let mut file: Value = serde_json::from_slice(&files[path]).unwrap();
    file[member] = value;
    files.insert(path.to_owned(), file.to_string().into_bytes());
}

fn read_rules() -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut files = BTreeMap::new();
    for folder in ["chess", "gambit", "moderators", "overlays", "profiles"] {
        let mut folders = vec![root.join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
    }
    files
}

/// Moderators that tell each event to anybody, by chance; always the same ones.
fn made_moderators() -> Vec<(String, Value)> {
    let blind: Value = serde_json::from_slice(&read_rules()["moderators/blind.json"]).unwrap();
    let mut chance = Chance::of(0);
    let make = |number| {
        let mut made = blind.clone();
        let id = format!("made-{number}");
        made["id"] = json!(id);
        made["wont_help_includes_blocked"] = json!(chance.percent(50));
        for hearers in made["hearers"].as_object_mut().unwrap().values_mut() {
            *hearers = json!(["mover", "opponent", "both", "nobody"][chance.below(4)]);
        }
        (id, made)
    };
    (0..MADE).map(make).collect()
}

/// Two armies as FEEN, with White to move.
fn feen(white: &str, black: &str) -> String {
    let mut board: [[Option<String>; 8]; 8] = Default::default();
    for (army, is_white) in [(white, true), (black, false)] {
        for man in army.split_whitespace() {
            let (marker, rest) = man.strip_prefix('+').map_or(("", man), |rest| ("+", rest));
            let (kind, square) = rest.split_at(1);
            let letter = if is_white { kind.to_owned() } else { kind.to_lowercase() };
            let royal = if kind == "K" { "^" } else { "" };
            let [file, rank] = square.as_bytes() else { panic!("{man}") };
            board[usize::from(b'8' - rank)][usize::from(file - b'a')] =
                Some(format!("{marker}{letter}{royal}"));
        }
    }
    let ranks: Vec<String> = board.iter().map(|rank| feen_rank(rank)).collect();
    format!("{} / C/c", ranks.join("/"))
}

fn feen_rank(rank: &[Option<String>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in rank {
        match square {
            None => empty += 1,
            Some(man) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += man;
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
