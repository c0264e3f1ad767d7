//! From what is told to a diagnostic: the place in the file's bytes is found here, and what stands there.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use ggn_core::json::{JsonPath, JsonStep};
use ggn_core::{Fault, FaultKind};

use super::code::Code;
use super::fault::{self, Here, last_key};
use super::known::Known;
use super::locate::{Outline, Place, within_string};
use super::source::{LineColumn, Source};
use super::told::{Aim, Told};
use super::{Diagnostic, Severity, syntax};
use crate::rules::Folder;

/// The most characters of a file that are repeated as what was found.
const FOUND_MAX: usize = 80;

/// Makes diagnostics about the files of one folder. A file is read again, with its places, once something is wrong with it.
#[derive(Debug)]
pub struct Reporter<'f> {
    folder: &'f Folder,
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
    /// A reporter about a folder.
    #[must_use]
    pub fn new(folder: &'f Folder) -> Reporter<'f> {
        Reporter { folder, known: OnceCell::new(), opened: RefCell::new(HashMap::new()) }
    }

    /// A reporter about a folder whose files come to a ruleset only together with others, which name all of this.
    #[must_use]
    pub fn knowing(folder: &'f Folder, known: Known) -> Reporter<'f> {
        Reporter { known: OnceCell::from(known), ..Reporter::new(folder) }
    }

    /// What the ruleset in the folder names.
    pub fn known(&self) -> &Known {
        self.known.get_or_init(|| Known::of(self.folder))
    }

    /// A file with its places, if it is there.
    pub fn open(&self, file: &str) -> Option<Arc<Opened>> {
        let read = || {
            let (_, bytes) = self.folder.files.iter().find(|(path, _)| path == file)?;
            Some(Arc::new(Opened { source: Source::new(bytes), outline: Outline::read(bytes) }))
        };
        self.opened.borrow_mut().entry(file.to_owned()).or_insert_with(read).clone()
    }

    /// The diagnostics of faults that the engine found, each an error.
    #[must_use]
    pub fn faults(&self, faults: &[Fault]) -> Vec<Diagnostic> {
        // Where a key stands more than twice, the engine tells of the second, the third, …, all at the same path.
        let mut seen: BTreeMap<(&str, String), usize> = BTreeMap::new();
        let told = |fault| {
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
        faults.iter().map(told).collect()
    }

    /// The diagnostic of a fault that the engine found.
    #[must_use]
    pub fn fault(&self, fault: &Fault) -> Diagnostic {
        if let FaultKind::Json(_) = fault.kind
            && let Some((_, bytes)) = self.folder.files.iter().find(|(path, _)| *path == fault.file)
            && let Some(told) = syntax::told(bytes)
        {
            return self.report(Severity::Error, &fault.file, None, told);
        }
        let told = fault::told(fault, &self.here(&fault.file, &fault.path), self.known());
        self.report(Severity::Error, &fault.file, Some(&fault.path), told)
    }

    /// A diagnostic whose place is known by its path alone, with its bytes.
    #[must_use]
    pub fn placed(&self, diagnostic: Diagnostic) -> Diagnostic {
        let span = diagnostic.span.clone().or_else(|| {
            let path = diagnostic.path.as_ref()?;
            self.open(&diagnostic.file)?.span(Some(path), &Aim::Key)
        });
        Diagnostic { span, ..diagnostic }
    }

    /// The diagnostic of what is told of a place.
    #[must_use]
    pub fn report(&self, severity: Severity, file: &str, path: Option<&JsonPath>, told: Told) -> Diagnostic {
        let opened = self.open(file);
        let path = path.map(|path| self.meant(file, path, &told.aim));
        let path = path.as_ref();
        let span = opened.as_deref().and_then(|opened| opened.span(path, &told.aim));
        let first = path.filter(|_| told.code == Code::DuplicateKey).and_then(|path| self.first(file, path));
        let hint = match (first, told.hint) {
            (Some(first), Some(hint)) => {
                Some(format!("it stands first in line {}, column {}; {hint}", first.line, first.column))
            }
            (_, hint) => hint,
        };
        let stands = |span: &Range<usize>| opened.as_deref().and_then(|opened| opened.quote(span));
        let found = told.found.or_else(|| span.as_ref().filter(|_| !told.is_absent).and_then(stands));
        Diagnostic {
            severity,
            code: told.code.name(),
            file: file.to_owned(),
            span,
            path: path.cloned(),
            message: told.message,
            found,
            expected: told.expected,
            hint,
        }
    }

    /// The line on which what stands at a path begins.
    #[must_use]
    pub fn line(&self, file: &str, path: &JsonPath) -> Option<usize> {
        let opened = self.open(file)?;
        let span = opened.span(Some(path), &Aim::Value)?;
        Some(opened.source.place(span.start).line)
    }

    /// The place that is meant: a text that is neither the key nor the value of a place is a key on the way there.
    fn meant(&self, file: &str, path: &JsonPath, aim: &Aim) -> JsonPath {
        let Aim::Text(text, _) = aim else { return path.clone() };
        let is_it = |step: &JsonStep| matches!(step, JsonStep::Key(key) if key == text);
        let length = match path.steps.iter().rposition(is_it) {
            Some(at) if self.here(file, path).value != *text => at + 1,
            Some(_) | None => path.steps.len(),
        };
        JsonPath { steps: path.steps.iter().take(length).cloned().collect() }
    }

    /// What stands at a place.
    fn here(&self, file: &str, path: &JsonPath) -> Here {
        let text = |opened: &Opened| {
            let place = opened.outline.as_ref()?.find(path);
            let literal = opened.source.text().get(place.value)?;
            serde_json::from_str::<String>(literal).ok()
        };
        let value = self.open(file).and_then(|opened| text(&opened)).unwrap_or_default();
        Here { key: last_key(path).to_owned(), value }
    }

    /// Where a key that stands twice stands first.
    fn first(&self, file: &str, path: &JsonPath) -> Option<LineColumn> {
        let opened = self.open(file)?;
        let first = opened.outline.as_ref()?.find(path).first?;
        Some(opened.source.place(first.start))
    }
}

impl Opened {
    /// The bytes that are pointed at.
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

    /// A text that is the key or the value of a place, or a part of it.
    fn within(&self, text: &str, part: Option<&Range<usize>>, key: &str, place: &Place) -> Range<usize> {
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

    /// A value, or only its opening bracket if it is long or does not end on its line.
    fn first_of(&self, value: &Range<usize>) -> Range<usize> {
        let text = self.source.text().get(value.clone()).unwrap_or_default();
        if text.starts_with(['{', '[']) && (text.len() > FOUND_MAX || text.contains('\n')) {
            value.start..value.start + 1
        } else {
            value.clone()
        }
    }

    /// What stands somewhere, if it is short enough to be repeated.
    fn quote(&self, span: &Range<usize>) -> Option<String> {
        let text = self.source.text().get(span.clone())?;
        let is_short = text.len() <= FOUND_MAX && !text.contains('\n') && !text.is_empty();
        is_short.then(|| text.to_owned())
    }
}
