//! Tests of duels on custom boards: outcomes, retreats, deadlines, and endings.

use std::sync::Arc;

use super::*;
use crate::clock::Clock;
use crate::domain::{CommitOutcome, EndReason, GameStatus, Mode, ModeratorText as Text, PieceType};
use crate::fixtures::{duelling, square};
use crate::gambit::{Account, FailedCheckDefence, Terms};
use crate::touch_move::Touched;
use ggn_core::BySide;

const WHITE: Side = Side::First;
const BLACK: Side = Side::Second;

fn open(feen: &str) -> Game {
    duelling(Mode::Vanilla, "standard", feen)
}

/// Commits the side to move to a move such as `e4d5` or `e7d8q`.
fn go(game: &mut Game, mv: &str, at: u64) -> Result<CommitOutcome, Refusal> {
    let promotion = mv.chars().nth(4).and_then(PieceType::new);
    let commit = Commit::of_board(square(&mv[..2]), Some(square(&mv[2..4])), promotion);
    game.commit(game.board.position().turn(), commit, UnixMs(at))
}

fn bids(game: &mut Game, white: u32, black: u32, at: u64) {
    game.bid(BLACK, Points(black), UnixMs(at)).unwrap();
    game.bid(WHITE, Points(white), UnixMs(at)).unwrap();
}

fn pools(game: &Game) -> [u32; 2] {
    let gambit = game.gambit.as_ref().unwrap();
    [WHITE, BLACK].map(|side| gambit.ledger.pool(side).0)
}

fn offers(game: &Game) -> Vec<(Square, u32)> {
    let Stage::Retreat(retreating) = &game.gambit.as_ref().unwrap().stage else { panic!("no retreat") };
    retreating.offers.iter().map(|offer| (offer.square, offer.cost.total.0)).collect()
}

fn offered(squares: &[(&str, u32)]) -> Vec<(Square, u32)> {
    squares.iter().map(|&(name, cost)| (square(name), cost)).collect()
}

fn stands(game: &Game, name: &str) -> Option<char> {
    let piece = game.board.position().piece_at(square(name))?;
    let piece = game.rules().piece(piece)?;
    let letter = piece.letter();
    Some(if piece.side() == WHITE { letter.to_ascii_uppercase() } else { letter })
}

fn texts(game: &Game, side: Side) -> Vec<Text> {
    game.announced[side].since(0).into_iter().map(|announcement| announcement.text).collect()
}

fn won(winner: Side) -> Option<super::super::Outcome> {
    Some(super::super::Outcome { reason: Some(EndReason::Checkmate), winner: Some(winner) })
}

fn judged_by(game: &mut Game, evaluate: FailedCheckDefence) {
    let gambit = game.gambit.as_mut().unwrap();
    let mut profile = (**gambit.terms.profile()).clone();
    profile.failed_check_defence = evaluate;
    gambit.terms = Arc::new(Terms::bind(Arc::new(profile), Arc::clone(gambit.terms.rules())).unwrap());
}

const PAWNS: &str = "4k^3/8/8/3p4/4P3/8/8/4K^3 / C/c";
const KNIGHT: &str = "4k^3/8/8/8/8/1p6/8/N3K^3 / C/c";

