//! Two worlds side by side, and the one rule: steps that declassify the same have to sound the same, byte for byte.

use session::Input;

use super::table::Tables;
use super::witness;
use super::world::{Setting, Viewer, Visit, World, heard};

/// One step of the script of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Something in both worlds at once; the viewer does the same in both.
    Both { at: u64, inputs: [Input; 2] },
    /// Something in one world only, of which the viewer may know nothing.
    Alone { at: u64, world: usize, input: Input },
    /// The viewer, who watches, does something.
    Visit { at: u64, visit: Visit },
    /// Something in one world only, whatever it is, since the viewer is told of nothing that is as new as that.
    Parted { at: u64, world: usize, input: Input },
}

impl Step {
    fn at(&self) -> u64 {
        match self {
            Step::Both { at, .. }
            | Step::Alone { at, .. }
            | Step::Visit { at, .. }
            | Step::Parted { at, .. } => *at,
        }
    }
}

/// Whether a step was taken.
pub(crate) type Played = Result<bool, Failure>;

/// The property does not hold: what the viewer got from each world by the last step of the script.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) heard: [Vec<String>; 2],
}

/// Why a pair was not played to its end.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// A leak.
    Leak(Difference),
    /// The session did something else than the oracle foresaw: nothing is proved then.
    Oracle(String),
}

/// What a pair amounted to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
    /// Steps that were not the same in both worlds.
    pub(crate) differences: u64,
    /// Pairs whose boards differed at the end.
    pub(crate) boards: u64,
    /// Pairs in which the points of a side differed at the end.
    pub(crate) pools: u64,
    /// Duels that were fought to their end.
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

/// Two worlds.
pub(crate) struct Pair {
    pub(crate) worlds: [World; 2],
    pub(crate) script: Vec<Step>,
    pub(crate) now: u64,
    pub(crate) tally: Tally,
    next_conn: u64,
    viewer: Viewer,
    /// When the worlds parted for good.
    parted_at: Option<u64>,
    /// Whether each frame to either player is compared with what the oracle foresaw.
    is_checked: bool,
}

impl Pair {
    pub(crate) fn new(tables: &Tables, setting: &Setting, is_checked: bool) -> Pair {
        let worlds = [0, 1].map(|number| World::new(tables, setting, number));
        Pair {
            worlds,
            script: Vec::new(),
            now: 1,
            tally: Tally::default(),
            next_conn: 0,
            viewer: setting.viewer,
            parted_at: None,
            is_checked,
        }
    }

    /// A name for a socket of the viewer.
    pub(crate) fn new_conn(&mut self) -> session::ConnId {
        self.next_conn += 1;
        session::ConnId(self.next_conn)
    }

    /// Takes a step in both worlds: the one input, and the first of the others that declassifies the same. False if there is none.
    pub(crate) fn both(&mut self, one: Input, others: Vec<Input>) -> Played {
        let at = self.now;
        let [here, there] = &mut self.worlds;
        let (before, facts) = here.consider(at, &one);
        if here.is_lawful(&facts) {
            for other in others {
                let (before, twin) = there.consider(at, &other);
                if there.is_lawful(&twin) && twin == facts {
                    return self.take(Step::Both { at, inputs: [one, other] }).map(|()| true);
                }
                there.undo(before);
            }
        }
        here.undo(before);
        Ok(false)
    }

    /// Takes a step in one world, if it declassifies nothing.
    pub(crate) fn alone(&mut self, number: usize, input: Input) -> Played {
        let at = self.now;
        let world = &mut self.worlds[number];
        let (known, watched) = (world.known(), world.watched());
        let (before, facts) = world.consider(at, &input);
        let is_secret = facts.answer.is_none()
            && facts.told.is_empty()
            && facts.known == known
            && facts.watched == watched;
        if is_secret && world.is_lawful(&facts) {
            return self.take(Step::Alone { at, world: number, input }).map(|()| true);
        }
        world.undo(before);
        Ok(false)
    }

    /// Lets who watches do something in both worlds, unless they are told by now how these have parted.
    pub(crate) fn visit(&mut self, visit: Visit) -> Played {
        if self.parted_at.is_some() && self.now >= self.ends_at() {
            return Ok(false);
        }
        self.take(Step::Visit { at: self.now, visit }).map(|()| true)
    }

    /// Takes any step in one world, if the viewer is told of nothing so new before the pair is over.
    pub(crate) fn part(&mut self, number: usize, input: Input) -> Played {
        let at = self.now;
        // What time brings about by itself it does in both worlds.
        let is_due = self.parted_at.is_none() && self.worlds.iter().any(|world| world.truth.is_due(at));
        if is_due || at >= self.ends_at() {
            return Ok(false);
        }
        self.parted_at.get_or_insert(at);
        self.worlds[number].consider(at, &input);
        self.take(Step::Parted { at, world: number, input }).map(|()| true)
    }

    /// When the viewer may be told that the worlds have parted, or would part now.
    pub(crate) fn ends_at(&self) -> u64 {
        match self.viewer {
            Viewer::Watcher { delay } => self.parted_at.unwrap_or(self.now) + 1_000 * u64::from(delay),
            Viewer::Seat(_) | Viewer::Onlooker => self.now,
        }
    }

    /// Lets the sessions do what the truths have done already.
    fn take(&mut self, step: Step) -> Result<(), Failure> {
        self.script.push(step.clone());
        let at = step.at();
        let mut got = self.worlds.each_mut().map(|world| {
            let told = world.wait(at).into_iter();
            told.flat_map(|(at, output)| {
                heard(vec![output]).into_iter().map(move |line| format!("at {at}, {line}"))
            })
            .collect::<Vec<_>>()
        });
        match step {
            Step::Both { at, inputs } => {
                self.tally.differences += u64::from(inputs[0] != inputs[1]);
                for ((world, input), got) in self.worlds.iter_mut().zip(inputs).zip(&mut got) {
                    got.extend(handle(world, at, input, self.is_checked)?);
                }
            }
            Step::Alone { at, world, input } | Step::Parted { at, world, input } => {
                self.tally.differences += 1;
                got[world].extend(handle(&mut self.worlds[world], at, input, self.is_checked)?);
            }
            Step::Visit { at, visit } => {
                for (world, got) in self.worlds.iter_mut().zip(&mut got) {
                    got.extend(heard(world.visit(at, visit)));
                }
            }
        }
        self.tally.frames += got[0].len() as u64;
        self.tally.bytes += got[0].iter().map(|line| line.len() as u64).sum::<u64>();
        let counts = self.worlds.each_ref().map(World::viewers_inputs);
        if got[0] != got[1] || counts[0] != counts[1] {
            return Err(Failure::Leak(Difference { heard: got }));
        }
        Ok(())
    }

    /// Takes a script again. None if it is not lawful any more.
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
                Step::Visit { at, visit } => {
                    self.now = at;
                    self.visit(visit)
                }
                Step::Parted { at, world, input } => {
                    self.now = at;
                    self.part(world, input)
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
        return Err(Failure::Oracle("only one of them thinks that the game is over".to_owned()));
    }
    if is_checked {
        witness::check(world, &outputs).map_err(Failure::Oracle)?;
    }
    Ok(heard(outputs))
}
