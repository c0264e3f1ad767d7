//! Kinds of processors. Where bit extraction (PEXT) is fast, an index takes one instruction; elsewhere it takes a multiplication.
//!
//! Unsafe code here calls functions that were compiled for optional processor features, after checking that the processor has them.
#![allow(
    unsafe_code,
    reason = "each use says why it is sound; the gain is the difference between Plain and Pext"
)]

use std::fmt::Debug;

/// A computation that is compiled separately for each kind of processor.
pub(super) trait Work {
    type Output;
    /// Must be `#[inline(always)]`, down to the loops: what is not inlined is compiled for the baseline processor.
    fn run(self) -> Self::Output;
}

/// A kind of processor. A value of the type is proof that the program runs on one.
pub(super) trait Cpu: Copy + Debug + Send + Sync + 'static {
    /// True if [`Cpu::extract`] is one instruction and indices are made by it.
    const EXTRACTS: bool;

    /// Runs `work` with all features of the processor.
    fn work<W: Work>(self, work: W) -> W::Output;

    /// Returns the bits of `word` selected by `mask`, side by side from the lowest.
    fn extract(self, word: u64, mask: u64) -> u64;
}

/// The baseline processor of the compilation target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Cpu for Plain {
    const EXTRACTS: bool = false;

    // One copy of each work, as for the other processors: inlined at every call it would be many.
    #[inline(never)]
    fn work<W: Work>(self, work: W) -> W::Output {
        work.run()
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        extract_slowly(word, mask)
    }
}

/// Bit-by-bit version of [`Cpu::extract`] for processors without it.
pub(super) fn extract_slowly(word: u64, mut mask: u64) -> u64 {
    let mut extracted = 0;
    let mut position = 0;
    while mask != 0 {
        extracted |= (word >> mask.trailing_zeros() & 1) << position;
        mask &= mask - 1;
        position += 1;
    }
    extracted
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Pext, Wide, has_fast_pext};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid, _pext_u64};

    use super::{Cpu, Work, extract_slowly};

    /// An x86-64-v3 processor (AVX2, BMI1, BMI2, LZCNT, POPCNT).
    #[derive(Clone, Copy, Debug)]
    pub(in crate::compile) struct Wide(());

    impl Wide {
        /// Returns the token if this processor is x86-64-v3.
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

    /// An x86-64-v3 processor on which indices are made by PEXT. [`has_fast_pext`] says whether that is fast.
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

    /// Returns whether PEXT is fast. On AMD processors before Zen 3 it is microcoded and slower than a multiplication.
    pub(in crate::compile) fn has_fast_pext() -> bool {
        // SAFETY: every x86-64 processor has the cpuid instruction and its first two leaves.
        #[allow(unused_unsafe, reason = "`__cpuid` is safe in newer compilers")]
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
        let is_amd = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat() == b"AuthenticAMD";
        let family = (version.eax >> 8 & 0xF) + (version.eax >> 20 & 0xFF);
        !is_amd || family >= 0x19
    }
}
