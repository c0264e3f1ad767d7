//! Duel notation: two accepted forms, one printed form, and errors with their positions.

use ggn_core::notation::cell::{Cell, CellErrorKind};
use ggn_core::notation::duel::{Bids, Duel, DuelErrorKind, DuelMove, FailedCapture, Mark, Retreat};
use proptest::prelude::*;

fn written(text: &str) -> String {
    text.parse::<DuelMove>().unwrap_or_else(|why| panic!("{text}: {why}")).to_string()
}

#[test]
fn duel_notation_parses() {
    for text in [
        "exd5[A:5/D:7]",
        "Nxe4[A:3/D:5]→c3(2)",
        "Nxe4[A:3/D:5]→f1(0)",
        "Nxe4[A:3/D:5]→c3(2)+{+3}",
        "exd8=Q+[A:19/D:0]{+12}",
        "Rxa10#[A:1/D:0]",
        "O-O",
        "O-O-O+{+1}",
        "e4",
        "e4{+1}",
        "e4{+0}",
        "N@f3{+2}",
        "e*d5",
        "Rxa1B[A:0/D:0]→c3C(0)",
        "Rxe5[A:1/D:4]→×",
        "Rxe5[A:1/D:4]→×#{+2}",
        "exd5{duel:capture}",
        "exd8=Q#{duel:capture}{+1}",
        "exd5{duel:failed}",
        "exd5{duel:failed}+{+0}",
    ] {
        assert_eq!(written(text), text);
    }
}

#[test]
fn braced_form_parses() {
    for (text, same) in [
        ("exd5{a:5;d:7}→e4{2}", "exd5[A:5/D:7]→e4(2)"),
        ("exd5{a:5;d:7}", "exd5[A:5/D:7]"),
        ("exd5+{a:9;d:7}{+2}", "exd5+[A:9/D:7]{+2}"),
        ("exd5{a:5;d:7}→e4{0}{+1}", "exd5[A:5/D:7]→e4(0){+1}"),
        ("exd5{a:5;d:7}→×{+1}", "exd5[A:5/D:7]→×{+1}"),
        ("exd5[A:5/D:7]→e4{2}", "exd5[A:5/D:7]→e4(2)"),
        ("exd5{a:5;d:7}→e4(2)", "exd5[A:5/D:7]→e4(2)"),
    ] {
        assert_eq!(written(text), same);
    }
}

#[test]
fn errors_have_their_position() {
    use DuelErrorKind as Kind;
    for (text, kind, at) in [
        ("", Kind::Move, 0),
        ("[A:1/D:2]", Kind::Move, 0),
        ("exd5[A:5]", Kind::Bids, 8),
        ("exd5[A:5/D:]", Kind::Bids, 11),
        ("exd5[A:-5/D:1]", Kind::Bids, 7),
        ("exd5[A:05/D:1]", Kind::Bids, 8),
        ("exd5[A:1234567890/D:1]", Kind::Bids, 16),
        ("exd5[a:5/d:7]", Kind::Bids, 5),
        ("exd5{a:5,d:7}", Kind::Bids, 8),
        ("exd5[A:5/D:7]→", Kind::Square, 16),
        ("exd5[A:5/D:7]→9", Kind::Square, 16),
        ("exd5[A:5/D:7]→e4", Kind::Cost, 18),
        ("exd5[A:5/D:7]→e4(x)", Kind::Cost, 19),
        ("exd5[A:5/D:7]→e4(2){+}", Kind::Gain, 23),
        ("exd5[A:5/D:7]→e4(2){3}", Kind::Gain, 22),
        ("exd5[A:5/D:7]→e4(2){+3}x", Kind::Trailing, 25),
        ("exd5→e4(2)", Kind::Trailing, 4),
        ("exd5+[A:5/D:7]→e4(2)", Kind::Trailing, 14),
        ("exd5[A:5/D:7]+", Kind::Trailing, 13),
        ("exd5 [A:5/D:7]", Kind::Trailing, 4),
        ("exd5[A:5/D:7]→×(2)", Kind::Trailing, 18),
        ("exd5[A:5/D:7]→x", Kind::Cost, 17),
        ("exd5→×", Kind::Trailing, 4),
        ("exd5+[A:5/D:7]→×", Kind::Trailing, 14),
        ("exd5{duel:}", Kind::Outcome, 10),
        ("exd5{duel:capture", Kind::Outcome, 17),
        ("exd5{duel:fail}", Kind::Outcome, 14),
        ("exd5+{duel:failed}", Kind::Outcome, 11),
        ("exd5{duel:capture}+", Kind::Trailing, 18),
        ("exd5{duel:failed}→e4(2)", Kind::Trailing, 17),
        ("exd5{duel:capture}[A:5/D:7]", Kind::Trailing, 18),
        ("exd5[A:5/D:7]→zzz9(2)", Kind::Cell(CellErrorKind::Index), 16),
    ] {
        let error = text.parse::<DuelMove>().unwrap_err();
        assert_eq!((error.kind, error.at), (kind, at), "{text}: {error}");
    }
    let message = "exd5[A:5]".parse::<DuelMove>().unwrap_err().to_string();
    assert_eq!(
        message,
        "expected bids such as `[A:5/D:7]` or `{a:5;d:7}`, of at most nine digits each, found `]` at byte 8"
    );
}

fn duel_move() -> impl Strategy<Value = DuelMove> {
    let number = || 0..1_000_000_000_u32;
    let bids = (number(), number()).prop_map(|(attacker, defender)| Bids { attacker, defender });
    let cell = prop::collection::vec(0..9_u8, 2..=3).prop_map(|at| Cell::new(&at).unwrap());
    let fallback =
        (cell, number()).prop_map(|(square, cost)| FailedCapture::Retreated(Retreat { square, cost }));
    let failed = prop::option::of(prop_oneof![fallback, Just(FailedCapture::Lost)]);
    let with_bids = (bids, failed).prop_map(|(bids, failed)| Duel::WithBids { bids, failed });
    let duel = prop_oneof![3 => with_bids, 1 => Just(Duel::Made), 1 => Just(Duel::Failed)];
    (
        "[NBRQK]?[a-h]?x?[a-h][1-9](=[NBRQ])?|O-O(-O)?|N@f3",
        prop::option::of(prop_oneof![Just(Mark::Check), Just(Mark::Mate)]),
        prop::option::of(duel),
        prop::option::of(number()),
    )
        .prop_map(|(mv, mark, duel, gained)| DuelMove { mv, mark, duel, gained })
}

proptest! {
    #[test]
    fn printed_duels_parse(duel in duel_move()) {
        let text = duel.to_string();
        prop_assert_eq!(text.parse(), Ok(duel), "{}", text);
    }

    #[test]
    fn braced_form_is_equivalent(duel in duel_move()) {
        let text = duel.to_string();
        let braced = text.replace("[A:", "{a:").replace("/D:", ";d:").replace(']', "}").replace('(', "{").replace(')', "}");
        prop_assert_eq!(braced.parse(), Ok(duel), "{}", braced);
    }

    #[test]
    fn any_text_parses_or_fails(text in "[a-z1-9=+#x]{0,6}[\\[{]?[Aa:0-9/;Dd]{0,9}[\\]}]?(\\{duel:(capture|failed)\\})?→?×?[a-h1-9(){}+]{0,8}") {
        match text.parse::<DuelMove>() {
            Ok(duel) => prop_assert_eq!(duel.to_string().parse(), Ok(duel)),
            Err(error) => prop_assert!(error.at <= text.len()),
        }
    }
}
