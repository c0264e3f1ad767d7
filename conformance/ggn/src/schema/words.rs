//! Closed lists of words, in the form that editors show best.

use schemars::Schema;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::Value;

/// Turns a choice of constants into an `enum`, whose comments editors of the VS Code family show beside each word
/// (`enumDescriptions`).
#[derive(Clone, Debug)]
pub(super) struct Words;

impl Transform for Words {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(Value::Array(cases)) = schema.get("oneOf") else { return };
        let constant = |case: &Value| case.get("const").cloned();
        let Some(words) = cases.iter().map(constant).collect::<Option<Vec<Value>>>() else { return };
        let comment = |case: &Value| case.get("description").cloned().unwrap_or_else(|| "".into());
        let comments = cases.iter().map(comment).collect();
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), Value::Array(words));
        schema.insert("enumDescriptions".to_owned(), Value::Array(comments));
    }
}
