//! Data of the sessions: the project's files, and the terms of a game.

use std::sync::{Arc, LazyLock};

use session::clock::{InitialTime, TimeControl};
use session::protocol::player::{Color, CreateGame, Mode, SideChoice};
use session::terms::{Delay, SpectatorsWish};
use session::{Catalogue, Creation, Creator, Limits, Token, UnixMs};

/// Id of every game.
pub(super) const GAME: &str = "abcd1234";

/// Returns everything below `rules/`, read once.
pub(super) static CATALOGUE: LazyLock<Arc<Catalogue>> =
    LazyLock::new(|| Catalogue::load(dev::rules()).unwrap_or_else(|faults| panic!("{faults}")));

/// Returns a token: one letter, repeated.
pub(super) fn token(letter: u8) -> Token {
    char::from(b'a' + letter % 26).to_string().repeat(Token::CHARS).parse().unwrap()
}

/// Ids of the gambit profiles.
const GAMBITS: [&str; 5] = ["standard", "beginner", "advanced", "risky", "attacker-wins-ties"];

/// Returns the terms of spectators and chat from one byte.
fn company(byte: u8) -> (SpectatorsWish, bool) {
    let delay = [0, 0, 5, 60][usize::from(byte % 4)];
    let wish = SpectatorsWish { allowed: Some(byte % 64 < 56), delay_seconds: Delay::new(delay) };
    (wish, byte % 32 < 24)
}

/// Returns the creation of a game from one byte, and from another two the bids, the spectators and the chat.
pub(super) fn creation(terms: u8, more: Option<[u8; 2]>) -> Creation {
    let gambit = more.and_then(|[bids, _]| GAMBITS.get(usize::from(bids) % (GAMBITS.len() + 1)));
    let company = more.map(|[_, company]| self::company(company));
    let grace = [None, Some(0), Some(1), Some(60_000), Some(u64::MAX)][usize::from(terms >> 4) % 5];
    Creation {
        id: GAME.parse().unwrap(),
        watch_id: None,
        creator: Creator::Player(token(0)),
        request: CreateGame {
            mode: if terms & 1 == 0 { Mode::Blind } else { Mode::Vanilla },
            side: [SideChoice::White, SideChoice::Black, SideChoice::Random, SideChoice::White]
                [usize::from(terms >> 1 & 3)],
            highlighting_enabled: terms & 2 == 0,
            aids: None,
            ruleset: None,
            moderator: (terms & 8 != 0).then(|| "table-fidelity".to_owned()),
            overlays: Vec::new(),
            // The second way to ask for white adds a clock, which soon runs out.
            clock: InitialTime::new(1).filter(|_| terms >> 1 & 3 == 3).map(TimeControl::SuddenDeath),
            gambit: gambit.map(|&id| id.to_owned()),
            touch_move: None,
            absence_seconds: None,
            spectators: company.map(|(wish, _)| wish),
            // A blind game cannot have any.
            chat: company.map(|(_, chat)| chat && terms & 1 != 0),
            machine: None,
        },
        random_side: if terms & 64 == 0 { Color::W } else { Color::B },
        deal: None,
        start: None,
        at: UnixMs(1_000),
        limits: Limits { grace_ms: grace, ..Limits::default() },
    }
}
