//! Suggestions for a misspelt name: the known names nearest to it.

/// Returns the known name that a misspelt one is nearest to, if any is near: up to a third of its letters may be wrong, swapped or missing.
///
/// ```
/// use diagnostic::suggest::nearest;
/// assert_eq!(nearest("royal-saftey", ["royal-safety", "unattacked"]), Some("royal-safety"));
/// assert_eq!(nearest("Checkmate", ["checkmate", "stalemate"]), Some("checkmate"));
/// assert_eq!(nearest("bishop", ["checkmate", "stalemate"]), None);
/// ```
pub fn nearest<'k>(found: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // What is longer than any name is compared no further: the comparison takes the product of both lengths.
    const LENGTH_MAX: usize = 64;
    if found.len() > LENGTH_MAX {
        return None;
    }
    let plain = |text: &str| text.to_lowercase().replace(['_', ' ', '.'], "-");
    let found = plain(found);
    let distance = |name: &'k str| {
        let plain = plain(name);
        let far = (plain.chars().count().max(found.chars().count()) / 3).max(1);
        let distance = strsim::damerau_levenshtein(&found, &plain);
        (distance <= far && distance < plain.chars().count()).then_some((distance, name))
    };
    known.into_iter().filter_map(distance).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// Returns whether a name is one letter away from a known one, or written in capitals otherwise.
///
/// ```
/// assert!(diagnostic::suggest::is_slip("bishpo", ["bishop", "rook"]));
/// assert!(!diagnostic::suggest::is_slip("lance", ["bishop", "rook"]));
/// ```
#[must_use]
pub fn is_slip<'k>(found: &str, known: impl IntoIterator<Item = &'k str>) -> bool {
    let found = found.to_lowercase();
    known.into_iter().any(|name| strsim::damerau_levenshtein(&found, &name.to_lowercase()) <= 1)
}

/// Names as a list in a sentence, each in quotes: `"a"`, `"b"` or `"c"`.
#[must_use]
pub fn any_of<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
