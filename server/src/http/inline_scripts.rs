//! Inline scripts of the built page. The content security policy permits each of them by its hash, and no other.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Returns the sources of a policy (`'sha256-…'`) for the scripts whose text stands in a page.
pub(super) fn sources(html: &str) -> impl Iterator<Item = String> {
    // The first part is what stands before all scripts.
    html.split("<script").skip(1).filter_map(source)
}

/// Returns the source for one script: what follows `<script`. `None` if it names a file instead of holding a text.
fn source(script: &str) -> Option<String> {
    let (attributes, rest) = script.split_once('>')?;
    let (text, _) = rest.split_once("</script>")?;
    let is_inline = !attributes.split_ascii_whitespace().any(|attribute| attribute.starts_with("src="));
    is_inline.then(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_in_the_page_has_a_source_and_one_of_a_file_has_none() {
        let html = r#"<script src="/a.js"></script><p>-</p><script data-a="b">run()</script><script type="module" src="b.js"></script>"#;
        // The hash that a browser computes of `run()`.
        let expected = ["'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='"];
        assert_eq!(sources(html).collect::<Vec<_>>(), expected);
        assert_eq!(sources("<p>none</p><script>never closed").count(), 0);
    }
}
