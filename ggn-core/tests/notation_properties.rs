//! Properties of all notations, tested on random texts and values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use ggn_core::json::Json;
use ggn_core::notation::ParseError;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::epin::Epin;
use ggn_core::notation::feen::{Feen, Placement, canonical_reserve};
use ggn_core::notation::fen;
use ggn_core::notation::ggn::{Ggn, Place, Possibility, Row};
use ggn_core::notation::hand::Hand;
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::letter::Letter;
use ggn_core::notation::pin::{Pin, State};
use ggn_core::notation::pmn::{Operator, Pmn, Suffix};
use ggn_core::notation::qpi::Qpi;
use ggn_core::notation::sin::Sin;
use ggn_core::notation::snn::Snn;
use ggn_core::notation::uci::{Uci, UciDrop, UciMove};
use ggn_core::{BySide, Side};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn letter() -> impl Strategy<Value = Letter> {
    prop::char::range('A', 'Z').prop_map(|letter| Letter::new(letter).unwrap())
}

fn state() -> impl Strategy<Value = State> {
    prop_oneof![Just(State::Diminished), Just(State::Normal), Just(State::Enhanced)]
}

fn pin() -> impl Strategy<Value = Pin> {
    (letter(), side(), state(), any::<bool>()).prop_map(|(letter, side, state, terminal)| Pin {
        letter,
        side,
        state,
        terminal,
    })
}

fn epin() -> impl Strategy<Value = Epin> {
    (pin(), any::<bool>()).prop_map(|(pin, derived)| Epin { pin, derived })
}

fn sin() -> impl Strategy<Value = Sin> {
    (letter(), side()).prop_map(|(letter, side)| Sin { letter, side })
}

fn qpi() -> impl Strategy<Value = Qpi> {
    (sin(), pin()).prop_map(|(sin, pin)| Qpi { sin, pin })
}

fn cell() -> impl Strategy<Value = Cell> {
    vec(any::<u8>(), 1..=3).prop_map(|coordinates| Cell::new(&coordinates).unwrap())
}

fn condition() -> impl Strategy<Value = Condition> {
    prop_oneof![Just(Condition::Empty), Just(Condition::Enemy), qpi().prop_map(Condition::Piece)]
}

/// Returns the first of those with the same key, because an object has each key once.
fn once<T, K: PartialEq>(all: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        if kept.iter().all(|other| key(other) != key(&one)) {
            kept.push(one);
        }
    }
    kept
}

fn lcn() -> impl Strategy<Value = Lcn> {
    vec((cell(), condition()), 0..4).prop_map(|all| Lcn { conditions: once(all, |(cell, _)| *cell) })
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![1 => Just(Place::Hand), 4 => cell().prop_map(Place::Cell)]
}

fn possibilities() -> impl Strategy<Value = Vec<Possibility>> {
    vec((lcn(), lcn()).prop_map(|(must, deny)| Possibility { must, deny }), 0..3)
}

/// Tables with rows grouped by piece and source, as in a text.
fn ggn() -> impl Strategy<Value = Ggn> {
    let ends = vec((place(), possibilities()), 1..3);
    vec((qpi(), vec((place(), ends), 0..3)), 0..3).prop_map(|pieces| {
        let (mut rows, mut idle) = (Vec::new(), Vec::new());
        for (piece, sources) in once(pieces, |(piece, _)| *piece) {
            if sources.is_empty() {
                idle.push(piece);
            }
            for (source, ends) in once(sources, |(source, _)| *source) {
                for (destination, possibilities) in once(ends, |(destination, _)| *destination) {
                    if (source, destination) != (Place::Hand, Place::Hand) {
                        rows.push(Row { piece, source, destination, possibilities: possibilities.into() });
                    }
                }
            }
        }
        Ggn { rows, idle }
    })
}

