//! Patterns of the greatest length and the most work that the language can say, on the largest boards.

use std::time::{Duration, Instant};

use dev::Random;

use crate::common::limited::{greatest_address_space, is_limited};

/// Kibibytes of address space in which any patterns are written out.
const ADDRESS_SPACE: u32 = 2 << 20;

/// Longest time in which a file of patterns is written out.
const WRITTEN_WITHIN: Duration = Duration::from_secs(60);

/// Boards of one to three dimensions, small and as large as there are.
const BOARDS: [&[usize]; 6] = [&[8, 8], &[255, 255], &[255], &[64, 31, 32], &[26, 26], &[4, 4, 4]];

/// Lines that come to much, each alone or as often as a file holds it.
const LINES: [&str; 46] = [
    "K: Q\n",
    "K: Q NN (1,3)0 (2,3)0 (1,4)0\n",
    "K: pQ gQ pNN\n",
    "K: F-F-F-F-F-F-F-F\n",
    "K: W-F-W-F-W-F-W-Q\n",
    "K: N-N-N-N-N-N-N-NN\n",
    "K: N+N+N+N+N+N+N+NN\n",
    "K: (254,253)0 (1,1,1)0\n",
    "K: board -> board\n",
    "K: * -> board deny board k\n",
    "K: pass when board but a1 empty\n",
    "K: W when board empty\n",
    "K: W when to[file] empty deny from[rank] k\n",
    "K: W takes board\n",
    "K: W takes ranks 1-3\n",
    "K: W takes to[file] to[rank]\n",
    "K: W unattacked board\n",
    "K: W revokes board\n",
    "K: W carries to[f] -> to[b]\n",
    "K: W places k on board\n",
    "K: takes board\n",
    "K: unattacked board\n",
    "K: takes to[file]\n",
    "K: tag a from board\n",
    "K: W tag a in board\n",
    "K: W promotes k in board tag a from board to board\n",
    "zone z = board\n",
    "K: W in board\n",
    "K: pQ over K k +K -K\n",
    "K: pQ over but K\n",
    "K: W from a1\n",
    "moved +K\n",
    "captured K to hand\n",
    "K: X\n",
    "K: W from z\n",
    "K W F N R: W\n",
    "K: W when a1 empty, a1 empty, a1 empty\n",
    "K: (1,2,3,4,5,6)\n",
    "K: zzzzzzz\n",
    ": : : :\n",
    "K: W promotes\n",
    "K: a1 -> \n",
    "K: a1 b1 a2 -> \n",
    "    W\n",
    "K: W when to[ffffffffffffffffffffffffffff] empty\n",
    "K: mW when a1 empty\n  cW promotes k\n",
];

/// Pieces of lines that are repeated without a new line.
const PARTS: [(&str, &str, &str); 20] = [
    ("K: ", "W", ""),
    ("K: ", "W-", "W"),
    ("K: ", "Q ", ""),
    ("K: W from ", "a1 ", ""),
    ("K: W from ", "board ", ""),
    ("K: W from board but ", "board ", ""),
    ("zone z = ", "board ", ""),
    ("zone z = board\nK: W takes ", "z ", ""),
    ("K: W takes ", "to[file] ", ""),
    ("K: W unattacked ", "board ", ""),
    ("K: W when ", "board ", "empty"),
    ("K: W when ", "to[file] ", "empty"),
    ("K: W when ", "a1 empty, ", "a1 empty"),
    ("K: W deny ", "to[rank] K, ", "a1 k"),
    ("K: W carries ", "to[f] -> to[b], ", "a1 -> a2"),
    ("K: W ", "tag a ", ""),
    ("K: W promotes ", "k ", ""),
    ("", "K ", ": W"),
    ("K:", " ", "W"),
    ("K: pQ over but ", "K ", ""),
];

