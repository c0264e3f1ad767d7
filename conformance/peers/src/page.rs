//! The published page: tables between two markers, and a chart, both generated from the reports alone.

use std::fmt::Write as _;

use crate::mode::Mode;
use crate::report::{Build, Figure, Line, Report, digits};

const BEGIN: &str = "<!-- figures: written by `make peers`, not by hand -->";
const END: &str = "<!-- /figures -->";

/// Returns the page with new figures between its markers.
pub(crate) fn fill(page: &str, reports: &[Report]) -> Result<String, String> {
    between(page, BEGIN, &figures(reports))
}

/// Returns the page with another text between a marker and the end of its figures.
pub(crate) fn between(page: &str, begin: &str, text: &str) -> Result<String, String> {
    let (before, rest) =
        page.split_once(begin).ok_or_else(|| format!("the page lacks the marker {begin}"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("the page lacks the marker {END}"))?;
    Ok(format!("{before}{begin}\n{text}{END}{after}"))
}

/// Returns a build as a heading.
fn heading(build: &Build) -> String {
    let Build { target, processor, detected, tables } = build;
    let ours = match processor.as_str() {
        "detected" => format!("`{detected}` lookup (detected)"),
        requested => format!("`{requested}` lookup"),
    };
    format!("{target} build, {ours}, compared with cozy-chess with `{tables}`")
}

fn figures(reports: &[Report]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "\n| build | our lookup | cozy-chess tables | bulk, × | full, × |\n|---|---|---|---:|---:|"
    );
    for report in reports {
        let Build { target, processor, detected, tables } = &report.build;
        let lookup =
            if processor == "detected" { format!("{detected} (detected)") } else { processor.clone() };
        let [bulk, full] = Mode::ALL.map(|mode| report.mean(mode));
        let _ = writeln!(out, "| {target} | {lookup} | {tables} | **{bulk:.2}** | **{full:.2}** |");
    }
    for report in reports {
        let _ = writeln!(out, "\n### {}\n", heading(&report.build));
        let _ = writeln!(out, "{}", conditions(report));
        let _ = writeln!(
            out,
            "\n| position | depth | nodes | bulk, ours | cozy | × | depth | nodes | full, ours | cozy | × |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
        );
        for bulk in report.lines(Mode::Bulk) {
            let Some(full) = report.lines(Mode::Full).find(|full| full.position == bulk.position) else {
                continue;
            };
            let cells = |line: &Line| {
                let Line { depth, nodes, ours, theirs, ratio, .. } = line;
                format!(
                    "{depth} | {} | {} | {} | {ratio:.2}",
                    grouped(*nodes),
                    digits(*ours),
                    digits(*theirs)
                )
            };
            let _ = writeln!(out, "| {} | {} | {} |", bulk.position, cells(bulk), cells(full));
        }
        let [bulk, full] = Mode::ALL.map(|mode| report.mean(mode));
        let _ = writeln!(out, "| geometric mean | | | | | **{bulk:.2}** | | | | | **{full:.2}** |");
    }
    if let Some(report) = reports.first() {
        let _ = writeln!(
            out,
            "\n### Other figures ({})\n\n| | ours | cozy-chess |\n|---|---:|---:|",
            heading(&report.build)
        );
        for Figure { name, unit, ours, theirs } in &report.figures {
            let theirs = theirs.map_or_else(|| "–".to_owned(), |theirs| format!("{} {unit}", digits(theirs)));
            let _ = writeln!(out, "| {name} | {} {unit} | {theirs} |", digits(*ours));
        }
    }
    out.push('\n');
    out
}

/// Returns the machine and the numbers of runs as a sentence.
fn conditions(report: &Report) -> String {
    let Report { machine, rounds, processes, .. } = report;
    let times =
        |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    format!(
        "Millions of nodes per second on {machine}: medians over {} of {}.",
        times(*processes, "process", "processes"),
        times(*rounds, "round", "rounds")
    )
}

