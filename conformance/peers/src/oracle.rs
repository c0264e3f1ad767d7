//! Fairy-Stockfish, started as a program beside this one, for its node counts and its speed.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Processor time that is measured at least.
const SECONDS_MIN: f64 = 0.4;

/// Processor times of a process are told in these parts of a second.
const TICKS_PER_SECOND: f64 = 100.0;

/// The running program.
pub(crate) struct Oracle {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    variants: BTreeSet<String>,
}

impl Oracle {
    /// Starts the program.
    pub(crate) fn start(program: &str) -> Result<Oracle, Box<dyn Error>> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let input = process.stdin.take().ok_or("it has no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("it has no output")?);
        let mut oracle = Oracle { process, input, output, variants: BTreeSet::new() };
        oracle.say("uci")?;
        loop {
            let line = oracle.line()?;
            if line.contains("name UCI_Variant ") {
                oracle.variants = line.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
            }
            if line == "uciok" {
                return Ok(oracle);
            }
        }
    }

    /// Returns whether it plays a variant of this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.variants.contains(name)
    }

    /// Returns its speed on the start position of a variant in millions of nodes per second; `None` if it counts other nodes, because its version plays by
    /// other rules.
    pub(crate) fn speed(
        &mut self,
        name: &str,
        depth: u32,
        nodes: u64,
    ) -> Result<Option<f64>, Box<dyn Error>> {
        self.say(&format!("setoption name UCI_Variant value {name}\nposition startpos"))?;
        let start = self.seconds()?;
        let mut counted = 0;
        loop {
            self.say(&format!("go perft {depth}"))?;
            let found = loop {
                if let Some(count) = self.line()?.strip_prefix("Nodes searched: ") {
                    break count.parse::<u64>()?;
                }
            };
            if found != nodes {
                eprintln!("{name}: the oracle counts {found} lines of {depth} plies, not {nodes}");
                return Ok(None);
            }
            counted += found;
            let seconds = self.seconds()? - start;
            if seconds >= SECONDS_MIN {
                return Ok(Some(counted as f64 / seconds / 1e6));
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn line(&mut self) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("the oracle has ended".into());
        }
        Ok(line.trim_end().to_owned())
    }

    /// Returns its processor time so far.
    fn seconds(&self) -> Result<f64, Box<dyn Error>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        // The name of the program, in brackets, may hold spaces.
        let (_, fields) = stat.rsplit_once(')').ok_or("no processor time")?;
        let ticks: Vec<f64> =
            fields.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
        Ok(ticks.iter().sum::<f64>() / TICKS_PER_SECOND)
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
