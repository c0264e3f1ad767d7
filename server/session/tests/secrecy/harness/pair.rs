//! Two worlds side by side, and the one rule: steps that disclose the same facts must send the same bytes.

use session::Input;

use super::fixtures::Fixtures;
use super::frame_check;
use super::world::{Setting, SpectatorAction, Viewer, World, received};

/// One step of the script of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// An input in both worlds at once; the viewer's inputs are the same in both.
    Both { at: u64, inputs: [Input; 2] },
    /// An input in one world only, of which the viewer may know nothing.
    Alone { at: u64, world: usize, input: Input },
    /// An action of the viewer, who is a spectator.
    SpectatorAction { at: u64, visit: SpectatorAction },
    /// Any input in one world only, because the viewer's delayed view does not reach that time.
    Diverged { at: u64, world: usize, input: Input },
}

impl Step {
    fn at(&self) -> u64 {
        match self {
            Step::Both { at, .. }
            | Step::Alone { at, .. }
            | Step::SpectatorAction { at, .. }
            | Step::Diverged { at, .. } => *at,
        }
    }

    /// Returns whether a server restarts.
    pub(crate) fn restarts(&self) -> bool {
        match self {
            Step::Both { inputs, .. } => inputs.contains(&Input::Restarted),
            Step::Alone { input, .. } | Step::Diverged { input, .. } => *input == Input::Restarted,
            Step::SpectatorAction { .. } => false,
        }
    }
}

/// Result of a step: true if it was taken.
pub(crate) type Played = Result<bool, Failure>;

/// A violation: the frames that the viewer got from each world by the last step of the script.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) received: [Vec<String>; 2],
}

/// Reason why a pair was not played to its end.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// A leak.
    Leak(Difference),
    /// The session and the oracle disagree, so that the pair proves nothing.
    Oracle(String),
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
    /// Steps that differed between the worlds.
    pub(crate) differences: u64,
    /// Pairs whose boards differed at the end.
    pub(crate) boards: u64,
    /// Pairs in which the points of a side differed at the end.
    pub(crate) pools: u64,
    /// Resolved duels.
    pub(crate) duels: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.differences += other.differences;
        self.boards += other.boards;
        self.pools += other.pools;
        self.duels += other.duels;
    }
}

/// A pair of worlds.
pub(crate) struct Pair {
    pub(crate) worlds: [World; 2],
    pub(crate) script: Vec<Step>,
    pub(crate) now: u64,
    pub(crate) tally: Tally,
    next_conn: u64,
    viewer: Viewer,
    /// The time at which the worlds diverged for good.
    diverged_at: Option<u64>,
    /// True if each frame to a player is compared with the oracle's prediction.
    is_checked: bool,
    /// True if players may ask for push messages.
    pub(crate) has_pushes: bool,
}

impl Pair {
    pub(crate) fn new(fixtures: &Fixtures, setting: &Setting, is_checked: bool) -> Pair {
        let worlds = [0, 1].map(|number| World::new(fixtures, setting, number));
        Pair {
            worlds,
            script: Vec::new(),
            now: 1,
            tally: Tally::default(),
            next_conn: 0,
            viewer: setting.viewer,
            diverged_at: None,
            is_checked,
            has_pushes: true,
        }
    }

    /// Returns a new socket for the viewer.
    pub(crate) fn new_conn(&mut self) -> session::ConnId {
        self.next_conn += 1;
        session::ConnId(self.next_conn)
    }

    /// Takes a step in both worlds: the one input, and the first of the others that discloses the same facts. False if there is none.
    pub(crate) fn both(&mut self, one: Input, others: Vec<Input>) -> Played {
        let at = self.now;
        let [here, there] = &mut self.worlds;
        let (before, facts) = here.consider(at, &one);
        if here.is_admissible(&facts) {
            for other in others {
                let (before, other_facts) = there.consider(at, &other);
                if there.is_admissible(&other_facts) && other_facts == facts {
                    return self.take(Step::Both { at, inputs: [one, other] }).map(|()| true);
                }
                there.undo(before);
            }
        }
        here.undo(before);
        Ok(false)
    }

    /// Takes a step in one world, if it discloses nothing.
    pub(crate) fn alone(&mut self, number: usize, input: Input) -> Played {
        let at = self.now;
        let world = &mut self.worlds[number];
        // An event that time alone brings about happens in both worlds, also where the viewer is not there to hear of it.
        if world.model.is_due(at) {
            return Ok(false);
        }
        let (known, waits, watched) = (world.known(), world.waits(), world.watched());
        let (before, facts) = world.consider(at, &input);
        let is_secret = facts.answer.is_none()
            && facts.announced.is_empty()
            && facts.known == known
            && facts.waits == waits
            && facts.watched == watched;
        if is_secret && world.is_admissible(&facts) {
            return self.take(Step::Alone { at, world: number, input }).map(|()| true);
        }
        world.undo(before);
        Ok(false)
    }

