//! Citations of requirements in sources: comments that name ids, above code or above a test.

use super::list::is_id;

/// The folders with the code that ships.
const CODE: [&str; 5] =
    ["ggn-core/src/", "server/src/", "server/session/src/", "web/src/", "web/engine/src/"];

/// A source file: its path from the root of the repository, and its text.
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

/// A comment that names requirements.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Citation {
    pub file: String,
    pub line: usize,
    pub ids: Vec<String>,
    /// The name of the test below it; without one it stands above code.
    pub test: Option<String>,
}

/// The first line of code below a comment, and the attributes before it.
struct Item<'a> {
    attributes: Vec<String>,
    line: &'a str,
    /// The text from the line on.
    rest: &'a [&'a str],
}

/// The test that an item is.
enum Test {
    Runs(String),
    IsLeftOut(String),
}

/// Returns the citations of a source, and adds what is wrong with them to `faults`.
pub(super) fn citations(source: &Source<'_>, faults: &mut Vec<String>) -> Vec<Citation> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut found = Vec::new();
    for at in 0..lines.len() {
        let Some(begin) = begin(lines[at]) else { continue };
        let place = format!("{}:{}", source.file, at + 1);
        let Some((ids, after)) = ids(begin, &lines[at + 1..]) else {
            faults.push(format!("{place}: not `Requirement NAME-1.` or `Requirements NAME-1, NAME-2.`"));
            continue;
        };
        let item = item(&lines[at + 1 + after..]);
        let mut citation = Citation { file: source.file.to_owned(), line: at + 1, ids, test: None };
        let read = item.as_ref().and_then(|item| test(source, item));
        let condition = condition(&lines, at).filter(|_| !source.file.ends_with(".rs"));
        match (read, condition) {
            (Some(Test::Runs(_)), Some(condition)) => {
                faults.push(format!("{place}: the test below is left out: {condition}"));
                continue;
            }
            (Some(Test::Runs(name)), None) => citation.test = Some(name),
            (Some(Test::IsLeftOut(why)), _) => {
                faults.push(format!("{place}: the test below is left out: {why}"));
                continue;
            }
            (None, _) if item.as_ref().is_some_and(declares) && is_code(source.file, &lines[..at]) => {}
            (None, _) => {
                faults.push(format!("{place}: neither a test nor an item that ships follows directly"));
                continue;
            }
        }
        found.push(citation);
    }
    found
}

/// Returns the condition under which the block with a line of a script runs, by its indentation.
fn condition<'a>(lines: &[&'a str], at: usize) -> Option<&'a str> {
    let mut depth = indent(lines[at]);
    for line in lines[..at].iter().rev().filter(|line| !line.trim().is_empty()) {
        if indent(line) < depth {
            depth = indent(line);
            let opener = line.trim();
            if opener.starts_with("if ") || opener.starts_with("} else") {
                return Some(opener);
            }
        }
    }
    None
}

/// Returns whether code that ships stands in a file after these lines, and no code of tests.
fn is_code(file: &str, before: &[&str]) -> bool {
    let marked = before.iter().enumerate().filter(|(_, line)| line.trim() == "#[cfg(test)]");
    let is_in_tests = marked.map(|(at, _)| &before[at..]).any(|lines| {
        let item = lines.iter().find(|line| !line.trim().starts_with("#["));
        item.is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    });
    !is_in_tests && !file.ends_with("/tests.rs") && CODE.iter().any(|folder| file.starts_with(folder))
}

/// Returns whether an item is more than an import or the end of a block, so that a citation says what meets the requirement.
fn declares(item: &Item<'_>) -> bool {
    let opens = ["use ", "pub use ", "import ", "}", ")", "]"];
    !opens.iter().any(|open| item.line.starts_with(open))
}

/// The text of a line that begins a citation, without the word in front.
fn begin(line: &str) -> Option<&str> {
    let line = line.trim();
    let text = line.strip_prefix("// ").or_else(|| line.strip_prefix("<!-- "))?;
    text.strip_prefix("Requirements ").or_else(|| text.strip_prefix("Requirement "))
}

