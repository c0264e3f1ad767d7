//! Data for the games: the project's files, and the same rules with other set-ups and with random moderators.

mod armies;
mod kept;
mod random_moderators;

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use dev::Random;
use ggn_core::{Overlay, Rules, Side, compose};
use serde_json::{Value, json};
use session::Catalogue;
use session::clock::TimeControl;
use session::moderator::Moderator;
use session::protocol::player::Mode;

use self::armies::{ARMIES, feen};
use self::kept::Kept;
use super::bid_rules::BidRules;
use super::policy::{Policy, ProfileRules, SpectatorView};
use super::world::Viewer;

/// The ruleset of most pairs.
pub(crate) const CHESS: &str = "chess";

/// Rulesets of different kinds, for pairs of other games: with hands, promotions of any kind, placements, pieces of neither side, captures that convert,
/// passes, and goals.
const GAMES: [&str; 11] = [
    "shogi",
    "xiangqi",
    "crazyhouse",
    "seirawan",
    "duck",
    "amazons",
    "ataxx",
    "racing-kings",
    "janggi",
    "kyoto-shogi",
    "breakthrough",
];

/// Rulesets besides chess that are played before moderators who answer attempts.
const REFEREED: [&str; 3] = ["crazyhouse", "shogi", "breakthrough"];

/// Rulesets of pairs by sight: those made for it, and others, in which check, drops and placed pieces tell of hidden pieces.
const BY_SIGHT: [&str; 7] =
    ["dark-chess", "fog-xiangqi", "dark-crazyhouse", "chess", "duck", "janggi", "kyoto-shogi"];

/// Moderator of games by sight.
const SIGHT: &str = "sight";

/// A set-up: the ruleset's own, or two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SetUp {
    Own,
    Armies { white: &'static str, black: &'static str },
}

/// Choices of house rules: other pawns, so that other tries are possible, and other endings.
const HOUSE_RULES: [&[&str]; 8] = [
    &["berolina-pawns"],
    &["torpedo"],
    &["three-check"],
    &["capture-to-win", "pawns-move-backward"],
    &["made-points"],
    &["made-blast"],
    &["made-turn"],
    &["made-forced", "made-points"],
];

/// House rules of pairs of other games than chess, whose needs these games meet.
const HOUSE_RULES_OF_OTHERS: [(&str, &[&[&str]]); 3] = [
    (
        "crazyhouse",
        &[
            &["three-check"],
            &["piece-hp"],
            &["atomic"],
            &["double-move"],
            &["explosive-rook", "no-castling"],
            &["piece-hp", "poisoned-squares"],
            &["first-promotion-wins", "pawns-move-backward"],
        ],
    ),
    ("dark-chess", &[&["torpedo"], &["berolina-pawns"], &["pawns-move-backward"]]),
    ("dark-crazyhouse", &[&["pawns-move-backward"]]),
];

/// Time controls: of each kind, one that lasts for the whole pair and one that runs out.
const CLOCKS: [&str; 7] = [
    r#"{"initial":1800}"#,
    r#"{"initial":200}"#,
    r#"{"initial":900,"increment":10}"#,
    r#"{"initial":60,"increment":5}"#,
    r#"{"initial":900,"delay":5}"#,
    r#"{"initial":60,"delay":10}"#,
    r#"{"daysPerTurn":1}"#,
];

/// House rules of this test, for every mechanic, with numbers that trigger it often.
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

/// Gambit profiles, the project's and those of this test: with few points, so that affordable options differ; with short deadlines; and with every
/// treatment of checks.
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

/// The profiles of this test: the original, and the changed member with its value.
const EDITED_GAMBITS: [(&str, &str, &str); 4] = [
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

/// Rulesets of pairs with bids besides chess, and their own gambit profile; crazyhouse has those of chess, and makruk those for any ruleset.
const GAMES_WITH_BIDS: [(&str, Option<&str>); 4] = [
    ("xiangqi", Some("xiangqi-standard")),
    ("shogi", Some("shogi-standard")),
    ("crazyhouse", None),
    (MAKRUK, None),
];

/// The ruleset of pairs with bids that no gambit profile names.
const MAKRUK: &str = "makruk";

/// Values of pieces by their names.
const VALUES: &str = "values.json";

/// Points that tactics earn in a world, where they are hidden: after the same turns, sides have different points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Numbers {
    /// As in the file.
    Given,
    /// Increased.
    Rich,
    /// The same for all kinds.
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

/// Bids of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BidTerms {
    pub(crate) gambit: &'static str,
    /// Points that tactics earn in each world.
    pub(crate) numbers: [Numbers; 2],
    /// Spectators' view of blind games.
    pub(crate) watching: SpectatorView,
}

