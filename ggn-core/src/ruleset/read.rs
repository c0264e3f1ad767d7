//! Reading of an author's files: from JSON to plain types, with every fault of form reported, not only the first.

#[cfg(feature = "overlay")]
use std::{marker::PhantomData, ops::Deref};

use super::binder::Binder;
use super::fault::FaultKind;
use super::text::Text;
use crate::json::{Json, JsonStep};

/// Members of an object in the order of the text, for objects whose keys the author chooses: texts of a notation `K`.
pub(crate) type Members<K, T> = Vec<(Text<K>, T)>;

/// Type that can be read from JSON. `None` means that a fault was reported.
pub(super) trait Read: Sized {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Self>;
}

/// Reports that a value is not of the `expected` kind.
pub(super) fn mismatch<T>(at: &mut Binder<'_>, expected: &'static str, found: &Json) -> Option<T> {
    at.fault(FaultKind::Type { expected, found: found.kind() });
    None
}

impl Read for String {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<String> {
        match json {
            Json::String(text) => Some(text.clone()),
            other => mismatch(at, "a string", other),
        }
    }
}

impl Read for bool {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<bool> {
        match json {
            Json::Bool(value) => Some(*value),
            other => mismatch(at, "true or false", other),
        }
    }
}

impl Read for u32 {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<u32> {
        match json {
            Json::Number(number) => match number.as_u64().and_then(|number| u32::try_from(number).ok()) {
                Some(number) => Some(number),
                None => mismatch(at, "a whole number of at most 4294967295", json),
            },
            other => mismatch(at, "a whole number", other),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Option<T>> {
        T::read(at, json).map(Some)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Vec<T>> {
        let Json::Array(items) = json else { return mismatch(at, "an array", json) };
        let mut read = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            read.extend(at.within(index, |at| T::read(at, item)));
        }
        (read.len() == items.len()).then_some(read)
    }
}

/// Reads the members of an object whose keys the author chooses.
impl<K, T: Read> Read for Members<K, T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Members<K, T>> {
        let Json::Object(members) = json else { return mismatch(at, "an object", json) };
        let mut read = Vec::with_capacity(members.len());
        for (key, value) in members {
            read.extend(
                at.within(JsonStep::from(key.as_str()), |at| Some((key.clone().into(), T::read(at, value)?))),
            );
        }
        (read.len() == members.len()).then_some(read)
    }
}

/// Members of an object whose keys the format defines.
pub(super) struct Fields<'j>(&'j [(String, Json)]);

impl<'j> Fields<'j> {
    /// Splits an object into its fields and reports unknown ones. A file may name its schema for editors, as a text.
    pub(super) fn of(
        at: &mut Binder<'_>,
        json: &'j Json,
        known: &'static [&'static str],
    ) -> Option<Fields<'j>> {
        let Json::Object(members) = json else { return mismatch(at, "an object", json) };
        for (key, value) in members {
            if key == "$schema" && at.is_at_root() {
                at.within("$schema", |at| String::read(at, value));
            } else if !known.contains(&key.as_str()) {
                at.within(JsonStep::from(key.as_str()), |at| at.fault(FaultKind::UnknownField { known }));
            }
        }
        Some(Fields(members))
    }

    /// Reads a field, or returns its default if it is absent; a missing required field is reported.
    pub(super) fn take<T: Read>(
        &self,
        at: &mut Binder<'_>,
        field: &'static str,
        absent: Option<T>,
    ) -> Option<T> {
        match self.0.iter().find(|(key, _)| key == field) {
            Some((_, value)) => at.within(field, |at| T::read(at, value)),
            None => {
                if absent.is_none() {
                    at.fault(FaultKind::MissingField(field));
                }
                absent
            }
        }
    }
}

/// Reads a word of a closed list.
pub(super) fn word(at: &mut Binder<'_>, json: &Json, known: &'static [&'static str]) -> Option<&'static str> {
    let found = String::read(at, json)?;
    let word = known.iter().copied().find(|word| *word == found);
    if word.is_none() {
        at.fault(FaultKind::UnknownWord { found, known });
    }
    word
}

/// Reads the tag of an object, which selects one of several forms.
pub(super) fn tag(
    at: &mut Binder<'_>,
    json: &Json,
    field: &'static str,
    known: &'static [&'static str],
) -> Option<&'static str> {
    let Json::Object(_) = json else { return mismatch(at, "an object", json) };
    match json.get(field) {
        Some(value) => at.within(field, |at| word(at, value, known)),
        None => {
            at.fault(FaultKind::MissingField(field));
            None
        }
    }
}

/// Type of tagged objects, which [`choice!`] declares.
#[cfg(feature = "overlay")]
pub(crate) trait Tagged {
    /// Words of the tag.
    const WORDS: &'static [&'static str];
    /// The same, each with its description.
    #[cfg(feature = "schema")]
    const TAGS: &'static [(&'static str, &'static [&'static str])];
}

