//! Actions at a harness from four bytes: the delay, the kind, and two bytes of choices.

use ggn_core::{Location, Move, OwnPieces, Side, Square, tries};
use session::Input;
use session::protocol::player::{Action, Hello, JoinAs};

use super::commands::{command, commit, say};
use super::fixtures::{GAME, token};
use super::group_actions;
use super::harness::Harness;

/// Performs one action.
pub(super) fn act(harness: &mut Harness, [pause, kind, a, b]: [u8; 4]) {
    harness.wait(pause);
    let turn = harness.shadow.position().turn();
    let seat = |byte: u8| if byte.is_multiple_of(2) { Side::First } else { Side::Second };
    if kind & 32 != 0 && harness.has_spectators() {
        return group_actions::act(harness, [kind, a, b]);
    }
    match kind % 32 {
        0..12 => {
            let Some(mv) = legal(harness, a) else { return };
            let mover = if b % 8 == 7 { turn.opponent() } else { turn };
            let action = commit(harness, mv.source.square(), mv.destination.square(), letter(harness, &mv));
            say(harness, mover, b, action);
        }
        12..15 => {
            let own = OwnPieces::new(harness.shadow.rules(), turn, harness.shadow.position().pieces());
            let Some(from) = own_square(harness, turn, a) else { return };
            let attempts = tries(harness.shadow.rules(), &own, from);
            let to = attempts.get(usize::from(b) % attempts.len().max(1)).map(|attempt| attempt.destination);
            let promotion =
                attempts.iter().any(|attempt| attempt.promotes).then_some('q').filter(|_| b % 3 != 0);
            let action = commit(harness, Some(from), to, promotion);
            say(harness, turn, b, action);
        }
        15 => {
            let from = own_square(harness, seat(b), a);
            let action = commit(harness, from, None, None);
            say(harness, turn, b, action);
        }
        16 | 17 => {
            let name =
                |byte: u8| format!("{}{}", char::from(b'a' + byte % 9), byte / 9 % 10 + 1).parse().unwrap();
            let action =
                Action::Commit { from: name(a), to: (kind & 32 == 0).then(|| name(b)), promotion: None };
            say(harness, seat(pause), b, action);
        }
        18 => {
            let Some(mv) = legal(harness, a) else { return };
            let promotion = "qrbnkpx".chars().nth(usize::from(b) % 8);
            let action = commit(harness, mv.source.square(), mv.destination.square(), promotion);
            say(harness, turn, b, action);
        }
        19 if a % 4 == 0 => say(harness, seat(a >> 2), b, Action::Resign),
        19 | 20 => say(harness, seat(a), b, Action::OfferDraw),
        21 => say(harness, seat(a), b, Action::RespondDraw { accept: b & 1 == 1 }),
        22 if a >= 192 => say(harness, seat(a), b, share(a)),
        22 if a & 2 == 0 => say(harness, seat(a), b, Action::OfferRematch {}),
        22 => say(harness, seat(a), b, Action::RespondRematch { accept: b & 1 == 1 }),
        23..26 => hello(harness, a, b),
        26 => harness.close(a, b),
        27 => harness.tick(),
        28 => harness.restart(),
        29 => harness.replay(),
        30 => {
            let Some(mv) = legal(harness, b) else { return };
            let action = commit(harness, mv.source.square(), mv.destination.square(), letter(harness, &mv));
            command(harness, usize::from(a >> 3), format!("m{}", a % 4).parse().ok(), action);
        }
        _ => command(harness, usize::from(a), None, Action::OfferDraw),
    }
}

fn hello(harness: &mut Harness, a: u8, b: u8) {
    let conn = harness.slots[usize::from(a) % harness.slots.len()];
    let game = if b == 255 { "zzzz9999" } else { GAME };
    let token = match b % 6 {
        0 | 4 => None,
        1 => Some(token(0)),
        2 => harness.tokens[Side::First].clone(),
        3 => harness.tokens[Side::Second].clone(),
        _ => Some(token(25)),
    };
    let join_as = [JoinAs::Auto, JoinAs::W, JoinAs::B][usize::from(b >> 4) % 3];
    let id = (a >= 128).then(|| format!("h{}", a % 4).parse().unwrap());
    let hello = Hello { game_id: game.parse().unwrap(), token, join_as, id };
    let fresh = harness.fresh_token();
    harness.input(Input::Hello { conn, hello, fresh });
}

/// Returns marks to be shared: of a game of chess by the one side or the other, or of another one.
fn share(choice: u8) -> Action {
    let mark = ["0 e8 c:k", "0 e1 C:K,C:Q", "1 d4 -", "0 j10 x:g"][usize::from(choice >> 1) % 4];
    Action::ShareMarks { marks: vec![mark.parse().unwrap()] }
}

fn legal(harness: &Harness, choice: u8) -> Option<Move> {
    let legal = harness.shadow.legal_moves();
    legal.get(usize::from(choice) % legal.len().max(1)).copied().filter(|mv| mv.source != Location::Hand)
}

fn letter(harness: &Harness, mv: &Move) -> Option<char> {
    Some(harness.shadow.rules().piece(mv.promotion?)?.letter())
}

fn own_square(harness: &Harness, side: Side, choice: u8) -> Option<Square> {
    let (rules, position) = (harness.shadow.rules(), harness.shadow.position());
    let is_own = |id| rules.piece(id).is_some_and(|piece| piece.side() == side);
    let own: Vec<Square> =
        position.pieces().filter(|&(_, id)| is_own(id)).map(|(square, _)| square).collect();
    own.get(usize::from(choice) % own.len().max(1)).copied()
}
