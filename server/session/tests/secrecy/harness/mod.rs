//! Paired worlds: two games that differ only in what a viewer may not know, compared by what the viewer is sent.
//!
//! `SECRECY.md` explains what is shown and how. The test beside this folder plays some pairs, the example `secrecy` many.

mod actions;
mod attempts;
mod bid_generator;
mod bid_rules;
mod fixtures;
mod frame_check;
mod generator;
mod oracle;
mod pair;
#[cfg(test)]
pub(crate) mod paired_runs;
mod policy;
mod report;
pub(crate) mod seeded_leaks;
#[cfg(not(test))]
pub(crate) mod timing;
mod verdict;
mod world;

use dev::Random;
use ggn_core::Side;

pub(crate) use fixtures::Fixtures;
pub(crate) use pair::Tally;
use pair::{Failure, Pair};
use world::{Setting, Viewer};

/// Options of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunOptions {
    /// True if every frame is compared with the oracle's prediction, in addition to the comparison of the two runs.
    pub(crate) is_checked: bool,
    /// True if some pairs have a clock. A real server's time cannot be set.
    pub(crate) is_timed: bool,
    /// True if players may ask for push messages.
    pub(crate) has_pushes: bool,
    /// True if captures are contested.
    pub(crate) has_bids: bool,
    /// True if the pairs are of other games than chess.
    pub(crate) is_other_game: bool,
    /// True if the moderator answers attempts.
    pub(crate) is_refereed: bool,
    /// True if players play by sight.
    pub(crate) is_by_sight: bool,
    /// House rules of every pair; without them a part of the pairs has some.
    pub(crate) overlays: Option<&'static [&'static str]>,
    /// A leak seeded into the session.
    pub(crate) leak: Option<session::leaks::Leak>,
}

impl RunOptions {
    /// Returns the options of a session as shipped, with or without the oracle's check.
    pub(crate) fn checked(is_checked: bool) -> RunOptions {
        RunOptions {
            is_checked,
            is_timed: true,
            has_pushes: true,
            has_bids: false,
            is_other_game: false,
            is_refereed: false,
            is_by_sight: false,
            overlays: None,
            leak: None,
        }
    }

    /// Returns the same options with contested captures.
    pub(crate) fn with_bids(self) -> RunOptions {
        RunOptions { has_bids: true, ..self }
    }

    /// Returns the same options with moderators who answer attempts.
    pub(crate) fn before_referees(self) -> RunOptions {
        RunOptions { is_refereed: true, ..self }
    }

    /// Returns the same options with players who play by sight.
    pub(crate) fn by_sight(self) -> RunOptions {
        RunOptions { is_by_sight: true, ..self }
    }

    /// Returns the same options with other games than chess.
    pub(crate) fn of_other_games(self) -> RunOptions {
        RunOptions { is_other_game: true, ..self }
    }
}

