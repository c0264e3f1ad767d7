//! From three bytes to something that happens where captures are bid for, or in company: bids, retreats, who watches, what is said.

use ggn_core::{Location, Move, Side};
use session::protocol::events::{ChatSaid, ChatWish, MemberId, PersonName, Watch};
use session::protocol::player::{Action, Color};

use super::deeds::{commit, say};
use super::table::Table;
use super::world::{GAME, token};

/// How people want to be called: alike, not alike, and as nobody may be.
const NAMES: [&str; 6] = ["Ada", "ADA", "Grace", "Guest 1", "<b>Emmy</b>", "\u{1f47b}\u{1f47b}\u{1f47b}"];

/// What is said; the last is said by nobody.
const WORDS: [&str; 4] = ["good luck", "  <i>hm</i> ", "\u{200b}", ""];

/// Lets one thing happen.
pub(super) fn act(table: &mut Table, [kind, a, b]: [u8; 3]) {
    let turn = table.shadow.position().turn();
    let seat = |byte: u8| if byte.is_multiple_of(2) { Side::First } else { Side::Second };
    match kind % 32 {
        0..8 => {
            let points = table.book().map_or(0, |book| book.points(seat(b)));
            let amount = match a % 4 {
                0 => 0,
                1 | 2 => u32::from(a / 4 % 12).min(points),
                _ => points + u32::from(a / 4 % 2),
            };
            say(table, seat(b), b, Action::Allocate { amount });
        }
        8..14 => {
            let takes = |mv: &&Move| {
                let target = mv.destination.square();
                mv.source != Location::Hand
                    && target.is_some_and(|square| table.shadow.position().piece_at(square).is_some())
            };
            let captures: Vec<Move> = table.shadow.legal_moves().iter().filter(takes).copied().collect();
            let Some(mv) = captures.get(usize::from(a) % captures.len().max(1)) else { return };
            let letter =
                mv.promotion.and_then(|id| table.shadow.rules().piece(id)).map(ggn_core::Piece::letter);
            let asked = commit(table, mv.source.square(), mv.destination.square(), letter);
            let asked = match asked {
                Action::Commit { from, to: Some(to), promotion } if kind % 2 == 0 => {
                    Action::Move { from, to, promotion }
                }
                asked => asked,
            };
            say(table, turn, b, asked);
        }
        14..18 => {
            let offered = table.book().and_then(|book| book.seen(turn).retreat.as_ref());
            let offered = offered.map(|retreat| retreat.valid_positions.as_slice()).unwrap_or_default();
            let chosen = offered.get(usize::from(a) % offered.len().max(1)).copied();
            let anywhere = || format!("{}{}", char::from(b'a' + a % 8), a / 8 % 8 + 1).parse().unwrap();
            let position = chosen.filter(|_| b % 8 != 6).unwrap_or_else(anywhere);
            say(table, if b % 8 == 7 { turn.opponent() } else { turn }, b, Action::Retreat { position });
        }
        18..21 => {
            table.wait_until_due(a);
            table.tick();
        }
        21..25 => watch(table, a, b),
        25..28 => talk(table, a, b),
        28 => {
            let Some(name) = name(a) else { return };
            say(table, seat(b), b, Action::SetName { name });
        }
        29 => {
            let conn = table.slots[usize::from(a) % table.slots.len()];
            let game_id = if b == 255 { "zzzz9999" } else { GAME }.parse().unwrap();
            let sender = match b % 4 {
                0 => MemberId::Player(Color::W),
                1 => MemberId::Player(Color::B),
                number => MemberId::Spectator(u32::from(number - 1)),
            };
            let wish = if a >= 128 {
                ChatWish::Report { message: u64::from(b / 4) }
            } else {
                ChatWish::Mute { sender, muted: b < 128 }
            };
            table.talk(conn, ChatSaid { game_id, wish, id: None });
        }
        _ => table.tick(),
    }
}

fn name(choice: u8) -> Option<PersonName> {
    NAMES.get(usize::from(choice) % (NAMES.len() + 2))?.parse().ok()
}

fn watch(table: &mut Table, a: u8, b: u8) {
    let conn = table.slots[usize::from(a) % table.slots.len()];
    let known = table.watchers();
    let token = match b % 5 {
        0 | 1 => None,
        2 => known.get(usize::from(b / 5) % known.len().max(1)).cloned(),
        3 => table.tokens[Side::First].clone(),
        _ => Some(token(25)),
    };
    let game = if b == 255 { "zzzz9999" } else { GAME };
    let id = (a >= 128).then(|| format!("w{}", a % 4).parse().unwrap());
    table.watch(conn, Watch { game_id: game.parse().unwrap(), name: name(a / 6), token, id });
}

fn talk(table: &mut Table, a: u8, b: u8) {
    let conn = table.slots[usize::from(a) % table.slots.len()];
    let wish = ChatWish::Say(WORDS[usize::from(b) % WORDS.len()].to_owned());
    let id = (a >= 128).then(|| format!("c{}", a / 8 % 4).parse().unwrap());
    table.talk(conn, ChatSaid { game_id: GAME.parse().unwrap(), wish, id });
}