/// All differences of the rules of one world from the project's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edition {
    pub(crate) set_up: SetUp,
    pub(crate) touch_move: bool,
    pub(crate) overlays: &'static [&'static str],
    pub(crate) numbers: Numbers,
    pub(crate) watching: SpectatorView,
    pub(crate) ruleset: &'static str,
}

impl Edition {
    /// Returns the project's rules with another set-up.
    pub(crate) fn of(set_up: SetUp) -> Edition {
        let (numbers, watching) = (Numbers::Given, SpectatorView::Announcements);
        Edition { set_up, touch_move: true, overlays: &[], numbers, watching, ruleset: CHESS }
    }
}

/// Common terms of two worlds.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) mode: Mode,
    pub(crate) moderator: String,
    pub(crate) touch_move: bool,
    pub(crate) overlays: &'static [&'static str],
    pub(crate) clock: Option<TimeControl>,
    /// Set-up of each world.
    pub(crate) set_ups: [SetUp; 2],
    /// Bids, if captures are contested.
    pub(crate) bids: Option<BidTerms>,
    pub(crate) ruleset: &'static str,
}

impl Terms {
    /// Returns the rules of a world.
    pub(crate) fn edition(&self, number: usize) -> Edition {
        let (touch_move, overlays, ruleset) = (self.touch_move, self.overlays, self.ruleset);
        let edition = Edition { touch_move, overlays, ruleset, ..Edition::of(self.set_ups[number]) };
        match self.bids {
            Some(BidTerms { numbers, watching, .. }) => {
                Edition { numbers: numbers[number], watching, ..edition }
            }
            None => edition,
        }
    }
}

/// Rules of one world, for the session and for the oracle.
#[derive(Clone)]
pub(crate) struct WorldRules {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) rules: Arc<Rules>,
    /// Numbers of each gambit profile.
    pub(crate) sums: Arc<BTreeMap<String, Arc<BidRules>>>,
    manners: [(Mode, ProfileRules); Mode::ALL.len()],
}

impl WorldRules {
    pub(crate) fn manner(&self, mode: Mode) -> ProfileRules {
        self.manners.iter().find(|(known, _)| *known == mode).unwrap().1.clone()
    }
}

/// Parts of rules with the endings of a moderator: the set-up, the house rules, the ruleset, and the moderator.
type RefereedKey = (SetUp, &'static [&'static str], &'static str, String);

/// Number of rules with the endings of a moderator that are kept: each takes a megabyte or more, and a long run meets thousands.
const REFEREED_KEPT: usize = 64;

/// Number of editions that are kept; each has all rules of a server.
const EDITIONS_KEPT: usize = 256;

/// Number of worlds that are kept after they were played: the session shares rules among the games that there are.
const WORLDS_KEPT: usize = 16;

/// Data of all games. Rules are loaded on first use.
pub(crate) struct Fixtures {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) policies: BTreeMap<String, Arc<Policy>>,
    editions: Kept<Edition, WorldRules>,
    /// Rules with the endings of a moderator.
    refereed: Kept<RefereedKey, Arc<Rules>>,
    /// The worlds that were played last.
    played: Mutex<VecDeque<Box<dyn Any + Send>>>,
}

