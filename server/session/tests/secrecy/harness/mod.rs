//! Twin worlds: two games that differ only in what a viewer may not know, and whether the viewer can tell.
//!
//! `SECRECY.md` says what is proved and how. The test beside this folder plays some pairs, the example `secrecy` many.

mod account;
mod chance;
mod deeds;
mod duels;
mod judge;
#[cfg(feature = "leaks")]
pub(crate) mod leaks;
mod oracle;
mod pair;
mod play;
mod policy;
mod sums;
mod table;
#[cfg(not(test))]
pub(crate) mod timing;
#[cfg(test)]
pub(crate) mod twins;
mod witness;
mod world;

use ggn_core::Side;

use chance::Chance;
pub(crate) use pair::Tally;
use pair::{Failure, Pair};
pub(crate) use table::Tables;
use world::{Setting, Viewer};

/// What is different from an ordinary pair.
#[derive(Clone, Copy)]
pub(crate) struct Twist {
    /// Whether every frame is compared with what the oracle foresaw, beside being compared with its twin.
    pub(crate) is_checked: bool,
    /// Whether some pairs have a clock. On a real server time is what it is.
    pub(crate) is_timed: bool,
    /// Whether captures are bid for.
    pub(crate) has_bids: bool,
    /// A leak that the session is given on purpose.
    #[cfg(feature = "leaks")]
    pub(crate) leak: Option<session::leaks::Leak>,
}

impl Twist {
    /// Nothing but that: the session is as it is shipped.
    pub(crate) fn checked(is_checked: bool) -> Twist {
        Twist {
            is_checked,
            is_timed: true,
            has_bids: false,
            #[cfg(feature = "leaks")]
            leak: None,
        }
    }

    /// The same where captures are bid for.
    pub(crate) fn with_bids(self) -> Twist {
        Twist { has_bids: true, ..self }
    }
}

/// The setting that follows from a seed.
fn setting(tables: &Tables, seed: u64) -> (Setting, Chance) {
    let mut own = Chance::of(seed);
    let chance = &mut own;
    let side = Side::BOTH[chance.below(2)];
    let viewer = if chance.percent(92) { Viewer::Seat(side) } else { Viewer::Onlooker };
    let mut terms = tables.terms(chance, side);
    terms.overlays = Tables::overlays(&mut Chance::of(!seed));
    terms.clock = Tables::clock(&mut Chance::of(seed.rotate_left(32)));
    let creator = Side::BOTH[chance.below(2)];
    let grace_ms = chance.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

/// The same where captures are bid for; there are some who watch, and none who only knock.
fn setting_with_bids(tables: &Tables, seed: u64) -> (Setting, Chance) {
    let mut own = Chance::of(seed);
    let chance = &mut own;
    let side = Side::BOTH[chance.below(2)];
    let viewer = match chance.below(8) {
        0 => Viewer::Watcher { delay: 0 },
        1 => Viewer::Watcher { delay: u8::try_from(1 + chance.below(60)).unwrap() },
        _ => Viewer::Seat(side),
    };
    let mut terms = tables.terms_with_bids(chance, viewer, side);
    terms.overlays = Tables::overlays(&mut Chance::of(!seed));
    terms.clock = Tables::clock(&mut Chance::of(seed.rotate_left(32)));
    let creator = Side::BOTH[chance.below(2)];
    let grace_ms = chance.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

fn open(tables: &Tables, setting: &Setting, twist: Twist) -> Pair {
    #[cfg_attr(not(feature = "leaks"), expect(unused_mut))]
    let mut pair = Pair::new(tables, setting, twist.is_checked);
    #[cfg(feature = "leaks")]
    if let Some(leak) = twist.leak {
        pair.worlds.iter_mut().for_each(|world| world.leak(leak));
    }
    pair
}

/// The pair of a seed, played.
struct Game {
    setting: Setting,
    pair: Pair,
    end: Result<(), Failure>,
}

fn game(tables: &Tables, seed: u64, twist: Twist) -> Game {
    let (mut setting, mut chance) =
        if twist.has_bids { setting_with_bids(tables, seed) } else { setting(tables, seed) };
    if !twist.is_timed {
        setting.terms.clock = None;
    }
    let mut pair = open(tables, &setting, twist);
    let end = if twist.has_bids {
        duels::play(&mut pair, &mut chance, setting.viewer, setting.creator)
    } else {
        play::play(&mut pair, &mut chance, setting.viewer, setting.creator)
    };
    let boards = pair.worlds.each_ref().map(|world| world.truth.board.position());
    pair.tally.boards = u64::from(boards[0] != boards[1]);
    let pools = pair.worlds.each_ref().map(|world| Side::BOTH.map(|side| world.truth.pool(side)));
    pair.tally.duels = pair.worlds[0].truth.fought();
    pair.tally.pools = u64::from(pools[0] != pools[1]);
    Game { setting, pair, end }
}

/// Plays the pair of a seed.
///
/// # Errors
/// The account of what a viewer could tell, as short as it can be made.
pub(crate) fn run(tables: &Tables, seed: u64, twist: Twist) -> Result<Tally, String> {
    let Game { setting, pair, end } = game(tables, seed, twist);
    match end {
        Ok(()) => Ok(pair.tally),
        Err(Failure::Oracle(fault)) => {
            Err(format!("seed {seed}: the session and the oracle disagree: {fault}"))
        }
        Err(Failure::Leak(difference)) => {
            let (script, difference) =
                account::shorten(pair.script, difference, || open(tables, &setting, twist));
            Err(format!("seed {seed}: {}", account::tell(&setting, &script, &difference)))
        }
    }
}

/// What the answer to a request of a move says that cannot be, under every moderator, and whether the word of its refusal is the mover's to hear.
#[cfg(test)]
pub(crate) fn refusals(tables: &Tables) -> Vec<(bool, String)> {
    use deeds::hello;
    use session::Input;
    use session::protocol::player::{Action, Command, JoinAs};

    let (viewer, creator) = (Viewer::Seat(Side::First), Side::First);
    let refused = |moderator: &String| {
        let terms = tables.plain_terms(moderator);
        let setting = Setting { viewer, terms, creator, grace_ms: None };
        let mut world = world::World::new(tables, &setting, 0);
        let conn = session::ConnId(1);
        let (own, other) = (world::viewers_token(), world::token('h'));
        drop(world.handle(1, hello(conn, Some(own.clone()), JoinAs::W, own)));
        drop(world.handle(2, hello(session::ConnId(2_000), Some(other.clone()), JoinAs::B, other)));
        let action = Action::Move { from: "e2".parse().unwrap(), to: "e5".parse().unwrap(), promotion: None };
        let input = Input::Command { conn, command: Command { id: None, game: None, action } };
        let heard = world::heard(world.handle(3, input));
        let is_told = tables.policies[moderator].tells("illegal_move", Side::First, Side::First);
        (is_told, heard.into_iter().find(|line| line.contains("move.result")).unwrap())
    };
    tables.policies.keys().map(refused).collect()
}

/// Whether the pair of a seed shows a leak.
#[cfg(feature = "leaks")]
pub(crate) fn shows(tables: &Tables, seed: u64, twist: Twist, leak: session::leaks::Leak) -> bool {
    let twist = Twist { leak: Some(leak), ..twist };
    matches!(game(tables, seed, twist).end, Err(Failure::Leak(_)))
}
