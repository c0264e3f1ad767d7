//! Diagnostics as people read them: a snippet of the file with the fault underlined, and advice below it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
};
use miette::{SourceSpan, SpanContents, ThemeCharacters, ThemeStyles};

use super::reporter::{Opened, Reporter};
use super::{Diagnostic, Severity};

/// Number of diagnostics of one code that are shown of one file.
pub const SHOWN_MAX: usize = 100;

/// Style of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// With colours.
    pub colour: bool,
    /// With the lines and marks of Unicode rather than ASCII's.
    pub unicode: bool,
}

/// Renders diagnostics about the files of one folder. `shown_as` is put in front of the names of files. Of many with the same code in the
/// same file only the first are shown, and how many more there are is said.
#[must_use]
pub fn render(reporter: &Reporter<'_>, diagnostics: &[Diagnostic], shown_as: &str, look: Look) -> String {
    let handler = handler(look);
    let mut text = String::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        *counts.entry((&diagnostic.file, diagnostic.code)).or_default() += 1;
    }
    let mut shown: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        let key = (diagnostic.file.as_str(), diagnostic.code);
        let (all, shown) = (counts.get(&key).copied().unwrap_or_default(), shown.entry(key).or_default());
        *shown += 1;
        if *shown <= SHOWN_MAX {
            let shape = Shown::new(reporter, diagnostic, shown_as);
            // Writing to a string cannot fail.
            let _ = handler.render_report(&mut text, &shape);
            text.push('\n');
        } else if *shown == SHOWN_MAX + 1 {
            let _ = writeln!(
                text,
                "and {} more of this kind ({}) in {shown_as}{}\n",
                all - SHOWN_MAX,
                diagnostic.code,
                diagnostic.file
            );
        }
    }
    text
}

fn handler(look: Look) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if look.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme).with_wrap_lines(false).with_links(false).with_context_lines(1)
}

/// A diagnostic as miette takes it.
#[derive(Debug)]
struct Shown<'d> {
    diagnostic: &'d Diagnostic,
    /// The file's name, the code, and the place.
    head: String,
    help: Option<String>,
    file: Option<Snippet>,
    label: Option<LabeledSpan>,
}

/// A file as miette reads it: never more of it than its excerpt.
#[derive(Debug)]
struct Snippet {
    name: String,
    opened: Arc<Opened>,
}

impl<'d> Shown<'d> {
    fn new(reporter: &Reporter<'_>, diagnostic: &'d Diagnostic, shown_as: &str) -> Shown<'d> {
        let name = format!("{shown_as}{}", diagnostic.file);
        let opened = reporter.open(&diagnostic.file).zip(diagnostic.span.clone());
        let expected = diagnostic.expected.as_ref().map(|expected| format!("expected {expected}"));
        let pointed = opened.as_ref().map(|(opened, span)| opened.source.excerpt(span)).map(|excerpt| {
            // Nothing can be drawn behind the end of what is shown.
            (excerpt.pointed.start < excerpt.shown.end).then_some(excerpt.pointed)
        });
        let is_pointed = matches!(pointed, Some(Some(_)));
        let span = pointed.map(|pointed| pointed.unwrap_or(0..0));
        let (label, expected) = if is_pointed { (expected, None) } else { (None, expected) };
        let label = span.map(|span| LabeledSpan::new_primary_with_span(label, span));
        let mut head = format!("{}[{}]", severity(diagnostic.severity), diagnostic.code);
        if opened.is_none() {
            let _ = write!(head, " {name}");
        }
        if let Some(path) = diagnostic.path.as_ref().filter(|path| !path.steps.is_empty()) {
            let _ = write!(head, " {path}");
        }
        // What is underlined need not be said again.
        let is_shown = |found: &&String| {
            let text = opened.as_ref().and_then(|(opened, span)| opened.source.text().get(span.clone()));
            text.is_none_or(|text| text != found.as_str() && text.trim_matches('"') != found.as_str())
        };
        let found = diagnostic.found.as_ref().filter(is_shown).map(|found| format!("found: {found}"));
        let hint = diagnostic.hint.as_ref().map(|hint| hint.replace("; ", ";\n"));
        let help: Vec<String> = found.into_iter().chain(expected).chain(hint).collect();
        let help = (!help.is_empty()).then(|| help.join("\n"));
        let file = opened.map(|(opened, _)| Snippet { name, opened });
        Shown { diagnostic, head, help, file, label }
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(Box::new(&self.head))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.file.as_ref().map(|file| file as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.label.clone().into_iter()))
    }
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let source = &self.opened.source;
        let span = span.offset()..span.offset() + span.len();
        let shown = if before + after == 0 { span } else { source.excerpt(&span).shown };
        let data = source.text().get(shown.clone()).ok_or(MietteError::OutOfBounds)?;
        let place = source.place(shown.start);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data.as_bytes(),
            (shown.start, shown.len()).into(),
            place.line - 1,
            place.column - 1,
            data.lines().count(),
        )))
    }
}
