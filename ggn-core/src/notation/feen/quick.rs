//! A short cut for texts that are right: one pass over the bytes, without the grammar's machinery.
//!
//! The grammar (`feen.pest`) says what FEEN is, and it alone tells errors: whatever is not plainly right here is left to it. That this
//! takes nothing that the grammar refuses, reads nothing otherwise, and takes every text that a position is written as, is tested below.

use super::reserve::order;
use super::{Feen, Placement, Reserve};
use crate::notation::epin::Epin;
use crate::notation::letter::Letter;
use crate::notation::pin::{Pin, State};
use crate::notation::sin::Sin;
use crate::{BySide, Shape, Side};

/// The value of a text, or nothing when the grammar has to look at it.
pub(super) fn read(text: &str) -> Option<Feen> {
    if text.len() > Feen::LENGTH_MAX {
        return None;
    }
    let mut bytes = Bytes { rest: text.as_bytes() };
    let (placement, standing) = placement(&mut bytes)?;
    bytes.expect(b' ')?;
    let (first, first_held) = hand(&mut bytes)?;
    bytes.expect(b'/')?;
    let (second, second_held) = hand(&mut bytes)?;
    bytes.expect(b' ')?;
    let active = sin(&mut bytes)?;
    bytes.expect(b'/')?;
    let inactive = sin(&mut bytes)?;
    let pieces = standing.checked_add(first_held)?.checked_add(second_held)?;
    let is_right = bytes.rest.is_empty()
        && active.side != inactive.side
        && usize::try_from(pieces).is_ok_and(|pieces| pieces <= placement.squares.len());
    is_right.then_some(Feen { placement, hands: BySide { first, second }, active, inactive })
}

/// What is left of the text.
struct Bytes<'t> {
    rest: &'t [u8],
}

impl Bytes<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Takes that byte, if it stands there.
    fn take(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    /// Takes all slashes that stand next to each other.
    fn slashes(&mut self) -> usize {
        let before = self.rest.len();
        while self.take(b'/') {}
        before - self.rest.len()
    }

    /// Takes a number without a leading zero, which a digit is known to begin.
    fn number(&mut self) -> Option<u32> {
        let mut number: u32 = 0;
        while let [digit @ b'0'..=b'9', rest @ ..] = self.rest {
            if *digit == b'0' && number == 0 {
                return None;
            }
            number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
            self.rest = rest;
        }
        Some(number)
    }

    fn letter(&mut self) -> Option<(Letter, Side)> {
        let (first, rest) = self.rest.split_first()?;
        let letter = Letter::new(char::from(*first))?;
        self.rest = rest;
        Some((letter, if first.is_ascii_uppercase() { Side::First } else { Side::Second }))
    }
}

fn sin(bytes: &mut Bytes<'_>) -> Option<Sin> {
    bytes.letter().map(|(letter, side)| Sin { letter, side })
}

fn epin(bytes: &mut Bytes<'_>) -> Option<Epin> {
    let state = match bytes.peek()? {
        b'+' => State::Enhanced,
        b'-' => State::Diminished,
        _ => State::Normal,
    };
    if state != State::Normal {
        bytes.rest = bytes.rest.get(1..)?;
    }
    let (letter, side) = bytes.letter()?;
    let terminal = bytes.take(b'^');
    Some(Epin { pin: Pin { letter, side, state, terminal }, derived: bytes.take(b'\'') })
}

/// The board, and how many pieces stand on it.
fn placement(bytes: &mut Bytes<'_>) -> Option<(Placement, u32)> {
    // As many as the commonest of boards has; larger ones grow.
    let mut squares = Vec::with_capacity(64);
    let mut pieces = 0;
    // How long each rank is and how many ranks each layer has, once the first is known.
    let (mut files, mut ranks) = (None, None);
    let (mut layer_ranks, mut layers) = (0u32, 1u32);
    loop {
        let begin = squares.len();
        pieces += rank(bytes, &mut squares)?;
        let length = u8::try_from(squares.len() - begin).ok().filter(|length| *length > 0)?;
        if *files.get_or_insert(length) != length {
            return None;
        }
        layer_ranks += 1;
        let slashes = bytes.slashes();
        if slashes == 1 {
            continue;
        }
        if *ranks.get_or_insert(layer_ranks) != layer_ranks {
            return None;
        }
        layer_ranks = 0;
        match slashes {
            0 => break,
            2 => layers += 1,
            _ => return None,
        }
    }
    let (files, ranks) = (files?, u8::try_from(ranks?).ok()?);
    let sizes = match (ranks, u8::try_from(layers).ok()?) {
        (1, 1) => vec![files],
        (_, 1) => vec![files, ranks],
        (1, _) => return None,
        (_, layers) => vec![files, ranks, layers],
    };
    (squares.len() <= Shape::SQUARES_MAX).then_some((Placement { sizes, squares }, pieces))
}

