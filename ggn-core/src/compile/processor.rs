//! Choice of the way of looking things up that suits the processor.

/// A way of looking up what stands on a line, by what the processor is good at. All give the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// Any: multiplications found when the rules are loaded, and no instruction beyond the processor family's first.
    Plain,
    /// x86-64-v3 where extracting bits is slow or unwanted: multiplications again, with the counting of bits and wide words.
    Wide,
    /// x86-64-v3 with a fast extraction of bits (`pext`).
    Pext,
}

impl Processor {
    /// All, the least first.
    pub const ALL: [Processor; 3] = [Processor::Plain, Processor::Wide, Processor::Pext];

    /// The name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Processor::Plain => "plain",
            Processor::Wide => "wide",
            Processor::Pext => "pext",
        }
    }

    /// The best that this machine has.
    #[must_use]
    pub fn detect() -> Processor {
        super::detect()
    }
}
