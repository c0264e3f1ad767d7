//! From a description to a diagnostic: the reporter finds the place in the file's bytes, and the text there.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use ggn_core::json::{JsonPath, JsonStep};
use ggn_core::{Fault, FaultKind};

use super::code::Code;
use super::description::{Aim, Description, FaultTexts, last_key};
use super::fault;
use super::known::Known;
use super::locate::{Outline, SourceSpan, within_string};
use super::source::{LineColumn, Source};
use super::{Diagnostic, Severity, syntax};
use crate::rules::Folder;

/// The most characters of a file that are repeated as what was found.
const FOUND_MAX: usize = 80;

/// Makes diagnostics about the files of one folder. A file is read again, with its places, once something is wrong with it.
#[derive(Debug)]
pub struct Reporter<'f> {
    folder: &'f Folder,
    /// The files that name what there is.
    ruleset: &'f Folder,
    known: OnceCell<Known>,
    opened: RefCell<HashMap<String, Option<Arc<Opened>>>>,
}

/// A file with its places.
#[derive(Debug)]
pub struct Opened {
    /// Its text.
    pub source: Source,
    outline: Option<Outline>,
}

impl<'f> Reporter<'f> {
    /// Returns a reporter about a folder.
    #[must_use]
    pub fn new(folder: &'f Folder) -> Reporter<'f> {
        Reporter::knowing(folder, folder)
    }

    /// Returns a reporter about a folder whose files come to a ruleset only together with others. Names are looked up in `ruleset`, once one is asked for.
    #[must_use]
    pub fn knowing(folder: &'f Folder, ruleset: &'f Folder) -> Reporter<'f> {
        Reporter { folder, ruleset, known: OnceCell::new(), opened: RefCell::new(HashMap::new()) }
    }

    /// Returns the names in the folder's ruleset.
    pub fn known(&self) -> &Known {
        self.known.get_or_init(|| Known::of(self.ruleset))
    }

    /// Returns a file with its places, if it is there.
    pub fn open(&self, file: &str) -> Option<Arc<Opened>> {
        let read = || {
            let (_, bytes) = self.folder.files.iter().find(|(path, _)| path == file)?;
            Some(Arc::new(Opened { source: Source::new(bytes), outline: Outline::read(bytes) }))
        };
        self.opened.borrow_mut().entry(file.to_owned()).or_insert_with(read).clone()
    }

    /// Returns the diagnostics of faults that the engine found, each an error.
    #[must_use]
    pub fn faults(&self, faults: &[Fault]) -> Vec<Diagnostic> {
        // Where a key stands more than twice, the engine reports the second, the third, …, all at the same path.
        let mut seen: BTreeMap<(&str, String), usize> = BTreeMap::new();
        let diagnostic_of = |fault| {
            let mut diagnostic = self.fault(fault);
            if diagnostic.code == Code::DuplicateKey.name() {
                let count = seen.entry((&fault.file, fault.path.to_string())).or_default();
                *count += 1;
                let opened = self.open(&fault.file);
                let outline = opened.as_ref().and_then(|opened| opened.outline.as_ref());
                let key = outline.and_then(|outline| outline.find_nth(&fault.path, Some(*count)).key);
                diagnostic.span = key.or(diagnostic.span);
            }
            diagnostic
        };
        faults.iter().map(diagnostic_of).collect()
    }

    /// Returns the diagnostic of a fault that the engine found.
    #[must_use]
    pub fn fault(&self, fault: &Fault) -> Diagnostic {
        if let FaultKind::Json(_) = fault.kind
            && let Some((_, bytes)) = self.folder.files.iter().find(|(path, _)| *path == fault.file)
            && let Some(description) = syntax::describe(bytes)
        {
            return self.report(Severity::Error, &fault.file, None, description);
        }
        let description = fault::describe(fault, &self.here(&fault.file, &fault.path), self.known());
        self.report(Severity::Error, &fault.file, Some(&fault.path), description)
    }

    /// Returns a diagnostic whose place is known by its path alone, with its bytes.
    #[must_use]
    pub fn placed(&self, diagnostic: Diagnostic) -> Diagnostic {
        let span = diagnostic.span.clone().or_else(|| {
            let path = diagnostic.path.as_ref()?;
            self.open(&diagnostic.file)?.span(Some(path), &Aim::Key)
        });
        Diagnostic { span, ..diagnostic }
    }

