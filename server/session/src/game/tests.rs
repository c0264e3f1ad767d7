//! Tests of the announcements, endings and counts of moves, and of the bounds on kept data.

use super::*;
use crate::domain::limits::TRIES_KEPT;
use crate::fixtures::{board, board_late, game, square};
use crate::touch_move::Commit;

fn active(mode: Mode, board: ggn_core::Game) -> Game {
    let mut game = game(mode, None, board);
    game.status = GameStatus::Active;
    game
}

fn play(game: &mut Game, moves: &str) {
    for (ply, mv) in (1u64..).zip(moves.split_whitespace()) {
        let by = game.board.position().turn();
        let (from, rest) = mv.split_at(2);
        let (to, promotion) = rest.split_at(2);
        let promotion = promotion.chars().next().and_then(PieceType::new);
        let commit = Commit::of_board(square(from), Some(square(to)), promotion);
        let before = game.plies();
        game.commit(by, commit, UnixMs(ply)).unwrap();
        assert_eq!(game.plies(), before + 1, "{mv} was refused");
    }
}

fn announced(game: &Game, side: Side) -> Vec<ModeratorText> {
    game.announced[side].since(0).into_iter().map(|announcement| announcement.text).collect()
}

/// Makes one move. Returns the announcements to white and to black, and the outcome of the game.
fn one_move(board: ggn_core::Game, mv: &str) -> (Vec<ModeratorText>, Vec<ModeratorText>, Option<Outcome>) {
    let mut game = active(Mode::Blind, board);
    play(&mut game, mv);
    assert_eq!(game.status == GameStatus::Finished, game.outcome.is_some());
    (announced(&game, Side::First), announced(&game, Side::Second), game.outcome)
}

fn won(reason: EndReason, winner: Side) -> Option<Outcome> {
    Some(Outcome { reason: Some(reason), winner: Some(winner) })
}

fn drawn(reason: EndReason) -> Option<Outcome> {
    Some(Outcome { reason: Some(reason), winner: None })
}

use ModeratorText as Text;

// Requirement blind-84.
#[test]
fn mate_is_announced_to_both_and_wins() {
    let mate = board("k^7/8/1K^6/8/8/8/8/7R / C/c");
    assert_eq!(
        one_move(mate, "h1h8"),
        (
            vec![Text::WhiteCheckmate],
            vec![Text::WhiteMoved, Text::WhiteCheckmate],
            won(EndReason::Checkmate, Side::First)
        )
    );
}

#[test]
fn mate_beats_the_fifty_moves_that_are_full_with_it() {
    let mate = board_late("k^7/8/1K^6/8/8/8/8/7R / C/c", 99);
    assert_eq!(one_move(mate, "h1h8").2, won(EndReason::Checkmate, Side::First));
}

// Requirements blind-22, blind-86.
#[test]
fn stalemate_is_announced_to_both_and_draws() {
    let stalemate = board("k^7/8/2K^5/1Q6/8/8/8/8 / C/c");
    let (white, black, outcome) = one_move(stalemate, "b5b6");
    assert_eq!((white, black), (vec![Text::Stalemate], vec![Text::WhiteMoved, Text::Stalemate]));
    assert_eq!(outcome, drawn(EndReason::Stalemate));
}

// Requirement blind-22.
#[test]
fn two_bare_kings_are_a_draw() {
    let (white, black, outcome) = one_move(board("4k^3/8/8/8/8/8/3q4/4K^3 / C/c"), "e1d2");
    assert_eq!(white, [Text::DrawInsufficient]);
    assert_eq!(black, [Text::WhiteMovedCaptured, Text::DrawInsufficient]);
    assert_eq!(outcome, drawn(EndReason::Insufficient));
}

// Requirements blind-22, blind-87.
#[test]
fn the_hundredth_ply_without_progress_is_a_draw() {
    let feen = "4k^3/8/8/8/8/8/8/R3K^3 / C/c";
    let (white, _, outcome) = one_move(board_late(feen, 99), "a1b1");
    assert_eq!((white, outcome), (vec![Text::DrawFifty], drawn(EndReason::FiftyMove)));
    assert_eq!(one_move(board_late(feen, 98), "a1b1").2, None);
}

