//! Reading the companions of a ruleset: from JSON to plain values, with every fault of form at its place.

use ggn_core::json::{Json, JsonPath, JsonStep};
use ggn_core::{Fault, FaultKind};

/// Reader's place in a file, and the list of its faults.
pub(super) struct Form<'a> {
    file: &'static str,
    path: JsonPath,
    faults: &'a mut Vec<Fault>,
}

/// The members of an object, each known by its name.
pub(super) type Fields<'j> = &'j [(String, Json)];

impl<'a> Form<'a> {
    pub(super) fn new(file: &'static str, faults: &'a mut Vec<Fault>) -> Form<'a> {
        Form { file, path: JsonPath::default(), faults }
    }

    /// Does something one step deeper in the file, and comes back.
    pub(super) fn within<T>(&mut self, step: impl Into<JsonStep>, act: impl FnOnce(&mut Form<'a>) -> T) -> T {
        self.path.steps.push(step.into());
        let result = act(self);
        self.path.steps.pop();
        result
    }

    /// Returns the present place.
    pub(super) fn path(&self) -> JsonPath {
        self.path.clone()
    }

    pub(super) fn fault(&mut self, kind: FaultKind) {
        self.faults.push(Fault { file: self.file.to_owned(), path: self.path.clone(), kind });
    }

    fn mismatch<T>(&mut self, expected: &'static str, found: &Json) -> Option<T> {
        self.fault(FaultKind::Type { expected, found: found.kind() });
        None
    }

    /// Returns the members of an object that should have no others than these.
    pub(super) fn fields<'j>(
        &mut self,
        json: &'j Json,
        known: &'static [&'static str],
    ) -> Option<Fields<'j>> {
        let Json::Object(members) = json else { return self.mismatch("an object", json) };
        for (key, value) in members {
            if key == "$schema" && self.path.steps.is_empty() {
                // A file may name its schema for editors.
                self.within("$schema", |form| form.text(value));
            } else if !known.contains(&key.as_str()) {
                self.within(key.as_str(), |form| form.fault(FaultKind::UnknownField { known }));
            }
        }
        Some(members)
    }

    /// Reads a field that may be absent.
    pub(super) fn maybe<'j, T>(
        &mut self,
        fields: Fields<'j>,
        name: &'static str,
        read: impl FnOnce(&mut Form<'a>, &'j Json) -> Option<T>,
    ) -> Option<T> {
        let (_, value) = fields.iter().find(|(key, _)| key == name)?;
        self.within(name, |form| read(form, value))
    }

    /// Reads a field that must be there.
    pub(super) fn must<'j, T>(
        &mut self,
        fields: Fields<'j>,
        name: &'static str,
        read: impl FnOnce(&mut Form<'a>, &'j Json) -> Option<T>,
    ) -> Option<T> {
        if !fields.iter().any(|(key, _)| key == name) {
            self.fault(FaultKind::MissingField(name));
        }
        self.maybe(fields, name, read)
    }

    pub(super) fn text(&mut self, json: &Json) -> Option<String> {
        match json {
            Json::String(text) => Some(text.clone()),
            other => self.mismatch("a string", other),
        }
    }

    pub(super) fn word(&mut self, json: &Json, known: &'static [&'static str]) -> Option<&'static str> {
        let found = self.text(json)?;
        let word = known.iter().copied().find(|word| *word == found);
        if word.is_none() {
            self.fault(FaultKind::UnknownWord { found, known });
        }
        word
    }

    pub(super) fn number(&mut self, json: &Json) -> Option<u64> {
        match json {
            Json::Number(number) if number.is_u64() => number.as_u64(),
            other => self.mismatch("a whole number", other),
        }
    }

    /// Returns the items of an array that must have some; those that cannot be read are left out.
    pub(super) fn items<T>(
        &mut self,
        json: &Json,
        mut read: impl FnMut(&mut Form<'a>, &Json) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Json::Array(items) = json else { return self.mismatch("an array", json) };
        if items.is_empty() {
            self.fault(FaultKind::Empty);
        }
        let read = |(index, item): (usize, &Json)| self.within(index, |form| read(form, item));
        Some(items.iter().enumerate().filter_map(read).collect())
    }
}
