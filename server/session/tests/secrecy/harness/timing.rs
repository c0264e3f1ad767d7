//! Time of refusals, by their hidden reason: a report for a person, not a test, since wall-clock times are noisy.

use std::time::Instant;

use dev::Random;
use session::protocol::player::{Action, Color, Command, CreateGame, Hello, JoinAs, Mode, SideChoice};
use session::{ConnId, Creation, Creator, Input, Limits, Receipt, Session, UnixMs};

use super::fixtures::{Edition, Fixtures, SetUp};
use super::world::{GAME, token};

/// Tries in one game: few, so that its record stays short.
const TRIES: usize = 100;

/// Games of each reason.
const GAMES: usize = 200;

/// A refusal: the own army, the try, and the enemy's army that causes it.
struct Case {
    answer: &'static str,
    own: &'static str,
    tried: (&'static str, Option<&'static str>),
    reasons: &'static [(&'static str, &'static str)],
}

const CASES: [Case; 3] = [
    Case {
        answer: "illegal_move",
        own: "Ke1 Re2 Ph2",
        tried: ("e2", Some("a2")),
        reasons: &[
            ("an enemy stands next to it", "Kh8 Nd2 Pg7"),
            ("an enemy stands far off", "Kh8 Nb2 Pg7"),
            ("it is pinned", "Kh8 Re8 Pg7"),
            ("a bishop gives check", "Kh8 Bh4 Pg7"),
            ("a knight gives check", "Kh8 Nc2 Pg7"),
        ],
    },
    Case {
        answer: "wont_help",
        own: "Ke1 Be2 Ph2",
        tried: ("e2", None),
        reasons: &[
            ("it is pinned", "Kh8 Re8 Pg7"),
            ("a bishop gives check", "Kh8 Bb4 Pg7"),
            ("a knight gives check", "Kh8 Nc2 Pg7"),
        ],
    },
    Case {
        answer: "no_such_piece",
        own: "Ke1 Re2 Ph2",
        tried: ("d7", None),
        reasons: &[("the square is empty", "Kh8 Nb8 Pg7"), ("an enemy stands there", "Kh8 Nd7 Pg7")],
    },
];

/// Prints the report.
pub(crate) fn report(fixtures: &Fixtures) {
    println!(
        "{:>8} {:>8}  refusal and its hidden reason ({} tries of each)",
        "p50 ns",
        "p90 ns",
        TRIES * GAMES
    );
    let mut random = Random::seeded(0);
    for case in &CASES {
        let mut times = vec![Vec::with_capacity(TRIES * GAMES); case.reasons.len()];
        for _ in 0..GAMES {
            let mut order: Vec<usize> = (0..case.reasons.len()).collect();
            // Shuffled, so that the machine's load affects all cases alike.
            random.shuffle(&mut order);
            for reason in order {
                times[reason].extend(time(fixtures, case, case.reasons[reason].1));
            }
        }
        for ((reason, _), times) in case.reasons.iter().zip(&mut times) {
            times.sort_unstable();
            let at = |percent: usize| times[times.len() * percent / 100];
            println!("{:>8} {:>8}  {}: {reason}", at(50), at(90), case.answer);
        }
    }
}

/// Returns the time of each try of one game, in nanoseconds.
fn time(fixtures: &Fixtures, case: &Case, enemy: &'static str) -> Vec<u128> {
    let mut session = open(fixtures, case, enemy);
    let (from, to) = case.tried;
    let action =
        Action::Commit { from: from.parse().unwrap(), to: to.map(|to| to.parse().unwrap()), promotion: None };
    (0..TRIES as u64)
        .map(|at| {
            let input = Input::Command {
                conn: ConnId(1),
                command: Command { id: None, is_numbered: false, game: None, action: action.clone() },
            };
            let start = Instant::now();
            let unsent = session.handle(UnixMs(at), input);
            let took = start.elapsed().as_nanos();
            let receipt = Receipt::stored(unsent.entry().seq);
            let outputs = unsent.release(receipt).unwrap();
            let text = format!("{outputs:?}");
            assert!(text.contains(case.answer), "{} of {enemy}: {text}", case.answer);
            took
        })
        .collect()
}

fn open(fixtures: &Fixtures, case: &Case, enemy: &'static str) -> Session {
    let creation = Creation {
        id: GAME.parse().unwrap(),
        watch_id: None,
        creator: Creator::Player(token('a')),
        request: CreateGame {
            mode: Mode::Blind,
            side: SideChoice::White,
            highlighting_enabled: false,
            aids: None,
            ruleset: None,
            moderator: None,
            overlays: Vec::new(),
            clock: None,
            gambit: None,
            touch_move: None,
            absence_seconds: None,
            spectators: None,
            chat: None,
            machine: None,
        },
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    };
    let set_up = SetUp::Armies { white: case.own, black: enemy };
    let catalogue = fixtures.edition(Edition::of(set_up)).catalogue;
    let (mut session, unsent) = Session::create(&catalogue, creation).unwrap();
    drop(unsent);
    for (conn, letter) in [(ConnId(1), 'a'), (ConnId(2), 'b')] {
        let hello = Hello {
            game_id: GAME.parse().unwrap(),
            token: Some(token(letter)),
            join_as: JoinAs::Auto,
            id: None,
        };
        drop(session.handle(UnixMs(0), Input::Hello { conn, hello, fresh: token(letter) }));
    }
    session
}
