//! JSON Schemas (draft 2020-12) of the files of a ruleset, made from the types that read them, so that an editor accepts and rejects the
//! same as the loader.
//!
//! ```
//! let schema = ggn_core::schema::manifest();
//! assert_eq!(schema.pointer("/properties/sides/required"), Some(&serde_json::json!(["first", "second"])));
//! ```

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::notation::ggn::Ggn;
use crate::ruleset::schema::{Shape, set};
use crate::ruleset::{RawEffects, RawManifest, RawSetup};

/// Returns the schema of `ruleset.json`.
#[must_use]
pub fn manifest() -> Schema {
    file::<RawManifest>("Ruleset")
}

/// Returns the schema of `effects.json`.
#[must_use]
pub fn effects() -> Schema {
    file::<RawEffects>("Effects")
}

/// Returns the schema of `setup.json`.
#[must_use]
pub fn setup() -> Schema {
    file::<RawSetup>("Setup")
}

/// Returns the schema of `overlay.json`.
#[cfg(feature = "overlay")]
#[must_use]
pub fn overlay() -> Schema {
    file::<crate::ruleset::overlay::raw::RawOverlay>("Overlay")
}

/// Returns the schema of `ggn/*.json`. A table contains nothing but GGN, so it cannot name its own schema.
#[must_use]
pub fn table() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Ggn>()
}

/// Returns the schema of the field by which a file names its own schema.
#[must_use]
pub fn reference() -> Schema {
    json_schema!({
        "description": "Where an editor finds the schema of this file: `../schema/ruleset.schema.json`. The rules do not depend on it.",
        "type": "string",
    })
}

fn file<T: Shape>(title: &str) -> Schema {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().into_generator();
    let mut root = T::shape(&mut generator);
    if let Some(Value::Object(properties)) = root.get_mut("properties") {
        properties.insert("$schema".to_owned(), reference().to_value());
    }
    set(&mut root, "$schema", "https://json-schema.org/draft/2020-12/schema".into());
    set(&mut root, "title", title.into());
    set(&mut root, "$defs", generator.take_definitions(true).into());
    root
}
