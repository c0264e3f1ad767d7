//! What the tests of this crate share: the project's own data, and games in the middle of things.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use ggn_core::{Counters, Ruleset, Square};

use crate::catalogue::{Agreed, Catalogue};
use crate::game::gambit::Gambit;
use crate::game::{Game, Terms};
use crate::ids::UnixMs;
use crate::lounge::Company;
use crate::protocol::player::{CreateGame, GameStatus, Mode, SideChoice};

/// Every file below `rules/`, as the server reads them.
pub(crate) fn data() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The project's data, read once.
pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    Arc::clone(CATALOGUE.get_or_init(|| Catalogue::load(data()).unwrap_or_else(|faults| panic!("{faults}"))))
}

/// A game that is asked for with nothing else chosen.
pub(crate) fn asked(mode: Mode, moderator: Option<&str>) -> CreateGame {
    CreateGame {
        mode,
        side: SideChoice::White,
        highlighting_enabled: true,
        moderator: moderator.map(str::to_owned),
        overlays: Vec::new(),
        clock: None,
        gambit: None,
        spectators: None,
        chat: None,
    }
}

/// The rules of chess.
pub(crate) fn chess() -> Arc<Ruleset> {
    Arc::clone(&catalogue().terms(&asked(Mode::Blind, None)).unwrap().rules.ruleset)
}

/// A board from a position.
pub(crate) fn board(feen: &str) -> ggn_core::Game {
    board_late(feen, 0)
}

/// A board from a position that has not seen progress for so many plies.
pub(crate) fn board_late(feen: &str, halfmove: u32) -> ggn_core::Game {
    let rules = chess();
    let position = rules.position(&feen.parse().unwrap()).unwrap_or_else(|faults| panic!("{feen}: {faults}"));
    ggn_core::Game::from_position(rules, position, Counters { halfmove, fullmove: 1 })
}

/// A game with bids that is on, with a board of its own.
pub(crate) fn duelling(mode: Mode, gambit: &str, feen: &str) -> Game {
    let request = CreateGame { gambit: Some(gambit.to_owned()), ..asked(mode, None) };
    let numbers = catalogue().terms(&request).unwrap().gambit.unwrap();
    let mut game = game(mode, None, board(feen));
    game.gambit = Some(Box::new(Gambit::new(numbers, game.board.position())));
    game.status = GameStatus::Active;
    game
}

/// A square of the chess board.
pub(crate) fn square(name: &str) -> Square {
    chess().shape().square(name.parse().unwrap()).unwrap()
}

/// A game that waits for its players, with a board of its own.
pub(crate) fn game(mode: Mode, moderator: Option<&str>, board: ggn_core::Game) -> Game {
    let Agreed { profile, rules, moderator, gambit } = catalogue().terms(&asked(mode, moderator)).unwrap();
    let mut game = Game::new(Terms {
        id: "abcd1234".parse().unwrap(),
        mode,
        highlighting_enabled: true,
        company: Company::agreed(&profile, &asked(mode, None)),
        profile,
        moderator,
        rules,
        clock: None,
        gambit,
        created_at: UnixMs(0),
    });
    game.board = board;
    game
}