/// Formats a count with thousands separators.
pub(crate) fn grouped(count: u64) -> String {
    let text = count.to_string();
    let digits: Vec<char> = text.chars().collect();
    let parts: Vec<String> = digits.rchunks(3).rev().map(|part| part.iter().collect()).collect();
    parts.join(",")
}

// Dimensions of the chart, in SVG units.
const WIDTH: f64 = 720.0;
const LEFT: f64 = 270.0;
const TOP: f64 = 56.0;
const BAR: f64 = 16.0;
const ROW: f64 = 56.0;

/// Draws the geometric means as bars, with a line where both libraries are equally fast.
pub(crate) fn chart(reports: &[Report]) -> String {
    let means = reports.iter().flat_map(|report| Mode::ALL.map(|mode| report.mean(mode)));
    let most = means.fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - 60.0) / most;
    let height = TOP + ROW * reports.len() as f64 + 12.0;
    let mut out = String::new();
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-labelledby="title">
<title id="title">Perft speed relative to cozy-chess, geometric mean of six positions</title>
<style>
text {{ font: 13px system-ui, sans-serif; fill: #24292f }}
.small {{ font-size: 11px; fill: #57606a }}
.bulk {{ fill: #2f6f9f }}
.full {{ fill: #b5651d }}
.even {{ stroke: #57606a; stroke-dasharray: 3 3 }}
@media (prefers-color-scheme: dark) {{
  text {{ fill: #e6edf3 }}
  .small {{ fill: #9da7b3 }}
  .bulk {{ fill: #6cb2e0 }}
  .full {{ fill: #e0975a }}
  .even {{ stroke: #9da7b3 }}
}}
</style>
<rect class="bulk" x="12" y="12" width="12" height="12"/><text x="30" y="23">bulk: the last ply is counted</text>
<rect class="full" x="230" y="12" width="12" height="12"/><text x="248" y="23">full: every move is made</text>
"##
    );
    let even = LEFT + scale;
    let _ = writeln!(
        out,
        r#"<line class="even" x1="{even:.1}" y1="{:.1}" x2="{even:.1}" y2="{:.1}"/>"#,
        TOP - 6.0,
        height - 8.0
    );
    let _ = writeln!(
        out,
        r#"<text class="small" x="{even:.1}" y="{:.1}" text-anchor="middle">as fast as cozy-chess</text>"#,
        TOP - 10.0
    );
    for (row, report) in reports.iter().enumerate() {
        let top = TOP + ROW * row as f64;
        let Build { target, processor, detected, tables } = &report.build;
        let lookup = if processor == "detected" { detected } else { processor };
        let _ = writeln!(out, r#"<text x="12" y="{:.1}">{target} build, by {lookup}</text>"#, top + 16.0);
        let _ = writeln!(
            out,
            r#"<text class="small" x="12" y="{:.1}">compared with cozy-chess with {tables}</text>"#,
            top + 32.0
        );
        for (index, mode) in Mode::ALL.into_iter().enumerate() {
            let (mean, y) = (report.mean(mode), top + index as f64 * (BAR + 4.0));
            let _ = writeln!(
                out,
                r#"<rect class="{}" x="{LEFT}" y="{y:.1}" width="{:.1}" height="{BAR}"/><text x="{:.1}" y="{:.1}">{mean:.2}</text>"#,
                mode.name(),
                mean * scale,
                LEFT + mean * scale + 6.0,
                y + 13.0
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn read(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ggn-core").join(name);
        fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }

    #[test]
    fn page_and_chart_match_the_figures() {
        let reports: Vec<Report> = serde_json::from_str(&read("docs/speed.json")).unwrap();
        assert!(!reports.is_empty() && reports.iter().all(|report| report.lines.len() == 12));
        let page = read("speed.md");
        assert_eq!(fill(&page, &reports).unwrap(), page);
        assert_eq!(chart(&reports), read("docs/speed.svg"));
    }

    #[test]
    fn page_without_markers_is_an_error() {
        assert!(fill("# A page\n", &[]).is_err());
        assert!(fill(BEGIN, &[]).is_err());
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_000, 119_060_324].map(grouped), ["0", "999", "1,000", "119,060,324"]);
    }
}
