//! Meaning of a file's words on its board: pieces, squares, conditions.

use std::collections::BTreeSet;

use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;

use super::ask::{BoundCondition, Screen, Where};
use super::ast::{
    Anchor, Ask, Dimension, End, Endpoint, File, Head, Limit, Moves, Offset, Over, Span, Squares, Word,
    plural,
};
use super::board::{Board, Mirror, Vector, index, turned};
use super::code::Code;
use super::direction::walk;
use super::fault::{Faults, did_you_mean};
use super::figure::components;
use super::limits::{Budget, Stop};

/// State while a file is written out.
pub(super) struct Binder<'b, 'f> {
    pub(super) board: &'b Board,
    pub(super) mirror: Mirror,
    pub(super) faults: &'f mut Faults,
    pub(super) budget: Budget,
    /// All pieces that the files know.
    pub(super) known: &'b [Qpi],
    pub(super) zones: Vec<(String, Vec<Cell>)>,
}

/// From and to which squares named moves go.
pub(super) struct Limits {
    pub(super) from: Vec<Cell>,
    /// None for the whole board.
    pub(super) to: Option<BTreeSet<Cell>>,
}

/// The pieces of a line, which are all of one side.
pub(super) struct Pieces {
    pub(super) all: Vec<Qpi>,
    /// The mirror through which their side sees directions.
    pub(super) view: Mirror,
    /// True if the other side has nothing like it.
    pub(super) only: bool,
}

impl<'b, 'f> Binder<'b, 'f> {
    /// Starts a file, by what holds for all of it.
    pub(super) fn new(file: &File, board: &'b Board, known: &'b [Qpi], faults: &'f mut Faults) -> Self {
        let mut mirror = board.usual_mirror();
        if let Some(named) = &file.mirror {
            mirror = [false; 3];
            for &dimension in &named.value {
                if board.size_of(dimension).is_none() {
                    faults
                        .add(Code::Mirror, named.span.clone(), "the board has no such dimension to mirror")
                        .found(format!("{} on a board of {}", plural(dimension), board.size()));
                }
                if let Some(turned) = mirror.get_mut(index(dimension)) {
                    *turned = true;
                }
            }
        }
        Binder { board, mirror, faults, budget: Budget::default(), known, zones: Vec::new() }
    }

    /// Returns the pieces at the head of a line; none when they are not right.
    pub(super) fn pieces(&mut self, head: &Head) -> Option<Pieces> {
        let (mut all, mut seen): (Vec<Qpi>, BTreeSet<Qpi>) = (Vec::new(), BTreeSet::new());
        let before = self.faults.list.len();
        for word in &head.pieces {
            let Ok(piece) = self.piece(word, "a piece such as `K`, `+R` or `C:K^`") else { continue };
            if !seen.insert(piece) {
                self.faults.add(Code::Piece, word.span.clone(), "this piece stands twice in the line");
            } else if all.first().is_some_and(|first| first.side() != piece.side()) {
                self.faults
                    .add(Code::Piece, word.span.clone(), "the pieces of a line are of one side")
                    .hint("the other side moves by the mirror image; give it lines of its own with `only`");
            } else {
                all.push(piece);
            }
        }
        let second = all.first().is_some_and(|piece| piece.side() == Side::Second);
        let view = if second { self.mirror } else { [false; 3] };
        (self.faults.list.len() == before).then_some(Pieces { all, view, only: head.only })
    }

    pub(super) fn piece(&mut self, word: &Word, expected: &str) -> Result<Qpi, Stop> {
        match self.board.piece(&word.value) {
            Ok(piece) => match self.board.unknown(piece) {
                None => Ok(piece),
                Some(known) => {
                    self.faults
                        .add(Code::UnknownPiece, word.span.clone(), "the manifest has no such piece")
                        .found(format!("`{}`, which is {piece}", word.value))
                        .expected(format!("one of {known}"));
                    Err(Stop::Faulty)
                }
            },
            Err(why) => {
                let listed = word.value.ends_with(',').then(|| "blanks part the pieces of a line".to_owned());
                let hint = listed.or_else(|| did_you_mean(&word.value, ["empty", "enemy", "only"]));
                self.faults
                    .add(Code::Piece, word.span.clone(), "this is no piece")
                    .found(format!("`{}`: {why}", word.value))
                    .expected(expected)
                    .perhaps(hint);
                Err(Stop::Faulty)
            }
        }
    }

