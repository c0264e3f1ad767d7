//! Diagnostics of data files: what is wrong, in which bytes of which file, what was expected there, and what to do about it.

pub mod suggest;

use std::ops::Range;

use ggn_core::json::JsonPath;

/// Weight of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The ruleset does not load, or does not do what its own tests say.
    Error,
    /// The ruleset works, but hardly as its author means it.
    Warning,
}

/// A fault of a file, described for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Weight.
    pub severity: Severity,
    /// A stable name for machines and for searching, in kebab case: `no-such-row`.
    pub code: &'static str,
    /// Path of the file inside the folder.
    pub file: String,
    /// The bytes of the file that are meant; none when the file is missing. Of a long object or array, only its opening bracket.
    pub span: Option<Range<usize>>,
    /// The place in the file's JSON; none in files that are not JSON.
    pub path: Option<JsonPath>,
    /// Statement of the fault, in one sentence.
    pub message: String,
    /// Text at the place.
    pub found: Option<String>,
    /// Description of a correct text.
    pub expected: Option<String>,
    /// Advice to the author.
    pub hint: Option<String>,
}

/// Declares the codes: each with its name and one line about it.
#[macro_export]
macro_rules! codes {
    ($(#[doc = $about:literal] $code:ident = $name:literal,)+) => {
        /// Subject of a diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $about] $code,)+
        }

        impl Code {
            /// Every code, in the order in which the documentation lists them.
            pub const ALL: &[Code] = &[$(Code::$code),+];

            /// Returns the name of the code, in kebab case.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => $name,)+ }
            }

            /// Returns the meaning of the code, in one line.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $(Code::$code => $about.trim_ascii(),)+ }
            }
        }
    };
}
