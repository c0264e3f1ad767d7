//! Round robins by Berger tables (FIDE Handbook C.05, annex 1).

/// Returns the number of rounds of one cycle.
pub(crate) fn rounds(players: usize) -> usize {
    even(players).saturating_sub(1)
}

/// Returns the number of places at the tables: one is empty if the number of players is odd.
fn even(players: usize) -> usize {
    players + players % 2
}

/// Returns the pairs of a round, white first, as places from 0 in the ranking. A place that no player has means that the other player has a bye. In a
/// tournament of two cycles the last two rounds of the first change places, so that nobody has one colour three times in a row.
pub(crate) fn pairs(players: usize, cycles: u8, round: usize) -> Vec<(usize, usize)> {
    let places = even(players);
    let (in_cycle, cycle) = (round % rounds(players).max(1), round / rounds(players).max(1));
    let last = rounds(players).saturating_sub(1);
    let table = match in_cycle {
        at if cycles > 1 && cycle == 0 && last >= 1 && at + 1 >= last => last + last - 1 - at,
        at => at,
    };
    let mut pairs = table_round(places, table);
    if cycle % 2 == 1 {
        pairs.iter_mut().for_each(|(white, black)| std::mem::swap(white, black));
    }
    pairs
}

/// Returns a round of the table for an even number of places. The highest place alternates colours, and the others turn by half a table each round.
fn table_round(places: usize, round: usize) -> Vec<(usize, usize)> {
    let Some(turning) = places.checked_sub(1).filter(|turning| *turning > 0) else { return Vec::new() };
    let start = round * (places / 2);
    let at = |place: usize| (start + place) % turning;
    let first = if round.is_multiple_of(2) { (at(0), turning) } else { (turning, at(0)) };
    let others = (1..places / 2).map(|place| (at(place), at(turning - place)));
    std::iter::once(first).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The rounds of a table as the handbook writes them.
    fn written(players: usize) -> Vec<String> {
        let round = |round| {
            let pairs = table_round(players, round);
            let pairs: Vec<_> =
                pairs.iter().map(|(white, black)| format!("{}-{}", white + 1, black + 1)).collect();
            pairs.join(" ")
        };
        (0..rounds(players)).map(round).collect()
    }

    // FIDE Handbook C.05, annex 1.
    #[test]
    fn the_tables_are_those_of_the_handbook() {
        assert_eq!(written(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(written(6), ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
        assert_eq!(
            written(8),
            [
                "1-8 2-7 3-6 4-5",
                "8-5 6-4 7-3 1-2",
                "2-8 3-1 4-7 5-6",
                "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7",
                "8-7 1-6 2-5 3-4",
                "4-8 5-3 6-2 7-1"
            ]
        );
    }

    #[test]
    fn everybody_meets_everybody_with_each_color_and_has_no_color_three_times() {
        for players in 2..=64 {
            for cycles in 1..=2_u8 {
                let mut met = HashSet::new();
                let mut colors = vec![Vec::new(); players + 1];
                for round in 0..rounds(players) * usize::from(cycles) {
                    let pairs = pairs(players, cycles, round);
                    let places: HashSet<_> =
                        pairs.iter().flat_map(|(white, black)| [*white, *black]).collect();
                    assert_eq!(places.len(), players + players % 2);
                    for (white, black) in pairs {
                        assert!(met.insert((white, black)));
                        if white < players && black < players {
                            colors[white].push('w');
                            colors[black].push('b');
                        }
                    }
                }
                assert_eq!(met.len(), usize::from(cycles) * (players + players % 2) * rounds(players) / 2);
                for color in colors.iter().take(players) {
                    let text: String = color.iter().collect();
                    assert!(!text.contains("www") && !text.contains("bbb"), "{players} {cycles} {text}");
                }
            }
        }
    }
}