/// One rank, and how many pieces stand on it.
fn rank(bytes: &mut Bytes<'_>, squares: &mut Vec<Option<Epin>>) -> Option<u32> {
    let mut pieces = 0;
    loop {
        match bytes.peek()? {
            b'/' | b' ' => return Some(pieces),
            b'0'..=b'9' => {
                let length = squares.len() + usize::from(u8::try_from(bytes.number()?).ok()?);
                if length > Shape::SQUARES_MAX {
                    return None;
                }
                squares.resize(length, None);
            }
            _ => {
                squares.push(Some(epin(bytes)?));
                pieces += 1;
            }
        }
    }
}

/// A hand, and how many pieces are in it.
fn hand(bytes: &mut Bytes<'_>) -> Option<(Reserve, u32)> {
    let (mut reserve, mut held) = (Reserve::new(), 0u32);
    while !matches!(bytes.peek()?, b'/' | b' ') {
        let count = match bytes.peek()? {
            b'0'..=b'9' => bytes.number().filter(|count| *count > 1)?,
            _ => 1,
        };
        let one = (epin(bytes)?, count);
        let is_next = reserve.last().is_none_or(|last| order(last) < order(&one));
        if !is_next || reserve.iter().any(|(piece, _)| *piece == one.0) {
            return None;
        }
        held = held.checked_add(count)?;
        reserve.push(one);
    }
    Some((reserve, held))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts of what FEEN is made of, and right ones that were changed in a few places.
    fn texts() -> impl Strategy<Value = String> {
        let right = prop::sample::select(vec![
            "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c",
            "k^+p4+PK^ 2P/b C/c",
            "9/9/9/9/9/9/9/9/9/9 2P'-p/3B2N+b^ x/X",
            "ab/cd//ef/gh / s/S",
            "1/1//1/1//1/1 3P2P/ S/s",
            "255/255 12K^/ s/S",
            "10/K9 2K/2k2K' A/b",
            "1 / A/b",
        ]);
        let changes = prop::collection::vec((any::<prop::sample::Index>(), "[KPkpb1-90^'+/ é-]{0,2}"), 0..4);
        let changed = (right, changes).prop_map(|(right, changes)| {
            changes.into_iter().fold(right.to_owned(), |text, (at, change)| {
                let characters: Vec<char> = text.chars().collect();
                let at = at.index(characters.len() + 1);
                let rest = characters.iter().skip(at + 1);
                characters.iter().take(at).copied().chain(change.chars()).chain(rest.copied()).collect()
            })
        });
        prop_oneof![
            3 => changed,
            1 => "[KPk1-90/ +^']{0,24} [KPk1-3/]{0,8} [Cc]/[Cc]",
            1 => "[KPk]{1,3}(/{1,3}[KPk1-3]{1,3}){0,5} [2-3]?[KPk]?/[2-3]?[KPk]? [Cc]/[Cc]",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_short_cut_reads_what_the_grammar_reads(text in texts()) {
            prop_assert_eq!(read(&text), super::super::by_grammar(&text).ok());
        }
    }

    #[test]
    fn what_is_too_large_is_left_to_the_grammar() {
        let ranks = |count: usize, rank: &str| vec![rank; count].join("/");
        let hand = "2147483648P2147483647K4294967295B";
        for text in [
            format!("{} / C/c", ranks(255, "255")),
            format!("{} / C/c", ranks(256, "255")),
            format!("{} / C/c", ranks(2, "256")),
            format!("{}//{} / C/c", ranks(255, "255"), ranks(255, "255")),
            format!("{} / C/c", "8".repeat(Feen::LENGTH_MAX)),
            format!("{} / C/c", "4294967297"),
            format!("8/8 {hand}/{hand} C/c"),
            "8/8 4294967297P/ C/c".to_owned(),
            "8/8 01P/ C/c".to_owned(),
        ] {
            assert_eq!(read(&text), super::super::by_grammar(&text).ok(), "{text}");
        }
    }
}
