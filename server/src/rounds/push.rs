//! Push messages of a round: the players of a board are told that it is there.

use std::time::Duration;

use session::protocol::push::next_round_frame;
use tournament::PlayerNumber;

use crate::limits::Span;
use crate::push::{PushJob, PushOwner};
use crate::rate;
use crate::state::AppState;
use crate::tournaments::{BoardPlace, TournamentRecord};

/// Sends push messages to the players of a board that has its first game, but not to the one who asks for their seat at this moment. The message loses its
/// meaning when the time to come to the board is over.
pub(super) fn tell_players(
    state: &AppState,
    record: &TournamentRecord,
    place: BoardPlace,
    asker: Option<PlayerNumber>,
) {
    let (Some(sender), Some(pair), Some(game)) = (&state.push, record.pair_of(place), record.game_of(place))
    else {
        return;
    };
    let patience = Span(Duration::from_secs(record.terms.no_show_seconds)).as_ms();
    let (frame, until) = (next_round_frame(record.id), Some(game.since.plus(patience)));
    let limits = &state.limits.push;
    for player in [pair.white, pair.black].into_iter().filter(|player| asker != Some(*player)) {
        for subscription in record.subscriptions_of(player) {
            let new = || rate::slow_bucket(limits.push_rate, limits.push_burst, &state.clock);
            if state.tournaments.take_push(&record.id, player, new) {
                let owner = PushOwner::Player { tournament: record.id, player };
                let (subscription, frame) = (subscription.clone(), frame.clone());
                sender.send(PushJob { owner, subscription, frame, until });
            } else {
                sender.drop_message();
            }
        }
    }
}
