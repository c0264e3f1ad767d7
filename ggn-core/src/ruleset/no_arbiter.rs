//! No starts that are drawn, no covered pieces and no chases: in the browser, which gets the position of a start, and what uncovered pieces are.

use super::binder::Binder;
use super::read::Read;
use crate::json::Json;

/// Part of a manifest that is not read.
#[derive(Debug)]
pub(crate) struct Unread;

pub(crate) type RawStarts = Unread;
pub(crate) type RawCovered = Unread;
pub(crate) type RawChase = Unread;

impl Read for Unread {
    fn read(_: &mut Binder<'_>, _: &Json) -> Option<Unread> {
        Some(Unread)
    }
}
