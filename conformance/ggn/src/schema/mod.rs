//! JSON Schemas (draft 2020-12) of every file that an author writes and every message of the wire, made from the Rust types that
//! read them.

mod needs;
mod order;
mod words;

use authoring::check::{Games, Perft};
use authoring::pretty;
use schemars::generate::SchemaSettings;
use schemars::transform::Transform as _;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use session::clock::Presets;
use session::moderator::Moderator;
use session::profile::Profile;
use session::translation::Translation;
use session::word_filter::WordList;

/// One schema: of the files of one kind, or of the messages of one protocol.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// Its name; its file is `<name>.schema.json`.
    pub name: &'static str,
    /// Files that it describes, below `rules/`, separated by commas; none for messages. A `*` stands for one name.
    pub files: &'static str,
    /// Subject, in a few words.
    pub about: &'static str,
    make: fn() -> Schema,
}

/// Every schema, files first.
pub const ALL: &[Described] = &[
    Described {
        name: "ruleset",
        files: "*/ruleset.json",
        about: "names, sides, pieces, the initial position, constraints, endings",
        make: manifest,
    },
    Described {
        name: "ggn",
        files: "*/ggn/*.json, overlays/*/ggn/*.json",
        about: "movement tables",
        make: ggn_core::schema::table,
    },
    Described {
        name: "effects",
        files: "*/effects.json, overlays/*/effects.json",
        about: "what a move changes beyond carrying its piece",
        make: ggn_core::schema::effects,
    },
    Described {
        name: "setup",
        files: "*/setup.json, overlays/*/setup.json",
        about: "which positions are possible",
        make: ggn_core::schema::setup,
    },
    Described {
        name: "overlay",
        files: "overlays/*/overlay.json",
        about: "house rules: what is changed of a ruleset",
        make: overlay,
    },
    Described {
        name: "perft",
        files: "*/perft.json, overlays/*/perft.json",
        about: "known node counts",
        make: file::<Perft>,
    },
    Described {
        name: "games",
        files: "*/games.json, overlays/*/games.json",
        about: "short games, and how they end",
        make: file::<Games>,
    },
    Described {
        name: "moderator",
        files: "moderators/*.json",
        about: "what a moderator announces, and to whom",
        make: file::<Moderator>,
    },
    Described { name: "profile", files: "profiles/*.json", about: "ways to play", make: file::<Profile> },
    Described {
        name: "gambit",
        files: "gambit/*.json",
        about: "the numbers of ways to play with bids",
        make: file::<session::gambit::Profile>,
    },
    Described {
        name: "clocks",
        files: "clocks.json",
        about: "time controls that are offered",
        make: file::<Presets>,
    },
    Described {
        name: "values",
        files: "values.json",
        about: "values of pieces by their names",
        make: file::<session::gambit::NamedValues>,
    },
    Described {
        name: "words",
        files: "words/*.json",
        about: "words that are not said",
        make: file::<WordList>,
    },
    Described {
        name: "translation",
        files: "translations/*.json",
        about: "names in other languages",
        make: file::<Translation>,
    },
    Described { name: CASES, files: "", about: "cases of the conformance suite", make: cases },
    Described { name: "player", files: "", about: "messages of the player protocol", make: player },
    Described { name: "rooms", files: "", about: "messages of the room protocol", make: rooms },
    Described { name: "engine", files: "", about: "messages of the JSON engine interface", make: engine },
];

/// The schema of case files, which lie outside of the rules.
pub const CASES: &str = "cases";

/// Returns the schema of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Described> {
    ALL.iter().find(|described| described.name == name)
}

impl Described {
    /// Returns the name of the schema's own file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.schema.json", self.name)
    }

    /// Returns the schema.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.make)().to_value()
    }

    /// Returns the schema as its file holds it.
    #[must_use]
    pub fn text(&self) -> String {
        pretty::print(&order::ordered(&self.schema()))
    }
}

/// Returns the schema of a ruleset's manifest.
fn manifest() -> Schema {
    with_needs(ggn_core::schema::manifest())
}

/// Returns the schema of house rules, which may add endings.
fn overlay() -> Schema {
    with_needs(ggn_core::schema::overlay())
}

fn with_needs(mut schema: Schema) -> Schema {
    needs::Needs.transform(&mut schema);
    schema
}

/// Returns the schema of a file that is one object, which may name its schema.
fn file<T: JsonSchema>() -> Schema {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("$schema".to_owned(), ggn_core::schema::reference().to_value());
    }
    words::Words.transform(&mut schema);
    schema
}

/// Returns the schema of a case file: every case may have what all cases have, and what those of its kind have.
fn cases() -> Schema {
    use suite::read::COMMON;
    let mut schema = file::<suite::case::CaseFile>();
    let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return schema };
    for definition in definitions.iter_mut().filter(|(name, _)| name.ends_with("Case")).map(|(_, it)| it) {
        let Some(Value::Object(properties)) = definition.get_mut("properties") else { continue };
        for name in COMMON {
            let about = match *name {
                "name" => "What the case is called; no other case of the file is called so.",
                "truth" => {
                    "Where the truth of the case comes from, if not from where that of the others does."
                }
                _ => "What the case shows, if that is not what the others show.",
            };
            properties.insert((*name).to_owned(), json!({ "description": about, "type": "string" }));
        }
    }
    schema
}

/// Returns the schema of the messages of the player protocol.
fn player() -> Schema {
    messages(
        session::protocol::player::schema(),
        "A client sends `ClientMessage` and gets `ServerMessage`, each as a text frame of the WebSocket. The others are bodies of HTTP.",
        &[
            "ClientMessage",
            "ServerMessage",
            "CreateGame",
            "GameCreated",
            "RequestRefused",
            "PublicTerms",
            "Health",
            "HouseRules",
            "Clocks",
            "Gambits",
            "Rulesets",
            "RulesetDescriptions",
            "PublishedRulesets",
            "Modes",
            "Moderators",
            "Translation",
        ],
    )
}

/// Returns the schema of the messages of the room protocol.
fn rooms() -> Schema {
    messages(
        session::protocol::rooms::schema(),
        "A client sends `ClientMessage` and gets `ServerMessage`, each as a text frame of the WebSocket at `/ws`.",
        &["ClientMessage", "ServerMessage"],
    )
}

/// Returns the schema of the messages of a host and `ggn engine`.
fn engine() -> Schema {
    messages(
        ggn_core::engine::schema(),
        "A host sends `HostMessage` and gets `EngineMessage`, each on a line of its own.",
        &["HostMessage", "EngineMessage"],
    )
}

/// Returns a schema of definitions as one of messages: those that stand alone on the wire.
fn messages(definitions: Value, description: &str, roots: &[&str]) -> Schema {
    let mut schema = Schema::try_from(definitions).unwrap_or_default();
    let roots = roots.iter().map(|root| json!({ "$ref": format!("#/$defs/{root}") })).collect();
    schema.insert("description".to_owned(), description.into());
    schema.insert("anyOf".to_owned(), Value::Array(roots));
    schema
}