impl Fixtures {
    pub(crate) fn read() -> Fixtures {
        let mut files = read_rules();
        for (id, text) in random_moderators::made_of(&files) {
            files.insert(format!("moderators/{id}.json"), text.to_string().into_bytes());
        }
        for (id, changes) in MECHANICS {
            let text = format!(
                r#"{{ "id": "{id}", "name": "{id}", "about": "Made.", "over": ["chess"], {changes} }}"#
            );
            files.insert(format!("overlays/{id}/overlay.json"), text.into_bytes());
        }
        for (id, base, changes) in EDITED_GAMBITS {
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
        let (editions, refereed) = (Kept::new(EDITIONS_KEPT), Kept::new(REFEREED_KEPT));
        Fixtures { files, policies, editions, refereed, played: Mutex::default() }
    }

    /// Keeps a world that was played, for as long as the next ones may have the same rules.
    pub(crate) fn keep(&self, world: impl Send + 'static) {
        let mut played = self.played.lock().unwrap();
        played.push_back(Box::new(world));
        if played.len() > WORLDS_KEPT {
            played.pop_front();
        }
    }

    fn manner(&self, mode: Mode) -> ProfileRules {
        ProfileRules::read(&self.files[&profile(mode)])
    }

    /// Returns random terms of a pair; all modes, moderators and set-ups occur.
    pub(crate) fn terms(&self, random: &mut Random, viewer: Side) -> Terms {
        let mode = if random.percent(85) { Mode::Blind } else { Mode::Vanilla };
        // The moderator of games by sight has pairs of its own.
        let plain = self.policies.values().filter(|policy| policy.attempts.is_none() && policy.id != SIGHT);
        let (made, given): (Vec<&str>, Vec<&str>) =
            plain.map(|policy| policy.id.as_str()).partition(|id| id.starts_with("made-"));
        let moderator = match random.below(4) {
            0 => self.manner(mode).moderator,
            1 | 2 => (*random.choose(&given).unwrap()).to_owned(),
            _ => (*random.choose(&made).unwrap()).to_owned(),
        };
        let mut set_ups = [SetUp::Own; 2];
        if random.percent(60) {
            let (whites, blacks) = *random.choose(&ARMIES).unwrap();
            let mut army = |armies: &[&'static str]| *random.choose(armies).unwrap();
            let (white, black) = (army(whites), army(blacks));
            let other = match viewer {
                Side::First => SetUp::Armies { white, black: army(blacks) },
                Side::Second => SetUp::Armies { white: army(whites), black },
            };
            let same = SetUp::Armies { white, black };
            // A viewer who sees everything sees the set-up as well.
            set_ups = if mode == Mode::Blind { [same, other] } else { [same; 2] };
        }
        let touch_move = random.percent(90);
        Terms { mode, moderator, touch_move, overlays: &[], clock: None, set_ups, bids: None, ruleset: CHESS }
    }

    /// Returns random terms of a pair of another game than chess.
    pub(crate) fn terms_of_other_game(&self, random: &mut Random, viewer: Side) -> Terms {
        let terms = self.terms(random, viewer);
        let ruleset = random.choose(&GAMES).unwrap();
        Terms { set_ups: [SetUp::Own; 2], ruleset, ..terms }
    }

    /// Returns random terms of a pair by sight.
    pub(crate) fn terms_by_sight(&self, random: &mut Random, viewer: Side) -> Terms {
        let terms = self.terms(random, viewer);
        let made_for_it = &BY_SIGHT[..3];
        let among = if random.percent(75) { made_for_it } else { &BY_SIGHT };
        let ruleset = random.choose(among).unwrap();
        let moderator = if random.percent(70) { SIGHT.to_owned() } else { terms.moderator };
        let touch_move = random.percent(30);
        Terms { mode: Mode::Sight, moderator, ruleset, set_ups: [SetUp::Own; 2], touch_move, ..terms }
    }

    /// Returns random terms of a blind pair before a moderator who answers attempts; all such files occur.
    pub(crate) fn terms_before_referees(&self, random: &mut Random, viewer: Side) -> Terms {
        let terms = self.terms(random, viewer);
        let asked = self.policies.values().filter(|policy| policy.attempts.is_some());
        let (made, given): (Vec<&str>, Vec<&str>) =
            asked.map(|policy| policy.id.as_str()).partition(|id| id.starts_with("asked-"));
        let ids = if random.percent(70) { given } else { made };
        let moderator = *random.choose(&ids).unwrap();
        let is_other = random.percent(30);
        let ruleset = if is_other { *random.choose(&REFEREED).unwrap() } else { CHESS };
        let set_ups = if is_other { [SetUp::Own; 2] } else { terms.set_ups };
        Terms { mode: Mode::Blind, moderator: moderator.to_owned(), ruleset, set_ups, ..terms }
    }

    /// Returns the rules of a world as games before its moderator have them.
    pub(crate) fn refereed(&self, edition: Edition, moderator: &str, rules: &Arc<Rules>) -> Arc<Rules> {
        if self.policies[moderator].attempts.is_none() {
            return Arc::clone(rules);
        }
        let key = (edition.set_up, edition.overlays, edition.ruleset, moderator.to_owned());
        self.refereed.get(key, || {
            let path = format!("moderators/{moderator}.json");
            let moderator = Moderator::load(&path, &self.files[&path]).unwrap();
            if !moderator.changes_game() {
                return Arc::clone(rules);
            }
            let rules = Rules::load(&moderator.moderated(&self.composed(edition)));
            rules.unwrap_or_else(|faults| panic!("{edition:?}: {faults}"))
        })
    }

    /// Returns the files of the ruleset of an edition, with its house rules.
    fn composed(&self, edition: Edition) -> Vec<(String, Vec<u8>)> {
        let mut files = self.files.clone();
        if let SetUp::Armies { white, black } = edition.set_up {
            edit(&mut files, "chess/ruleset.json", "initial", json!(feen(white, black)));
        }
        composed(&files, edition.ruleset, edition.overlays)
    }

    /// Returns random terms of a pair with contested captures; all gambit profiles occur.
    pub(crate) fn terms_with_bids(&self, random: &mut Random, viewer: Viewer, side: Side) -> Terms {
        let mut terms = self.terms(random, side);
        if random.percent(40) {
            terms.mode = Mode::Vanilla;
        }
        let gambit = *random.choose(&GAMBITS).unwrap();
        let sums = BidRules::read(&self.files[&format!("gambit/{gambit}.json")]);
        let all = [Numbers::Given, Numbers::Rich, Numbers::Flat];
        let one = *random.choose(&all).unwrap();
        let other = *random.choose(&all).unwrap();
        // Where points are visible, so are their reasons.
        let numbers = if sums.hidden && random.percent(85) { [one, other] } else { [one; 2] };
        let is_watched = matches!(viewer, Viewer::Spectator { .. });
        let watching = if is_watched && random.percent(15) {
            SpectatorView::After
        } else {
            SpectatorView::Announcements
        };
        if terms.mode == Mode::Vanilla {
            terms.set_ups = [terms.set_ups[0]; 2];
        }
        terms.bids = Some(BidTerms { gambit, numbers, watching });
        terms
    }

    /// Plays some pairs with bids by another ruleset, from a random source of its own: with other pieces, with hands, or both.
    pub(crate) fn with_other_game(terms: Terms, random: &mut Random) -> Terms {
        let Some(bids) = terms.bids.filter(|_| random.percent(25)) else { return terms };
        let (ruleset, gambit) = *random.choose(&GAMES_WITH_BIDS).unwrap();
        let bids = Some(BidTerms { gambit: gambit.unwrap_or(bids.gambit), ..bids });
        Terms { ruleset, bids, set_ups: [SetUp::Own; 2], ..terms }
    }

    /// Returns the terms of a blind game with a moderator and the default choices.
    #[cfg(test)]
    pub(crate) fn plain_terms(&self, moderator: &str) -> Terms {
        let (mode, moderator, set_ups) = (Mode::Blind, moderator.to_owned(), [SetUp::Own; 2]);
        Terms {
            mode,
            moderator,
            touch_move: true,
            overlays: &[],
            clock: None,
            set_ups,
            bids: None,
            ruleset: CHESS,
        }
    }

    /// Returns the house rules of a pair, from a random source of their own.
    pub(crate) fn overlays(random: &mut Random) -> &'static [&'static str] {
        if random.percent(20) { random.choose(&HOUSE_RULES).unwrap() } else { &[] }
    }

    /// Returns the house rules of a pair with bids, which do not go with forced captures.
    pub(crate) fn overlays_with_bids(random: &mut Random) -> &'static [&'static str] {
        let chosen = Fixtures::overlays(random);
        if chosen.contains(&"made-forced") { &["made-points"] } else { chosen }
    }