// Requirements gambit-3, gambit-30, gambit-35, gambit-36, gambit-42, gambit-61.
#[test]
fn a_capture_is_not_made_before_both_have_bid_and_then_the_higher_effect_wins() {
    let mut game = open(PAWNS);
    assert_eq!(go(&mut game, "e4d5", 5), Ok(CommitOutcome::Contested));
    assert_eq!((game.plies(), stands(&game, "e4"), game.touched), (0, Some('P'), None));
    for (side, mv) in [(WHITE, "e4e5"), (BLACK, "e8e7")] {
        let commit = Commit::of_board(square(&mv[..2]), Some(square(&mv[2..])), None);
        assert_eq!(game.commit(side, commit, UnixMs(6)), Err(Refusal::WrongPhase));
    }
    assert_eq!(game.bid(WHITE, Points(40), UnixMs(7)), Err(Refusal::TooFewPoints));
    assert_eq!(game.bid(WHITE, Points(3), UnixMs(8)), Ok(()));
    assert_eq!(game.bid(WHITE, Points(40), UnixMs(9)), Err(Refusal::WrongPhase), "a bid is final");
    assert_eq!((game.plies(), pools(&game)), (0, [39, 39]));
    assert_eq!(game.bid(BLACK, Points(1), UnixMs(10)), Ok(()));
    assert_eq!((game.plies(), stands(&game, "d5"), stands(&game, "e4")), (1, Some('P'), None));
    assert_eq!(pools(&game), [39 - 3 + 1, 39 - 1]);
    assert_eq!(game.captured[WHITE].values().sum::<u32>(), 1);
    assert_eq!(game.bid(BLACK, Points(1), UnixMs(11)), Err(Refusal::WrongPhase));
    let gambit = game.gambit.as_ref().unwrap();
    let [turn] = &gambit.turns[..] else { panic!("one ply is one turn") };
    assert_eq!(turn.duel.unwrap().winner(), WHITE);
    assert_eq!((turn.retreat, turn.regained.as_ref().unwrap().total), (None, Points(1)));
    assert_eq!(texts(&game, BLACK), [Text::WhiteAttacks, Text::WhiteMovedCaptured]);
    assert_eq!(texts(&game, WHITE), [Text::WhiteAttacks]);
}

// Requirements gambit-29, gambit-42.
#[test]
fn without_bids_a_capture_is_made_and_a_move_takes_no_bid() {
    let mut plain = crate::fixtures::game(Mode::Vanilla, None, crate::fixtures::board(PAWNS));
    plain.status = GameStatus::Active;
    assert_eq!(plain.bid(WHITE, Points(0), UnixMs(0)), Err(Refusal::WrongPhase));
    assert_eq!(plain.retreat(WHITE, square("e4"), UnixMs(0)), Err(Refusal::WrongPhase));
    assert_eq!(go(&mut plain, "e4d5", 5), Ok(CommitOutcome::Made { captures: true }));
    let mut game = open(PAWNS);
    assert_eq!(game.bid(WHITE, Points(0), UnixMs(0)), Err(Refusal::WrongPhase));
    assert_eq!(go(&mut game, "e4e5", 5), Ok(CommitOutcome::Made { captures: false }));
    assert_eq!((pools(&game), game.gambit.as_ref().unwrap().turns.len()), ([40, 39], 1));
}

#[test]
fn equal_bids_are_the_defenders_unless_the_numbers_say_otherwise_and_a_failed_pawn_is_back_at_once() {
    for (points, gambit, captures) in
        [(0, "standard", false), (2, "standard", false), (0, "attacker-wins-ties", true)]
    {
        let mut game = duelling(Mode::Vanilla, gambit, PAWNS);
        let before = game.board.position().clone();
        go(&mut game, "e4d5", 0).unwrap();
        bids(&mut game, points, points, 0);
        assert_eq!((game.plies(), game.is_contested()), (1, false));
        assert_eq!(stands(&game, "e4").is_none(), captures, "{gambit}");
        if !captures {
            assert_eq!(game.board.position().pieces().count(), before.pieces().count());
            assert_eq!(game.board.position().turn(), BLACK);
            assert_eq!(pools(&game), [39 - points + 1, 39 - points]);
            let retreat = game.gambit.as_ref().unwrap().turns[0].retreat;
            assert_eq!(retreat, Some(Retreat { to: Some(square("e4")), cost: Points(0) }));
            assert_eq!(texts(&game, BLACK), [Text::WhiteAttacks, Text::WhiteRepulsed]);
            assert_eq!(texts(&game, WHITE), texts(&game, BLACK));
        }
    }
}

