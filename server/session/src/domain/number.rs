//! Numbers between two bounds, as requests have them.

/// Implements the conversions and the schema of a number type between two bounds, with the type of its error.
macro_rules! number_type {
    ($name:ident: $number:ty, $bounds:expr, $wrong:ident) => {
        impl TryFrom<$number> for $name {
            type Error = $wrong;

            fn try_from(number: $number) -> Result<$name, $wrong> {
                if ($bounds).contains(&number) { Ok($name(number)) } else { Err($wrong) }
            }
        }

        impl From<$name> for $number {
            fn from(number: $name) -> $number {
                number.0
            }
        }

        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let bounds = $bounds;
                schemars::json_schema!({ "type": "integer", "minimum": bounds.start(), "maximum": bounds.end() })
            }
        }
    };
}

pub(crate) use number_type;
