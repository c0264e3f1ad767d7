//! Covered pieces in an observation: what is known of those that were captured before they were uncovered.

use std::collections::BTreeMap;

use ggn_core::{Side, Witness};

use super::parts::Tally;
use crate::domain::{DealRecord, GameStatus, PieceType};
use crate::game::Game;

/// Returns the captured pieces as the player of a side knows them, whose own captures are `own`. Of a piece that was captured covered only those know the kind
/// whom the rules let see it; for the others it is one of a number.
pub(super) fn tally(game: &Game, you: Side, own: &BTreeMap<PieceType, u32>) -> Tally {
    let is_open = game.status == GameStatus::Finished;
    let witness = game.rules().witness();
    let known = |by: Side| match witness {
        _ if is_open => true,
        None | Some(Witness::All) => true,
        Some(Witness::Captor) => by == you,
        Some(Witness::Nobody) => false,
    };
    let (by_you, hidden_by_you) = split(game, you, own, known(you));
    let opponent = you.opponent();
    let (by_opponent, hidden_by_opponent) = split(game, opponent, &game.captured[opponent], known(opponent));
    Tally { by_you, by_opponent, hidden_by_you, hidden_by_opponent }
}

/// Returns the captures of a side: the kinds that are known, and the number of the others.
fn split(
    game: &Game,
    by: Side,
    captures: &BTreeMap<PieceType, u32>,
    is_known: bool,
) -> (BTreeMap<PieceType, u32>, u32) {
    let covered = &game.captured_covered[by];
    if is_known || covered.is_empty() {
        return (captures.clone(), 0);
    }
    let shown = captures.iter().filter_map(|(kind, count)| {
        let left = count.saturating_sub(covered.get(kind).copied().unwrap_or_default());
        (left > 0).then_some((*kind, left))
    });
    (shown.collect(), covered.values().sum())
}

/// Returns the deal of a finished game with the text that promised it.
pub(super) fn deal(game: &Game) -> Option<DealRecord> {
    let promised = game.deal.as_ref()?;
    Some(DealRecord {
        commitment: promised.commitment(),
        seed: promised.seed.to_string(),
        feen: promised.feen.clone(),
    })
}
