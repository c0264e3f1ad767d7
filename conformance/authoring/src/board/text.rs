//! A board in letters and lines, for a terminal.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style as Ansi};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Side, Square};

use super::layout::{Layer, layers};
use super::reach::Mark;
use super::{Picture, token};

/// The widest that layers are put side by side, in columns.
const WIDTH_MAX: usize = 110;

/// With what a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Lines and signs of Unicode.
    Unicode,
    /// ASCII alone.
    Ascii,
}

/// The signs of one style.
struct Signs {
    across: char,
    down: char,
    /// Corners and crossings, from the upper left to the lower right.
    joints: [[char; 3]; 3],
    /// For each mark, in the order of [`Mark::ALL`].
    marks: [char; 6],
}

const UNICODE: Signs = Signs {
    across: '─',
    down: '│',
    joints: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
    marks: ['•', '×', '⊗', '◇', '○', '⊘'],
};

const ASCII: Signs = Signs {
    across: '-',
    down: '|',
    joints: [['+', '+', '+'], ['+', '+', '+'], ['+', '+', '+']],
    marks: ['.', 'x', '*', '?', 'o', '!'],
};

impl Signs {
    fn of(style: Style) -> &'static Signs {
        match style {
            Style::Unicode => &UNICODE,
            Style::Ascii => &ASCII,
        }
    }

    fn mark(&self, mark: Mark) -> char {
        let known = Mark::ALL.into_iter().zip(self.marks).find(|(known, _)| *known == mark);
        known.map_or(' ', |(_, sign)| sign)
    }
}

/// Returns the picture in lines of text, with escape sequences for colour; the printer strips them where the output is no terminal.
#[must_use]
pub fn text(picture: &Picture<'_>, style: Style) -> String {
    let signs = Signs::of(style);
    let columns = Columns::of(picture);
    let mut out = String::new();
    let [top, bottom] = picture.sides();
    out.extend(hand(picture, top));
    let blocks: Vec<Vec<String>> = layers(picture.rules.shape(), picture.flip)
        .iter()
        .map(|layer| block(picture, layer, &columns, signs))
        .collect();
    let wide = blocks.iter().flatten().map(|line| width(line)).max().unwrap_or(1) + 2;
    for row in blocks.chunks((WIDTH_MAX / wide).max(1)) {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts: Vec<&str> =
                row.iter().map(|block| block.get(line).map_or("", String::as_str)).collect();
            let mut joined = String::new();
            for part in &parts {
                let _ = write!(joined, "{part}{:gap$}", "", gap = wide - width(part));
            }
            out.push_str(joined.trim_end());
            out.push('\n');
        }
    }
    out.extend(hand(picture, bottom));
    if !picture.caption.is_empty() {
        out.push_str(&picture.caption);
        out.push('\n');
    }
    out.push_str(&legend(picture, signs));
    out
}

/// Returns the number of columns that a line takes: escape sequences take none.
fn width(line: &str) -> usize {
    anstream::adapter::strip_str(line).to_string().chars().count()
}

/// Widths of the parts of a piece's token, so that letters stand below each other.
struct Columns {
    sign: usize,
    letter_and_marks: usize,
    rank: usize,
}

impl Columns {
    fn of(picture: &Picture<'_>) -> Columns {
        let tokens: BTreeSet<String> = picture.rules.pieces().map(|(_, piece)| token(piece.qpi)).collect();
        let rest = |token: &String| token.trim_start_matches(['+', '-']).len();
        let ranks = picture.rules.shape().sizes().get(1).map_or(0, |ranks| ranks.to_string().len());
        Columns {
            sign: usize::from(tokens.iter().any(|token| token.starts_with(['+', '-']))),
            letter_and_marks: tokens.iter().map(rest).max().unwrap_or(1),
            rank: ranks,
        }
    }

    /// Returns a mark, a piece, and a blank.
    fn cell(&self) -> usize {
        self.sign + self.letter_and_marks + 2
    }

    fn piece(&self, token: &str) -> String {
        let rest = token.trim_start_matches(['+', '-']);
        let sign = token.strip_suffix(rest).unwrap_or("");
        format!("{sign:>0$}{rest:<1$}", self.sign, self.letter_and_marks)
    }
}

