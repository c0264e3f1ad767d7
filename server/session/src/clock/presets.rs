//! Time controls offered on the page, as data: `rules/clocks.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TimeControl;
use crate::data::{DataFaultKind, Faults, Fields};
use crate::domain::limits::{CLOCK_NAME_CHARS_MAX, CLOCK_PRESETS_MAX};

/// A time control that the creator of a game can choose by name. Any other one can be requested too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(deny_unknown_fields)]
pub struct ClockPreset {
    /// Common name of games of that length.
    #[schemars(length(min = 1, max = CLOCK_NAME_CHARS_MAX))]
    pub name: String,
    /// The time control.
    pub clock: TimeControl,
}

/// Time controls offered to the creator of a game.
// Requirement gambit-76.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Presets {
    /// In display order.
    #[schemars(length(max = CLOCK_PRESETS_MAX))]
    pub clocks: Vec<ClockPreset>,
}

impl Presets {
    /// Reads the file.
    pub(crate) fn read(file: &str, bytes: &[u8], faults: &mut Faults) -> Option<Presets> {
        let before = faults.len();
        let mut fields = Fields::read(file, bytes, faults)?;
        let clocks: Option<Vec<ClockPreset>> = fields.plain("clocks");
        for (place, preset) in clocks.iter().flatten().enumerate() {
            let same = |other: &ClockPreset| other.clock == preset.clock;
            if clocks.iter().flatten().take(place).any(same) {
                let twice = format!("{:?} is there twice", preset.name);
                fields.fault("clocks", DataFaultKind::Value(twice));
            }
            if !(1..=CLOCK_NAME_CHARS_MAX).contains(&preset.name.chars().count()) {
                let length = format!("the name of a time control has 1 to {CLOCK_NAME_CHARS_MAX} characters");
                fields.fault("clocks", DataFaultKind::Value(length));
            }
        }
        if clocks.as_ref().is_some_and(|clocks| clocks.len() > CLOCK_PRESETS_MAX) {
            let most = format!("{CLOCK_PRESETS_MAX} time controls at the most");
            fields.fault("clocks", DataFaultKind::Value(most));
        }
        fields.finish();
        let presets = Presets { clocks: clocks? };
        (faults.len() == before).then_some(presets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCKS: &str = include_str!("../../../../rules/clocks.json");

    fn read(text: &str) -> Result<Presets, String> {
        let mut faults = Faults::new();
        let presets = Presets::read("clocks.json", text.as_bytes(), &mut faults);
        presets.ok_or_else(|| faults.iter().map(|fault| format!("{fault}\n")).collect())
    }

    // Requirement gambit-76.
    #[test]
    fn the_time_controls_of_the_project_are_those_that_people_know() {
        let clocks = read(CLOCKS).unwrap().clocks;
        let texts: Vec<String> = clocks
            .iter()
            .map(|preset| {
                let clock = preset.clock;
                clock.turn_days().map_or_else(
                    || format!("{}+{}", clock.initial_ms() / 60_000, clock.increment_ms() / 1_000),
                    |days| format!("{} d", days.days()),
                )
            })
            .collect();
        assert_eq!(
            texts,
            ["1+0", "2+1", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "1 d", "3 d", "7 d", "14 d"]
        );
    }

    #[test]
    fn an_invalid_preset_is_a_fault_with_its_position() {
        for (text, expected) in [
            ("{}", "clocks.json: $.clocks: is missing"),
            (r#"{"clocks":[],"more":1}"#, "$.more: is not known here"),
            (r#"{"clocks":[{"name":"A","clock":{"initial":0}}]}"#, "a clock begins with 1 to 10800 seconds"),
            (r#"{"clocks":[{"name":"","clock":{"initial":1}}]}"#, "has 1 to 32 characters"),
            (
                r#"{"clocks":[{"name":"A","clock":{"initial":1}},{"name":"B","clock":{"initial":1}}]}"#,
                "\"B\" is there twice",
            ),
        ] {
            let faults = read(text).unwrap_err();
            assert!(faults.contains(expected), "{text}: {faults}");
        }
        let many: Vec<String> =
            (1..=33).map(|s| format!(r#"{{"name":"A","clock":{{"initial":{s}}}}}"#)).collect();
        let faults = read(&format!(r#"{{"clocks":[{}]}}"#, many.join(","))).unwrap_err();
        assert!(faults.contains("32 time controls at the most"), "{faults}");
    }
}
