//! A small game to start from, written out for a board of any size from the files in `templates/game`.

use ggn_core::Rules;
use ggn_core::json::Json;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::{Id, Size};
use crate::pretty;
use crate::rules::Folder;

macro_rules! template {
    ($($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../../templates/game/", $path))),)*]
    };
}

/// The files of the game. Tables are not among them: they are what the patterns come to. Neither are the effects, but for the schema that their
/// file names.
const FILES: &[(&str, &str)] = template![
    "README.md",
    "effects.json",
    "games.json",
    "patterns/king.moves",
    "patterns/pawn.moves",
    "patterns/rook.moves",
    "perft.json",
    "ruleset.json",
    "setup.json",
];

/// Lines of the initial position are counted as long as there are likely to be no more than this.
const NODES_MAX: u64 = 100_000;

/// Reasons why the game could not be written out: a fault of the template, not of the author.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// A file is no template, or asks for what there is not.
    #[error("the template {path}: {why}")]
    Template {
        /// The file.
        path: String,
        /// Error.
        why: minijinja::Error,
    },
    /// A file is not JSON once it is written out.
    #[error("the template {path}: {why}")]
    Json {
        /// The file.
        path: String,
        /// Error.
        why: ggn_core::json::JsonError,
    },
    /// A pattern has a fault.
    #[error("the template's patterns: {0}")]
    Patterns(String),
    /// The game does not load.
    #[error("the template's rules:\n{0}")]
    Rules(ggn_core::Faults),
}

/// Returns the files of the game, on a board of that size.
pub(super) fn files(id: &Id, title: &str, size: Size) -> Result<Vec<(String, Vec<u8>)>, TemplateError> {
    let names: Vec<String> =
        (b'a'..).take(size.files.into()).map(|file| char::from(file).to_string()).collect();
    let game = context! {
        id => id.as_str(),
        title => title,
        style => id.style(),
        letter => id.letter().to_string(),
        files => names,
        ranks => size.ranks,
        positions => Vec::<Value>::new(),
    };
    let mut files = Vec::new();
    for (path, template) in FILES {
        files.push(((*path).to_owned(), write_out(path, template, &game)?));
    }
    let mut folder = Folder { root: id.as_str().into(), files };
    let tables = pattern::expand(&folder.files).map_err(|faults| {
        TemplateError::Patterns(faults.iter().map(|fault| fault.message.clone()).collect())
    })?;
    folder.files.retain(|(path, _)| !tables.iter().any(|(written, _)| written == path));
    folder.files.extend(tables.into_iter().map(|(path, text)| (path, text.into_bytes())));
    let rules = Rules::load(&folder.files).map_err(TemplateError::Rules)?;

    let start = context! { name => "start", feen => rules.feen(rules.initial()).to_string(), nodes => counts(&rules) };
    let counted = context! { positions => vec![start], ..game };
    for (path, bytes) in &mut folder.files {
        if let Some((_, template)) = FILES.iter().find(|(known, _)| *known == "perft.json" && known == path) {
            *bytes = write_out(path, template, &counted)?;
        }
    }
    folder.files.sort();
    Ok(folder.files)
}

/// Returns the lines of the initial position, by their length.
fn counts(rules: &Rules) -> Vec<u64> {
    let mut counts = Vec::new();
    let mut nodes = ggn_core::perft(rules, rules.initial(), 1);
    let branching = nodes;
    while nodes > 0 {
        counts.push(nodes);
        if nodes.saturating_mul(branching) > NODES_MAX {
            break;
        }
        nodes = ggn_core::perft(rules, rules.initial(), counts.len() as u32 + 1);
    }
    counts
}

/// Returns one file, as it is to be read: JSON in the form that all rules have.
fn write_out(path: &str, template: &str, game: &Value) -> Result<Vec<u8>, TemplateError> {
    let faulty = |why| TemplateError::Template { path: path.to_owned(), why };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    let text = environment.render_str(template, game).map_err(faulty)?;
    if !path.ends_with(".json") {
        return Ok((text + "\n").into_bytes());
    }
    let json =
        Json::parse(text.as_bytes()).map_err(|why| TemplateError::Json { path: path.to_owned(), why })?;
    Ok(pretty::print(&json).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_files_is_the_folder() {
        let folder =
            Folder::read(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/game")))
                .unwrap();
        assert!(folder.files.iter().map(|(path, _)| path.as_str()).eq(FILES.iter().map(|(path, _)| *path)));
    }
}
