//! The modules of a crate: an arrow from one to another only ever goes down. Held for the top level of every crate, read from its paths
//! (`crate::…`, `super::…`), also those that go by a name that the root of the crate passes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{files, name, workspace};

/// The modules of a crate by name, and for each the modules that it names, each with a place where it does.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// A source file with the path of its module (empty for the root).
struct Source {
    file: String,
    module: Vec<String>,
    tokens: Vec<TokenTree>,
}

/// The path of a file's module, from the folder `src`.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let last = parts.pop().unwrap_or_default();
    match last.trim_end_matches(".rs") {
        "mod" | "lib" | "main" => {}
        module => parts.push(module.to_owned()),
    }
    parts
}

fn is_punct(token: Option<&TokenTree>, char: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<TokenStream> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

/// Returns whether `#[…]` at this place keeps an item for tests alone.
fn is_test_only(tokens: &[TokenTree], at: usize) -> bool {
    let attribute = group(tokens.get(at + 1), Delimiter::Bracket).filter(|_| is_punct(tokens.get(at), '#'));
    attribute.is_some_and(|attribute| attribute.to_string().replace(' ', "") == "cfg(test)")
}

/// The place after the item that begins here.
fn after_item(tokens: &[TokenTree], mut at: usize) -> usize {
    while let Some(token) = tokens.get(at) {
        at += 1;
        let is_body = group(Some(token), Delimiter::Brace).is_some();
        // `use a::{b};` ends with its semicolon.
        if is_punct(Some(token), ';') || is_body && !is_punct(tokens.get(at), ';') {
            break;
        }
    }
    at
}

/// Modules that are declared for tests alone, and lie in files of their own.
fn test_modules(source: &Source) -> Vec<Vec<String>> {
    let tokens = &source.tokens;
    let declared = (0..tokens.len()).filter(|at| is_test_only(tokens, *at)).filter_map(|at| {
        let item: Vec<String> =
            (at + 2..after_item(tokens, at + 2)).filter_map(|at| ident(tokens.get(at))).collect();
        let at = item.iter().position(|word| word == "mod")?;
        item.get(at + 1).cloned()
    });
    declared.map(|module| [source.module.clone(), vec![module]].concat()).collect()
}

/// Calls `found` with every path that begins at `crate`, `self` or `super`, as the module that it is relative to and its segments.
fn paths(tokens: &[TokenTree], module: &[String], found: &mut dyn FnMut(Vec<String>)) {
    let mut at = 0;
    while at < tokens.len() {
        if is_test_only(tokens, at) {
            at = after_item(tokens, at + 2);
            continue;
        }
        if ident(tokens.get(at)).as_deref() == Some("mod")
            && let (Some(inner), Some(body)) =
                (ident(tokens.get(at + 1)), group(tokens.get(at + 2), Delimiter::Brace))
        {
            let body: Vec<TokenTree> = body.into_iter().collect();
            paths(&body, &[module, &[inner]].concat(), found);
            at += 3;
            continue;
        }
        let is_first = !is_punct(at.checked_sub(1).and_then(|before| tokens.get(before)), ':');
        let start = ident(tokens.get(at)).filter(|_| is_first && is_punct(tokens.get(at + 1), ':'));
        let base = match start.as_deref() {
            Some("crate") => Some(Vec::new()),
            Some("self") => Some(module.to_vec()),
            Some("super") => Some(module[..module.len().saturating_sub(1)].to_vec()),
            _ => None,
        };
        match base {
            Some(base) => at = path(tokens, at + 1, base, found),
            None => {
                if let Some(TokenTree::Group(group)) = tokens.get(at) {
                    paths(&group.stream().into_iter().collect::<Vec<_>>(), module, found);
                }
                at += 1;
            }
        }
    }
}

/// Follows a path whose first segments are `base`, from the `::` after them on. Returns the place after it.
fn path(
    tokens: &[TokenTree],
    mut at: usize,
    mut base: Vec<String>,
    found: &mut dyn FnMut(Vec<String>),
) -> usize {
    let mut is_longer = true;
    while is_longer && is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':') {
        at += 2;
        match tokens.get(at) {
            Some(TokenTree::Ident(segment)) if *segment == "super" => {
                base.pop();
                at += 1;
            }
            Some(TokenTree::Ident(segment)) => {
                base.push(segment.to_string());
                at += 1;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                branches(&group.stream().into_iter().collect::<Vec<_>>(), &base, found);
                return at + 1;
            }
            _ => is_longer = false,
        }
    }
    found(base);
    at
}

/// The branches of `use base::{…}`.
fn branches(tokens: &[TokenTree], base: &[String], found: &mut dyn FnMut(Vec<String>)) {
    for branch in tokens.split(|token| is_punct(Some(token), ',')) {
        let mut base = base.to_vec();
        match ident(branch.first()).as_deref() {
            None => continue,
            Some("self") => {}
            Some("super") => drop(base.pop()),
            Some(segment) => base.push(segment.to_owned()),
        }
        path(branch, 1, base, found);
    }
}

/// The names that the root of a crate passes on from its modules: `pub use a::B` makes `B` mean `a`.
fn passed_on(root: &Source, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let tokens = &root.tokens;
    let uses = (0..tokens.len()).filter(|at| ident(tokens.get(*at)).as_deref() == Some("use"));
    for at in uses {
        let first = ident(tokens.get(at + 1)).unwrap_or_default();
        let at = if first == "crate" || first == "self" { at + 4 } else { at + 1 };
        let Some(module) = ident(tokens.get(at)).filter(|module| modules.contains(module)) else { continue };
        path(tokens, at + 1, vec![module.clone()], &mut |segments| {
            if let Some(name) = segments.last() {
                names.entry(name.clone()).or_insert_with(|| module.clone());
            }
        });
    }
    names
}

