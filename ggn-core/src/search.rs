//! Boards for searches: moves of four bytes, made and taken back, with the key of every position.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use crate::compact_move::{CompactMove, MoveList};
#[cfg(feature = "compiled")]
use crate::compile::CompiledBoard;
use crate::ending::{self, Circumstances, Ending};
use crate::hashing::PortableHasher;
use crate::move_count::LineMoveCounts;
use crate::movement::Move;
use crate::perft::Line;
use crate::piece::PieceId;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::endings::Automatic;
use crate::{Side, check, transition};

/// Board on which a search makes moves and takes them back.
///
/// It knows the goals of the game, and its limits of moves. It does not know repetition: a search compares [keys](SearchBoard::key).
/// Of the checks that lead to a mate it knows the last one.
///
/// ```
/// use ggn_core::{MoveList, Position, Rules, SearchBoard};
/// /// Counts the positions after `depth` plies.
/// fn count(board: &mut SearchBoard<'_>, depth: u32) -> u64 {
///     if depth == 0 {
///         return 1;
///     }
///     let mut moves = MoveList::new();
///     board.moves(&mut moves);
///     let mut total = 0;
///     for &mv in moves.iter() {
///         board.make(mv);
///         total += count(board, depth - 1);
///         board.unmake();
///     }
///     total
/// }
/// fn agrees(rules: &Rules, position: &Position) -> bool {
///     count(&mut SearchBoard::new(rules, position), 3) == ggn_core::perft(rules, position, 3)
/// }
/// ```
#[derive(Debug)]
pub struct SearchBoard<'r> {
    rules: &'r Rules,
    boards: Boards<'r>,
    /// Pieces whose moves are progress, by index, and whether captures are.
    progress: Progress,
    /// Number of plies without progress now, and before each move.
    quiet_plies: u32,
    earlier_quiet_plies: Vec<u32>,
    /// Number of pieces up to which the board may hold too little material to win.
    little: u32,
    /// Least number of plies without progress that ends the game.
    limit: Option<u32>,
    /// Counts of moves that the material limits.
    move_counts: LineMoveCounts,
    /// True if there are endings by passes, by facing pieces or by a full board.
    has_stops: bool,
}

/// The present board with those before it.
#[derive(Debug)]
enum Boards<'r> {
    #[cfg(feature = "compiled")]
    Compiled(Box<dyn CompiledBoard + 'r>),
    /// In a game that bitboards cannot hold.
    Interpreted { present: Box<ListedLine<'r>>, earlier: Vec<ListedLine<'r>> },
}

/// A line with its legal moves, which are listed once. A compact move is an index in the list.
#[derive(Debug)]
struct ListedLine<'r> {
    line: Line<'r>,
    moves: OnceCell<Vec<Move>>,
}

impl<'r> ListedLine<'r> {
    fn new(line: Line<'r>) -> ListedLine<'r> {
        ListedLine { line, moves: OnceCell::new() }
    }

    fn moves(&self) -> &[Move] {
        self.moves.get_or_init(|| self.line.moves())
    }

    fn find(&self, mv: CompactMove) -> Option<Move> {
        self.moves().get(mv.0 as usize).copied()
    }
}

#[derive(Debug)]
struct Progress {
    of_pieces: Vec<bool>,
    of_captures: bool,
}

impl Progress {
    fn new(rules: &Rules) -> Progress {
        let moves = |role| rules.endings().resets().any(|resets| resets.moves_of.contains(&role));
        Progress {
            of_pieces: rules.pieces().map(|(_, piece)| moves(piece.role())).collect(),
            of_captures: rules.endings().resets().any(|resets| resets.captures),
        }
    }