fn feen() -> impl Strategy<Value = Feen> {
    let sizes = prop_oneof![
        vec(1u8..=12, 1),
        (1u8..=9, 2u8..=9).prop_map(|(files, ranks)| vec![files, ranks]),
        (1u8..=4, 2u8..=4, 2u8..=4).prop_map(|(files, ranks, layers)| vec![files, ranks, layers]),
    ];
    let placement = sizes.prop_flat_map(|sizes| {
        let squares: usize = sizes.iter().map(|&size| usize::from(size)).product();
        vec(option::of(epin()), squares).prop_map(move |squares| Placement { sizes: sizes.clone(), squares })
    });
    let hand = || vec((epin(), 1u32..4), 0..4);
    (placement, hand(), hand(), sin(), letter()).prop_map(|(placement, first, second, active, other)| {
        let mut free = placement.squares.iter().filter(|square| square.is_none()).count() as u32;
        // There may not be more pieces than squares.
        let mut fitting = |hand: Vec<(Epin, u32)>| {
            canonical_reserve(hand.into_iter().map_while(|(piece, count)| {
                free = free.checked_sub(count)?;
                Some((piece, count))
            }))
        };
        let hands = BySide { first: fitting(first), second: fitting(second) };
        Feen { placement, hands, active, inactive: Sin { letter: other, side: active.side.opponent() } }
    })
}

fn suffix() -> impl Strategy<Value = Suffix> {
    (option::of(epin()), option::of(epin())).prop_map(|(equals, slash)| Suffix { equals, slash })
}

fn pmn() -> impl Strategy<Value = Pmn> {
    let operator = prop_oneof![Just(Operator::Quiet), Just(Operator::Capture), Just(Operator::Special)];
    prop_oneof![
        Just(Pmn::Pass),
        (cell(), operator, cell(), suffix()).prop_map(|(source, operator, destination, suffix)| {
            let both = suffix.equals.is_some() && suffix.slash.is_some();
            let suffix =
                if operator == Operator::Quiet && both { Suffix { slash: None, ..suffix } } else { suffix };
            Pmn::Move { source, operator, destination, suffix }
        }),
        (cell(), option::of(epin())).prop_map(|(square, slash)| Pmn::StaticCapture { square, slash }),
        (option::of(epin()), cell(), option::of(epin())).prop_map(|(piece, destination, equals)| Pmn::Drop {
            piece,
            destination,
            equals
        }),
        (option::of(epin()), cell(), suffix()).prop_map(|(piece, destination, suffix)| Pmn::DropCapture {
            piece,
            destination,
            suffix
        }),
        (cell(), epin()).prop_map(|(square, equals)| Pmn::Mutation { square, equals }),
    ]
}

fn uci() -> impl Strategy<Value = Uci> {
    let ends = (2usize..=3).prop_flat_map(|dimensions| {
        let cell = || vec(any::<u8>(), dimensions).prop_map(|coordinates| Cell::new(&coordinates).unwrap());
        (cell(), cell())
    });
    prop_oneof![
        (ends.clone(), option::of(letter())).prop_map(|((source, destination), promotion)| {
            Uci::Move(UciMove { source, destination, promotion })
        }),
        (ends, letter(), option::of(letter())).prop_map(|((_, destination), piece, promotion)| {
            Uci::Drop(UciDrop { piece, destination, promotion })
        }),
    ]
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<i64>().prop_map(|number| Json::Number(number.into())),
        any::<u64>().prop_map(|number| Json::Number(number.into())),
        any::<String>().prop_map(Json::String),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Json::Array),
            vec((prop_oneof!["[ab]", any::<String>()], inner), 0..4).prop_map(Json::Object),
        ]
    })
}

/// Texts of any kind, and texts of the notations' tokens, which get further into the parsers.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-c19P0k^'+/ ~*.=@:-]{0,12}", "[KQkqrnbP1-9/w e3'^+-]{0,40}"]
}

/// Checks that a value prints as a text that parses to the same value.
fn check_round_trip<T: FromStr + Display + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError>
where
    T::Err: Debug,
{
    let printed = value.to_string();
    let read = printed.parse::<T>().ok();
    prop_assert_eq!(read.as_ref(), Some(value), "{}", printed);
    Ok(())
}