/// The top-level modules of the crate whose sources lie in `src`, and the arrows between them.
fn graph(root: &Path, src: &Path) -> Graph {
    // Modules for tests lie in a folder of their own beside `src`, as if they lay in it.
    let folders = [src.to_owned(), src.with_file_name("testing")];
    let paths_of = |folder: &PathBuf| {
        files(folder, &["rs"]).into_iter().map(|path| (folder.clone(), path)).collect::<Vec<_>>()
    };
    let mut sources: Vec<Source> = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(paths_of)
        .map(|(src, path)| {
            let text = fs::read_to_string(&path).expect("a source is text");
            let tokens: TokenStream =
                text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let module = module_of(path.strip_prefix(&src).expect("the file lies there"));
            Source { file: name(root, &path), module, tokens: tokens.into_iter().collect() }
        })
        .collect();
    let for_tests: Vec<Vec<String>> = sources.iter().flat_map(test_modules).collect();
    sources.retain(|source| !for_tests.iter().any(|module| source.module.starts_with(module)));
    let modules: BTreeSet<String> =
        sources.iter().filter_map(|source| source.module.first().cloned()).collect();
    let mut names = BTreeMap::new();
    for root in sources.iter().filter(|source| source.module.is_empty()) {
        names.extend(passed_on(root, &modules));
    }
    let mut graph: Graph = modules.iter().map(|module| (module.clone(), BTreeMap::new())).collect();
    for source in &sources {
        let Some(from) = source.module.first() else { continue };
        paths(&source.tokens, &source.module, &mut |segments| {
            let Some(first) = segments.first() else { return };
            let Some(to) = modules.get(first).or_else(|| names.get(first)) else { return };
            if to != from {
                let place = format!("{} names {}", source.file, segments.join("::"));
                graph.entry(from.clone()).or_default().entry(to.clone()).or_insert(place);
            }
        });
    }
    graph
}

/// Everything that can be reached from a module.
fn reached<'a>(graph: &'a Graph, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for to in graph.get(module).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    reached
}

/// The arrows that stand in a cycle, each with a place.
fn cycles(graph: &Graph) -> Vec<String> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|module| (module.as_str(), self::reached(graph, module))).collect();
    let mut faults = Vec::new();
    for (from, arrows) in graph {
        for (to, place) in arrows {
            if reached.get(to.as_str()).is_some_and(|further| further.contains(from.as_str())) {
                faults.push(format!("{from} -> {to}: {place}"));
            }
        }
    }
    faults
}

/// The source folders of all crates of the workspace.
fn crates(root: &Path) -> Vec<PathBuf> {
    let manifests = files(root, &["toml"]).into_iter().filter(|path| path.ends_with("Cargo.toml"));
    manifests.map(|path| path.with_file_name("src")).filter(|src| src.is_dir()).collect()
}

#[test]
fn no_top_level_modules_of_a_crate_name_each_other_in_a_circle() {
    let root = workspace();
    let crates = crates(&root);
    assert!(crates.len() >= 8, "too few crates were found: {crates:?}");
    let faults: Vec<String> = crates.iter().flat_map(|src| cycles(&graph(&root, src))).collect();
    assert!(faults.is_empty(), "arrows that stand in a cycle:\n{}", faults.join("\n"));
}

#[test]
fn paths_are_read_wherever_they_stand() {
    let found = |module: &[&str], text: &str| {
        let tokens: TokenStream = text.parse().expect("tokens");
        let module: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
        let mut found = Vec::new();
        paths(&tokens.into_iter().collect::<Vec<_>>(), &module, &mut |segments| {
            found.push(segments.join("::"));
        });
        found
    };
    assert_eq!(found(&["a"], "use crate::b::{C, d::E};"), ["b::C", "b::d::E"]);
    assert_eq!(found(&["a"], "use crate::{b, c::{self, D}};"), ["b", "c", "c::D"]);
    assert_eq!(found(&["a"], "fn f() -> super::b::C { crate::c::d(x) }"), ["b::C", "c::d"]);
    assert_eq!(found(&["a", "b"], "use super::super::c; use super::d;"), ["c", "a::d"]);
    assert_eq!(found(&["a"], "mod inner { use super::super::c; use super::d; }"), ["c", "a::d"]);
    assert_eq!(found(&["a"], "#[cfg(test)] mod tests { use crate::b; } pub(crate) fn f() {}"), [""; 0]);
    assert_eq!(found(&["a"], "#[cfg(test)] use crate::{b}; /// `crate::c`\nuse crate::d;"), ["d"]);
    assert_eq!(found(&["a"], "use other::crate_name::x; x::<crate::b::C>();"), ["b::C"]);
}

#[test]
fn a_circle_of_three_is_found_and_a_chain_is_none() {
    let graph = |arrows: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned(), String::new());
            graph.entry((*to).to_owned()).or_default();
        }
        graph
    };
    assert_eq!(cycles(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), [""; 0]);
    assert_eq!(
        cycles(&graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")])),
        ["a -> b: ", "b -> c: ", "c -> a: "]
    );
}
