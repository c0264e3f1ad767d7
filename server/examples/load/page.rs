//! The published page: tables between two markers. The text around them is written by hand.

const BEGIN: &str = "<!-- figures: written by `make load`, not by hand -->";
const END: &str = "<!-- /figures -->";

/// Returns the page with other tables between its markers.
///
/// # Errors
/// Returns the marker that the page lacks.
pub fn fill(page: &str, tables: &str) -> Result<String, String> {
    let lacks = |marker: &str| format!("the page lacks the marker {marker}");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(|| lacks(BEGIN))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| lacks(END))?;
    Ok(format!("{before}{BEGIN}\n\n{tables}\n{END}{after}"))
}