/// Tag of a `T`: the word alone, where an object of that kind is named.
#[cfg(feature = "overlay")]
#[derive(Debug)]
pub(crate) struct Tag<T> {
    word: &'static str,
    of: PhantomData<T>,
}

#[cfg(feature = "overlay")]
impl<T> Deref for Tag<T> {
    type Target = str;

    fn deref(&self) -> &str {
        self.word
    }
}

#[cfg(feature = "overlay")]
impl<T: Tagged> Read for Tag<T> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Tag<T>> {
        word(at, json, T::WORDS).map(|word| Tag { word, of: PhantomData })
    }
}

#[cfg(feature = "schema")]
impl<T: Tagged> crate::ruleset::schema::Shape for Tag<T> {
    fn shape(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        crate::ruleset::schema::words(&["Name of one of these."], T::TAGS)
    }
}

/// Declares an object of the format: its fields, with defaults for optional ones.
macro_rules! object {
    ($(#[doc = $about:literal])+ $name:ident $(: $derived:ident)? {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $absent:expr)?,)*
    }) => {
        $(#[doc = $about])+
        #[derive(Debug $(, $derived)?)]
        pub(crate) struct $name { $($(#[doc = $doc])+ pub(crate) $field: $type,)* }

        impl $crate::ruleset::read::Read for $name {
            fn read(at: &mut $crate::ruleset::binder::Binder<'_>, json: &$crate::json::Json) -> Option<$name> {
                let fields = $crate::ruleset::read::Fields::of(at, json, &[$(stringify!($field)),*])?;
                $(let $field = fields.take::<$type>(at, stringify!($field), None$(.or(Some($absent)))?);)*
                Some($name { $($field: $field?,)* })
            }
        }

        #[cfg(feature = "schema")]
        impl $crate::ruleset::schema::Shape for $name {
            fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut object = $crate::ruleset::schema::Object::default();
                $(object.field::<$type>(generator, stringify!($field), &[$($doc),+], None$(.or(Some($absent)))?);)*
                object.finish(&[$($about),+])
            }
        }
    };
}

/// Declares a closed list of words.
macro_rules! words {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)* }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[doc = $doc])+ $variant,)* }

        impl $crate::ruleset::read::Read for $name {
            fn read(at: &mut $crate::ruleset::binder::Binder<'_>, json: &$crate::json::Json) -> Option<$name> {
                match $crate::ruleset::read::word(at, json, &[$($word),*])? {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        #[cfg(feature = "schema")]
        impl $crate::ruleset::schema::Shape for $name {
            fn shape(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::ruleset::schema::words(&[$($about),+], &[$(($word, &[$($doc),+])),*])
            }

            fn written(&self) -> Option<serde_json::Value> {
                Some(match self { $($name::$variant => $word,)* }.into())
            }
        }
    };
}

/// Declares tagged objects: a word in one field selects the other fields.
macro_rules! choice {
    ($(#[doc = $about:literal])+ $name:ident by $tag:ident {
        $($(#[doc = $case_doc:literal])+ $variant:ident = $word:literal {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $absent:expr)?,)*
        },)*
    }) => {
        $(#[doc = $about])+
        #[derive(Debug)]
        pub(crate) enum $name { $($(#[doc = $case_doc])+ $variant { $($(#[doc = $doc])+ $field: $type,)* },)* }

        #[cfg(feature = "overlay")]
        impl $crate::ruleset::read::Tagged for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];
            #[cfg(feature = "schema")]
            const TAGS: &'static [(&'static str, &'static [&'static str])] = &[$(($word, &[$($case_doc),+])),*];
        }

        impl $crate::ruleset::read::Read for $name {
            fn read(at: &mut $crate::ruleset::binder::Binder<'_>, json: &$crate::json::Json) -> Option<$name> {
                use $crate::ruleset::read::Fields;
                match $crate::ruleset::read::tag(at, json, stringify!($tag), &[$($word),*])? {
                    $($word => {
                        let fields = Fields::of(at, json, &[stringify!($tag) $(, stringify!($field))*])?;
                        $(let $field = fields.take::<$type>(at, stringify!($field), None$(.or(Some($absent)))?);)*
                        Some($name::$variant { $($field: $field?,)* })
                    })*
                    _ => None,
                }
            }
        }

        #[cfg(feature = "schema")]
        impl $crate::ruleset::schema::Shape for $name {
            fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut cases: Vec<(&str, &[&str], $crate::ruleset::schema::Object)> = Vec::new();
                $({
                    let mut object = $crate::ruleset::schema::Object::default();
                    $(object.field::<$type>(generator, stringify!($field), &[$($doc),+], None$(.or(Some($absent)))?);)*
                    cases.push(($word, &[$($case_doc),+], object));
                })*
                $crate::ruleset::schema::choice(&[$($about),+], stringify!($tag), cases)
            }
        }
    };
}

pub(super) use {choice, object, words};
