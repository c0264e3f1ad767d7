//! A bot: a move for a game, by its rules, at a level.

use std::sync::Arc;

use ggn_core::{CompactMove, Game, Move, MoveList, Rules, SearchBoard};

use crate::bids::Odds;
use crate::level::{Effort, Level};
use crate::random::Random;
use crate::search::{Scored, Search};
use crate::values::Values;

/// Player of games by one ruleset, at one level.
///
/// ```
/// use bot::{Bot, Level, Values};
/// use ggn_core::{Game, Rules};
/// use std::sync::Arc;
/// /// Plays on for both sides, at most so many plies.
/// fn play(rules: &Arc<Rules>, plies: u64) -> Game {
///     let bot = Bot::new(Arc::new(Values::of(rules)), Level::ALL[2]);
///     let mut game = Game::new(rules.clone());
///     for seed in 0..plies {
///         let Some(choice) = bot.choose(&game, seed, &|| false) else { break };
///         if game.play(&choice.mv).is_err() {
///             break;
///         }
///     }
///     game
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    values: Arc<Values>,
    level: Level,
}

/// Duels to come, as far as a choice of a move depends on them; nothing where captures are not contested.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// Chances that captures succeed.
    pub(crate) odds: Option<Odds>,
    /// Scores that moves gain by the points that they bring.
    pub(crate) gains: Vec<(Move, i32)>,
    /// Moves that may not be made.
    pub(crate) refused: Vec<Move>,
}

/// A move that a bot chose, and how it did so.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its score for the side that moves, in hundredths of a third of the mean piece.
    pub score: i32,
    /// Depth to which all moves were searched, in plies.
    pub depth: u32,
    /// Number of positions that were looked at.
    pub nodes: u64,
}

impl Bot {
    /// Creates a bot with the values of a ruleset.
    #[must_use]
    pub fn new(values: Arc<Values>, level: Level) -> Bot {
        Bot { values, level }
    }

    pub(crate) fn values(&self) -> &Arc<Values> {
        &self.values
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Chooses a move; `None` where the game is over. The same game and seed give the same move, unless `stop` returns true before the work of the
    /// level is done: then the best move so far is chosen.
    #[must_use]
    pub fn choose(&self, game: &Game, seed: u64, stop: &dyn Fn() -> bool) -> Option<Choice> {
        self.choose_by(game, seed, self.level.effort(), &Ahead::default(), stop)
    }

    /// Chooses a move like [`Bot::choose`], with so much effort, where captures are contested or not.
    pub(crate) fn choose_by(
        &self,
        game: &Game,
        seed: u64,
        effort: Effort,
        ahead: &Ahead,
        stop: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        if game.ending().is_some() {
            return None;
        }
        let rules: &Rules = game.rules();
        let (board, keys) = replay(rules, game)?;
        let mut list = MoveList::new();
        board.moves(&mut list);
        let mut moves: Vec<CompactMove> = list.to_vec();
        let mut random = Random::seeded(seed);
        random.shuffle(&mut moves);
        let expand = |mv: CompactMove| board.expand(mv);
        if !ahead.refused.is_empty() {
            moves.retain(|mv| expand(*mv).is_none_or(|mv| !ahead.refused.contains(&mv)));
        }
        let gain = |mv: &CompactMove| {
            let expanded = expand(*mv)?;
            ahead.gains.iter().find(|(of, _)| *of == expanded).map(|(_, gain)| (*mv, *gain))
        };
        let gains = if ahead.gains.is_empty() { Vec::new() } else { moves.iter().filter_map(gain).collect() };
        let first = Scored { mv: *moves.first()?, score: 0 };
        let mut search = Search::new(
            replay(rules, game)?.0,
            &self.values,
            keys,
            rules.compiled_bytes().is_some(),
            effort.work,
            stop,
        )
        .contested(ahead.odds)
        .gaining(gains);
        let (chosen, depth) = if effort.error == 0 {
            search.best(&mut moves, effort.depth)?
        } else {
            let (scored, depth) = search.score_all(&moves, effort.depth);
            let erring =
                scored.iter().map(|scored| (scored.score + random.around_zero(effort.error), scored));
            let best = erring.max_by_key(|(score, _)| *score).map_or(first, |(_, scored)| *scored);
            (best, depth)
        };
        Some(Choice { mv: expand(chosen.mv)?, score: chosen.score, depth, nodes: search.nodes() })
    }
}

/// Makes the moves of a game on a board, and returns the keys of its earlier positions.
fn replay<'r>(rules: &'r Rules, game: &Game) -> Option<(SearchBoard<'r>, Vec<u64>)> {
    // What was uncovered is no move of a search.
    if rules.has_covered() {
        return Some((SearchBoard::new(rules, game.position()), Vec::new()));
    }
    let mut board = SearchBoard::new(rules, game.start());
    let mut keys = Vec::new();
    let mut list = MoveList::new();
    for played in game.history() {
        board.moves(&mut list);
        if played.effect.is_repulsed() {
            // A capture that failed is no move of a board: what follows begins anew with the position after it.
            board = SearchBoard::new(rules, &played.after);
            keys.clear();
            continue;
        }
        let mv = list.iter().copied().find(|mv| board.expand(*mv) == Some(played.mv));
        keys.push(board.key());
        match mv {
            Some(mv) if board.make(mv) => {}
            // A move that no list has.
            _ => return Some((SearchBoard::new(rules, game.position()), Vec::new())),
        }
    }
    Some((board, keys))
}
