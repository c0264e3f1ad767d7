//! Two games that differ only in what a viewer may not know send that viewer the same bytes.

use ggn_core::{Game, Move, Side};
use proptest::prelude::*;
use serde_json::json;
use session::ConnId;

use crate::reference_board::{board, footprint, name, text};
use crate::table::{B, GAME, Table, W, WHITE_TOKEN};

/// A step of a game.
enum Act<'a> {
    /// A commit, accepted or not.
    Commit(ConnId, &'a str),
    /// White disconnects and returns.
    WhiteReturns,
}

fn run(mode: &str, acts: &[Act<'_>]) -> Table {
    let mut table = Table::seated(json!({"mode": mode, "side": "white"}));
    for act in acts {
        match act {
            Act::Commit(conn, mv) => drop(table.commit(*conn, mv)),
            Act::WhiteReturns => {
                table.close(W);
                table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
            }
        }
    }
    table
}

/// Returns the frames that a socket was sent, as text.
fn bytes(table: &Table, conn: ConnId) -> &[String] {
    &table.sent[&conn]
}

#[test]
fn frames_to_white_do_not_depend_on_blacks_hidden_actions() {
    use Act::{Commit, WhiteReturns};
    let pairs: [(&str, Vec<Act<'_>>, Vec<Act<'_>>); 7] = [
        (
            "another quiet move",
            vec![Commit(W, "e2e4"), Commit(B, "a7a6"), Commit(W, "d2d4")],
            vec![Commit(W, "e2e4"), Commit(B, "b8c6"), Commit(W, "d2d4")],
        ),
        (
            "refused tries before it",
            vec![Commit(W, "e2e4"), Commit(B, "e7e5")],
            vec![
                Commit(W, "e2e4"),
                Commit(B, "a8a1"),
                Commit(B, "e3e4"),
                Commit(B, "e7"),
                Commit(B, "e7e4"),
                Commit(B, "d7d5"),
                Commit(B, "e7e5"),
            ],
        ),
        (
            "a touched piece",
            vec![Commit(W, "e2e4"), Commit(B, "g8"), WhiteReturns],
            vec![Commit(W, "e2e4"), WhiteReturns],
        ),
        (
            "another piece that captures on the same square",
            vec![
                Commit(W, "e2e4"),
                Commit(B, "d7d5"),
                Commit(W, "b1c3"),
                Commit(B, "g8f6"),
                Commit(W, "a2a3"),
                Commit(B, "d5e4"),
            ],
            vec![
                Commit(W, "e2e4"),
                Commit(B, "d7d5"),
                Commit(W, "b1c3"),
                Commit(B, "g8f6"),
                Commit(W, "a2a3"),
                Commit(B, "f6e4"),
            ],
        ),
        (
            "another piece that gives check",
            vec![
                Commit(W, "f2f3"),
                Commit(B, "e7e5"),
                Commit(W, "d2d3"),
                Commit(B, "d8h4"),
                Commit(W, "g2g3"),
            ],
            vec![
                Commit(W, "f2f3"),
                Commit(B, "e7e6"),
                Commit(W, "d2d3"),
                Commit(B, "d8h4"),
                Commit(W, "g2g3"),
            ],
        ),
        (
            "another hidden piece that blocks the same refused try",
            vec![Commit(W, "e2e4"), Commit(B, "e7e5"), Commit(W, "e4e5"), Commit(W, "d2d4")],
            vec![Commit(W, "e2e4"), Commit(B, "e7e5"), Commit(W, "e4"), Commit(W, "d2d4")],
        ),
        (
            "a move that resets the count towards a draw, and one that does not",
            vec![Commit(W, "g1f3"), Commit(B, "h7h6"), Commit(W, "f3g1"), WhiteReturns],
            vec![Commit(W, "g1f3"), Commit(B, "g8f6"), Commit(W, "f3g1"), WhiteReturns],
        ),
    ];
    for (what, one, other) in pairs {
        let (one, other) = (run("blind", &one), run("blind", &other));
        assert_eq!(bytes(&one, W), bytes(&other, W), "{what}");
    }
}

#[test]
fn the_comparison_detects_leaks() {
    use Act::Commit;
    let one = [Commit(W, "e2e4"), Commit(B, "a7a6")];
    let other = [Commit(W, "e2e4"), Commit(B, "b8c6")];
    assert_ne!(bytes(&run("vanilla", &one), W), bytes(&run("vanilla", &other), W), "an open view");
    assert_ne!(bytes(&run("blind", &one), B), bytes(&run("blind", &other), B), "the mover's own view");
    let refused = [Commit(W, "e2e4"), Commit(B, "e4e5"), Commit(B, "a7a6")];
    let fidelity = |acts: &[Act<'_>]| {
        let mut table =
            Table::seated(json!({"mode": "blind", "side": "white", "moderator": "table-fidelity"}));
        for act in acts {
            if let Act::Commit(conn, mv) = act {
                table.commit(*conn, mv);
            }
        }
        table
    };
    assert_ne!(
        bytes(&fidelity(&one), W),
        bytes(&fidelity(&refused), W),
        "a moderator that announces to both"
    );
}

/// Returns a move of each board, different ones, with the same footprint for the viewer.
fn paired_moves(one: &Game, other: &Game, choice: usize) -> Option<(Move, Move)> {
    let start = choice % one.legal_moves().len();
    let mut mine = one.legal_moves().iter().cycle().skip(start).take(4);
    mine.find_map(|mv| {
        let print = footprint(one, mv);
        let is_twin = |there: &&Move| text(there) != text(mv) && footprint(other, there) == print;
        let theirs = other.legal_moves().iter().rev().find(is_twin)?;
        (!print.ends).then_some((*mv, *theirs))
    })
}

/// Returns a move that the viewer can make on both boards with the same footprint.
fn shared(one: &Game, other: &Game, choice: usize) -> Option<(Move, Move)> {
    let start = choice % one.legal_moves().len();
    let mut moves = one.legal_moves().iter().cycle().skip(start).take(one.legal_moves().len());
    moves.find_map(|mv| {
        let same = other.legal_moves().iter().find(|there| text(there) == text(mv))?;
        let (here, there) = (footprint(one, mv), footprint(other, same));
        (here == there && !here.ends).then_some((*mv, *same))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two games in lockstep: the viewer makes the same moves in both, the other player different ones with the same footprint.
    #[test]
    fn random_paired_games_send_the_viewer_the_same_bytes(
        choices in prop::collection::vec(any::<u16>(), 2..60),
        viewer_is_white in any::<bool>(),
    ) {
        let (viewer, hidden) = if viewer_is_white { (W, B) } else { (B, W) };
        let (mut one, mut other) = (Table::blind(), Table::blind());
        let (mut here, mut there) = (board(), board());
        let mut differences = 0;
        for choice in choices {
            let turn = if here.position().turn() == Side::First { W } else { B };
            let pair = if turn == viewer { shared } else { paired_moves };
            let Some((mine, theirs)) = pair(&here, &there, choice.into()) else { break };
            if turn == hidden {
                differences += 1;
                // In one of the games only: a touch, and an impossible try.
                if choice % 3 == 0 {
                    one.commit(hidden, &text(&mine)[..2]);
                }
                if choice % 3 == 1 {
                    let from = &text(&theirs)[..2];
                    let empty = there.rules().shape().iter().find(|square| there.position().piece_at(*square).is_none());
                    other.commit(hidden, &name(empty.unwrap()));
                    other.commit(hidden, &format!("{from}{from}"));
                    other.commit(hidden, from);
                }
            }
            one.now += 1_000;
            other.now += 1_000;
            let (answer, other_answer) = (one.commit(turn, &text(&mine)), other.commit(turn, &text(&theirs)));
            prop_assert_eq!(&answer.last().unwrap()["ply"], here.plies() as u64 + 1);
            prop_assert_eq!(&other_answer.last().unwrap()["ply"], there.plies() as u64 + 1);
            here.play(&mine).unwrap();
            there.play(&theirs).unwrap();
        }
        let token = if viewer_is_white { "a" } else { "b" }.repeat(24);
        for table in [&mut one, &mut other] {
            table.close(viewer);
            table.say(viewer, json!({"type": "hello", "gameId": GAME, "token": token}));
        }
        prop_assert_eq!(bytes(&one, viewer), bytes(&other, viewer));
        if differences > 0 {
            prop_assert_ne!(bytes(&one, hidden), bytes(&other, hidden), "the paired games differ for the other player");
        }
    }
}
