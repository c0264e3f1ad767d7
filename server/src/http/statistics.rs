//! Results of a name, or of the owner of a key, counted from the summaries of finished games.

use std::collections::BTreeMap;

use session::GameSummary;
use session::clock::TimeControl;
use session::domain::{Color, EndReason, Mode, PersonName, PlayerId};
use session::protocol::player::{ControlStatistics, RulesetResults};
use session::view::SideDuels;
use session::word_filter::are_alike;

use crate::journal::ListedGame;

/// Sums of games of one kind.
#[derive(Debug, Default)]
struct Sums {
    counted: Vec<Outcome>,
    duels: u32,
    duels_won: u32,
    spent: u64,
}

/// Result of a game for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won,
    Lost,
    Drawn,
    Abandoned,
}

/// Returns the results of a name in games between people, by time control.
// Requirement gambit-122.
pub(super) fn statistics<'g>(
    player: &PersonName,
    games: impl Iterator<Item = &'g GameSummary>,
) -> Vec<ControlStatistics> {
    let mut controls: BTreeMap<Option<TimeControl>, Sums> = BTreeMap::new();
    for game in games.filter(|game| game.machine.is_none()) {
        let Some(color) = side_of(player, game) else { continue };
        controls.entry(game.clock).or_default().add(game, color);
    }
    controls.into_iter().map(|(clock, sums)| sums.into_statistics(clock)).collect()
}

/// Returns the results of the owner of a key in games between people, by ruleset, mode and time control.
pub(super) fn by_ruleset<'g>(
    player: PlayerId,
    games: impl Iterator<Item = &'g ListedGame>,
) -> Vec<RulesetResults> {
    let mut sums: BTreeMap<(&str, Mode, Option<TimeControl>), Sums> = BTreeMap::new();
    for ListedGame { summary, players } in games.filter(|game| game.summary.machine.is_none()) {
        let Some(color) = players.side_of(player) else { continue };
        sums.entry((&summary.ruleset, summary.mode, summary.clock)).or_default().add(summary, color);
    }
    let results = sums.into_iter().map(|((ruleset, mode, clock), sums)| RulesetResults {
        ruleset: ruleset.to_owned(),
        mode,
        control: sums.into_statistics(clock),
    });
    results.collect()
}

impl Sums {
    /// Adds a game that the player has played with this side.
    fn add(&mut self, game: &GameSummary, color: Color) {
        self.counted.push(match (game.winner, game.end_reason) {
            (Some(winner), _) if winner == color => Outcome::Won,
            (Some(_), _) => Outcome::Lost,
            (None, Some(EndReason::Abandoned)) => Outcome::Abandoned,
            (None, _) => Outcome::Drawn,
        });
        if let Some(duels) = game.duels {
            let SideDuels { won, spent } = if color == Color::W { duels.w } else { duels.b };
            self.duels += duels.fought;
            self.duels_won += won;
            self.spent += spent;
        }
    }

    fn into_statistics(self, clock: Option<TimeControl>) -> ControlStatistics {
        let count = |outcome| {
            let games = self.counted.iter().filter(|counted| **counted == outcome).count();
            u32::try_from(games).unwrap_or(u32::MAX)
        };
        #[allow(clippy::cast_precision_loss)] // Fewer points than a float counts exactly.
        let average = |duels| self.spent as f64 / f64::from(duels);
        ControlStatistics {
            clock,
            played: u32::try_from(self.counted.len()).unwrap_or(u32::MAX),
            won: count(Outcome::Won),
            lost: count(Outcome::Lost),
            drawn: count(Outcome::Drawn),
            abandoned: count(Outcome::Abandoned),
            duels: self.duels,
            duels_won: self.duels_won,
            average_bid: (self.duels > 0).then(|| average(self.duels)),
        }
    }
}

/// Returns the side of a name in a game.
fn side_of(player: &PersonName, game: &GameSummary) -> Option<Color> {
    let names = game.names.as_ref()?;
    let is_theirs = |name: &Option<PersonName>| name.as_ref().is_some_and(|name| are_alike(name, player));
    if is_theirs(&names.w) { Some(Color::W) } else { is_theirs(&names.b).then_some(Color::B) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game(white: &str, black: &str, changes: &serde_json::Value) -> GameSummary {
        let mut game = json!({
            "id": "m7q2d5tz", "mode": "vanilla", "ruleset": "chess", "moderator": "blind", "plies": 4,
            "names": {"w": white, "b": black}, "createdAt": 1, "endedAt": 2,
        });
        game.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        serde_json::from_value(game).unwrap()
    }

    // Requirement gambit-122.
    #[test]
    fn results_are_counted_for_the_side_that_the_name_played() {
        let blitz = json!({"initial": 300, "increment": 3});
        let duels = json!({"fought": 4, "w": {"won": 1, "spent": 6}, "b": {"won": 3, "spent": 11}});
        let games = [
            game("Ada", "Grace", &json!({"winner": "w", "endReason": "checkmate"})),
            game("Grace", "ADA", &json!({"winner": "w", "endReason": "resign", "duels": duels})),
            game("Ada", "Grace", &json!({"endReason": "stalemate", "clock": blitz})),
            game("Ada", "Grace", &json!({"endReason": "abandoned", "clock": blitz})),
            game("Machine, level 3", "Ada", &json!({"winner": "b", "machine": "w"})),
            game("Grace", "Adam", &json!({"winner": "b"})),
        ];
        let counted = statistics(&"ada".parse().unwrap(), games.iter());
        let expected = json!([
            {"played": 2, "won": 1, "lost": 1, "drawn": 0, "abandoned": 0, "duels": 4, "duelsWon": 3, "averageBid": 2.75},
            {"clock": blitz, "played": 2, "won": 0, "lost": 0, "drawn": 1, "abandoned": 1, "duels": 0, "duelsWon": 0},
        ]);
        assert_eq!(serde_json::to_value(counted).unwrap(), expected);
    }
}
