//! What is read as a JSON Schema: how each type of the files looks, described where it is declared.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use super::read::Members;
use super::text::{Id, Text};
use crate::schema::set;

/// A type of the files, as an editor is told of it.
pub(crate) trait Shape: Sized {
    /// What is read as this type, and nothing else is.
    fn shape(generator: &mut SchemaGenerator) -> Schema;

    /// How the value would be written, if it is simple enough to be shown as what stands for an absent field.
    fn written(&self) -> Option<Value> {
        None
    }
}

impl Shape for String {
    fn shape(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl Shape for bool {
    fn shape(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }

    fn written(&self) -> Option<Value> {
        Some((*self).into())
    }
}

impl Shape for u32 {
    fn shape(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
    }

    fn written(&self) -> Option<Value> {
        Some((*self).into())
    }
}

impl<T: Shape> Shape for Option<T> {
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        T::shape(generator)
    }

    fn written(&self) -> Option<Value> {
        self.as_ref().and_then(Shape::written)
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": T::shape(generator) })
    }

    fn written(&self) -> Option<Value> {
        self.is_empty().then(|| Value::Array(Vec::new()))
    }
}

impl<K: JsonSchema, T: Shape> Shape for Members<K, T> {
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<K>(),
            "additionalProperties": T::shape(generator),
        })
    }

    fn written(&self) -> Option<Value> {
        self.is_empty().then(|| Value::Object(Map::new()))
    }
}

impl<N: JsonSchema> Shape for Text<N> {
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<N>()
    }
}

impl JsonSchema for Id {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[-a-z0-9]+$",
            "patternErrorMessage": "Expected lower-case letters, digits and hyphens.",
        })
    }
}

/// A comment of the source as a description: its lines in one.
pub(crate) fn description(lines: &[&str]) -> Value {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").into()
}

/// An object of the format, as its fields are told.
#[derive(Default)]
pub(crate) struct Object {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Object {
    /// A field: its comment, and what stands for it when it is absent.
    pub(crate) fn field<T: Shape>(
        &mut self,
        generator: &mut SchemaGenerator,
        name: &str,
        comment: &[&str],
        absent: Option<T>,
    ) {
        let mut shape = T::shape(generator);
        set(&mut shape, "description", description(comment));
        match absent {
            None => self.required.push(name.into()),
            Some(absent) => {
                if let Some(value) = absent.written() {
                    set(&mut shape, "default", value);
                }
            }
        }
        self.properties.insert(name.to_owned(), shape.to_value());
    }

    /// The field that says which of several objects this is.
    pub(crate) fn tag(&mut self, name: &str, word: &str) {
        self.properties.insert(name.to_owned(), serde_json::json!({ "const": word }));
        self.required.push(name.into());
    }

    pub(crate) fn finish(self, comment: &[&str]) -> Schema {
        let mut object = json_schema!({
            "description": description(comment),
            "type": "object",
            "properties": self.properties,
            "additionalProperties": false,
        });
        if !self.required.is_empty() {
            set(&mut object, "required", self.required.into());
        }
        object
    }
}

/// A closed list of words, each with its comment.
pub(crate) fn words(comment: &[&str], words: &[(&str, &[&str])]) -> Schema {
    let (values, comments): (Vec<Value>, Vec<Value>) =
        words.iter().map(|(word, comment)| (Value::from(*word), description(comment))).unzip();
    json_schema!({
        "description": description(comment),
        "type": "string",
        "enum": values,
        "enumDescriptions": comments,
    })
}

/// Objects of which the field `tag` says by a word which it is.
pub(crate) fn choice(comment: &[&str], tag: &str, cases: Vec<(&str, &[&str], Object)>) -> Schema {
    let listed: Vec<(&str, &[&str])> = cases.iter().map(|(word, comment, _)| (*word, *comment)).collect();
    let known = words(&["Which of them it is."], &listed);
    let cases: Vec<Schema> = cases
        .into_iter()
        .map(|(word, comment, mut fields)| {
            fields.tag(tag, word);
            fields.finish(comment)
        })
        .collect();
    json_schema!({
        "description": description(comment),
        "type": "object",
        "required": [tag],
        "properties": { tag: known },
        "oneOf": cases,
    })
}
