//! The shapes of a picture: tiles for pieces, and marks that differ in shape as well as in colour.

use std::fmt::Write as _;

use ggn_core::Side;
use ggn_core::notation::pin::State;
use ggn_core::notation::qpi::Qpi;

use super::super::reach::Mark;

/// Colours and letters. The squares are chosen so that both sides' pieces and the marks stand out from them, by light and by dark.
pub(super) const STYLE: &str = "
svg{--paper:#edf0f2;--ink:#17212a;--soft:#4a5966;--light:#8d9ba8;--dark:#708290;--line:#27323a}
@media(prefers-color-scheme:dark){svg{--paper:#11171c;--ink:#e9eef1;--soft:#aab8c3;--light:#74838f;--dark:#5d6d79;--line:#0b0f13}}
.paper{fill:var(--paper)}.light{fill:var(--light)}.dark{fill:var(--dark)}
.frame{fill:none;stroke:var(--line);stroke-width:2}
.focus{fill:none;stroke:#ffd768;stroke-width:5}
text{font:600 15px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;fill:var(--soft)}
.rank{text-anchor:end}.file{text-anchor:middle}.caption{fill:var(--ink);font-size:17px}.legend{font-weight:400}
.tile{stroke-width:3;stroke-linejoin:round}.line{fill:none;stroke:currentcolor;stroke-width:6;stroke-linecap:round}
.crown{fill:currentcolor}.letter{font-size:44px;font-weight:700;fill:currentcolor;text-anchor:middle}
.first{fill:#f8f6f0;stroke:#1a242c;color:#1a242c}.second{fill:#11181e;stroke:#dbe2e7;color:#f4f2ea}
.letter,.crown{stroke:none}
.m{fill:none;stroke:#ffd768;stroke-width:9;stroke-linecap:round}.u{fill:none;stroke:#131a20;stroke-width:15;stroke-linecap:round}
.f{fill:#ffd768;stroke:#131a20;stroke-width:4}
";

/// Every shape that is used more than once.
pub(super) const SYMBOLS: &str = concat!(
    // Tiles point away from their owner.
    "<symbol id=\"up\" viewBox=\"0 0 100 100\"><path class=\"tile\" d=\"M50 9 82 25 90 91H10L18 25z\"/></symbol>",
    "<symbol id=\"down\" viewBox=\"0 0 100 100\"><path class=\"tile\" d=\"M50 91 82 75 90 9H10L18 75z\"/></symbol>",
    "<symbol id=\"quiet\" viewBox=\"0 0 100 100\"><circle class=\"f\" cx=\"50\" cy=\"50\" r=\"15\"/></symbol>",
    "<symbol id=\"capture\" viewBox=\"0 0 100 100\"><path class=\"u\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73\"/>",
    "<path class=\"m\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73\"/></symbol>",
    "<symbol id=\"either\" viewBox=\"0 0 100 100\"><path class=\"u\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73\"/>",
    "<path class=\"m\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73\"/><circle class=\"f\" cx=\"50\" cy=\"50\" r=\"15\"/></symbol>",
    "<symbol id=\"conditional\" viewBox=\"0 0 100 100\"><path class=\"u\" d=\"M50 28 72 50 50 72 28 50z\"/>",
    "<path class=\"m\" d=\"M50 28 72 50 50 72 28 50z\"/></symbol>",
    "<symbol id=\"forbidden-quiet\" viewBox=\"0 0 100 100\"><path class=\"u\" d=\"M35 35 65 65M65 35 35 65\"/>",
    "<path class=\"m\" d=\"M35 35 65 65M65 35 35 65\"/></symbol>",
    "<symbol id=\"forbidden-capture\" viewBox=\"0 0 100 100\"><path class=\"u\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73M14 14 86 86\"/>",
    "<path class=\"m\" d=\"M9 27V9H27M73 9H91V27M91 73V91H73M27 91H9V73M14 14 86 86\"/></symbol>",
);

/// Returns the name of a mark's shape.
pub(super) fn mark_id(mark: Mark) -> &'static str {
    match mark {
        Mark::Quiet => "quiet",
        Mark::Capture => "capture",
        Mark::Either => "either",
        Mark::Conditional => "conditional",
        Mark::ForbiddenQuiet => "forbidden-quiet",
        Mark::ForbiddenCapture => "forbidden-capture",
    }
}

/// A piece: its letter on its side's tile, with a sign for its state and a crown if losing it loses the game.
pub(super) fn write_piece(out: &mut String, piece: Qpi, (x, y): (usize, usize), size: usize, flip: bool) {
    let class = match piece.side() {
        Side::First => "first",
        Side::Second => "second",
    };
    let up = (piece.side() == Side::First) != flip;
    let tile = if up { "up" } else { "down" };
    // Where the tile is wide, and where its tip is.
    let (letter, sign, tip) = if up { (72, 78, 26) } else { (59, 22, 74) };
    let scale = size as f64 / 100.0;
    let _ = write!(
        out,
        "<g class=\"{class}\" transform=\"translate({x} {y}) scale({scale})\"><use href=\"#{tile}\" width=\"100\" height=\"100\"/>"
    );
    match piece.pin.state {
        State::Enhanced => {
            let _ = write!(out, "<path class=\"line\" d=\"M21 {sign}H33M27 {}V{}\"/>", sign - 6, sign + 6);
        }
        State::Diminished => {
            let _ = write!(out, "<path class=\"line\" d=\"M21 {sign}H33\"/>");
        }
        State::Normal => {}
    }
    if piece.pin.terminal {
        let (base, peak) = (tip + 6, tip - 6);
        let _ = write!(
            out,
            "<path class=\"crown\" d=\"M40 {base} 37 {peak} 44 {tip} 50 {peak} 56 {tip} 63 {peak} 60 {base}z\"/>"
        );
    }
    let derived = if piece.is_native() { "" } else { "′" };
    let _ = write!(
        out,
        "<text class=\"letter\" x=\"50\" y=\"{letter}\">{}{derived}</text></g>",
        piece.pin.letter.upper()
    );
}
