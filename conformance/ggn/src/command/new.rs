//! `ggn new`: a ruleset to start from.

use std::io::Write;
use std::path::{Path, PathBuf};

use authoring::starter::{self, Id, Origin, Size};

use super::Failure;

/// Make a ruleset to start from: a small game, or a copy of another.
///
/// The small game has kings, rooks and pawns on a board of the size that is asked for. It is complete: it has patterns and the tables that
/// they come to, counts and games that pin it down, and it plays.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn new mini
  ggn new wide --board 9x5 --title \"A wide game\"
  ggn new housechess --from rules/chess")]
pub(crate) struct Arguments {
    /// The id of the ruleset: lower-case letters, digits and hyphens.
    name: Id,
    /// Everyday name of the game; the id in other words, if absent.
    #[arg(long)]
    title: Option<String>,
    /// The size of the board, files before ranks.
    #[arg(long, value_name = "FILESxRANKS", default_value_t, conflicts_with = "from")]
    board: Size,
    /// Copy the ruleset in this folder instead.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Make this folder instead of rules/NAME. A server wants the folder to have the name of the ruleset.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let id = &arguments.name;
    let folder = arguments.dir.clone().unwrap_or_else(|| Path::new("rules").join(id.as_str()));
    let title = arguments.title.clone().unwrap_or_else(|| id.title());
    let origin = arguments.from.as_deref().map_or(Origin::Template(arguments.board), Origin::Copy);
    let files = starter::start(&folder, id, &title, origin)?;
    let mut out = std::io::stdout().lock();
    for file in files {
        writeln!(out, "wrote {}", folder.join(file).display())?;
    }
    let schemas = folder.with_file_name("schema");
    if !schemas.is_dir() {
        let schemas = schemas.display();
        eprintln!(
            "ggn: editors look for the schemas of these files in {schemas}: `ggn schema --out {schemas}` writes them"
        );
    }
    Ok(())
}