    /// Takes an action of the spectator in both worlds, unless the spectator may know by now that they have diverged.
    pub(crate) fn visit(&mut self, visit: SpectatorAction) -> Played {
        if self.diverged_at.is_some() && self.now >= self.ends_at() {
            return Ok(false);
        }
        self.take(Step::SpectatorAction { at: self.now, visit }).map(|()| true)
    }

    /// Takes any step in one world, if the viewer cannot see its time before the pair ends.
    pub(crate) fn diverge(&mut self, number: usize, input: Input) -> Played {
        let at = self.now;
        // Events that time alone brings about happen in both worlds.
        let is_due = self.diverged_at.is_none() && self.worlds.iter().any(|world| world.model.is_due(at));
        if is_due || at >= self.ends_at() {
            return Ok(false);
        }
        self.diverged_at.get_or_insert(at);
        self.worlds[number].consider(at, &input);
        self.take(Step::Diverged { at, world: number, input }).map(|()| true)
    }

    /// Returns the time at which the viewer may learn that the worlds have diverged, or would diverge now.
    pub(crate) fn ends_at(&self) -> u64 {
        match self.viewer {
            Viewer::Spectator { delay } => self.diverged_at.unwrap_or(self.now) + 1_000 * u64::from(delay),
            Viewer::Seat(_) | Viewer::Stranger => self.now,
        }
    }

    /// Applies a step to the sessions after the oracles have accepted it.
    fn take(&mut self, step: Step) -> Result<(), Failure> {
        self.script.push(step.clone());
        let at = step.at();
        let mut got = self.worlds.each_mut().map(|world| {
            let sent = world.wait(at).into_iter();
            sent.flat_map(|(at, output)| {
                received(vec![output]).into_iter().map(move |line| format!("at {at}, {line}"))
            })
            .collect::<Vec<_>>()
        });
        // A server that restarts was down for an unknown time, so the oracles let none pass: a look at the games might end one of them.
        if !step.restarts() {
            self.push_until(at, &mut got);
        }
        match step {
            Step::Both { at, inputs } => {
                self.tally.differences += u64::from(inputs[0] != inputs[1]);
                for ((world, input), got) in self.worlds.iter_mut().zip(inputs).zip(&mut got) {
                    got.extend(handle(world, at, input, self.is_checked)?);
                }
            }
            Step::Alone { at, world, input } | Step::Diverged { at, world, input } => {
                self.tally.differences += 1;
                got[world].extend(handle(&mut self.worlds[world], at, input, self.is_checked)?);
            }
            Step::SpectatorAction { at, visit } => {
                for (world, got) in self.worlds.iter_mut().zip(&mut got) {
                    got.extend(received(world.visit(at, visit)));
                }
            }
        }
        self.tally.frames += got[0].len() as u64;
        self.tally.bytes += got[0].iter().map(|line| line.len() as u64).sum::<u64>();
        let counts = self.worlds.each_ref().map(World::viewers_inputs);
        // The list of own games is asked for at any time, also by a player who is not connected.
        if let [Some((here, one)), Some((there, other))] = self.worlds.each_ref().map(World::listed)
            && here == there
        {
            got[0].push(format!("listed: {one}"));
            got[1].push(format!("listed: {other}"));
        }
        if got[0] != got[1] || counts[0] != counts[1] {
            return Err(Failure::Leak(Difference { received: got }));
        }
        Ok(())
    }

    /// Looks at both games whenever a push message may be due until `at`, as a server does.
    fn push_until(&mut self, at: u64, got: &mut [Vec<String>; 2]) {
        let next = |world: &World| world.next_push().filter(|due| *due <= at);
        while let Some(due) = self.worlds.iter().filter_map(next).min() {
            for (world, got) in self.worlds.iter_mut().zip(&mut *got) {
                let pushed = received(world.tick(due));
                got.extend(pushed.into_iter().map(|line| format!("at {due}, {line}")));
            }
        }
    }

    /// Replays a script. `None` if it is no longer admissible.
    pub(crate) fn replay(&mut self, script: &[Step]) -> Option<Result<(), Failure>> {
        for step in script {
            let taken = match step.clone() {
                Step::Both { at, inputs: [one, other] } => {
                    self.now = at;
                    self.both(one, vec![other])
                }
                Step::Alone { at, world, input } => {
                    self.now = at;
                    self.alone(world, input)
                }
                Step::SpectatorAction { at, visit } => {
                    self.now = at;
                    self.visit(visit)
                }
                Step::Diverged { at, world, input } => {
                    self.now = at;
                    self.diverge(world, input)
                }
            };
            match taken {
                Ok(true) => {}
                Ok(false) => return None,
                Err(failure) => return Some(Err(failure)),
            }
        }
        Some(Ok(()))
    }
}

fn handle(world: &mut World, at: u64, input: Input, is_checked: bool) -> Result<Vec<String>, Failure> {
    let outputs = world.handle(at, input);
    if !world.agrees() {
        return Err(Failure::Oracle("only one of them has the game finished".to_owned()));
    }
    if is_checked {
        frame_check::check(world, &outputs).map_err(Failure::Oracle)?;
    }
    Ok(received(outputs))
}
