//! Errors of the grammar in the words of the language instead of the grammar's.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::code::Code;
use super::fault::{Faults, did_you_mean};
use super::grammar::Part;

/// The words that stand where an author could misspell one.
const KEYWORDS: [&str; 39] = [
    "mirror",
    "zone",
    "only",
    "from",
    "to",
    "in",
    "when",
    "deny",
    "but",
    "board",
    "files",
    "ranks",
    "layers",
    "file",
    "rank",
    "layer",
    "nothing",
    "stays",
    "pass",
    "over",
    "promotes",
    "optional",
    "last",
    "becomes",
    "lands",
    "takes",
    "carries",
    "unattacked",
    "revokes",
    "places",
    "along",
    "on",
    "tag",
    "san",
    "moved",
    "expires",
    "captured",
    "as",
    "hand",
];

/// Tells why a line, which begins at byte `start` of its file, cannot be read.
pub(super) fn report(error: &Error<Part>, line: &str, start: usize, faults: &mut Faults) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => expected(positives),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    let (before, rest) = line.split_at_checked(at).unwrap_or((line, ""));
    let behind = rest.split([' ', '\t', ',', '#']).next().unwrap_or_default();
    let begun = before.rsplit([' ', '\t', ',', '[', '(']).next().unwrap_or_default();
    // A misspelt word looks like the modifiers of a move that then does not come.
    let is_word = !begun.is_empty() && behind.is_empty() && begun.chars().all(|c| c.is_ascii_lowercase());
    let (from, wrong) = match after(before.trim_end().rsplit([' ', '\t', ',']).next().unwrap_or_default()) {
        Some(due) => {
            expected = vec![due];
            (at, behind)
        }
        None if is_word && expected.contains(&MOVE) => {
            expected = vec!["a move with its capital letter, or one of `from` `to` `in` `when` `deny`"];
            (at - begun.len(), begun)
        }
        None => (at, behind),
    };
    let length = if wrong.is_empty() { rest.chars().next().map_or(0, char::len_utf8) } else { wrong.len() };
    let found = match line.get(from..from + length) {
        None | Some("") => "the end of the line".to_owned(),
        Some(text) if text.trim().is_empty() => "a blank".to_owned(),
        Some(text) => format!("`{text}`"),
    };
    let hint = if expected.contains(&COLON) && line.contains(':') {
        Some("a blank follows the colon that ends the list of pieces: `K: W`".to_owned())
    } else {
        let word = format!("{begun}{behind}");
        // A word that may stand there is not misspelt: what follows it is missing.
        let is_known = expected.iter().any(|part| part.trim_matches('`') == word);
        if is_known { None } else { did_you_mean(&word, KEYWORDS) }
    };
    faults
        .add(Code::Syntax, start + from..start + from + length, "this line cannot be read")
        .found(found)
        .expected(alternatives(&expected))
        .perhaps(hint);
}

/// Returns the part that must follow a word.
fn after(word: &str) -> Option<&'static str> {
    match word {
        "from" | "to" | "in" | "but" | "->" => Some("squares"),
        "when" | "deny" => Some("squares and what they must be"),
        "mirror" => Some("`files`, `ranks`, `layers` or `nothing`"),
        "zone" => Some("a name"),
        "over" | "promotes" | "becomes" | "places" | "along" | "moved" | "expires" | "captured" | "as" => {
            Some("a piece")
        }
        "takes" | "carries" | "unattacked" | "revokes" | "on" => Some("squares"),
        "of" => Some("`hand` or `board`"),
        "lands" => Some("a square"),
        "tag" => Some("a name such as `en_passant`"),
        "san" => Some("a text such as `\"O-O\"`"),
        _ => None,
    }
}

const MOVE: &str = "a move such as `R`, `mfW` or `(1,2)`";

const EFFECT: &str = "an effect such as `promotes` or `becomes`";

const COLON: &str = "`:` after the pieces";

/// Returns the parts that could have stood there, each once.
fn expected(parts: &[Part]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for word in parts.iter().filter_map(|&part| name(part)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns the author's name for a part of the grammar; none for parts that say no more than their neighbours.
fn name(part: Part) -> Option<&'static str> {
    Some(match part {
        Part::mirror => "`mirror`",
        Part::definition => "`zone`",
        Part::rule | Part::piece => "a piece",
        Part::change => "`moved`, `expires` or `captured`",
        Part::moved => "`moved`",
        Part::expires => "`expires`",
        Part::captured => "`captured`",
        Part::turning | Part::choice => "a piece",
        Part::to_hand => "`to hand`",
        Part::as_ => "`as`",
        Part::effect
        | Part::promotes
        | Part::becomes
        | Part::lands
        | Part::takes
        | Part::carries
        | Part::unattacked
        | Part::revokes
        | Part::places
        | Part::tag
        | Part::san => EFFECT,
        Part::optional => "`optional`",
        Part::last => "`last`",
        Part::origin => "`of`",
        Part::supply => "`hand` or `board`",
        Part::spots => "`on`",
        Part::along => "`along`",
        Part::carried => "squares, `->` and squares",
        Part::scope | Part::either => "`from`, `to` or `in`",
        Part::label => "a name such as `en_passant`",
        Part::quoted => "a text such as `\"O-O\"`",
        Part::near => "squares",
        Part::only => "`only`",
        Part::colon => COLON,
        Part::clause | Part::atoms | Part::atom | Part::leg | Part::letter | Part::doubled | Part::vector => {
            "a move such as `R`, `mfW` or `(1,2)`"
        }
        Part::stays => "`stays`",
        Part::pass => "`pass`",
        Part::over => "`over`",
        Part::screen => "a piece",
        Part::count => "a count",
        Part::joint => "`-` or `+`",
        Part::bracket => "`)`",
        Part::row | Part::place | Part::hand => "squares or `*`",
        Part::arrow => "`->`",
        Part::limit | Part::limited => "`from`, `to` or `in`",
        Part::zone | Part::terms | Part::term | Part::lines | Part::line | Part::block | Part::word => {
            "squares"
        }
        Part::but => "`but`",
        Part::coordinate => "the name of a file, rank or layer",
        Part::when => "`when`",
        Part::deny => "`deny`",
        Part::ask | Part::token => "squares and what they must be",
        Part::relative | Part::anchor => "`from` or `to`",
        Part::offset | Part::line_of | Part::walk => {
            "steps (`[fl]`), a vector (`[1,0]`) or a line (`[file]`)"
        }
        Part::numbers | Part::number => "a number",
        Part::name => "a name",
        Part::equals => "`=`",
        Part::comma => "`,`",
        Part::open => "`[`",
        Part::close => "`]`",
        Part::dimension => "`files`, `ranks` or `layers`",
        Part::nothing => "`nothing`",
        Part::EOI => "the end of the line",
        Part::modifiers
        | Part::statement
        | Part::further
        | Part::arrowed
        | Part::asks
        | Part::item
        | Part::effects
        | Part::changed
        | Part::changing
        | Part::target
        | Part::doing
        | Part::keyword
        | Part::word_character
        | Part::blank
        | Part::comment
        | Part::edge
        | Part::apart
        | Part::end => return None,
    })
}

/// `a, b or c`
fn alternatives(words: &[&str]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}
