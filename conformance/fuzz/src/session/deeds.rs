//! From four bytes to something that happens at a table: how much later, what, and two bytes that choose.

use ggn_core::{Location, Move, OwnPieces, Side, Square, tries};
use session::protocol::player::{Action, Command, Hello, JoinAs, PieceType};
use session::{CommandId, Input};

use super::company_deeds;
use super::table::Table;
use super::world::{GAME, token};

/// Lets one thing happen.
pub(super) fn act(table: &mut Table, [pause, kind, a, b]: [u8; 4]) {
    table.wait(pause);
    let turn = table.shadow.position().turn();
    let seat = |byte: u8| if byte.is_multiple_of(2) { Side::First } else { Side::Second };
    if kind & 32 != 0 && table.has_company() {
        return company_deeds::act(table, [kind, a, b]);
    }
    match kind % 32 {
        0..12 => {
            let Some(mv) = legal(table, a) else { return };
            let mover = if b % 8 == 7 { turn.opponent() } else { turn };
            let action = commit(table, mv.source.square(), mv.destination.square(), letter(table, &mv));
            say(table, mover, b, action);
        }
        12..15 => {
            let own = OwnPieces::new(table.shadow.rules(), turn, table.shadow.position().pieces());
            let Some(from) = own_square(table, turn, a) else { return };
            let ways = tries(table.shadow.rules(), &own, from);
            let to = ways.get(usize::from(b) % ways.len().max(1)).map(|way| way.destination);
            let promotion = ways.iter().any(|way| way.promotes).then_some('q').filter(|_| b % 3 != 0);
            let action = commit(table, Some(from), to, promotion);
            say(table, turn, b, action);
        }
        15 => {
            let from = own_square(table, seat(b), a);
            let action = commit(table, from, None, None);
            say(table, turn, b, action);
        }
        16 | 17 => {
            let name =
                |byte: u8| format!("{}{}", char::from(b'a' + byte % 9), byte / 9 % 10 + 1).parse().unwrap();
            let action =
                Action::Commit { from: name(a), to: (kind & 32 == 0).then(|| name(b)), promotion: None };
            say(table, seat(pause), b, action);
        }
        18 => {
            let Some(mv) = legal(table, a) else { return };
            let promotion = "qrbnkpx".chars().nth(usize::from(b) % 8);
            let action = commit(table, mv.source.square(), mv.destination.square(), promotion);
            say(table, turn, b, action);
        }
        19 if a % 4 == 0 => say(table, seat(a >> 2), b, Action::Resign),
        19 | 20 => say(table, seat(a), b, Action::OfferDraw),
        21 => say(table, seat(a), b, Action::RespondDraw { accept: b & 1 == 1 }),
        22 => {
            let game_id = ["efgh5678", "ijkl9012"][usize::from(b & 1)].parse().unwrap();
            say(table, seat(a), b, Action::Rematch { game_id });
        }
        23..26 => hello(table, a, b),
        26 => table.close(a, b),
        27 => table.tick(),
        28 => table.restart(),
        29 => table.replay(),
        30 => {
            let Some(mv) = legal(table, b) else { return };
            let action = commit(table, mv.source.square(), mv.destination.square(), letter(table, &mv));
            command(table, usize::from(a >> 3), format!("m{}", a % 4).parse().ok(), action);
        }
        _ => command(table, usize::from(a), None, Action::OfferDraw),
    }
}

fn hello(table: &mut Table, a: u8, b: u8) {
    let conn = table.slots[usize::from(a) % table.slots.len()];
    let game = if b == 255 { "zzzz9999" } else { GAME };
    let token = match b % 6 {
        0 | 4 => None,
        1 => Some(token(0)),
        2 => table.tokens[Side::First].clone(),
        3 => table.tokens[Side::Second].clone(),
        _ => Some(token(25)),
    };
    let join_as = [JoinAs::Auto, JoinAs::W, JoinAs::B][usize::from(b >> 4) % 3];
    let id = (a >= 128).then(|| format!("h{}", a % 4).parse().unwrap());
    let hello = Hello { game_id: game.parse().unwrap(), token, join_as, id };
    let fresh = table.fresh_token();
    table.input(Input::Hello { conn, hello, fresh });
}

/// A player acts, through the socket that has the seat; nobody does when there is none.
pub(super) fn say(table: &mut Table, side: Side, b: u8, action: Action) {
    let Some(conn) = table.conns[side] else { return };
    let id: Option<CommandId> = (b >= 240).then(|| format!("m{}", b % 4).parse().unwrap());
    table.input(Input::Command { conn, command: Command { id, game: None, action } });
}

/// Any socket acts.
fn command(table: &mut Table, slot: usize, id: Option<CommandId>, action: Action) {
    let conn = table.slots[slot % table.slots.len()];
    table.input(Input::Command { conn, command: Command { id, game: None, action } });
}

pub(super) fn commit(
    table: &Table,
    from: Option<Square>,
    to: Option<Square>,
    promotion: Option<char>,
) -> Action {
    let shape = table.shadow.rules().shape();
    let name = |square| shape.cell(square).unwrap().to_string().parse().unwrap();
    Action::Commit {
        from: from.map_or_else(|| "a1".parse().unwrap(), name),
        to: to.map(name),
        promotion: promotion.and_then(PieceType::new),
    }
}

fn legal(table: &Table, choice: u8) -> Option<Move> {
    let legal = table.shadow.legal_moves();
    legal.get(usize::from(choice) % legal.len().max(1)).copied().filter(|mv| mv.source != Location::Hand)
}

fn letter(table: &Table, mv: &Move) -> Option<char> {
    Some(table.shadow.rules().piece(mv.promotion?)?.letter())
}

fn own_square(table: &Table, side: Side, choice: u8) -> Option<Square> {
    let (rules, position) = (table.shadow.rules(), table.shadow.position());
    let is_own = |id| rules.piece(id).is_some_and(|piece| piece.side() == side);
    let own: Vec<Square> =
        position.pieces().filter(|&(_, id)| is_own(id)).map(|(square, _)| square).collect();
    own.get(usize::from(choice) % own.len().max(1)).copied()
}
