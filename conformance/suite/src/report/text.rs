//! The report for people: what failed with what was expected and found, then how many cases there are of each kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::{Count, counted};
use crate::outcome::{Difference, Outcome, Verdict};

/// Returns the report; `places` maps a case to its file and line.
#[must_use]
pub fn text(outcomes: &[Outcome<'_>], places: impl Fn(&Outcome<'_>) -> String, colour: bool) -> String {
    let style = |style: Style| if colour { style } else { Style::new() };
    let red = style(AnsiColor::Red.on_default().bold());
    let green = style(AnsiColor::Green.on_default());
    let mut out = String::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in outcomes {
        match &outcome.verdict {
            Verdict::Passed => {}
            Verdict::Skipped(why) => *reasons.entry(why).or_default() += 1,
            Verdict::Failed(differences) => {
                let case = outcome.case;
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{red}failed{red:#} {}: {}", places(outcome), case.name);
                let _ = writeln!(out, "  shows {}", case.shows);
                let _ = writeln!(out, "  by    {}", case.truth);
                for difference in differences {
                    write(&mut out, difference, red, green);
                }
                out.push('\n');
            }
        }
    }
    let (kinds, all) = counted(outcomes);
    for (kind, count) in kinds {
        let _ = writeln!(out, "{:<11} {}", kind.name(), describe(&count));
    }
    for (why, count) in reasons {
        let _ = writeln!(out, "{} left out: {why}", cases(count));
    }
    let style = if all.failed > 0 { red } else { green };
    let _ = writeln!(out, "{style}{}: {}{style:#}", cases(all.all()), describe(&all));
    out
}

fn write(out: &mut String, Difference { at, expected, found }: &Difference, red: Style, green: Style) {
    let _ = writeln!(out, "  {at}");
    for (sign, style, text) in [('-', green, expected), ('+', red, found)] {
        let word = if sign == '-' { "expected" } else { "found   " };
        for (line, part) in text.lines().enumerate() {
            let word = if line == 0 { word } else { "        " };
            let _ = writeln!(out, "    {style}{sign} {word} {part}{style:#}");
        }
    }
}

fn cases(count: usize) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{count} cases") }
}

fn describe(count: &Count) -> String {
    let mut summary = format!("{} passed", count.passed);
    if count.failed > 0 {
        let _ = write!(summary, ", {} failed", count.failed);
    }
    if count.skipped > 0 {
        let _ = write!(summary, ", {} left out", count.skipped);
    }
    summary
}