    /// Returns the squares from and to which a line's moves go.
    pub(super) fn limits(&mut self, limits: &[Limit]) -> Result<Limits, Stop> {
        let (mut from, mut to): (Option<Vec<Cell>>, Option<Vec<Cell>>) = (None, None);
        let mut right = true;
        for limit in limits {
            let squares = match self.zone(&limit.zone) {
                Ok(squares) => squares,
                Err(Stop::Faulty) => {
                    right = false;
                    continue;
                }
                Err(spent) => return Err(spent),
            };
            for (end, kept) in [(End::From, &mut from), (End::To, &mut to)] {
                // The grammar has `from or to` for effects alone.
                if limit.end != end && limit.end != End::Both {
                    continue;
                }
                if kept.replace(squares.clone()).is_some() {
                    self.faults
                        .add(
                            Code::Limit,
                            limit.zone.span.clone(),
                            "the line says twice where its moves may start or end",
                        )
                        .expected("each once; a set of squares may name several: `from a1 h1`");
                    right = false;
                }
            }
        }
        if !right {
            return Err(Stop::Faulty);
        }
        let from = match from {
            None => self.board.all().to_vec(),
            Some(from) => from.into_iter().collect::<BTreeSet<_>>().into_iter().collect(),
        };
        Ok(Limits { from, to: to.map(|to| to.into_iter().collect()) })
    }

    /// Returns what the moves of these pieces may hop over, each with the possibility that says it; none for any piece.
    pub(super) fn screens(&mut self, over: &Over, pieces: Option<&Pieces>) -> Result<Vec<Screen>, Stop> {
        let (mut named, mut right) = (Vec::new(), true);
        for word in &over.screens {
            match word.value.as_str() {
                "enemy" => named.push(Condition::Enemy),
                _ => match self.piece(word, "a piece or `enemy`") {
                    Ok(piece) => named.push(Condition::Piece(piece)),
                    Err(_) => right = false,
                },
            }
        }
        if !right {
            return Err(Stop::Faulty);
        }
        if !over.but {
            return Ok(named.into_iter().map(|must| Screen { must, deny: None }).collect());
        }
        let side = pieces.and_then(|pieces| pieces.all.first()).map_or(Side::First, |piece| piece.side());
        let is_enemy = |condition: &Condition| match condition {
            Condition::Piece(piece) => piece.side() != side,
            Condition::Enemy => true,
            Condition::Empty => false,
        };
        let named = &named;
        let all = |enemies: bool| {
            let known = self.known.iter().map(|&piece| Condition::Piece(piece));
            let left = known.filter(move |piece| is_enemy(piece) == enemies && !named.contains(piece));
            left.map(|must| Screen { must, deny: None })
        };
        let mut screens: Vec<Screen> = all(false).collect();
        // A table can deny a square one thing: where it is more, the others are listed.
        let enemies: Vec<Condition> = named.iter().copied().filter(is_enemy).collect();
        match enemies.as_slice() {
            _ if enemies.contains(&Condition::Enemy) => {}
            [] => screens.push(Screen { must: Condition::Enemy, deny: None }),
            &[one] => screens.push(Screen { must: Condition::Enemy, deny: Some(one) }),
            _ => screens.extend(all(true)),
        }
        if screens.is_empty() {
            self.faults.add(Code::Condition, over.span.clone(), "no piece is left to hop over");
            return Err(Stop::Faulty);
        }
        Ok(screens)
    }

    /// Returns one end of a move that is written out; nothing else than `None` is the hand.
    pub(super) fn place(&mut self, place: &Endpoint) -> Result<Vec<Option<Cell>>, Stop> {
        match place {
            Endpoint::Hand(_) => Ok(vec![None]),
            Endpoint::Zone(zone) => {
                let squares: BTreeSet<Cell> = self.zone(zone)?.into_iter().collect();
                Ok(squares.into_iter().map(Some).collect())
            }
        }
    }