/// Returns the files of a ruleset with these patterns.
fn files(sizes: &[usize], patterns: String) -> Vec<(String, Vec<u8>)> {
    let rank = sizes[0].to_string();
    let layer = vec![rank.as_str(); sizes.get(1).copied().unwrap_or(1)].join("/");
    let board = vec![layer.as_str(); sizes.get(2).copied().unwrap_or(1)].join("//");
    vec![
        ("patterns/any.moves".to_owned(), patterns.into_bytes()),
        ("ruleset.json".to_owned(), format!("{{ \"initial\": \"{board} / T/t\" }}").into_bytes()),
    ]
}

/// Returns a text of a part as often as a file holds it.
fn filled(before: &str, part: &str, after: &str) -> String {
    let room = pattern::limits::FILE_BYTES_MAX - before.len() - after.len();
    format!("{before}{}{after}", part.repeat(room / part.len()))
}

/// Writes patterns out on a board, and returns how long that takes.
fn write_out(sizes: &[usize], patterns: String, name: &str) -> Duration {
    print!("{name:?} on {sizes:?}: ");
    let files = files(sizes, patterns);
    let begun = Instant::now();
    let outcome = match pattern::expand(&files) {
        Ok(written) => format!("{} bytes", written.iter().map(|(_, text)| text.len()).sum::<usize>()),
        Err(faults) => {
            assert!(!faults.is_empty());
            let text: usize = faults.iter().map(|fault| fault.message.len()).sum();
            format!("{} faults of {text} bytes", faults.len())
        }
    };
    let taken = begun.elapsed();
    println!("{outcome} in {} ms, {} KiB", taken.as_millis(), greatest_address_space());
    assert!(taken < WRITTEN_WITHIN, "{taken:?}");
    taken
}

#[test]
fn the_greatest_patterns_are_written_out_or_refused_in_little_memory() {
    if !is_limited(
        "any_rules::texts::the_greatest_patterns_are_written_out_or_refused_in_little_memory",
        ADDRESS_SPACE,
    ) {
        return;
    }
    let is_long = dev::is_long();
    let mut longest = (Duration::ZERO, "");
    for (number, sizes) in BOARDS[..if is_long { BOARDS.len() } else { 2 }].iter().enumerate() {
        // Whole files of each line and part are written out with `LONG=1`; of one in eight without, others on each board.
        let is_filled = |at: usize| is_long || at % 8 == number;
        for (at, line) in LINES.into_iter().enumerate() {
            longest = longest.max((write_out(sizes, line.to_owned(), line), line));
            if is_filled(at) {
                longest = longest.max((write_out(sizes, filled("K: R\n", line, ""), line), line));
            }
        }
        for (at, (before, part, after)) in PARTS.into_iter().enumerate() {
            if is_filled(at) {
                longest = longest.max((write_out(sizes, filled(before, part, after), before), before));
            }
        }
    }
    println!("longest {longest:?}, {} KiB", greatest_address_space());
}

#[test]
fn long_patterns_of_random_lines_are_written_out_or_refused_in_little_memory() {
    if !is_limited(
        "any_rules::texts::long_patterns_of_random_lines_are_written_out_or_refused_in_little_memory",
        ADDRESS_SPACE,
    ) {
        return;
    }
    let is_long = dev::is_long();
    let mut longest = Duration::ZERO;
    for seed in 0..if is_long { 1_000 } else { 12 } {
        let mut random = Random::for_purpose(seed, "patterns");
        let sizes = *random.pick(&BOARDS);
        let most = 1 + random.below(pattern::limits::FILE_BYTES_MAX);
        let mut patterns = "K: R\n".to_owned();
        loop {
            let line = *random.pick(&LINES);
            if patterns.len() + line.len() > most {
                break;
            }
            patterns.push_str(line);
        }
        longest = longest.max(write_out(sizes, patterns, &format!("seed {seed}")));
    }
    println!("longest {longest:?}, {} KiB", greatest_address_space());
}