    fn is_made(&self, (piece, is_capture): (PieceId, bool)) -> bool {
        (is_capture && self.of_captures) || self.of_pieces.get(piece.index()).copied().unwrap_or_default()
    }
}

impl<'r> SearchBoard<'r> {
    /// Creates the board of a search that begins with a position, without earlier moves.
    #[must_use]
    pub fn new(rules: &'r Rules, position: &Position) -> SearchBoard<'r> {
        let automatic = || rules.endings().automatic.iter().map(|(ending, _)| ending);
        let pieces = |ending: &Automatic| match ending {
            Automatic::Insufficient { material } => {
                material.iter().map(|left| left.one.len() + left.other.len()).max()
            }
            _ => None,
        };
        let limit = |ending: &Automatic| match ending {
            Automatic::Movelimit { plies, .. } => plies.as_ref().map(|(plies, _)| *plies),
            _ => None,
        };
        let is_stop = |ending| {
            matches!(ending, &Automatic::Passes { .. } | &Automatic::Facing { .. } | &Automatic::Full)
        };
        SearchBoard {
            rules,
            boards: Boards::new(rules, position),
            progress: Progress::new(rules),
            quiet_plies: 0,
            earlier_quiet_plies: Vec::new(),
            little: automatic()
                .filter_map(pieces)
                .max()
                .map_or(0, |most| u32::try_from(most).unwrap_or(u32::MAX)),
            limit: automatic().filter_map(limit).min(),
            move_counts: LineMoveCounts::new(rules, position),
            has_stops: automatic().any(is_stop),
        }
    }

    /// Replaces the list by the legal moves, in no order that games have in common; none if a side has reached a goal.
    pub fn moves(&self, list: &mut MoveList) {
        list.0.clear();
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.moves(list),
            Boards::Interpreted { present, .. } => {
                list.0.extend((0u32..).zip(present.moves()).map(|(index, _)| CompactMove(index)));
            }
        }
    }

    /// Makes one of the legal moves. Returns false, and changes nothing, for a move that this game does not have.
    pub fn make(&mut self, mv: CompactMove) -> bool {
        let quiet_plies = self.quiet_plies_after(mv);
        let is_counted = self.move_counts.is_used();
        let is_new_material = is_counted
            && (matches!(self.boards, Boards::Interpreted { .. })
                || self.mover(mv).is_none_or(|mover| self.move_counts.may_change(mover)));
        let is_made = match &mut self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.make(mv),
            Boards::Interpreted { present, earlier } => {
                let Some(mv) = present.find(mv) else { return false };
                let after = ListedLine::new(present.line.after(&mv));
                earlier.push(std::mem::replace(present.as_mut(), after));
                true
            }
        };
        if is_made {
            self.earlier_quiet_plies.push(self.quiet_plies);
            self.quiet_plies = quiet_plies;
            if is_counted {
                let position = is_new_material.then(|| self.position());
                self.move_counts.push(self.rules, position.as_ref());
            }
        }
        is_made
    }

