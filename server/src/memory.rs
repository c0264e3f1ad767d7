//! Memory that a crowd needed, given back when the crowd has gone.
//!
//! The C library keeps what was freed between things that live on, and a server's few long-lived things lie between very
//! many short-lived ones: after a siege twice the memory stayed resident (`HARDENING.md`). Neither its own thresholds nor
//! fewer arenas changed that; asking for it does.

/// Hands pages on which nothing lives any more back to the operating system. Takes some milliseconds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: the function takes a number and touches no memory that is in use; it may be called at any time from any
    // thread.
    unsafe { libc::malloc_trim(0) };
}

/// Other C libraries are not asked.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
