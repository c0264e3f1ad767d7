//! What the processor at hand is good at: where it extracts bits fast, an index is one instruction; elsewhere it is a multiplication.
//!
//! Unsafe here is the calling of what was compiled for more than every processor has, after having asked for it.
#![allow(
    unsafe_code,
    reason = "each use says why it is sound; measured as the difference between Plain and Pext"
)]

use std::fmt::Debug;

/// Something to compute, compiled anew for each kind of processor that it runs on.
pub(super) trait Work {
    type Output;
    /// Must be `#[inline(always)]`, down to the loops: what is not inlined is compiled for every processor.
    fn run(self) -> Self::Output;
}

/// A kind of processor. Having a value means that the program runs on one.
pub(super) trait Cpu: Copy + Debug + Send + Sync + 'static {
    /// Whether [`Cpu::extract`] is one instruction, and indices are made by it.
    const EXTRACTS: bool;

    /// Runs work with all that the processor has.
    fn work<W: Work>(self, work: W) -> W::Output;

    /// The bits of `word` at the ones of `mask`, side by side from the lowest.
    fn extract(self, word: u64, mask: u64) -> u64;
}

/// Any processor of the family that the program was built for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Cpu for Plain {
    const EXTRACTS: bool = false;

    // One copy of each work, as for the other processors: inlined where it is asked for, it would be many.
    #[inline(never)]
    fn work<W: Work>(self, work: W) -> W::Output {
        work.run()
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        extract_slowly(word, mask)
    }
}

/// [`Cpu::extract`] for processors without it, bit by bit.
pub(super) fn extract_slowly(word: u64, mut mask: u64) -> u64 {
    let mut extracted = 0;
    let mut place = 0;
    while mask != 0 {
        extracted |= (word >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    extracted
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Pext, Wide, has_fast_pext};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid, _pext_u64};

    use super::{Cpu, Work, extract_slowly};

    /// An x86-64-v3 processor.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::compile) struct Wide(());

    impl Wide {
        /// The token, if this processor is one.
        pub(in crate::compile) fn detect() -> Option<Wide> {
            let is_one = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            is_one.then_some(Wide(()))
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn with_all<W: Work>(work: W) -> W::Output {
        work.run()
    }

    impl Cpu for Wide {
        const EXTRACTS: bool = false;

        #[inline(always)]
        fn work<W: Work>(self, work: W) -> W::Output {
            // SAFETY: `self` exists, so `detect` found every feature that `with_all` is compiled for.
            unsafe { with_all(work) }
        }

        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            extract_slowly(word, mask)
        }
    }

    /// An x86-64-v3 processor that is asked to extract bits; whether it does so fast is told by [`has_fast_pext`].
    #[derive(Clone, Copy, Debug)]
    pub(in crate::compile) struct Pext(Wide);

    impl Pext {
        pub(in crate::compile) fn detect() -> Option<Pext> {
            Wide::detect().map(Pext)
        }
    }

    impl Cpu for Pext {
        const EXTRACTS: bool = true;

        #[inline(always)]
        fn work<W: Work>(self, work: W) -> W::Output {
            self.0.work(work)
        }

        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            // SAFETY: `self` exists, so `detect` found bmi2.
            unsafe { _pext_u64(word, mask) }
        }
    }

    /// Whether extracting bits is one step: on AMD's processors before Zen 3 it is a loop in microcode, slower than multiplying.
    pub(in crate::compile) fn has_fast_pext() -> bool {
        // SAFETY: every x86-64 processor has the instruction, and the first two leaves of it.
        #[allow(unused_unsafe, reason = "asking is safe for newer compilers")]
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
        let is_amd = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat() == b"AuthenticAMD";
        let family = (version.eax >> 8 & 0xF) + (version.eax >> 20 & 0xFF);
        !is_amd || family >= 0x19
    }
}
