//! JSON Schemas of the types of the files, described where they are declared.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use super::path::{PATH_CHARS_MAX, PathData};
use super::read::Members;
use super::text::{Id, Text};

/// Type of the files that has a JSON Schema.
pub(crate) trait Shape: Sized {
    /// Returns the schema that accepts exactly the values read as this type.
    fn shape(generator: &mut SchemaGenerator) -> Schema;

    /// Returns the value as JSON, if it is simple enough to be shown as the default of a field.
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

impl JsonSchema for PathData {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PathData".into()
    }

    /// Returns a schema that accepts more than path data: a pattern does not count the numbers behind a letter.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": PATH_CHARS_MAX,
            "pattern": "^ *[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]*$",
            "patternErrorMessage": "Expected path data: M or m first, then letters of SVG, numbers, commas and spaces.",
            "examples": ["M20 80 50 20 80 80z"],
        })
    }
}

/// Joins the lines of a source comment into a description.
pub(crate) fn description(lines: &[&str]) -> Value {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").into()
}

/// Schema of an object of the format, under construction.
#[derive(Default)]
pub(crate) struct Object {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Object {
    /// Adds a field with its comment and its default.
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

    /// Adds the tag field of the object.
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

/// Returns the schema of a closed list of words, each with its comment.
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

/// Returns the schema of objects that the word in the field `tag` selects.
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

/// Sets a keyword of a schema.
pub(crate) fn set(schema: &mut Schema, keyword: &str, value: Value) {
    schema.insert(keyword.to_owned(), value);
}
