//! Actions from three bytes in games with bids, spectators or chat: bids, retreats, spectators, messages.

use ggn_core::{Location, Move, Side};
use session::protocol::events::{ChatRequest, ChatWish, MemberId, PersonName, Watch};
use session::protocol::player::{Action, Color};

use super::commands::{commit, say};
use super::fixtures::{GAME, token};
use super::harness::Harness;

/// Requested names: equal, different, and forbidden ones.
const NAMES: [&str; 6] = ["Ada", "ADA", "Grace", "Guest 1", "<b>Emmy</b>", "\u{1f47b}\u{1f47b}\u{1f47b}"];

/// Messages; the last one is forbidden.
const WORDS: [&str; 4] = ["good luck", "  <i>hm</i> ", "\u{200b}", ""];

/// Performs one action.
pub(super) fn act(harness: &mut Harness, [kind, a, b]: [u8; 3]) {
    let turn = harness.shadow.position().turn();
    let seat = |byte: u8| if byte.is_multiple_of(2) { Side::First } else { Side::Second };
    match kind % 32 {
        0..8 => {
            let points = harness.bid_oracle().map_or(0, |oracle| oracle.points(seat(b)));
            let amount = match a % 4 {
                0 => 0,
                1 | 2 => u32::from(a / 4 % 12).min(points),
                _ => points + u32::from(a / 4 % 2),
            };
            say(harness, seat(b), b, Action::Allocate { amount });
        }
        8..14 => {
            let takes = |mv: &&Move| {
                let target = mv.destination.square();
                mv.source != Location::Hand
                    && target.is_some_and(|square| harness.shadow.position().piece_at(square).is_some())
            };
            let captures: Vec<Move> = harness.shadow.legal_moves().iter().filter(takes).copied().collect();
            let Some(mv) = captures.get(usize::from(a) % captures.len().max(1)) else { return };
            let letter =
                mv.promotion.and_then(|id| harness.shadow.rules().piece(id)).map(ggn_core::Piece::letter);
            let action = commit(harness, mv.source.square(), mv.destination.square(), letter);
            let action = match action {
                Action::Commit { from, to: Some(to), promotion } if kind % 2 == 0 => {
                    Action::Move { from, to, promotion }
                }
                action => action,
            };
            say(harness, turn, b, action);
        }
        14..18 => {
            let offered = harness.bid_oracle().and_then(|oracle| oracle.seen(turn).retreat.as_ref());
            let offered = offered.map(|retreat| retreat.valid_positions.as_slice()).unwrap_or_default();
            let chosen = offered.get(usize::from(a) % offered.len().max(1)).copied();
            let anywhere = || format!("{}{}", char::from(b'a' + a % 8), a / 8 % 8 + 1).parse().unwrap();
            let position = chosen.filter(|_| b % 8 != 6).unwrap_or_else(anywhere);
            say(harness, if b % 8 == 7 { turn.opponent() } else { turn }, b, Action::Retreat { position });
        }
        18..21 => {
            harness.wait_until_due(a);
            harness.tick();
        }
        21..25 => watch(harness, a, b),
        25..28 => talk(harness, a, b),
        28 => {
            let Some(name) = name(a) else { return };
            say(harness, seat(b), b, Action::SetName { name });
        }
        29 => {
            let conn = harness.slots[usize::from(a) % harness.slots.len()];
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
            harness.talk(conn, ChatRequest { game_id, wish, id: None });
        }
        _ => harness.tick(),
    }
}

fn name(choice: u8) -> Option<PersonName> {
    NAMES.get(usize::from(choice) % (NAMES.len() + 2))?.parse().ok()
}

fn watch(harness: &mut Harness, a: u8, b: u8) {
    let conn = harness.slots[usize::from(a) % harness.slots.len()];
    let known = harness.watchers();
    let token = match b % 5 {
        0 | 1 => None,
        2 => known.get(usize::from(b / 5) % known.len().max(1)).cloned(),
        3 => harness.tokens[Side::First].clone(),
        _ => Some(token(25)),
    };
    let game = if b == 255 { "zzzz9999" } else { GAME };
    let id = (a >= 128).then(|| format!("w{}", a % 4).parse().unwrap());
    harness.watch(conn, Watch { game_id: game.parse().unwrap(), name: name(a / 6), token, id });
}

fn talk(harness: &mut Harness, a: u8, b: u8) {
    let conn = harness.slots[usize::from(a) % harness.slots.len()];
    let wish = ChatWish::Say(WORDS[usize::from(b) % WORDS.len()].to_owned());
    let id = (a >= 128).then(|| format!("c{}", a / 8 % 4).parse().unwrap());
    harness.talk(conn, ChatRequest { game_id: GAME.parse().unwrap(), wish, id });
}