    /// Takes the last move back. Returns false, and changes nothing, where the search began.
    pub fn unmake(&mut self) -> bool {
        let Some(quiet_plies) = self.earlier_quiet_plies.pop() else { return false };
        self.quiet_plies = quiet_plies;
        if self.move_counts.is_used() {
            self.move_counts.pop();
        }
        match &mut self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.unmake(),
            Boards::Interpreted { present, earlier } => {
                let Some(before) = earlier.pop() else { return false };
                **present = before;
                true
            }
        }
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.turn(),
            Boards::Interpreted { present, .. } => present.line.position().turn(),
        }
    }

    /// Returns whether a terminal piece of the side to move can be captured.
    #[must_use]
    pub fn in_check(&self) -> bool {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.in_check(),
            Boards::Interpreted { present, .. } => {
                self.rules.in_check(present.line.position(), present.line.position().turn())
            }
        }
    }

    /// Returns the key of the position: equal for equal positions with the same counts towards goals, and almost never for different ones. It is the
    /// same in every run, on every processor.
    #[must_use]
    pub fn key(&self) -> u64 {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.key(),
            Boards::Interpreted { present, .. } => {
                let mut hasher = PortableHasher::default();
                present.line.hash(&mut hasher);
                hasher.finish()
            }
        }
    }

    /// Returns whether a legal move captures.
    #[must_use]
    pub fn is_capture(&self, mv: CompactMove) -> bool {
        self.mover(mv).is_some_and(|(_, is_capture)| is_capture)
    }

    /// Returns the piece of a legal move, and the piece that it captures: of several the first. `None` for a move of another position.
    #[must_use]
    pub fn pieces_of(&self, mv: CompactMove) -> Option<(PieceId, Option<PieceId>)> {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => Some((board.mover(mv)?.0, board.victim(mv))),
            Boards::Interpreted { present, .. } => {
                let mv = present.find(mv)?;
                let (_, effect) = transition::transition(self.rules, present.line.position(), &mv);
                Some((mv.piece, effect.captured.first().map(|(_, victim)| *victim)))
            }
        }
    }

    /// Returns the number of plies since the last progress, or since the search began.
    #[must_use]
    pub fn plies_without_progress(&self) -> u32 {
        self.quiet_plies
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> Position {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.position(),
            Boards::Interpreted { present, .. } => present.line.position().clone(),
        }
    }

    /// Returns the move of the game for which a legal move stands; `None` for a move of another position.
    #[must_use]
    pub fn expand(&self, mv: CompactMove) -> Option<Move> {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => self.rules.compiled()?.as_move(self.rules, &board.position(), mv),
            Boards::Interpreted { present, .. } => present.find(mv),
        }
    }

    /// Returns the end of the game in this position, of which `moves` are the legal ones; `None` if it goes on. Repetition is not counted.
    #[must_use]
    pub fn ending(&self, moves: &[CompactMove]) -> Option<Ending> {
        let pieces = match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.pieces(),
            Boards::Interpreted { .. } => 0,
        };
        // In most positions nothing can have ended the game.
        if !moves.is_empty()
            && !self.has_stops
            && pieces > self.little
            && self.limit.is_none_or(|limit| self.quiet_plies < limit)
            && !self.move_counts.is_over()
        {
            return None;
        }
        let counts = match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.counts(),
            Boards::Interpreted { present, .. } => present.line.counts(),
        };
        let position = self.position();
        let now = Circumstances {
            // After a goal the board lists no moves, whether there are some or not.
            has_legal_move: !moves.is_empty() || !self.rules.legal_moves(&position).is_empty(),
            in_check: self.in_check(),
            occurrences: 1,
            plies_without_progress: self.quiet_plies,
            is_counted_out: self.move_counts.is_over(),
            passes: counts.passes,
            goal_counts: counts.goals,
            perpetual_check: &|| None,
            checkers: &|| vec![check::checkers(self.rules, &position)],
            perpetual_chase: &|_| None,
        };
        ending::automatic(self.rules, &position, &now)
    }

    fn mover(&self, mv: CompactMove) -> Option<(PieceId, bool)> {
        match &self.boards {
            #[cfg(feature = "compiled")]
            Boards::Compiled(board) => board.mover(mv),
            Boards::Interpreted { present, .. } => {
                let mv = present.find(mv)?;
                let (_, effect) = transition::transition(self.rules, present.line.position(), &mv);
                Some((mv.piece, effect.is_capture()))
            }
        }
    }

    fn quiet_plies_after(&self, mv: CompactMove) -> u32 {
        if self.limit.is_some() && self.mover(mv).is_some_and(|mover| self.progress.is_made(mover)) {
            0
        } else {
            self.quiet_plies.saturating_add(1)
        }
    }
}

impl<'r> Boards<'r> {
    fn new(rules: &'r Rules, position: &Position) -> Boards<'r> {
        let line = Line::new(rules, position);
        #[cfg(feature = "compiled")]
        if let Some(compiled) = line.compiled() {
            return Boards::Compiled(compiled.search(position));
        }
        Boards::Interpreted { present: Box::new(ListedLine::new(line)), earlier: Vec::new() }
    }
}