// Requirements gambit-38, gambit-39, gambit-62, gambit-89.
#[test]
fn a_knight_retreats_inside_of_its_box_for_what_its_moves_would_take() {
    let mut game = open(KNIGHT);
    go(&mut game, "a1b3", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    let all = offered(&[("a1", 0), ("b1", 3), ("a2", 3), ("b2", 4), ("a3", 2)]);
    assert_eq!(offers(&game), all);
    assert_eq!(game.plies(), 0);
    assert_eq!(game.retreat(BLACK, square("a1"), UnixMs(1)), Err(Refusal::WrongPhase));
    assert_eq!(game.retreat(WHITE, square("b3"), UnixMs(1)), Err(Refusal::NotOffered));
    assert_eq!(game.bid(WHITE, Points(0), UnixMs(1)), Err(Refusal::WrongPhase));
    assert_eq!(go(&mut game, "a1c2", 1), Err(Refusal::WrongPhase));
    assert_eq!(game.retreat(WHITE, square("b2"), UnixMs(2)), Ok(()));
    assert_eq!((stands(&game, "b2"), stands(&game, "a1"), stands(&game, "b3")), (Some('N'), None, Some('p')));
    assert_eq!((game.plies(), pools(&game)[0]), (1, 39 - 4 + 1));
    assert_eq!(game.retreat(WHITE, square("a1"), UnixMs(3)), Err(Refusal::WrongPhase));
}

// Requirements gambit-80, gambit-83.
#[test]
fn a_bishop_retreats_along_its_line_and_what_cannot_be_paid_is_not_offered() {
    let feen = "4k^3/8/8/8/3p4/2B5/8/4K^3 / C/c";
    for (bid, squares) in
        [(0, &[("c3", 0), ("a1", 2), ("b2", 1)][..]), (38, &[("c3", 0), ("b2", 1)]), (39, &[("c3", 0)])]
    {
        let mut game = open(feen);
        go(&mut game, "c3d4", 0).unwrap();
        bids(&mut game, bid, 39, 0);
        assert_eq!(offers(&game), offered(squares), "what can be paid never ends the phase");
    }
}

#[test]
fn a_missed_bid_is_zero_and_a_missed_retreat_stays() {
    let mut game = open(KNIGHT);
    go(&mut game, "a1b3", 1_000).unwrap();
    assert_eq!(game.due_at(), Some(UnixMs(31_000)));
    game.bid(WHITE, Points(0), UnixMs(2_000)).unwrap();
    game.apply_time(UnixMs(30_999));
    assert!(matches!(game.gambit.as_ref().unwrap().stage, Stage::Bids(_)));
    game.apply_time(UnixMs(40_000));
    assert_eq!(offers(&game).len(), 5);
    assert_eq!(
        game.due_at(),
        Some(UnixMs(61_000)),
        "from when the bids were over, however late that is seen"
    );
    game.apply_time(UnixMs(61_000));
    assert_eq!((stands(&game, "a1"), game.plies(), game.due_at()), (Some('N'), 1, None));
    // Both deadlines pass at once.
    let mut game = open(KNIGHT);
    go(&mut game, "a1b3", 1_000).unwrap();
    game.apply_time(UnixMs(1_000_000));
    assert_eq!((game.plies(), game.played_at.as_slice()), (1, &[UnixMs(61_000)][..]));
}

#[test]
fn after_a_restart_the_time_begins_anew() {
    let mut game = open(KNIGHT);
    go(&mut game, "a1b3", 0).unwrap();
    game.forgive_turn(UnixMs(500_000));
    assert_eq!(game.due_at(), Some(UnixMs(530_000)));
    game.apply_time(UnixMs(530_000));
    game.forgive_turn(UnixMs(555_000));
    assert_eq!(game.due_at(), Some(UnixMs(585_000)));
}

#[test]
fn a_pawn_in_passing_is_defended_where_it_stands_and_keeps_its_life_if_the_bids_say_so() {
    for (white, black, is_taken) in [(1, 0, true), (1, 1, false)] {
        let mut game = open("4k^3/3+p4/8/4P3/8/8/8/4K^3 / c/C");
        go(&mut game, "d7d5", 0).unwrap();
        go(&mut game, "e5d6", 0).unwrap();
        let Stage::Bids(bidding) = &game.gambit.as_ref().unwrap().stage else { panic!("no duel") };
        assert_eq!((bidding.to, bidding.defended), (square("d6"), square("d5")));
        bids(&mut game, white, black, 0);
        assert_eq!(stands(&game, "d5").is_none(), is_taken);
        assert_eq!(stands(&game, if is_taken { "d6" } else { "e5" }), Some('P'));
        if !is_taken {
            go(&mut game, "e8e7", 0).unwrap();
            assert!(
                matches!(go(&mut game, "e5d6", 0), Ok(CommitOutcome::Refused(Text::IllegalMove))),
                "the right is gone"
            );
        } else {
            assert_eq!(texts(&game, BLACK).last(), Some(&Text::WhiteMovedCapturedEp));
        }
    }
}

#[test]
fn a_pawn_that_would_promote_attacks_as_a_pawn_and_stays_one_if_it_fails() {
    // On a pawn, two points have an effect of one and a half, and three points an effect of two.
    for (white, black, becomes) in [(2, 1, true), (2, 2, false), (3, 2, false), (4, 2, true)] {
        let mut game = open("3rk^3/2P5/8/8/8/8/8/4K^3 / C/c");
        assert_eq!(go(&mut game, "c7d8", 0), Err(Refusal::PromotionRequired));
        go(&mut game, "c7d8q", 0).unwrap();
        bids(&mut game, white, black, 0);
        let expected = if becomes { (None, Some('Q')) } else { (Some('P'), Some('r')) };
        assert_eq!((stands(&game, "c7"), stands(&game, "d8")), expected, "{white} against {black}");
        assert_eq!(game.board.history()[0].effect.promoted.is_some(), becomes);
    }
}

// Requirement gambit-79.
#[test]
fn a_king_attacks_as_any_piece_and_stays_where_it_was() {
    let mut game = open("4k^3/7p/8/8/8/8/3n4/4K^3 / C/c");
    go(&mut game, "e1d2", 0).unwrap();
    bids(&mut game, 3, 3, 0);
    assert_eq!((stands(&game, "e1"), stands(&game, "d2"), game.outcome), (Some('K'), Some('n'), None));
    go(&mut game, "e8e7", 0).unwrap();
    go(&mut game, "e1d2", 0).unwrap();
    bids(&mut game, 10, 9, 0);
    assert_eq!(stands(&game, "d2"), Some('K'));
}

const CHECKED: &str = "k^7/8/8/8/8/8/4r3/3QK^3 / C/c";

#[test]
fn who_fails_to_end_a_check_has_lost_where_the_numbers_say_so() {
    let mut game = open(CHECKED);
    assert_eq!(go(&mut game, "e1e2", 0), Ok(CommitOutcome::Contested));
    bids(&mut game, 0, 0, 0);
    assert_eq!((game.outcome, game.status), (won(BLACK), GameStatus::Finished));
    assert_eq!(texts(&game, WHITE), [Text::WhiteAttacks, Text::WhiteRepulsed, Text::BlackCheckmate]);
    assert_eq!(texts(&game, BLACK), texts(&game, WHITE));
    // A knight that retreats into the line ends the check after all.
    let mut game = open("4r2k^/2N5/8/8/8/8/8/4K^3 / C/c");
    go(&mut game, "c7e8", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    game.retreat(WHITE, square("e7"), UnixMs(0)).unwrap();
    assert_eq!((game.outcome, stands(&game, "e7")), (None, Some('N')));
}

#[test]
fn captures_in_check_are_made_where_the_numbers_say_so() {
    let mut game = open(CHECKED);
    judged_by(&mut game, FailedCheckDefence::AutoCapture);
    assert_eq!(go(&mut game, "e1e2", 0), Ok(CommitOutcome::Made { captures: true }));
    assert!(game.gambit.as_ref().unwrap().turns[0].duel.is_none());
    let mut quiet = open(PAWNS);
    judged_by(&mut quiet, FailedCheckDefence::AutoCapture);
    assert_eq!(go(&mut quiet, "e4d5", 0), Ok(CommitOutcome::Contested));
}

#[test]
fn captures_in_check_are_refused_where_the_numbers_say_so_and_who_has_nothing_else_is_mated() {
    let mut game = open("k^7/8/8/8/8/8/4r3/4K^3 / C/c");
    judged_by(&mut game, FailedCheckDefence::NonCaptureOnly);
    assert_eq!(go(&mut game, "e1e2", 0), Ok(CommitOutcome::Refused(Text::IllegalMove)));
    assert_eq!(go(&mut game, "e1d1", 0), Ok(CommitOutcome::Made { captures: false }));
    // The bishop could take the rook; no other move would end the check.
    for (evaluate, outcome) in
        [(FailedCheckDefence::NonCaptureOnly, won(BLACK)), (FailedCheckDefence::Loses, None)]
    {
        let mut game = open("1r5k^/8/8/8/4B3/8/6PP/7K^ / c/C");
        judged_by(&mut game, evaluate);
        assert_eq!(go(&mut game, "b8b1", 0), Ok(CommitOutcome::Made { captures: false }));
        assert_eq!(game.outcome, outcome);
        let word = if outcome.is_some() { Text::BlackCheckmate } else { Text::WhiteInCheck };
        assert_eq!(texts(&game, WHITE), [Text::BlackMoved, word]);
    }
}

#[test]
fn where_a_royal_piece_can_be_fought_for_a_failed_defence_loses_nothing_by_itself() {
    let mut game = open(CHECKED);
    judged_by(&mut game, FailedCheckDefence::KingDuel);
    go(&mut game, "e1e2", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    assert_eq!((game.outcome, game.plies()), (None, 1));
    assert_eq!(go(&mut game, "e2e1", 0), Ok(CommitOutcome::Contested));
    bids(&mut game, 0, 1, 0);
    let taken = super::super::Outcome { reason: Some(EndReason::Extinction), winner: Some(BLACK) };
    assert_eq!(game.outcome, Some(taken));
}

#[test]
fn a_piece_that_could_only_capture_will_not_help_in_check() {
    // The bishop has no move against the check but to take the rook; the king can step aside.
    let mut game = duelling(Mode::Blind, "standard", "k^3r3/8/8/1B6/8/8/8/4K^3 / C/c");
    assert!(game.board.legal_from(square("b5")).count() > 1);
    judged_by(&mut game, FailedCheckDefence::NonCaptureOnly);
    assert_eq!(go(&mut game, "b5e8", 0), Ok(CommitOutcome::Refused(Text::IllegalMove)));
    let mut game = duelling(Mode::Blind, "standard", "k^3r3/8/6B1/8/8/8/8/3K^4 / C/c");
    judged_by(&mut game, FailedCheckDefence::NonCaptureOnly);
    assert_eq!(go(&mut game, "g6e8", 0), Ok(CommitOutcome::Contested), "nobody is in check");
    let mut game = duelling(Mode::Blind, "standard", "k^3r3/8/8/7B/8/8/4P3/4K^3 / C/c");
    judged_by(&mut game, FailedCheckDefence::NonCaptureOnly);
    assert_eq!(go(&mut game, "h5e8", 0), Ok(CommitOutcome::Contested), "the pawn stands between");
    let mut game = duelling(Mode::Blind, "standard", "k^7/8/8/8/7B/8/5n2/7K^ / C/c");
    judged_by(&mut game, FailedCheckDefence::NonCaptureOnly);
    assert_eq!(go(&mut game, "h4f2", 0), Ok(CommitOutcome::Refused(Text::WontHelp)));
    assert_eq!(game.touched, None);
    assert_eq!(go(&mut game, "h1g1", 0), Ok(CommitOutcome::Made { captures: false }));
}

// Requirement gambit-96.
#[test]
fn a_game_can_end_by_a_duel_that_is_won_and_by_a_retreat() {
    // The rook takes on h8 and mates.
    let mut game = open("k^6r/8/1K^6/8/8/8/8/7R / C/c");
    go(&mut game, "h1h8", 0).unwrap();
    bids(&mut game, 5, 0, 0);
    assert_eq!(game.outcome, won(WHITE));
    assert_eq!(texts(&game, BLACK), [Text::WhiteAttacks, Text::WhiteMovedCaptured, Text::WhiteCheckmate]);
    // The knight fails on g7 and retreats to f7, where it mates.
    let mut game = open("6rk^/6pp/8/5N2/8/8/8/K^7 / C/c");
    go(&mut game, "f5g7", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    game.retreat(WHITE, square("f7"), UnixMs(0)).unwrap();
    assert_eq!(game.outcome, won(WHITE));
    assert_eq!(texts(&game, BLACK), [Text::WhiteAttacks, Text::WhiteRepulsed, Text::WhiteCheckmate]);
}

// Requirements gambit-34, gambit-40, gambit-72, gambit-73, gambit-74, gambit-115.
#[test]
fn the_clock_waits_while_a_duel_is_on_and_is_pressed_once() {
    let mut game = open(KNIGHT);
    game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60,"increment":2}"#).unwrap()));
    game.begin(UnixMs(0));
    go(&mut game, "a1b3", 1_234).unwrap();
    assert_eq!((game.flag_at(), game.due_at()), (None, Some(UnixMs(31_234))));
    game.bid(WHITE, Points(0), UnixMs(9_999)).unwrap();
    game.bid(BLACK, Points(0), UnixMs(20_000)).unwrap();
    assert_eq!((game.flag_at(), game.due_at()), (None, Some(UnixMs(50_000))));
    game.retreat(WHITE, square("a3"), UnixMs(30_001)).unwrap();
    let reading = game.clock.as_ref().unwrap().reading();
    assert_eq!((reading.left_ms[WHITE], reading.left_ms[BLACK]), (60_000 - 1_234 + 2_000, 60_000));
    assert_eq!((reading.side, reading.since), (Some(BLACK), Some(UnixMs(30_001))));
    assert_eq!(game.due_at(), Some(UnixMs(90_001)));
}

#[test]
fn what_is_due_comes_in_its_order_and_a_flag_can_fall_after_a_missed_retreat() {
    let mut game = open(KNIGHT);
    game.clock = Some(Clock::new(serde_json::from_str(r#"{"initial":60}"#).unwrap()));
    game.begin(UnixMs(0));
    go(&mut game, "a1b3", 10_000).unwrap();
    // Bids until 40, retreat until 70, then black has 60 seconds: the flag falls at 130.
    game.apply_time(UnixMs(129_999));
    assert_eq!((game.plies(), game.status), (1, GameStatus::Active));
    game.apply_time(UnixMs(500_000));
    assert_eq!(game.outcome.map(|outcome| outcome.reason), Some(Some(EndReason::Timeout)));
    assert_eq!(game.clock.as_ref().unwrap().reading().left_ms[BLACK], 0);
}

// Requirement gambit-63.
#[test]
fn giving_up_and_agreeing_end_a_game_in_every_stage() {
    for stage in 0..3 {
        let at_stage = || {
            let mut game = open(KNIGHT);
            if stage > 0 {
                go(&mut game, "a1b3", 0).unwrap();
            }
            if stage > 1 {
                bids(&mut game, 1, 1, 0);
            }
            game
        };
        let mut given_up = at_stage();
        given_up.resign(BLACK);
        let mut agreed = at_stage();
        agreed.offer_draw(BLACK);
        agreed.respond_draw(WHITE, true);
        for (game, reason) in [(given_up, EndReason::Resign), (agreed, EndReason::DrawAgreed)] {
            assert_eq!(game.outcome.unwrap().reason, Some(reason), "{stage}");
            assert!(!game.is_contested() && game.due_at().is_none() && game.plies() == 0);
            let spent = u32::from(stage == 2);
            assert_eq!(pools(&game), [39 - spent; 2], "bids that were not opened are not spent");
            let broken_off = game.gambit.as_ref().and_then(|gambit| gambit.broken_off);
            let opened = broken_off.map(|resolution| resolution.spent.map(|points| points.0));
            assert_eq!(opened, (stage == 2).then_some(BySide { first: 1, second: 1 }));
        }
    }
}

#[test]
fn a_bid_that_waits_is_not_spent_when_the_game_ends() {
    let mut game = open(KNIGHT);
    go(&mut game, "a1b3", 0).unwrap();
    game.bid(WHITE, Points(30), UnixMs(0)).unwrap();
    game.resign(BLACK);
    assert_eq!(pools(&game), [39, 39]);
}

#[test]
fn attacking_answers_a_draw_offer_and_what_is_said_since_stands() {
    let mut game = open(PAWNS);
    game.offer_draw(BLACK);
    go(&mut game, "e4d5", 0).unwrap();
    assert_eq!(game.draw.standing(), None);
    game.offer_draw(WHITE);
    bids(&mut game, 0, 0, 0);
    assert_eq!(game.draw.standing(), Some(WHITE));
}

// Requirement gambit-113.
#[test]
fn in_the_blind_a_retreat_is_always_asked_for_and_a_touched_piece_is_free_again() {
    let mut game = duelling(Mode::Blind, "standard", PAWNS);
    game.touch_move = true;
    let touch = Commit::of_board(square("e4"), None, None);
    assert_eq!(game.commit(WHITE, touch, UnixMs(0)), Ok(CommitOutcome::Touched));
    assert_eq!(game.touched, Some(Touched::Board(square("e4"))));
    assert_eq!(go(&mut game, "e4d5", 0), Ok(CommitOutcome::Contested));
    assert_eq!(game.touched, None);
    bids(&mut game, 0, 0, 0);
    assert_eq!(offers(&game), offered(&[("e4", 0)]));
    game.retreat(WHITE, square("e4"), UnixMs(0)).unwrap();
    assert_eq!((game.plies(), game.board.position().turn()), (1, BLACK));
    assert_eq!(texts(&game, BLACK), [Text::WhiteAttacks, Text::WhiteRepulsed]);
}

#[test]
fn a_fee_goes_in_part_to_the_defender_and_what_cannot_be_paid_costs_the_piece() {
    let mut game = duelling(Mode::Vanilla, "risky", KNIGHT);
    go(&mut game, "a1b3", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    assert_eq!(offers(&game)[0], (square("a1"), 3));
    game.retreat(WHITE, square("a1"), UnixMs(0)).unwrap();
    assert_eq!(pools(&game), [47 - 3 + 1, 47 + 2]);
    let account: Account = *game.gambit.as_ref().unwrap().ledger.account(BLACK);
    assert_eq!(account.received, Points(2));

    for choose in [true, false] {
        let mut game = duelling(Mode::Vanilla, "risky", KNIGHT);
        go(&mut game, "a1b3", 0).unwrap();
        bids(&mut game, 47, 47, 0);
        assert_eq!(offers(&game), []);
        assert_eq!(game.retreat(WHITE, square("a3"), UnixMs(1)), Err(Refusal::NotOffered));
        if choose {
            game.retreat(WHITE, square("a1"), UnixMs(1)).unwrap();
        } else {
            game.apply_time(UnixMs(30_000));
        }
        assert_eq!((stands(&game, "a1"), stands(&game, "b3"), game.plies()), (None, Some('p'), 1));
        assert_eq!(game.gambit.as_ref().unwrap().turns[0].retreat.unwrap().to, None);
        assert!(game.captured[BLACK].is_empty(), "nobody has captured it");
    }
}

// Requirement gambit-96.
#[test]
fn every_ply_has_its_turn_in_a_game_of_duels_and_moves() {
    let mut game = open(PAWNS);
    go(&mut game, "e4d5", 0).unwrap();
    bids(&mut game, 0, 0, 0);
    go(&mut game, "d5e4", 0).unwrap();
    bids(&mut game, 0, 1, 0);
    go(&mut game, "e1e2", 0).unwrap();
    let gambit = game.gambit.as_ref().unwrap();
    let turns: Vec<_> =
        gambit.turns.iter().map(|turn| (turn.duel.is_some(), turn.retreat.is_some())).collect();
    assert_eq!(turns, [(true, true), (true, false), (false, false)]);
    assert_eq!((game.plies(), game.played_at.len()), (3, 3));
}
