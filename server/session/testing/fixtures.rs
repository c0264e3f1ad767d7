//! Fixtures of this crate's tests: the project's own data, and games in progress.

use std::sync::{Arc, OnceLock};

use ggn_core::{Counters, Rules, Square};

use crate::catalogue::{Catalogue, GameTerms};
use crate::domain::{Color, GameStatus, Mode, SideChoice, UnixMs};
use crate::game::gambit::Gambit;
use crate::game::{Game, Terms};
use crate::terms::{CreateGame, Creation, Creator, Limits};

/// Returns all files below `rules/`, as the server reads them.
pub(crate) fn data() -> Vec<(String, Vec<u8>)> {
    dev::rules()
}

/// Returns the project's data, read once.
pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| Catalogue::load(data()).unwrap_or_else(|faults| panic!("{faults}"))))
}

/// Returns the request for a game with the default choices.
pub(crate) fn asked(mode: Mode, moderator: Option<&str>) -> CreateGame {
    CreateGame {
        mode,
        side: SideChoice::White,
        highlighting_enabled: true,
        aids: None,
        ruleset: None,
        moderator: moderator.map(str::to_owned),
        overlays: Vec::new(),
        clock: None,
        gambit: None,
        touch_move: None,
        absence_seconds: None,
        spectators: None,
        chat: None,
        machine: None,
    }
}

/// Returns the creation of a game that a player asked for.
pub(crate) fn creation(request: CreateGame) -> Creation {
    Creation {
        id: "abcd1234".parse().unwrap(),
        watch_id: None,
        creator: Creator::Player("a".repeat(24).parse().unwrap()),
        request,
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    }
}

/// Returns the rules of chess.
pub(crate) fn chess() -> Arc<Rules> {
    Arc::clone(&catalogue().terms(&asked(Mode::Blind, None)).unwrap().rules.ruleset)
}

/// Returns a board with a position.
pub(crate) fn board(feen: &str) -> ggn_core::Game {
    board_late(feen, 0)
}

/// Returns a board with a position and a count of plies without progress.
pub(crate) fn board_late(feen: &str, halfmove: u32) -> ggn_core::Game {
    let rules = chess();
    let position = rules.position(&feen.parse().unwrap()).unwrap_or_else(|faults| panic!("{feen}: {faults}"));
    ggn_core::Game::from_position(rules, position, Counters { halfmove, fullmove: 1 })
}

/// Returns an active game with bids and a board of its own.
pub(crate) fn duelling(mode: Mode, gambit: &str, feen: &str) -> Game {
    let request = CreateGame { gambit: Some(gambit.to_owned()), ..asked(mode, None) };
    let numbers = catalogue().terms(&request).unwrap().gambit.unwrap();
    let mut game = game(mode, None, board(feen));
    game.touch_move = numbers.profile().touch_move;
    game.gambit = Some(Box::new(Gambit::new(numbers, game.board.position())));
    game.status = GameStatus::Active;
    game
}

/// Returns a square of the chess board.
pub(crate) fn square(name: &str) -> Square {
    chess().shape().square(name.parse().unwrap()).unwrap()
}

/// Returns a game that waits for its players, with a board of its own.
pub(crate) fn game(mode: Mode, moderator: Option<&str>, board: ggn_core::Game) -> Game {
    let GameTerms { profile, rules, moderator, gambit } = catalogue().terms(&asked(mode, moderator)).unwrap();
    let mut game = Game::new(Terms {
        watch_id: "watch567".parse().unwrap(),
        id: "abcd1234".parse().unwrap(),
        mode,
        highlighting_enabled: true,
        aids: None,
        social: profile.social_terms(&asked(mode, None), None),
        moderator,
        rules,
        start: None,
        deal: None,
        clock: None,
        touch_move: profile.touch_move,
        profile,
        gambit,
        created_at: UnixMs(0),
    });
    game.board = board;
    game
}
