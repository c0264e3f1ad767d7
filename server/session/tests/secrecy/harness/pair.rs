//! Two worlds side by side, and the one rule: steps that declassify the same have to sound the same, byte for byte.

use session::Input;

use super::table::Tables;
use super::witness;
use super::world::{Setting, World, heard};

/// One step of the script of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Something in both worlds at once; the viewer does the same in both.
    Both { at: u64, inputs: [Input; 2] },
    /// Something in one world only, of which the viewer may know nothing.
    Alone { at: u64, world: usize, input: Input },
}

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
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.differences += other.differences;
        self.boards += other.boards;
    }
}

/// Two worlds.
pub(crate) struct Pair {
    pub(crate) worlds: [World; 2],
    pub(crate) script: Vec<Step>,
    pub(crate) now: u64,
    pub(crate) tally: Tally,
    next_conn: u64,
    /// Whether each frame to either player is compared with what the oracle foresaw.
    is_checked: bool,
}

impl Pair {
    pub(crate) fn new(tables: &Tables, setting: &Setting, is_checked: bool) -> Pair {
        let worlds = [0, 1].map(|number| World::new(tables, setting, number));
        Pair { worlds, script: Vec::new(), now: 1, tally: Tally::default(), next_conn: 0, is_checked }
    }

    /// A name for a socket of the viewer.
    pub(crate) fn new_conn(&mut self) -> session::ConnId {
        self.next_conn += 1;
        session::ConnId(self.next_conn)
    }

    /// Takes a step in both worlds: the one input, and the first of the others that declassifies the same. False if there is none.
    pub(crate) fn both(&mut self, one: Input, others: Vec<Input>) -> Result<bool, Failure> {
        let at = self.now;
        let [here, there] = &mut self.worlds;
        let (before, effect, facts) = here.consider(at, &one);
        if here.is_lawful(&facts) {
            for other in others {
                let (before, effect, twin) = there.consider(at, &other);
                if there.is_lawful(&twin) && twin == facts {
                    return self.take(Step::Both { at, inputs: [one, other] }).map(|()| true);
                }
                there.undo(before, &effect);
            }
        }
        here.undo(before, &effect);
        Ok(false)
    }

    /// Takes a step in one world, if it declassifies nothing.
    pub(crate) fn alone(&mut self, number: usize, input: Input) -> Result<bool, Failure> {
        let at = self.now;
        let world = &mut self.worlds[number];
        let known = world.known();
        let (before, effect, facts) = world.consider(at, &input);
        let is_secret = facts.answer.is_none() && facts.told.is_empty() && facts.known == known;
        if is_secret && world.is_lawful(&facts) {
            return self.take(Step::Alone { at, world: number, input }).map(|()| true);
        }
        world.undo(before, &effect);
        Ok(false)
    }

    /// Lets the sessions do what the truths have done already.
    fn take(&mut self, step: Step) -> Result<(), Failure> {
        self.script.push(step.clone());
        let mut got = [Vec::new(), Vec::new()];
        match step {
            Step::Both { at, inputs } => {
                self.tally.differences += u64::from(inputs[0] != inputs[1]);
                for ((world, input), got) in self.worlds.iter_mut().zip(inputs).zip(&mut got) {
                    *got = handle(world, at, input, self.is_checked)?;
                }
            }
            Step::Alone { at, world, input } => {
                self.tally.differences += 1;
                got[world] = handle(&mut self.worlds[world], at, input, self.is_checked)?;
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
