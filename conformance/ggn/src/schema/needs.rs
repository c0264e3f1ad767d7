//! Fields that need each other, which the types of fields do not say.

use schemars::Schema;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Value, json};

/// Says of a limit on moves what its reader says: it has `plies`, with the moves that reset them, or `counts`.
#[derive(Clone, Debug)]
pub(super) struct Needs;

impl Transform for Needs {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let status = schema.get("properties").and_then(|properties| properties.get("status"));
        if status.and_then(|status| status.get("const")) != Some(&Value::from("movelimit")) {
            return;
        }
        schema.insert("dependentRequired".to_owned(), json!({ "plies": ["resets"] }));
        let ways = json!([
            { "required": ["plies"] },
            { "required": ["counts"], "properties": { "counts": { "description": "At least one.", "minItems": 1 } } },
        ]);
        schema.insert("anyOf".to_owned(), ways);
    }
}
