//! Commands of players at the sockets of a harness.

use ggn_core::{Side, Square};
use session::protocol::player::{Action, Command, PieceType};
use session::{CommandId, ConnId, Input, NextGame, SeatTokens};

use super::harness::Harness;

/// Sends a command of a player through the socket of the seat, if there is one.
pub(super) fn say(harness: &mut Harness, side: Side, b: u8, action: Action) {
    let Some(conn) = harness.conns[side] else { return };
    let id: Option<CommandId> = (b >= 240).then(|| format!("m{}", b % 4).parse().unwrap());
    pass_on(harness, conn, Command { id, is_numbered: false, game: None, action });
}

/// Sends a command through any socket.
pub(super) fn command(harness: &mut Harness, slot: usize, id: Option<CommandId>, action: Action) {
    let conn = harness.slots[slot % harness.slots.len()];
    pass_on(harness, conn, Command { id, is_numbered: false, game: None, action });
}

/// Passes a command to the session as the server does: the game of an accepted rematch is created first.
fn pass_on(harness: &mut Harness, conn: ConnId, command: Command) {
    let input = if harness.accepts_rematch(conn, &command) {
        let tokens = SeatTokens { w: harness.fresh_token(), b: harness.fresh_token() };
        Input::Rematch {
            conn,
            command,
            next: NextGame { id: "efgh5678".parse().unwrap(), watch_id: None, tokens },
        }
    } else {
        Input::Command { conn, command }
    };
    harness.input(input);
}

/// Creates a commit of a move; `a1` stands for a missing source.
pub(super) fn commit(
    harness: &Harness,
    from: Option<Square>,
    to: Option<Square>,
    promotion: Option<char>,
) -> Action {
    let shape = harness.shadow.rules().shape();
    let name = |square| shape.cell(square).unwrap().to_string().parse().unwrap();
    Action::Commit {
        from: from.map_or_else(|| "a1".parse().unwrap(), name),
        to: to.map(name),
        promotion: promotion.and_then(PieceType::new),
    }
}
