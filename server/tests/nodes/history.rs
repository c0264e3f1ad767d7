//! The history of one game as its players saw it, and its check by a checker of linearizability that is not ours (the crate `todc-utils`, the algorithm of Wing
//! and Gong with Lowe's memory of what was tried).
//!
//! A game is a log to which moves are appended. An append says at which ply it is meant to stand, and is acknowledged, refused, or of unknown outcome; a read is the
//! list of moves with which a server welcomes a player. The order of calls and answers is that in which they were noted, on one machine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use todc_utils::{Action, History, Specification, WGLChecker};

/// A move by the square that it leads to, which tells the moves of these games apart.
pub(super) type Square = String;

/// An operation of a player, as it is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "f", content = "value", rename_all = "lowercase")]
pub(super) enum Call {
    /// A move to stand behind so many others.
    Append(usize, Square),
    /// A question for all moves.
    Read,
}

/// The outcome of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "moves", rename_all = "lowercase")]
pub(super) enum Outcome {
    /// The move is made.
    Ok,
    /// The move is refused.
    Fail,
    /// Nobody knows whether the move is made, or will be.
    Info,
    /// All moves.
    Found(Vec<Square>),
}

/// One line of a history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Event {
    /// A sequence of operations of which each begins after the one before has ended. One of unknown outcome ends it.
    process: usize,
    #[serde(flatten)]
    call: Call,
    /// None for the call itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// A call that waits for its outcome.
#[derive(Debug)]
pub(super) struct Pending {
    process: usize,
    call: Call,
}

/// Calls and outcomes of the players of a game, in their order.
#[derive(Debug, Default)]
pub(super) struct Recorder(Mutex<Recorded>);

#[derive(Debug, Default)]
struct Recorded {
    events: Vec<Event>,
    /// The number of operations of unknown outcome, by player: each is followed by a new process.
    unknown: [usize; 2],
}

impl Recorder {
    /// Notes the call of an operation by one of two players.
    pub(super) fn call(&self, player: usize, call: Call) -> Pending {
        let mut recorded = self.0.lock().unwrap();
        let process = player + 2 * recorded.unknown[player];
        recorded.events.push(Event { process, call: call.clone(), outcome: None });
        Pending { process, call }
    }

    /// Notes the outcome of an operation.
    pub(super) fn end(&self, Pending { process, call }: Pending, outcome: Outcome) {
        let mut recorded = self.0.lock().unwrap();
        if outcome == Outcome::Info {
            recorded.unknown[process % 2] += 1;
        }
        recorded.events.push(Event { process, call, outcome: Some(outcome) });
    }

    /// Notes that an operation without an effect has got no answer, as if it had never been called.
    pub(super) fn withdraw(&self, Pending { process, .. }: Pending) {
        let mut recorded = self.0.lock().unwrap();
        let last = recorded.events.iter().rposition(|event| event.process == process);
        recorded.events.remove(last.unwrap());
    }

    pub(super) fn into_events(self) -> Vec<Event> {
        self.0.into_inner().unwrap().events
    }
}

/// An operation with its outcome, as the checker takes it.
type Operation = (Call, Outcome);

/// The log of a game.
struct GameLog;

impl Specification for GameLog {
    type State = Vec<Square>;
    type Operation = Operation;

    fn init() -> Vec<Square> {
        Vec::new()
    }

    fn apply((call, outcome): &Operation, log: &Vec<Square>) -> (bool, Vec<Square>) {
        let appended = |square: &Square| {
            let mut log = log.clone();
            log.push(square.clone());
            log
        };
        match (call, outcome) {
            (Call::Append(ply, square), Outcome::Ok) if *ply == log.len() => (true, appended(square)),
            // It is refused because the game has gone on.
            (Call::Append(ply, _), Outcome::Fail) if *ply != log.len() => (true, log.clone()),
            // It has its effect at whatever time, or in the end none.
            (Call::Append(ply, square), Outcome::Info) if *ply == log.len() => (true, appended(square)),
            (Call::Append(..), Outcome::Info) => (true, log.clone()),
            (Call::Read, Outcome::Found(moves)) if moves == log => (true, log.clone()),
            (Call::Append(..) | Call::Read, _) => (false, log.clone()),
        }
    }
}

/// Returns whether one order of all operations explains a history, in which each has its place between its call and its answer.
pub(super) fn is_linearizable(events: &[Event]) -> bool {
    // The checker takes no empty history, and wants an answer to each call: that of a call of unknown outcome comes last.
    let mut actions = Vec::new();
    let mut open = BTreeMap::new();
    for Event { process, call, outcome } in events {
        match outcome {
            None => {
                open.insert(*process, call.clone());
                actions.push((*process, Action::Call((call.clone(), Outcome::Info))));
            }
            Some(Outcome::Info) => {}
            Some(outcome) => {
                open.remove(process);
                actions.push((*process, Action::Response((call.clone(), outcome.clone()))));
            }
        }
    }
    // A read without an answer was withdrawn.
    actions
        .extend(open.into_iter().map(|(process, call)| (process, Action::Response((call, Outcome::Info)))));
    actions.is_empty() || WGLChecker::<GameLog>::is_linearizable(History::from_actions(actions))
}

