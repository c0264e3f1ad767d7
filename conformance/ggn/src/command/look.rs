//! Style of diagnostics where they are read.

use std::io::IsTerminal as _;

use authoring::diagnose::render::Look;
use clap::ValueEnum;

/// Use of colours in the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Returns the style that the terminal can show, unless the caller decides. Output that is no terminal gets plain text.
pub(crate) fn look(colour: Colour) -> Look {
    let unicode = std::io::stderr().is_terminal() && supports_unicode::on(supports_unicode::Stream::Stderr);
    let colour = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never,
    };
    Look { colour, unicode }
}