    /// Returns the conditions of `when` or `deny`, for moves that are seen through this mirror.
    pub(super) fn asks(
        &mut self,
        asks: &[Ask],
        moves: &Moves,
        view: Mirror,
    ) -> Result<Vec<BoundCondition>, Stop> {
        let mut bound = Vec::new();
        let mut end = Ok(());
        for ask in asks {
            match self.ask(ask, moves, view) {
                Ok(item) => bound.push(item),
                Err(spent @ Stop::Spent(..)) => return Err(spent),
                Err(Stop::Faulty) => end = Err(Stop::Faulty),
            }
        }
        end.map(|()| bound)
    }

    fn ask(&mut self, ask: &Ask, moves: &Moves, view: Mirror) -> Result<BoundCondition, Stop> {
        let state = match ask.state.value.as_str() {
            "empty" => Ok(Condition::Empty),
            "enemy" => Ok(Condition::Enemy),
            _ if ask.squares.is_empty() => {
                self.faults
                    .add(
                        Code::Condition,
                        ask.state.span.clone(),
                        "a condition names squares, and then what they must be",
                    )
                    .found(format!("`{}` alone", ask.state.value))
                    .expected("as in `f1 g1 empty` or `h1 +R`");
                return Err(Stop::Faulty);
            }
            _ => self.piece(&ask.state, "`empty`, `enemy` or a piece").map(Condition::Piece),
        };
        if ask.squares.is_empty() {
            self.faults
                .add(Code::Condition, ask.state.span.clone(), "this condition names no square")
                .expected(format!("as in `f1 g1 {}`", ask.state.value));
            return Err(Stop::Faulty);
        }
        let mut squares = Vec::new();
        let mut right = true;
        for place in &ask.squares {
            match self.squares(place, moves, view) {
                Ok(place) => squares.push(place),
                Err(spent @ Stop::Spent(..)) => return Err(spent),
                Err(Stop::Faulty) => right = false,
            }
        }
        let state = state?;
        if right { Ok(BoundCondition { squares, state }) } else { Err(Stop::Faulty) }
    }

    pub(super) fn squares(&mut self, squares: &Squares, moves: &Moves, view: Mirror) -> Result<Where, Stop> {
        let (span, anchor, offset) = match squares {
            Squares::Term(term) => return self.term(term).map(Where::Fixed),
            Squares::Relative { span, anchor, offset } => (span, *anchor, offset),
        };
        let hand = match (anchor, moves) {
            (Anchor::Source, Moves::Row(Endpoint::Hand(_), _)) => {
                Some("a move out of the hand starts from no square")
            }
            (Anchor::Destination, Moves::Row(_, Endpoint::Hand(_))) => {
                Some("a move into the hand ends on no square")
            }
            _ => None,
        };
        if let Some(hand) = hand {
            self.faults.add(Code::Condition, span.clone(), hand);
            return Err(Stop::Faulty);
        }
        let by = match offset {
            None => Some([0; 3]),
            Some(Offset::Walk(steps)) => walk(steps, self.board, self.faults),
            Some(Offset::Vector(numbers)) => components(numbers, self.board, self.faults),
            Some(Offset::Line(dimension)) => return self.line(span, anchor, *dimension),
        };
        let by: Vector = by.ok_or(Stop::Faulty)?;
        if anchor == Anchor::Source && by == [0; 3] {
            self.faults
                .add(Code::Condition, span.clone(), "on this square stands the piece itself")
                .expected("another square, such as `from[f]`");
            return Err(Stop::Faulty);
        }
        Ok(Where::Near(anchor, turned(by, view)))
    }

    fn line(&mut self, span: &Span, anchor: Anchor, dimension: Dimension) -> Result<Where, Stop> {
        if self.board.size_of(dimension).is_some() {
            return Ok(Where::Line(anchor, index(dimension)));
        }
        self.faults.add(Code::OffBoard, span.clone(), "the board has no such dimension").found(format!(
            "{} on a board of {}",
            plural(dimension),
            self.board.size()
        ));
        Err(Stop::Faulty)
    }
}
