//! Tables beside the patterns: those written by hand, and those of the ruleset that an overlay changes.

use ggn_core::json::Json;
use ggn_core::notation::ggn::Ggn;

use super::gather::Other;

/// File of an overlay's description.
const OVERLAY: &str = "overlay.json";

/// Returns whether files are those of an overlay.
pub(super) fn is_overlay(files: &[(String, Vec<u8>)]) -> bool {
    files.iter().any(|(path, _)| path == OVERLAY)
}

/// Returns the tables among some files that can be read, and are not at one of these paths.
pub(super) fn tables<'f>(
    files: &'f [(String, Vec<u8>)],
    but: &'f [String],
) -> impl Iterator<Item = Other> + 'f {
    let is_table = |path: &str| {
        path.starts_with(super::TABLES.0)
            && path.ends_with(super::TABLES.1)
            && !but.iter().any(|known| known == path)
    };
    let tables = files.iter().filter(move |(path, _)| is_table(path));
    tables.filter_map(|(path, bytes)| Some((path.clone(), Ggn::parse(bytes).ok()?)))
}

/// Removes from tables of a ruleset the rows that the overlay among some files removes.
pub(super) fn remove(files: &[(String, Vec<u8>)], tables: &mut [Other]) {
    let overlay = files.iter().find(|(path, _)| path == OVERLAY);
    let overlay = overlay.and_then(|(_, bytes)| Json::parse(bytes).ok());
    let Some(Json::Object(pieces)) = overlay.as_ref().and_then(|overlay| overlay.get("removes")) else {
        return;
    };
    let is_removed = |piece: &str, source: &str, destination: &str| {
        let of_piece = pieces.iter().filter(|(name, _)| name == piece);
        of_piece.into_iter().any(|(_, sources)| match sources {
            Json::Object(sources) if sources.is_empty() => true,
            Json::Object(sources) => sources.iter().filter(|(name, _)| name == source).any(
                |(_, destinations)| match destinations {
                    Json::Array(all) if all.is_empty() => true,
                    Json::Array(all) => {
                        all.iter().any(|one| matches!(one, Json::String(text) if text == destination))
                    }
                    _ => false,
                },
            ),
            _ => false,
        })
    };
    for (_, ggn) in tables {
        ggn.rows.retain(|row| {
            !is_removed(&row.piece.to_string(), &row.source.to_string(), &row.destination.to_string())
        });
    }
}
