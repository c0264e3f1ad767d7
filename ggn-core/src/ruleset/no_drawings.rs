//! No drawings of pieces: in the browser, which draws what its server has checked, without the engine.

use super::bind::Names;
use super::binder::Binder;
use super::read::Read;
use crate::json::Json;

/// Drawings, which are not read.
#[derive(Debug)]
pub(crate) struct RawDrawings;

impl Read for RawDrawings {
    fn read(_: &mut Binder<'_>, _: &Json) -> Option<RawDrawings> {
        Some(RawDrawings)
    }
}

pub(super) fn check(_: &mut Binder<'_>, _: &Names<'_>, _: Option<&RawDrawings>) {}