    /// Returns the house rules of a pair of another game than chess, from a random source of their own.
    pub(crate) fn overlays_of(ruleset: &str, random: &mut Random) -> &'static [&'static str] {
        let of_it = HOUSE_RULES_OF_OTHERS.iter().find(|(id, _)| *id == ruleset);
        match of_it.filter(|_| random.percent(50)) {
            Some((_, rules)) => random.choose(rules).unwrap(),
            None => &[],
        }
    }

    /// Returns the clock of a pair, from a random source of its own.
    pub(crate) fn clock(random: &mut Random) -> Option<TimeControl> {
        let clock = if random.percent(30) { random.choose(&CLOCKS) } else { None };
        clock.map(|clock| serde_json::from_str(clock).unwrap())
    }

    pub(crate) fn edition(&self, edition: Edition) -> WorldRules {
        self.editions.get(edition, || self.load(edition))
    }

    fn load(&self, edition: Edition) -> WorldRules {
        let Edition { set_up, touch_move, overlays, numbers, watching, ruleset } = edition;
        let mut files = self.files.clone();
        if let SetUp::Armies { white, black } = set_up {
            edit(&mut files, "chess/ruleset.json", "initial", json!(feen(white, black)));
        }
        for mode in Mode::ALL {
            edit(&mut files, &profile(mode), "touch_move", json!(touch_move));
        }
        let blind = profile(Mode::Blind);
        let mut spectators: Value =
            serde_json::from_slice::<Value>(&files[&blind]).unwrap()["spectators"].take();
        spectators["watching"] = match watching {
            SpectatorView::Board => json!("board"),
            SpectatorView::Announcements => json!("announcements"),
            SpectatorView::After => json!("after"),
        };
        edit(&mut files, &blind, "spectators", spectators);
        let gambits: Vec<String> = files.keys().filter(|path| path.starts_with("gambit/")).cloned().collect();
        for path in &gambits {
            let mut tactics = serde_json::from_slice::<Value>(&files[path]).unwrap()["tactics"].take();
            for tactic in tactics.as_object_mut().unwrap().values_mut() {
                tactic["amount"] = numbers.amount(&tactic["amount"]);
            }
            edit(&mut files, path, "tactics", tactics);
            // With bids too, most games are played with the touch-move rule.
            edit(&mut files, path, "touch_move", json!(touch_move));
        }
        let ids = GAMBITS.into_iter().chain(GAMES_WITH_BIDS.into_iter().filter_map(|(_, id)| id));
        let sums: BTreeMap<String, Arc<BidRules>> = ids
            .map(|id| (id.to_owned(), BidRules::read(&files[&format!("gambit/{id}.json")])))
            .map(|(id, sums)| (id, Arc::new(if ruleset == MAKRUK { sums.of_makruk() } else { sums })))
            .collect();
        let manners = Mode::ALL.map(|mode| (mode, ProfileRules::read(&files[&profile(mode)])));
        let rules = if ruleset == CHESS || !overlays.is_empty() {
            let rules = Rules::load(&composed(&files, ruleset, overlays));
            rules.unwrap_or_else(|faults| panic!("{set_up:?}: {faults}"))
        } else {
            dev::ruleset(&format!("rules/{ruleset}"))
        };
        let catalogue =
            Catalogue::load(files.into_iter().collect()).unwrap_or_else(|faults| panic!("{faults}"));
        WorldRules { catalogue, rules, sums: Arc::new(sums), manners }
    }
}

