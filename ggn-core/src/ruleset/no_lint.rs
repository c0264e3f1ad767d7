//! No search for contradictions and open questions: in the browser, whose files a server has checked.

use super::Ruleset;
use super::binder::Binder;
use super::fault::Fault;
use super::load::Parsed;
use super::raw::{RawEffect, RawManifest, RawSetup};
use crate::notation::ggn::{Possibility, Row};
use crate::notation::qpi::Qpi;

pub(super) fn possibility(_: &mut Binder<'_>, _: &Row, _: &Possibility, _: bool) {}

pub(super) fn arrivals(_: &mut Binder<'_>, _: &RawEffect, _: &Row, _: &Possibility) {}

pub(super) fn tableless(_: &Parsed, _: &[Qpi], _: &mut Vec<Fault>) {}

pub(super) fn choices(_: &mut Binder<'_>, _: &RawEffect) {}

pub(super) fn expires(_: &mut Binder<'_>, _: &Parsed) {}

pub(super) fn counts(_: &mut Binder<'_>, _: &RawSetup) {}

pub(super) fn manifest(_: &mut Binder<'_>, _: &RawManifest, _: &Parsed, _: &[Qpi]) {}

pub(super) fn material(_: &Ruleset, _: &RawManifest, _: &mut Binder<'_>) {}

pub(super) fn unreachable(_: &Ruleset, _: &Parsed, _: &mut Vec<Fault>) {}