#[test]
fn the_third_repetition_is_a_draw_even_with_check_and_is_announced_alone() {
    // The position after white's first move comes back at the fifth and the ninth ply, when the hundred plies are full as well.
    let mut game = active(Mode::Blind, board_late("4k^3/8/8/8/8/8/R7/4K^3 / C/c", 91));
    play(&mut game, "a2a8 e8d7 a8a1 d7e8 a1a8 e8d7 a8a1 d7e8 a1a8");
    assert_eq!(game.outcome, drawn(EndReason::Threefold));
    let last: Vec<_> = announced(&game, Side::Second).into_iter().rev().take(3).collect();
    assert_eq!(last, [Text::DrawThreefold, Text::BlackInCheck, Text::WhiteMoved]);
}

// Requirement blind-36.
#[test]
fn a_capture_counts_for_who_made_it_and_a_promotion_names_the_piece() {
    let mut game = active(Mode::Blind, board("3rk^3/2P5/8/8/8/8/8/4K^3 / C/c"));
    play(&mut game, "c7d8q");
    let kind = |letter| PieceType::new(letter).unwrap();
    assert_eq!(game.captured[Side::First], BTreeMap::from([(kind('r'), 1)]));
    assert_eq!(game.captured[Side::Second], BTreeMap::new());
    let announcements = game.announced[Side::Second].since(0);
    let texts: Vec<_> = announcements.iter().map(|announcement| announcement.text).collect();
    assert_eq!(texts, [Text::WhiteMovedCaptured, Text::WhitePromoted, Text::BlackInCheck]);
    let payloads: Vec<_> = announcements
        .iter()
        .map(|announcement| announcement.payload.as_ref().and_then(|payload| payload.promoted_to))
        .collect();
    assert_eq!(payloads, [None, Some(kind('q')), None]);
    // A promoted piece counts as what it has become when it is captured.
    play(&mut game, "e8d8");
    assert_eq!(game.captured[Side::Second], BTreeMap::from([(kind('q'), 1)]));
}

// Requirement blind-82.
#[test]
fn every_castling_and_en_passant_is_announced_by_its_name() {
    let castling = "+r3+k^2+r/8/8/8/8/8/8/+R3+K^2+R / C/c";
    for (moves, text) in [
        ("e1g1", Text::WhiteCastledKingside),
        ("e1c1", Text::WhiteCastledQueenside),
        ("e1f1 e8g8", Text::BlackCastledKingside),
        ("e1f1 e8c8", Text::BlackCastledQueenside),
    ] {
        let mut game = active(Mode::Blind, board(castling));
        play(&mut game, moves);
        let listener = if moves.len() > 4 { Side::First } else { Side::Second };
        assert!(announced(&game, listener).contains(&text), "{moves}");
    }
    let mut game = active(Mode::Blind, board("4k^3/3+p4/8/4P3/6p1/8/5+P2/4K^3 / C/c"));
    play(&mut game, "f2f4 g4f3 e5e6");
    assert_eq!(announced(&game, Side::First), [Text::BlackMovedCapturedEp]);
    let mut game = active(Mode::Blind, board("4k^3/3+p4/8/4P3/8/8/8/4K^3 / c/C"));
    play(&mut game, "d7d5 e5d6");
    assert_eq!(announced(&game, Side::Second), [Text::WhiteMovedCapturedEp]);
    assert_eq!(game.captured[Side::First].len(), 1);
}

#[test]
fn the_log_of_a_viewer_has_an_end_but_keeps_count() {
    let mut game = active(Mode::Blind, board("4k^3/8/8/8/8/8/8/R3K^3 / C/c"));
    let nothing = Commit::of_board(square("a5"), None, None);
    let over = 5;
    for _ in 0..ANNOUNCEMENTS_KEPT.max(TRIES_KEPT) + over {
        game.commit(Side::First, nothing, UnixMs(0)).unwrap();
    }
    let log = &game.announced[Side::First];
    assert_eq!(log.total(), (ANNOUNCEMENTS_KEPT.max(TRIES_KEPT) + over) as u64);
    assert_eq!(log.since(0).len(), ANNOUNCEMENTS_KEPT);
    assert_eq!(log.since(log.total() - 2).len(), 2);
    assert_eq!(game.tries.len(), TRIES_KEPT);
    assert_eq!(game.announced[Side::Second].total(), 0);
}
