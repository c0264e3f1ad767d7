//! The text of a file as a report needs it: lines, columns, and an excerpt that stays readable however long the lines are.

use std::ops::Range;

/// Distance between bytes whose character counts are stored: places in one long line are then found without walking it.
const STRIDE: usize = 256;

/// The most bytes that an excerpt shows of a line on either side of what it points at.
const AROUND: usize = 160;

/// The most bytes that an excerpt points at.
const POINTED: usize = 120;

/// A file's text with what is needed to find lines and columns in it.
#[derive(Debug)]
pub struct Source {
    text: String,
    /// The byte at which each line starts.
    lines: Vec<usize>,
    /// Number of characters that start before each multiple of [`STRIDE`] bytes.
    characters: Vec<usize>,
}

/// A place as people count: lines and columns from 1, a column being a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A part of a file, to be shown around a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The bytes that are shown; more than one line, unless lines are very long.
    pub shown: Range<usize>,
    /// The bytes that are pointed at, inside of what is shown.
    pub pointed: Range<usize>,
}

impl Source {
    /// Takes in a file. Bytes that are not UTF-8 are shown as the replacement character.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Source {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut characters = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut seen = 0;
        for (index, byte) in text.bytes().enumerate() {
            if index % STRIDE == 0 {
                characters.push(seen);
            }
            seen += usize::from(is_start(byte));
        }
        if text.len().is_multiple_of(STRIDE) {
            characters.push(seen);
        }
        Source { text, lines, characters }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line and the column of a byte; of what lies behind the text, those of its end.
    ///
    /// ```
    /// use ruleset_check::diagnose::source::{LineColumn, Source};
    /// let source = Source::new("one\n\u{e9}\u{e9}x".as_bytes());
    /// assert_eq!(source.place(8), LineColumn { line: 2, column: 3 });
    /// ```
    #[must_use]
    pub fn place(&self, at: usize) -> LineColumn {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|&start| start <= at);
        let start = self.line_start(line);
        LineColumn { line, column: self.characters_before(at) - self.characters_before(start) + 1 }
    }

    /// Returns the byte of a line and a column counted in bytes, both from 1.
    #[must_use]
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let at = self.line_start(line) + column.saturating_sub(1);
        let at = at.min(self.line_end(line));
        (0..=at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0)
    }

    /// Returns the excerpt of the file around a span: its line with one before and one after, clipped where lines are very long.
    #[must_use]
    pub fn excerpt(&self, span: &Range<usize>) -> Excerpt {
        let start = self.boundary(span.start.min(self.text.len()));
        let line = self.place(start).line;
        let line_end = self.line_end(line);
        let end = self.boundary(span.end.min(start + POINTED).min(line_end)).max(start);
        let mut shown = self.line_start(line)..line_end;
        if start - shown.start > AROUND || shown.end - end > AROUND {
            let clipped = self.boundary(start.saturating_sub(AROUND)).max(shown.start);
            shown = clipped..self.boundary((end + AROUND).min(shown.end)).max(end);
        } else {
            let before = self.line_start(line.saturating_sub(1).max(1));
            let after = self.line_end((line + 1).min(self.lines.len()));
            shown.start = if shown.start - before <= 2 * AROUND { before } else { shown.start };
            shown.end = if after - shown.end <= 2 * AROUND { after } else { shown.end };
        }
        Excerpt { shown, pointed: start..end }
    }

    fn boundary(&self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0)
    }

    /// Returns the byte at which a line, counted from 1, starts.
    fn line_start(&self, line: usize) -> usize {
        line.checked_sub(1).and_then(|index| self.lines.get(index)).copied().unwrap_or(self.text.len())
    }

    /// Returns the byte at which a line ends, its newline not included.
    fn line_end(&self, line: usize) -> usize {
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1);
        let start = self.line_start(line);
        if self.text.get(start..end).is_some_and(|text| text.ends_with('\r')) { end - 1 } else { end }
    }

    /// Returns the number of characters that start before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let stride = at / STRIDE;
        let counted = self.characters.get(stride).copied().unwrap_or_default();
        let rest = self.text.as_bytes().get(stride * STRIDE..at).unwrap_or_default();
        counted + rest.iter().filter(|&&byte| is_start(byte)).count()
    }
}

/// Returns whether a byte of UTF-8 starts a character.
fn is_start(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_long_line_are_counted_in_characters() {
        let text = format!("\"{}\"\n{}x", "é".repeat(1_000), "ab".repeat(STRIDE));
        let source = Source::new(text.as_bytes());
        assert_eq!(source.place(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.place(2_001), LineColumn { line: 1, column: 1_002 });
        assert_eq!(source.place(text.len() - 1), LineColumn { line: 2, column: 2 * STRIDE + 1 });
        assert_eq!(source.place(text.len() + 9), LineColumn { line: 2, column: 2 * STRIDE + 2 });
    }

    #[test]
    fn an_excerpt_shows_the_lines_around_and_clips_long_ones() {
        let source = Source::new(b"one\r\ntwo\r\nthree\nfour");
        let excerpt = source.excerpt(&(5..8));
        assert_eq!(&source.text()[excerpt.shown], "one\r\ntwo\r\nthree");
        assert_eq!(&source.text()[excerpt.pointed], "two");
        let long = format!("{{\"{}\": 1, \"k\": 2}}", "é".repeat(5_000));
        let source = Source::new(long.as_bytes());
        let at = long.find("\"k\"").unwrap();
        let excerpt = source.excerpt(&(at..long.len()));
        assert!(excerpt.shown.len() < 2 * AROUND + POINTED + 2);
        assert!(source.text()[excerpt.shown].ends_with("\"k\": 2}"));
        let empty = Source::new(b"");
        assert_eq!(empty.excerpt(&(0..1)), Excerpt { shown: 0..0, pointed: 0..0 });
        assert_eq!(empty.place(3), LineColumn { line: 1, column: 1 });
    }

    #[test]
    fn a_span_over_several_lines_is_pointed_at_in_its_first() {
        let source = Source::new(b"{\n  \"a\": {\n    \"b\": 1\n  }\n}\n");
        let excerpt = source.excerpt(&(0..29));
        assert_eq!(excerpt, Excerpt { shown: 0..10, pointed: 0..1 });
    }
}
