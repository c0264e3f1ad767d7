//! Rulesets that guests of a server bring: their folders as they are sent and stored, the bounds on them by name, and their inspection.
//!
//! Nothing here reads files, starts processes or asks for the time: the server does, and inspects a folder in a process of its own, which can be killed.

mod bounds;
mod folder;
mod inspect;

pub use bounds::{Beyond, Bounds};
pub use folder::{Folder, FolderError, is_id};
pub use inspect::{Inspection, Verdict, inspect};