/// Checks that a text is the canonical form of a value, or has an error at a position within it.
fn any_text<T: FromStr<Err = ParseError<K>> + Display, K: Debug + Display>(
    text: &str,
) -> Result<(), TestCaseError> {
    match text.parse::<T>() {
        Ok(value) => prop_assert_eq!(value.to_string(), text),
        Err(error) => prop_assert!(text.is_char_boundary(error.at), "{text:?}: {error}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn small_notations_round_trip(
        cell in cell(), pin in pin(), epin in epin(), sin in sin(), qpi in qpi(), place in place(),
        condition in condition(), pmn in pmn(), uci in uci(),
    ) {
        check_round_trip(&cell)?;
        check_round_trip(&pin)?;
        check_round_trip(&epin)?;
        check_round_trip(&sin)?;
        check_round_trip(&qpi)?;
        check_round_trip(&place)?;
        check_round_trip(&condition)?;
        check_round_trip(&pmn)?;
        check_round_trip(&uci)?;
    }

    #[test]
    fn style_names_round_trip(name in "[A-Z][A-Za-z]{0,20}[0-9]{0,5}") {
        check_round_trip(&name.parse::<Snn>().unwrap())?;
    }

    #[test]
    fn positions_round_trip(feen in feen()) {
        check_round_trip(&feen)?;
    }

    #[test]
    fn tables_round_trip(ggn in ggn(), lcn in lcn()) {
        for text in [ggn.compact(), ggn.to_string()] {
            prop_assert_eq!(Ggn::parse(text.as_bytes()), Ok(ggn.clone()));
        }
        prop_assert_eq!(Lcn::parse(lcn.to_string().as_bytes()), Ok(lcn));
    }

    #[test]
    fn json_round_trips(json in json()) {
        prop_assert_eq!(Json::parse(json.to_string().as_bytes()), Ok(json));
    }

    #[test]
    fn any_text_parses_or_fails_with_a_position(text in text()) {
        any_text::<Cell, _>(&text)?;
        any_text::<Pin, _>(&text)?;
        any_text::<Epin, _>(&text)?;
        any_text::<Sin, _>(&text)?;
        any_text::<Snn, _>(&text)?;
        any_text::<Qpi, _>(&text)?;
        any_text::<Hand, _>(&text)?;
        any_text::<Place, _>(&text)?;
        any_text::<Condition, _>(&text)?;
        any_text::<Pmn, _>(&text)?;
        any_text::<Uci, _>(&text)?;
        any_text::<Status, _>(&text)?;
    }

    #[test]
    fn any_position_text_parses_or_fails_with_a_position(
        text in prop_oneof![
            text(),
            "[Kk1-3^'+/-]{1,8}(/[Kk1-3^'+/-]{1,8}){0,3} [P2p'/]{0,8} [Cc]/[Cc]",
            (feen(), any::<prop::sample::Index>(), "[ -~]").prop_map(|(feen, at, wrong)| {
                let mut text = feen.to_string();
                text.insert_str(at.index(text.len() + 1), &wrong);
                text
            }),
        ],
    ) {
        match text.parse::<Feen>() {
            Ok(feen) => prop_assert_eq!(feen.to_string(), text.as_str()),
            Err(error) => prop_assert!(text.is_char_boundary(error.at), "{text:?}: {error}"),
        }
        if let Err(error) = fen::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at), "{text:?}: {error}");
        }
    }

    #[test]
    fn any_bytes_parse_or_fail(bytes in vec(any::<u8>(), 0..64), text in "[\\[\\]{}:,\"CKe1 *must]{0,40}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            let json = Json::parse(bytes);
            let ggn = Ggn::parse(bytes);
            prop_assert!(json.is_ok() || ggn.is_err());
            prop_assert!(ggn.err().is_none_or(|faults| !faults.is_empty()));
            prop_assert!(Lcn::parse(bytes).err().is_none_or(|faults| !faults.is_empty()));
        }
    }
}

/// Random chess boards: FEN and FEEN convert to each other without loss.
mod chess {
    use super::*;