/// Returns the setting of a seed.
fn setting(fixtures: &Fixtures, seed: u64) -> (Setting, Random) {
    let mut own = Random::seeded(seed);
    let random = &mut own;
    let side = Side::BOTH[random.below(2)];
    let viewer = if random.percent(92) { Viewer::Seat(side) } else { Viewer::Stranger };
    let mut terms = fixtures.terms(random, side);
    terms.overlays = Fixtures::overlays(&mut Random::seeded(!seed));
    terms.clock = Fixtures::clock(&mut Random::seeded(seed.rotate_left(32)));
    let creator = Side::BOTH[random.below(2)];
    let grace_ms = random.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

/// Returns the setting of another game than chess.
fn setting_of_other_game(fixtures: &Fixtures, seed: u64) -> (Setting, Random) {
    let mut own = Random::for_purpose(seed, "other games");
    let random = &mut own;
    let side = Side::BOTH[random.below(2)];
    let viewer = if random.percent(95) { Viewer::Seat(side) } else { Viewer::Stranger };
    let mut terms = fixtures.terms_of_other_game(random, side);
    terms.overlays = Fixtures::overlays_of(terms.ruleset, &mut Random::seeded(!seed));
    terms.clock = Fixtures::clock(&mut Random::seeded(seed.rotate_left(32)));
    let creator = Side::BOTH[random.below(2)];
    let grace_ms = random.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

/// Returns a setting before a moderator who answers attempts.
fn setting_before_referees(fixtures: &Fixtures, seed: u64) -> (Setting, Random) {
    let mut own = Random::for_purpose(seed, "referees");
    let random = &mut own;
    let side = Side::BOTH[random.below(2)];
    let viewer = if random.percent(96) { Viewer::Seat(side) } else { Viewer::Stranger };
    let mut terms = fixtures.terms_before_referees(random, side);
    terms.clock = Fixtures::clock(&mut Random::seeded(seed.rotate_left(32)));
    let creator = Side::BOTH[random.below(2)];
    let grace_ms = random.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

/// Returns a setting of a game by sight.
fn setting_by_sight(fixtures: &Fixtures, seed: u64) -> (Setting, Random) {
    let mut own = Random::for_purpose(seed, "sight");
    let random = &mut own;
    let side = Side::BOTH[random.below(2)];
    let viewer = if random.percent(97) { Viewer::Seat(side) } else { Viewer::Stranger };
    let mut terms = fixtures.terms_by_sight(random, side);
    terms.overlays = Fixtures::overlays_of(terms.ruleset, &mut Random::seeded(!seed));
    terms.clock = Fixtures::clock(&mut Random::seeded(seed.rotate_left(32)));
    let creator = Side::BOTH[random.below(2)];
    let grace_ms = random.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

/// Returns a setting with contested captures; some viewers are spectators, none a mere stranger.
fn setting_with_bids(fixtures: &Fixtures, seed: u64) -> (Setting, Random) {
    let mut own = Random::seeded(seed);
    let random = &mut own;
    let side = Side::BOTH[random.below(2)];
    let viewer = match random.below(8) {
        0 => Viewer::Spectator { delay: 0 },
        1 => Viewer::Spectator { delay: u8::try_from(1 + random.below(60)).unwrap() },
        _ => Viewer::Seat(side),
    };
    let terms = fixtures.terms_with_bids(random, viewer, side);
    let mut terms = Fixtures::with_other_game(terms, &mut Random::for_purpose(seed, "bids of other games"));
    let overlays = &mut Random::seeded(!seed);
    terms.overlays = match terms.ruleset {
        fixtures::CHESS => Fixtures::overlays_with_bids(overlays),
        other => Fixtures::overlays_of(other, overlays),
    };
    let clock = Fixtures::clock(&mut Random::seeded(seed.rotate_left(32)));
    terms.clock = clock.filter(|clock| clock.turn_days().is_none());
    let creator = Side::BOTH[random.below(2)];
    let grace_ms = random.percent(20).then_some(60_000);
    (Setting { viewer, terms, creator, grace_ms }, own)
}

fn open(fixtures: &Fixtures, setting: &Setting, options: RunOptions) -> Pair {
    let mut pair = Pair::new(fixtures, setting, options.is_checked);
    pair.has_pushes = options.has_pushes;
    if let Some(leak) = options.leak {
        pair.worlds.iter_mut().for_each(|world| world.leak(leak));
    }
    pair
}

/// The pair of a seed after its run.
struct Game {
    setting: Setting,
    pair: Pair,
    end: Result<(), Failure>,
}

/// Returns the setting of a seed by options.
fn chosen(fixtures: &Fixtures, seed: u64, options: RunOptions) -> (Setting, Random) {
    let (mut setting, random) = match options {
        RunOptions { is_by_sight: true, .. } => setting_by_sight(fixtures, seed),
        RunOptions { is_refereed: true, .. } => setting_before_referees(fixtures, seed),
        RunOptions { is_other_game: true, .. } => setting_of_other_game(fixtures, seed),
        RunOptions { has_bids: true, .. } => setting_with_bids(fixtures, seed),
        _ => setting(fixtures, seed),
    };
    if !options.is_timed {
        setting.terms.clock = None;
    }
    if let Some(overlays) = options.overlays {
        setting.terms.overlays = overlays;
    }
    (setting, random)
}

/// Returns the rules of both worlds of a seed: pairs with the same ones are played fastest one after another.
#[cfg(not(test))]
pub(crate) fn rules_of(
    fixtures: &Fixtures,
    seed: u64,
    options: RunOptions,
) -> ([fixtures::Edition; 2], String) {
    let terms = chosen(fixtures, seed, options).0.terms;
    ([0, 1].map(|number| terms.edition(number)), terms.moderator)
}

fn game(fixtures: &Fixtures, seed: u64, options: RunOptions) -> Game {
    let (setting, mut random) = chosen(fixtures, seed, options);
    let mut pair = open(fixtures, &setting, options);
    let end = if options.has_bids {
        bid_generator::play(&mut pair, &mut random, setting.viewer, setting.creator)
    } else {
        generator::play(&mut pair, &mut random, setting.viewer, setting.creator)
    };
    let boards = pair.worlds.each_ref().map(|world| world.model.board.position());
    pair.tally.boards = u64::from(boards[0] != boards[1]);
    let pools = pair.worlds.each_ref().map(|world| Side::BOTH.map(|side| world.model.pool(side)));
    pair.tally.duels = pair.worlds[0].model.fought();
    pair.tally.pools = u64::from(pools[0] != pools[1]);
    Game { setting, pair, end }
}

/// Plays the pair of a seed.
///
/// # Errors
/// The report of what the viewer could tell, as short as possible.
pub(crate) fn run(fixtures: &Fixtures, seed: u64, options: RunOptions) -> Result<Tally, String> {
    let Game { setting, pair, end } = game(fixtures, seed, options);
    match end {
        Ok(()) => {
            let tally = pair.tally;
            pair.worlds.into_iter().for_each(|world| fixtures.keep(world));
            Ok(tally)
        }
        Err(Failure::Oracle(fault)) => {
            Err(format!("seed {seed}: the session and the oracle disagree: {fault}"))
        }
        Err(Failure::Leak(difference)) => {
            let (script, difference) =
                report::shorten(pair.script, difference, || open(fixtures, &setting, options));
            Err(format!("seed {seed}: {}", report::describe(&setting, &script, &difference)))
        }
    }
}

/// Returns contradictions in the answers to requests of moves, under every moderator, each with whether its mover may learn the reason of the refusal.
#[cfg(test)]
pub(crate) fn refusals(fixtures: &Fixtures) -> Vec<(bool, &'static str, String)> {
    use actions::hello;
    use session::Input;
    use session::protocol::player::{Action, Command, JoinAs};

    let (viewer, creator) = (Viewer::Seat(Side::First), Side::First);
    let refused = |moderator: &String| {
        let terms = fixtures.plain_terms(moderator);
        let setting = Setting { viewer, terms, creator, grace_ms: None };
        let mut world = world::World::new(fixtures, &setting, 0);
        let conn = session::ConnId(1);
        let (own, other) = (world::viewers_token(), world::token('h'));
        drop(world.handle(1, hello(conn, Some(own.clone()), JoinAs::W, own)));
        drop(world.handle(2, hello(session::ConnId(2_000), Some(other.clone()), JoinAs::B, other)));
        let action = Action::Move { from: "e2".parse().unwrap(), to: "e5".parse().unwrap(), promotion: None };
        let input =
            Input::Command { conn, command: Command { id: None, is_numbered: false, game: None, action } };
        let frames = world::received(world.handle(3, input));
        // Before a moderator who answers attempts, the player could have known it.
        let policy = &fixtures.policies[moderator];
        let word = policy.attempts.map_or("illegal_move", |answers| answers.knowable.word());
        let is_in_audience = policy.includes(word, Side::First, Side::First);
        (is_in_audience, word, frames.into_iter().find(|line| line.contains("move.result")).unwrap())
    };
    fixtures.policies.keys().map(refused).collect()
}

/// Returns whether the pair of a seed finds a leak: by a difference, or where frames are checked by the oracle's prediction.
pub(crate) fn shows(fixtures: &Fixtures, seed: u64, options: RunOptions, leak: session::leaks::Leak) -> bool {
    let options = RunOptions { leak: Some(leak), ..options };
    match game(fixtures, seed, options).end {
        Ok(()) => false,
        Err(Failure::Leak(_)) => true,
        Err(Failure::Oracle(_)) => options.is_checked,
    }
}
