//! The published schemas as validators.

use jsonschema::Validator;
use serde_json::Value;

/// Returns the validator of a definition of a schema in `rules/schema`.
pub(crate) fn validator(file: &str, definition: &str) -> Validator {
    let mut schema: Value = serde_json::from_str(&dev::files::text(&format!("rules/schema/{file}"))).unwrap();
    schema["$ref"] = format!("#/$defs/{definition}").into();
    schema.as_object_mut().unwrap().remove("anyOf");
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Checks that a value is valid under the schema.
pub(crate) fn insist(validator: &Validator, value: &Value) {
    let faults: Vec<String> = validator.iter_errors(value).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{value}: {faults:?}");
}