/// The ids up to the full stop, which may stand on one of the next lines, and how many lines those are.
fn ids(begin: &str, next: &[&str]) -> Option<(Vec<String>, usize)> {
    let mut text = begin.to_owned();
    let mut after = 0;
    while !text.contains('.') {
        text.push(' ');
        text.push_str(next.get(after)?.trim().strip_prefix("// ")?);
        after += 1;
    }
    let (list, rest) = text.split_once('.')?;
    let ids: Vec<String> = list.split(", ").map(|id| id.trim().to_owned()).collect();
    let ends = matches!(rest.trim(), "" | "-->");
    (ends && ids.iter().all(|id| is_id(id))).then_some((ids, after))
}

/// The item that follows directly: after further comments and attributes, but not after an empty line.
fn item<'a>(lines: &'a [&'a str]) -> Option<Item<'a>> {
    let (mut attributes, mut at) = (Vec::new(), 0);
    loop {
        let line = lines.get(at)?.trim();
        if line.is_empty() {
            return None;
        }
        if line.starts_with("#[") {
            let mut attribute = line.to_owned();
            while attribute.matches('[').count() > attribute.matches(']').count() {
                at += 1;
                attribute.push_str(lines.get(at)?.trim());
            }
            attributes.push(attribute);
        } else if !line.starts_with("//") {
            return Some(Item { attributes, line, rest: &lines[at..] });
        }
        at += 1;
    }
}

fn test(source: &Source<'_>, item: &Item<'_>) -> Option<Test> {
    if source.file.ends_with(".rs") { rust_test(item) } else { script_test(source, item) }
}

/// The test of Rust that an item is: a function with `#[test]` or the like of a library (`#[tokio::test]`).
fn rust_test(item: &Item<'_>) -> Option<Test> {
    let path = |attribute: &str| {
        let inner = attribute.trim_start_matches("#[");
        inner.split(['(', ']', '=', ' ', ',']).next().unwrap_or_default().to_owned()
    };
    let paths: Vec<String> = item.attributes.iter().map(|attribute| path(attribute)).collect();
    let is_test = |path: &String| path.rsplit("::").next() == Some("test");
    let name = item.line.split_once("fn ")?.1.split(['(', '<']).next()?.to_owned();
    if !paths.iter().any(is_test) {
        return None;
    }
    let is_ignored = |attribute: &&String| {
        let path = path(attribute);
        path == "ignore" || path == "cfg_attr" && attribute.contains("ignore")
    };
    // A test under a condition may not run in `make test`, which runs on Linux.
    let is_elsewhere = |attribute: &&String| path(attribute) == "cfg" && attribute.as_str() != "#[cfg(unix)]";
    let attributes = || item.attributes.iter();
    let left_out = attributes().find(is_ignored).or_else(|| attributes().find(is_elsewhere)).cloned();
    let left_out = left_out.or_else(|| ends_early(item.rest));
    Some(left_out.map_or(Test::Runs(name), Test::IsLeftOut))
}

/// Returns the line by which a test of Rust ends early, unless the run is a long one.
fn ends_early(lines: &[&str]) -> Option<String> {
    let end = lines.iter().position(|line| line.trim() == "}" && indent(line) == indent(lines[0]));
    let body = &lines[..end.unwrap_or(lines.len())];
    let mut pairs = body.windows(2);
    let found = pairs.find(|pair| pair[0].contains("if !dev::is_long()") && pair.concat().contains("return"));
    found.map(|pair| pair[0].trim().to_owned())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The test of a script that an item is: `test('name', …` or `it.each(…)('name', …` in a file of tests.
fn script_test(source: &Source<'_>, item: &Item<'_>) -> Option<Test> {
    let is_file_of_tests = source.file.starts_with("web/test/") || source.file.starts_with("web/e2e/");
    let call = item.line.split('(').next()?;
    let mut words = call.split('.');
    let is_test = matches!(words.next(), Some("test" | "it")) && call.len() < item.line.len();
    if !is_file_of_tests || !source.file.contains(".test.") || !is_test {
        return None;
    }
    if source.file.starts_with("web/e2e/firefox/") {
        return Some(Test::IsLeftOut("`make test` does not run this folder".to_owned()));
    }
    let words: Vec<&str> = words.collect();
    if words.iter().any(|word| ["skip", "todo", "skipIf", "runIf"].contains(word)) {
        return Some(Test::IsLeftOut(format!("{call}(…)")));
    }
    if ["skip:", "todo:"].iter().any(|option| item.line.contains(option)) {
        return Some(Test::IsLeftOut(item.line.to_owned()));
    }
    if ["describe.skip", "describe.todo", "suite.skip"].iter().any(|group| source.text.contains(group)) {
        return Some(Test::IsLeftOut("the file leaves a group of tests out".to_owned()));
    }
    if ["test.only", "it.only", "describe.only", "suite.only"].iter().any(|only| source.text.contains(only)) {
        return Some(Test::IsLeftOut("the file leaves every other test out".to_owned()));
    }
    let text = item.rest.join("\n");
    let text = text.trim_start();
    // The name of `it.each(table)(name, …)` stands behind its table.
    let behind = if words.is_empty() { call.len() + 1 } else { text.find(")(")? + 2 };
    let name = text[behind..].trim_start();
    let quote = name.chars().next().filter(|quote| ['\'', '"', '`'].contains(quote))?;
    Some(Test::Runs(name[1..].split(quote).next()?.to_owned()))
}

/// The citations of a text and what is wrong with it, in one list.
#[cfg(test)]
fn read(file: &str, text: &str) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let mut faults = Vec::new();
    let found = citations(&Source { file, text }, &mut faults);
    (found.into_iter().map(|citation| (citation.ids.join(" "), citation.test)).collect(), faults)
}

#[test]
fn citations_stand_above_code_and_above_tests() {
    let cited = |file: &str, text: &str| {
        let (mut found, faults) = read(file, text);
        assert_eq!((found.len(), &*faults), (1, [].as_slice()), "{text}");
        found.remove(0)
    };
    let of = |ids: &str, test: Option<&str>| (ids.to_owned(), test.map(str::to_owned));
    let code = "server/src/a.rs";
    assert_eq!(cited(code, "    // Requirement a-1.\n    let x = 1;"), of("a-1", None));
    assert_eq!(cited(code, "// Requirements a-1,\n// a-2, a-30.\nx"), of("a-1 a-2 a-30", None));
    assert_eq!(cited("web/src/A.svelte", "<!-- Requirement a-1. -->\n<p>"), of("a-1", None));
    assert_eq!(cited(code, "// Requirement a-1.\n#[test]\nfn b() {"), of("a-1", Some("b")));
    // What another test does in the long run alone is no fault of the first.
    let next = "#[test]\nfn c() {\n    if !dev::is_long() {\n        return;";
    assert_eq!(
        cited(code, &format!("// Requirement a-1.\n#[test]\nfn b() {{\n}}\n{next}")),
        of("a-1", Some("b"))
    );
    let tokio =
        "// Requirement a-1.\n/// Doc.\n#[tokio::test(\n  flavor = \"x\",\n)]\n#[cfg(unix)]\nasync fn b() {";
    assert_eq!(cited("server/tests/a.rs", tokio), of("a-1", Some("b")));
    let script = "web/test/a.test.ts";
    assert_eq!(cited(script, "  // Requirement a-1.\n  it('b c', () => {"), of("a-1", Some("b c")));
    assert_eq!(cited(script, "// Requirement a-1.\ntest(\n  `b`,"), of("a-1", Some("b")));
    assert_eq!(
        cited(script, "// Requirement a-1.\nit.each([\n  [1],\n])('b', () => {"),
        of("a-1", Some("b"))
    );
}

#[test]
fn a_citation_that_no_test_follows_is_a_fault() {
    let fault = |file: &str, text: &str| {
        let (found, faults) = read(file, text);
        assert_eq!((found.len(), faults.len()), (0, 1), "{text}: {faults:?}");
        faults.concat()
    };
    let rust = "server/tests/a.rs";
    let missing = ":1: neither a test nor an item that ships follows directly";
    assert_eq!(fault(rust, "// Requirement a-1.\nfn b() {"), format!("{rust}{missing}"));
    assert_eq!(fault(rust, "// Requirement a-1.\n\n#[test]\nfn b() {"), format!("{rust}{missing}"));
    assert_eq!(fault(rust, "// Requirement a-1."), format!("{rust}{missing}"));
    let in_tests = "#[cfg(test)]\n#[allow(x)]\nmod tests {\n    // Requirement a-1.\n    fn b() {";
    assert_eq!(fault("server/src/a.rs", in_tests), format!("server/src/a.rs{}", missing.replace('1', "4")));
    assert_eq!(
        fault("server/src/tests.rs", "// Requirement a-1.\nfn b() {"),
        format!("server/src/tests.rs{missing}")
    );
    let code = "server/src/a.rs";
    for nothing in ["", "\nfn b() {", "use a::b;", "}"] {
        assert_eq!(fault(code, &format!("// Requirement a-1.\n{nothing}")), format!("{code}{missing}"));
    }
    let helper = "web/e2e/player.mjs";
    assert_eq!(fault(helper, "// Requirement a-1.\ntest('b', () => {"), format!("{helper}{missing}"));
    let script = "web/test/a.test.ts";
    assert_eq!(fault(script, "// Requirement a-1.\ndescribe('b', () => {"), format!("{script}{missing}"));
}

#[test]
fn a_test_that_does_not_run_is_a_fault() {
    let fault = |file: &str, text: &str| {
        let (found, faults) = read(file, &format!("// Requirement a-1.\n{text}"));
        assert_eq!((found.len(), faults.len()), (0, 1), "{text}: {faults:?}");
        faults.concat().replace(&format!("{file}:1: the test below is left out: "), "")
    };
    let (rust, script) = ("ggn-core/tests/a.rs", "web/e2e/a.test.mjs");
    assert_eq!(fault(rust, "#[test]\n#[ignore = \"slow\"]\nfn b() {"), "#[ignore = \"slow\"]");
    let when = "#[cfg_attr(windows, ignore)]";
    assert_eq!(fault(rust, &format!("{when}\n#[test]\nfn b() {{")), when);
    assert_eq!(fault(rust, "#[cfg(windows)]\n#[test]\nfn b() {"), "#[cfg(windows)]");
    let early =
        "    #[test]\n    fn b() {\n        if !dev::is_long() {\n            return;\n        }\n    }";
    assert_eq!(fault(rust, early), "if !dev::is_long() {");
    assert_eq!(fault(script, "test.skip('b', () => {"), "test.skip(…)");
    assert_eq!(fault(script, "it.todo('b')"), "it.todo(…)");
    assert_eq!(fault(script, "test('b', { skip: true }, () => {"), "test('b', { skip: true }, () => {");
    let only = "test('b', () => {});\ntest.only('c', () => {});";
    assert_eq!(fault(script, only), "the file leaves every other test out");
    let group = "test('b', () => {});\ndescribe.skip('c', () => {});";
    assert_eq!(fault(script, group), "the file leaves a group of tests out");
    assert_eq!(
        fault("web/e2e/firefox/a.test.mjs", "test('b', () => {"),
        "`make test` does not run this folder"
    );
    let (found, faults) = read(
        script,
        "if (LONG) {\n  for (const one of all) {\n    // Requirement a-1.\n    test('b', () => {",
    );
    assert_eq!(
        (found.len(), faults.concat()),
        (0, format!("{script}:3: the test below is left out: if (LONG) {{"))
    );
}

#[test]
fn a_citation_has_one_form() {
    for text in [
        "Requirement a.",
        "Requirement a-1",
        "Requirements a-1; a-2.",
        "Requirement a-1. And more.",
        "Requirement a-01.",
    ] {
        let (found, faults) = read("server/src/a.rs", &format!("// {text}\nlet x = 1;"));
        assert_eq!((found.len(), faults.len()), (0, 1), "{text}");
    }
    assert_eq!(read("server/src/a.rs", "// Requirements of others.").1.len(), 1);
    assert_eq!(read("server/src/a.rs", "// The Requirement a-1.\n/// Requirement a-1.").1, [""; 0]);
}