    /// Returns the diagnostic of a description, located in its file.
    #[must_use]
    pub fn report(
        &self,
        severity: Severity,
        file: &str,
        path: Option<&JsonPath>,
        description: Description,
    ) -> Diagnostic {
        let opened = self.open(file);
        let path = path.map(|path| self.meant(file, path, &description.aim));
        let path = path.as_ref();
        let span = opened.as_deref().and_then(|opened| opened.span(path, &description.aim));
        let first =
            path.filter(|_| description.code == Code::DuplicateKey).and_then(|path| self.first(file, path));
        let hint = match (first, description.hint) {
            (Some(first), Some(hint)) => {
                Some(format!("it stands first in line {}, column {}; {hint}", first.line, first.column))
            }
            (_, hint) => hint,
        };
        let stands = |span: &Range<usize>| opened.as_deref().and_then(|opened| opened.quote(span));
        let found =
            description.found.or_else(|| span.as_ref().filter(|_| !description.is_absent).and_then(stands));
        Diagnostic {
            severity,
            code: description.code.name(),
            file: file.to_owned(),
            span,
            path: path.cloned(),
            message: description.message,
            found,
            expected: description.expected,
            hint,
        }
    }

    /// Returns the line on which what stands at a path begins.
    #[must_use]
    pub fn line(&self, file: &str, path: &JsonPath) -> Option<usize> {
        let opened = self.open(file)?;
        let span = opened.span(Some(path), &Aim::Value)?;
        Some(opened.source.place(span.start).line)
    }

    /// Returns the place of a text: a text that is neither the key nor the value of a place is a key on the way there.
    fn meant(&self, file: &str, path: &JsonPath, aim: &Aim) -> JsonPath {
        let Aim::Text(text, _) = aim else { return path.clone() };
        let is_it = |step: &JsonStep| matches!(step, JsonStep::Key(key) if key == text);
        let length = match path.steps.iter().rposition(is_it) {
            Some(at) if self.here(file, path).value != *text => at + 1,
            Some(_) | None => path.steps.len(),
        };
        JsonPath { steps: path.steps.iter().take(length).cloned().collect() }
    }

    /// Returns the texts at a place.
    fn here(&self, file: &str, path: &JsonPath) -> FaultTexts {
        let text = |opened: &Opened| {
            let place = opened.outline.as_ref()?.find(path);
            let literal = opened.source.text().get(place.value)?;
            serde_json::from_str::<String>(literal).ok()
        };
        let value = self.open(file).and_then(|opened| text(&opened)).unwrap_or_default();
        FaultTexts { key: last_key(path).to_owned(), value }
    }

    /// Returns the first place of a key that stands twice.
    fn first(&self, file: &str, path: &JsonPath) -> Option<LineColumn> {
        let opened = self.open(file)?;
        let first = opened.outline.as_ref()?.find(path).first?;
        Some(opened.source.place(first.start))
    }
}

impl Opened {
    /// Returns the bytes that are pointed at.
    fn span(&self, path: Option<&JsonPath>, aim: &Aim) -> Option<Range<usize>> {
        if let Aim::Span(span) = aim {
            return Some(span.clone());
        }
        let (outline, path) = (self.outline.as_ref()?, path?);
        let place = outline.find(path);
        let is_whole = place.steps == path.steps.len();
        let holder = || place.key.clone().unwrap_or_else(|| self.first_of(&place.value));
        match aim {
            Aim::File | Aim::Span(_) => None,
            // The end of the path is not there: what should hold it is.
            _ if !is_whole => Some(holder()),
            Aim::Key => Some(holder()),
            Aim::Value => Some(self.first_of(&place.value)),
            Aim::Text(text, part) => Some(self.within(text, part.as_ref(), last_key(path), &place)),
        }
    }

    /// Returns a text that is the key or the value of a place, or a part of it.
    fn within(&self, text: &str, part: Option<&Range<usize>>, key: &str, place: &SourceSpan) -> Range<usize> {
        let span = match &place.key {
            Some(span) if key == text => span.clone(),
            Some(_) | None => self.first_of(&place.value),
        };
        let literal = self.source.text().get(span.clone()).unwrap_or_default();
        match part {
            Some(part) if literal.starts_with('"') => within_string(literal, span.start, part.clone()),
            Some(_) | None => span,
        }
    }

    /// Returns a value, or only its opening bracket if it is long or does not end on its line.
    fn first_of(&self, value: &Range<usize>) -> Range<usize> {
        let text = self.source.text().get(value.clone()).unwrap_or_default();
        if text.starts_with(['{', '[']) && (text.len() > FOUND_MAX || text.contains('\n')) {
            value.start..value.start + 1
        } else {
            value.clone()
        }
    }

    /// Returns the text of a span, if it is short enough to be repeated.
    fn quote(&self, span: &Range<usize>) -> Option<String> {
        let text = self.source.text().get(span.clone())?;
        let is_short = text.len() <= FOUND_MAX && !text.contains('\n') && !text.is_empty();
        is_short.then(|| text.to_owned())
    }
}
