//! The process in which a guest's ruleset is inspected: this program again, with bounds on its memory and its time, killed when it does not answer.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use guest_ruleset::{Beyond, Inspection, Verdict};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use crate::limits::GuestLimits;

/// Argument with which this program inspects a ruleset.
pub const ARGUMENT: &str = "check-ruleset";

/// This program, also after its file was replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// Priority of the process: players come first, and a busy machine still gets to it.
const NICE: i32 = 10;

/// Bytes of an answer: a verdict with all its diagnostics has less.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// The program that inspects.
#[derive(Debug, Clone)]
pub struct Inspector {
    program: PathBuf,
}

impl Default for Inspector {
    /// The program that runs.
    fn default() -> Self {
        Inspector { program: PathBuf::from(THIS_PROGRAM) }
    }
}

/// The reason why there is no verdict on a ruleset, which is no fault of its author's.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InspectorError {
    /// The process could not be started, or its answer could not be read.
    #[error("the process that checks cannot be used: {0}")]
    Process(#[from] io::Error),
    /// The answer is none.
    #[error("the process that checks ended without an answer: {0}")]
    NoAnswer(ExitStatus),
}

impl Inspector {
    /// Another program that answers as this one does.
    #[must_use]
    pub fn of(program: &Path) -> Inspector {
        Inspector { program: program.to_owned() }
    }

    /// Inspects a ruleset in a process of its own. Blocks until there is an answer, or the time is over.
    pub(super) fn inspect(
        &self,
        inspection: &Inspection,
        limits: &GuestLimits,
    ) -> Result<Verdict, InspectorError> {
        let mut child = Command::new(&self.program)
            .arg(ARGUMENT)
            .args(["--memory", &limits.guest_check_bytes.to_string()])
            .args(["--seconds", &limits.guest_check_time.0.as_secs().max(1).to_string()])
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (answer, is_late) = converse(&mut child, inspection, limits.guest_check_wait.0)?;
        let status = child.wait()?;
        if let Ok(verdict) = serde_json::from_slice(&answer) {
            return Ok(verdict);
        }
        match std::os::unix::process::ExitStatusExt::signal(&status).and_then(Signal::from_named_raw) {
            Some(Signal::KILL | Signal::XCPU) => Ok(Verdict::Beyond(too_long(is_late, limits))),
            Some(Signal::ABORT) => {
                let most = limits.guest_check_bytes >> 20;
                let message = format!("to check this game takes more memory than it may ({most} MiB)");
                Ok(Verdict::Beyond(Beyond::new("guest_check_bytes", message)))
            }
            _ => Err(InspectorError::NoAnswer(status)),
        }
    }
}

fn too_long(is_late: bool, limits: &GuestLimits) -> Beyond {
    let (bound, most) = match is_late {
        true => ("guest_check_wait", limits.guest_check_wait),
        false => ("guest_check_time", limits.guest_check_time),
    };
    Beyond::new(bound, format!("to check this game takes longer than it may ({most})"))
}

/// Sends a process its work and reads its answer; kills it when the time is over. Returns the answer, and whether the time was over.
fn converse(child: &mut Child, inspection: &Inspection, time: Duration) -> io::Result<(Vec<u8>, bool)> {
    let (pid, to, from) = (Pid::from_child(child), child.stdin.take(), child.stdout.take());
    // Dropped below when the answer is read. The process is not waited for before that, so its number is nobody else's.
    let (answered, over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let is_late = over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if is_late {
                // It may have ended by itself just now.
                let _ = kill_process(pid, Signal::KILL);
            }
            is_late
        });
        let mut answer = Vec::new();
        let read = || -> io::Result<()> {
            if let Some(mut to) = to {
                // A process that has ended early takes no more; its status says why.
                let _ = serde_json::to_writer(&mut to, inspection)
                    .map_err(io::Error::from)
                    .and_then(|()| to.flush());
            }
            if let Some(from) = from {
                from.take(ANSWER_BYTES_MAX).read_to_end(&mut answer)?;
            }
            Ok(())
        };
        let is_read = read();
        if is_read.is_err() {
            let _ = kill_process(pid, Signal::KILL);
        }
        drop(answered);
        let is_late = watch.join().unwrap_or(true);
        is_read.map(|()| (answer, is_late))
    })
}

/// Inspects the ruleset on standard input, as the process that the server starts. The verdict goes to standard output.
///
/// # Errors
/// Returns an error if the bounds cannot be set, or the work is not what a server sends.
pub fn run(memory: u64, seconds: u64) -> io::Result<()> {
    let bound = |resource, most| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    bound(Resource::As, memory)?;
    bound(Resource::Cpu, seconds)?;
    bound(Resource::Core, 0)?;
    // One of lower priority than wished for answers as well.
    let _ = rustix::process::nice(NICE);
    let inspection: Inspection = serde_json::from_reader(io::stdin().lock())?;
    let verdict = inspection.verdict(|| {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
        Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanoseconds)
    });
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &verdict)?;
    out.flush()
}