/// Returns the path of a mode's profile.
fn profile(mode: Mode) -> String {
    format!("profiles/{}.json", mode.profile())
}

/// Returns the files of a ruleset with house rules, as two worlds of a pair have them.
fn composed(files: &BTreeMap<String, Vec<u8>>, ruleset: &str, overlays: &[&str]) -> Vec<(String, Vec<u8>)> {
    let base = if ruleset == CHESS {
        let own = |(path, bytes): (&String, &Vec<u8>)| {
            Some((path.strip_prefix("chess/")?.to_owned(), bytes.clone()))
        };
        files.iter().filter_map(own).collect()
    } else {
        dev::files::whole(&format!("rules/{ruleset}"))
    };
    let overlays: Vec<Overlay> = overlays.iter().map(|id| overlay(files, id)).collect();
    compose(&base, &overlays.iter().collect::<Vec<_>>()).unwrap().files
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
    let folders = [CHESS, "gambit", "moderators", "overlays", "profiles"];
    let is_in = |path: &str| {
        path.split_once('/').is_some_and(|(folder, _)| {
            folders.contains(&folder)
                || GAMES.contains(&folder)
                || BY_SIGHT.contains(&folder)
                || folder == MAKRUK
        })
    };
    dev::rules().into_iter().filter(|(path, _)| path == VALUES || is_in(path)).collect()
}