/// Writes the history of a game to a file, a line for each event, for any checker: `f` and `value` are the call; after an outcome other than `info` the process is free
/// for the next call.
pub(super) fn write(file: &Path, events: &[Event]) {
    let lines: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    std::fs::write(file, lines.join("\n")).unwrap();
}

/// Reads the history of a game.
pub(super) fn read(file: &Path) -> Vec<Event> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A fault that is put into a history, for the checker to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// The last read lacks the last move that was acknowledged before it was called.
    StaleRead,
    /// A move that was acknowledged is in no read after it.
    LostAppend,
    /// A second move is acknowledged at a ply that has one.
    Fork,
}

impl Fault {
    pub(super) const ALL: [Fault; 3] = [Fault::StaleRead, Fault::LostAppend, Fault::Fork];

    /// Returns a history with the fault; none if it has no place for it.
    pub(super) fn put_into(self, events: &[Event]) -> Option<Vec<Event>> {
        let mut events = events.to_vec();
        let is_ok = |event: &Event| event.outcome == Some(Outcome::Ok);
        match self {
            Fault::StaleRead => {
                let read =
                    events.iter().rposition(|event| matches!(event.outcome, Some(Outcome::Found(_))))?;
                let process = events[read].process;
                let called = events[..read].iter().rposition(|event| event.process == process)?;
                let acknowledged = events[..called].iter().filter(|event| is_ok(event)).count();
                let Some(Outcome::Found(moves)) = &mut events[read].outcome else { return None };
                // What is unknown may have been made as well.
                moves.truncate(acknowledged.checked_sub(1)?.min(moves.len()));
            }
            Fault::LostAppend => {
                let lost = events.iter().position(is_ok)?;
                let Call::Append(ply, _) = events[lost].call else { return None };
                let (mut called_after, mut is_read) = (BTreeSet::new(), false);
                for event in &mut events[lost..] {
                    match &mut event.outcome {
                        None => drop(called_after.insert(event.process)),
                        Some(Outcome::Found(moves)) if ply < moves.len() => {
                            moves.remove(ply);
                            is_read |= called_after.contains(&event.process);
                        }
                        Some(_) => {}
                    }
                }
                is_read.then_some(())?;
            }
            Fault::Fork => {
                let first = events.iter().position(is_ok)?;
                let processes: BTreeSet<usize> = events.iter().map(|event| event.process).collect();
                let Call::Append(ply, _) = events[first].call else { return None };
                let (process, call) = (processes.last()? + 1, Call::Append(ply, "other".to_owned()));
                let called = Event { process, call: call.clone(), outcome: None };
                let ended = Event { process, call, outcome: Some(Outcome::Ok) };
                events.splice(first + 1..first + 1, [called, ended]);
            }
        }
        Some(events)
    }
}

#[test]
fn a_history_that_one_order_explains_is_accepted_and_no_other() {
    let squares = |text: &str| -> Vec<Square> { text.split_whitespace().map(str::to_owned).collect() };
    let append = |ply, square: &str| Call::Append(ply, square.to_owned());
    let found = |text: &str| Outcome::Found(squares(text));
    // A player's own line, and the other's within it.
    let recorder = Recorder::default();
    let first = recorder.call(0, append(0, "a4"));
    recorder.end(first, Outcome::Ok);
    let (second, read) = (recorder.call(1, append(1, "a5")), recorder.call(0, Call::Read));
    recorder.end(read, found("a4 a5"));
    recorder.end(second, Outcome::Ok);
    // The answer is lost; the move is not there at first, and then it is, so that another is refused.
    let lost = recorder.call(0, append(2, "h4"));
    recorder.end(lost, Outcome::Info);
    let silent = recorder.call(0, Call::Read);
    recorder.withdraw(silent);
    let read = recorder.call(0, Call::Read);
    recorder.end(read, found("a4 a5"));
    let other = recorder.call(0, append(2, "h3"));
    recorder.end(other, Outcome::Fail);
    let read = recorder.call(1, Call::Read);
    recorder.end(read, found("a4 a5 h4"));
    let last = recorder.call(1, append(3, "h5"));
    recorder.end(last, Outcome::Ok);
    let read = recorder.call(0, Call::Read);
    recorder.end(read, found("a4 a5 h4 h5"));
    let events = recorder.into_events();
    assert!(is_linearizable(&events) && is_linearizable(&[]));

    for fault in Fault::ALL {
        assert!(!is_linearizable(&fault.put_into(&events).unwrap()), "{fault:?}");
        assert!(fault.put_into(&[]).is_none());
    }
    // A refusal without a reason, an unknown move that is unmade, and one that stands twice.
    let with = |at: usize, outcome: Outcome| {
        let mut events = events.clone();
        let ends = events.iter().enumerate().filter(|(_, event)| event.outcome.is_some());
        let at = ends.map(|(at, _)| at).nth(at).unwrap();
        events[at].outcome = Some(outcome);
        events
    };
    assert!(!is_linearizable(&with(5, Outcome::Ok)), "two moves of one ply");
    assert!(!is_linearizable(&with(0, Outcome::Fail)), "refused, and made");
    assert!(!is_linearizable(&with(8, found("a4 a5 h3 h5"))), "another move than before");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("history");
    write(&file, &events);
    assert_eq!(super::history::read(&file), events);
}