    prop_compose! {
        fn fen_text()(
            squares in vec(option::weighted(0.4, prop::sample::select(b"pnbrqPNBRQ".as_slice())), 64),
            kings in (any::<bool>(), any::<bool>()),
            rights in any::<[bool; 4]>(),
            white in any::<bool>(),
            passed in option::of(0usize..8),
            counters in (0u32..200, 1u32..500),
        ) -> String {
            let mut board = squares;
            let mut castling = String::new();
            for (home, (king, rook), at_home) in [(56, (b'K', b'R'), kings.0), (0, (b'k', b'r'), kings.1)] {
                board[if at_home { home + 4 } else { home + 3 }] = Some(king);
                for (corner, letter, right) in [(7, 0, 0), (0, 1, 1)] {
                    let index = right + if home == 0 { 2 } else { 0 };
                    if at_home && rights[index] {
                        board[home + corner] = Some(rook);
                        castling.push([['K', 'Q'], ['k', 'q']][usize::from(home == 0)][letter]);
                    }
                }
            }
            let mut en_passant = "-".to_owned();
            if let Some(file) = passed {
                // White to move: a black pawn has moved from the seventh rank to the fifth.
                let (start, over, landed, pawn, rank) = if white { (1, 2, 3, b'p', 6) } else { (6, 5, 4, b'P', 3) };
                board[start * 8 + file] = None;
                board[over * 8 + file] = None;
                board[landed * 8 + file] = Some(pawn);
                en_passant = format!("{}{rank}", char::from(b'a' + file as u8));
            }
            let ranks: Vec<String> = board.chunks(8).map(|rank| {
                let mut text = String::new();
                for run in rank.chunk_by(|one, next| one.is_none() && next.is_none()) {
                    match run {
                        [Some(piece)] => text.push(char::from(*piece)),
                        empties => text.push_str(&empties.len().to_string()),
                    }
                }
                text
            }).collect();
            let castling = if castling.is_empty() { "-" } else { &castling };
            let turn = if white { 'w' } else { 'b' };
            format!("{} {turn} {castling} {en_passant} {} {}", ranks.join("/"), counters.0, counters.1)
        }
    }

    proptest! {
        #[test]
        fn fen_and_feen_convert_both_ways(text in fen_text()) {
            let setup = fen::parse(&text).unwrap();
            prop_assert_eq!(fen::print(&setup.feen, setup.halfmove, setup.fullmove).unwrap(), text);
            let feen: Feen = setup.feen.to_string().parse().unwrap();
            prop_assert_eq!(feen, setup.feen);
        }

        #[test]
        fn printed_fen_parses(
            squares in vec(option::weighted(0.2, prop::sample::select(PIECES)), 64),
            pawns in vec((any::<bool>(), 0usize..8), 0..3),
            white in any::<bool>(),
        ) {
            let mut squares: Vec<Option<Epin>> =
                squares.into_iter().map(|piece| piece.map(|piece| piece.parse().unwrap())).collect();
            for (first, file) in pawns {
                squares[if first { 32 } else { 24 } + file] = "-P-p".get(if first { 0..2 } else { 2..4 }).unwrap().parse().ok();
            }
            let sin = |first: bool| if first { "C" } else { "c" }.parse().unwrap();
            let placement = Placement { sizes: vec![8, 8], squares };
            let feen = Feen { placement, hands: BySide::default(), active: sin(white), inactive: sin(!white) };
            if let Ok(text) = fen::print(&feen, 0, 1) {
                let setup = fen::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
                prop_assert_eq!(fen::print(&setup.feen, 0, 1).unwrap(), text);
            }
        }
    }

    /// Chess pieces, some of them twice so that a board of others only stays likely.
    const PIECES: &[&str] = &[
        "K^", "+K^", "k^", "+k^", "Q", "q", "R", "+R", "r", "+r", "B", "b", "N", "n", "P", "+P", "p", "+p",
        "N", "n",
    ];

    #[test]
    fn position_without_fen_is_refused() {
        let refused = |feen: &str| fen::print(&feen.parse().unwrap(), 0, 1).unwrap_err().to_string();
        assert_eq!(refused("9/9 / C/c"), "FEN has a board of 8x8 squares, not [9, 2]");
        assert_eq!(refused("8/8/8/8/8/8/8/8 P/ C/c"), "FEN has no hands");
        assert_eq!(refused("8/8/8/8/8/8/8/7A / C/c"), "FEN has no word for `A` on h1");
        assert_eq!(refused("8/8/8/8/8/8/8/4K3 / C/c"), "FEN has no word for `K` on e1");
        assert_eq!(refused("8/8/8/8/-P7/8/8/8 / C/c"), "FEN has no word for `-P` on a4");
        assert_eq!(refused("8/8/8/8/-P-P6/8/8/8 / c/C"), "FEN has no word for `-P` on b4");
        assert_eq!(refused("8/8/8/8/-P7/N7/8/8 / c/C"), "FEN has no word for `-P` on a4");
        assert_eq!(refused("r'7/8/8/8/8/8/8/8 / c/C"), "FEN has no word for `r'` on a8");
    }

    #[test]
    fn rook_has_no_castling_right_after_its_king_moved() {
        let feen = "+r3k^2+r/8/8/8/8/8/8/+R3+K^2R / C/c".parse().unwrap();
        assert_eq!(fen::print(&feen, 0, 1).unwrap(), "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1");
    }
}