/// Returns the lines of one layer.
fn block(picture: &Picture<'_>, layer: &Layer, columns: &Columns, signs: &Signs) -> Vec<String> {
    let margin = if columns.rank > 0 { columns.rank + 1 } else { 0 };
    let rule = |joints: [char; 3]| {
        let [left, middle, right] = joints;
        let mut line = format!("{:margin$}{left}", "");
        for index in 0..layer.files.len() {
            if index > 0 {
                line.push(middle);
            }
            line.extend(std::iter::repeat_n(signs.across, columns.cell()));
        }
        line.push(right);
        line
    };
    let mut lines = Vec::new();
    if !layer.name.is_empty() {
        lines.push(format!("{:margin$} layer {}", "", layer.name));
    }
    let files: String =
        layer.files.iter().map(|file| format!(" {file:^width$}", width = columns.cell())).collect();
    let [top, middle, bottom] = signs.joints;
    for (index, (name, squares)) in layer.ranks.iter().enumerate() {
        lines.push(rule(if index == 0 { top } else { middle }));
        let mut line =
            if margin > 0 { format!("{name:>width$} ", width = columns.rank) } else { String::new() };
        for &square in squares {
            line.push(signs.down);
            line.push_str(&cell(picture, square, columns, signs));
        }
        line.push(signs.down);
        lines.push(line);
    }
    lines.push(rule(bottom));
    lines.push(format!("{:margin$}{}", "", files.trim_end()));
    lines
}

/// Returns the text of one square.
fn cell(picture: &Picture<'_>, square: Square, columns: &Columns, signs: &Signs) -> String {
    let mark = picture.reach.marks.get(&square).copied();
    let sign = mark.map(|mark| signs.mark(mark));
    let Some(&piece) = picture.pieces.get(&square) else {
        let Some((mark, sign)) = mark.zip(sign) else { return " ".repeat(columns.cell()) };
        return painted(&format!("{:^width$}", sign, width = columns.cell()), paint(mark));
    };
    let token = painted(&columns.piece(&token(piece)), side_paint(piece));
    if picture.reach.focus == Some(square) {
        return format!("[{token}]");
    }
    match mark.zip(sign) {
        None => format!(" {token} "),
        Some((mark, sign)) => format!("{}{token} ", painted(&sign.to_string(), paint(mark))),
    }
}

fn painted(text: &str, style: Ansi) -> String {
    format!("{style}{text}{style:#}")
}

fn coloured(colour: AnsiColor) -> Ansi {
    Ansi::new().fg_color(Some(Color::Ansi(colour)))
}

fn paint(mark: Mark) -> Ansi {
    match mark {
        Mark::Quiet | Mark::Either => coloured(AnsiColor::Green).bold(),
        Mark::Capture => coloured(AnsiColor::Red).bold(),
        Mark::Conditional => coloured(AnsiColor::Yellow),
        Mark::ForbiddenQuiet | Mark::ForbiddenCapture => coloured(AnsiColor::Magenta),
    }
}

fn side_paint(piece: Qpi) -> Ansi {
    match piece.side() {
        Side::First => Ansi::new().bold(),
        Side::Second => coloured(AnsiColor::Cyan).bold(),
    }
}

/// Returns the hand of a side as text; nothing when no hand holds anything.
fn hand(picture: &Picture<'_>, side: Side) -> Option<String> {
    if Side::BOTH.iter().all(|side| picture.hands[*side].is_empty()) {
        return None;
    }
    let held: Vec<String> = picture.hands[side]
        .iter()
        .map(|(piece, count)| match count {
            1 => token(*piece),
            _ => format!("{count}{}", token(*piece)),
        })
        .collect();
    let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
    Some(format!("{} in hand: {held}\n", picture.rules.side_name(side)))
}

/// Returns the meanings of the marks on the board.
fn legend(picture: &Picture<'_>, signs: &Signs) -> String {
    let used: BTreeSet<Mark> = picture.reach.marks.values().copied().collect();
    used.into_iter()
        .map(|mark| format!("{} {}\n", painted(&signs.mark(mark).to_string(), paint(mark)), mark.words()))
        .collect()
}
