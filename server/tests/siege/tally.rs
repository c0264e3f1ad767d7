//! Answers to each kind of attacker, compared with the documented ones.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// Documented answers to an attack, and counts of the given ones.
type Answers = (&'static [&'static str], BTreeMap<String, u64>);

/// Answers by attack.
#[derive(Default)]
pub struct Tally {
    answers: Mutex<BTreeMap<&'static str, Answers>>,
}

impl Tally {
    /// Counts an answer to an attack.
    pub fn count(&self, attack: &'static str, documented: &'static [&'static str], answer: String) {
        let mut answers = self.answers.lock().unwrap();
        let (_, counts) = answers.entry(attack).or_insert((documented, BTreeMap::new()));
        *counts.entry(answer).or_default() += 1;
    }

    /// Checks that every attack was made and had documented answers only. In the long run, the first documented answer must have
    /// been given at least once.
    pub fn check(&self, is_short: bool) {
        let answers = self.answers.lock().unwrap();
        assert_eq!(answers.len(), crate::attackers::KINDS.len(), "not every attack was answered");
        for (attack, (documented, counts)) in answers.iter() {
            for answer in counts.keys() {
                assert!(documented.contains(&answer.as_str()), "{attack} was answered by {answer}");
            }
            assert!(
                is_short || counts.contains_key(documented[0]),
                "{attack} was never answered by {}",
                documented[0]
            );
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| attack | answers |\n|---|---|")?;
        for (attack, (_, counts)) in self.answers.lock().unwrap().iter() {
            let all: Vec<String> =
                counts.iter().map(|(answer, count)| format!("{answer} × {count}")).collect();
            writeln!(f, "| {attack} | {} |", all.join(", "))?;
        }
        Ok(())
    }
}
