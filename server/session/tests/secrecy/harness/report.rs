//! Human-readable report of a leak: the fewest steps that show it, in both worlds, and the frames that the viewer got from each.

use std::fmt::Write as _;

use session::Input;
use session::protocol::player::Action;

use super::pair::{Difference, Failure, Pair, Step};
use super::world::{Setting, Viewer, is_viewers};

/// Maximum number of scripts tried while shortening.
const TRIALS: usize = 3_000;

/// Removes steps from a script as long as the difference remains.
pub(crate) fn shorten(
    script: Vec<Step>,
    difference: Difference,
    mut open: impl FnMut() -> Pair,
) -> (Vec<Step>, Difference) {
    let (mut script, mut difference) = (script, difference);
    let mut trials = 0;
    let mut size = (script.len() / 2).max(1);
    loop {
        let mut shorter = false;
        let mut end = script.len();
        while end > 0 && trials < TRIALS {
            trials += 1;
            let start = end.saturating_sub(size);
            let mut tried = script.clone();
            tried.drain(start..end);
            let mut pair = open();
            if let Some(Err(Failure::Leak(found))) = pair.replay(&tried) {
                // Steps after the difference are removed with the others.
                script = pair.script;
                difference = found;
                shorter = true;
                end = start.min(script.len());
            } else {
                end = start;
            }
        }
        if trials >= TRIALS || (size == 1 && !shorter) {
            return (script, difference);
        }
        if !shorter {
            size = (size / 2).max(1);
        }
    }
}

/// Returns the report of a leak.
pub(crate) fn describe(setting: &Setting, script: &[Step], difference: &Difference) -> String {
    let mut text = String::new();
    let terms = &setting.terms;
    let viewer = match setting.viewer {
        Viewer::Seat(side) => format!("the {side} player"),
        Viewer::Stranger => "an onlooker".to_owned(),
        Viewer::Spectator { delay } => format!("a spectator with {delay} s delay"),
    };
    let _ = writeln!(
        text,
        "{viewer} can tell two games apart: {:?}, moderator {}, touch-move {}",
        terms.mode, terms.moderator, terms.touch_move
    );
    let _ = writeln!(text, "house rules: {:?}, clock: {:?}", terms.overlays, terms.clock);
    if let Some(bids) = terms.bids {
        let _ = writeln!(text, "bids: {bids:?}");
    }
    let _ = writeln!(text, "set-ups: {:?} and {:?}", terms.set_ups[0], terms.set_ups[1]);
    let _ = writeln!(text, "{:>9}  {:<44}in the other world", "ms", "in one world");
    for step in script {
        let (at, lines) = match step {
            Step::Both { at, inputs } => (at, inputs.each_ref().map(line)),
            Step::SpectatorAction { at, visit } => (at, [visit, visit].map(|visit| format!("{visit:?}"))),
            Step::Alone { at, world, input } | Step::Diverged { at, world, input } => {
                let mut lines = [String::new(), String::new()];
                lines[*world] = line(input);
                (at, lines)
            }
        };
        let _ = writeln!(text, "{at:>9}  {:<44}{}", lines[0], lines[1]);
    }
    for (world, received) in ["one", "the other"].into_iter().zip(&difference.received) {
        let _ = writeln!(text, "then {world} world sends the viewer {}:", received.len());
        for line in received {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(place) = first_difference(&difference.received) {
        let _ = writeln!(text, "they diverge at {place}");
    }
    text
}

/// Describes the first difference of two texts.
fn first_difference(received: &[Vec<String>; 2]) -> Option<String> {
    let (one, other) = received[0].iter().zip(&received[1]).find(|(one, other)| one != other)?;
    let place = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| -> String {
        let bytes = text.as_bytes();
        let diverge = &bytes[place.saturating_sub(24)..(place + 40).min(bytes.len())];
        String::from_utf8_lossy(diverge).into_owned()
    };
    Some(format!("byte {place}: …{}… and …{}…", around(one), around(other)))
}

fn line(input: &Input) -> String {
    let who = |conn: &session::ConnId| {
        if is_viewers(*conn) { format!("viewer {}", conn.0) } else { format!("other {}", conn.0) }
    };
    match input {
        Input::Hello { conn, hello, .. } => {
            let token = hello.token.as_ref().map_or("none", |token| &token.as_str()[..1]);
            format!("{}: hello, token {token}, as {:?}", who(conn), hello.join_as)
        }
        Input::Command { conn, command } => {
            let id = command.id.as_ref().map_or(String::new(), |id| format!(" ({})", id.as_str()));
            format!("{}: {}{id}", who(conn), action_text(&command.action))
        }
        Input::Rematch { conn, .. } => format!("{}: rematch", who(conn)),
        Input::Enter { conn, entrance, .. } => format!("{}: {entrance:?}", who(conn)),
        Input::RoomIntent { conn, message } => format!("{}: {:?}", who(conn), message.intent),
        Input::Unreachable { seat, .. } => format!("{:?}: a subscription is gone", seat.0),
        Input::Vacation { seat, vacation } => format!("{:?}: {vacation:?}", seat.0),
        Input::Closed { conn } => format!("{}: gone", who(conn)),
        Input::Tick => "tick".to_owned(),
        Input::Restarted => "the server restarts".to_owned(),
    }
}

fn action_text(action: &Action) -> String {
    match action {
        Action::Commit { from, to, promotion } => {
            let to = to.map_or(String::new(), |to| format!(" to {}", to.as_str()));
            let promotion = promotion.map_or(String::new(), |kind| format!(" as {}", kind.as_str()));
            format!("commit {}{to}{promotion}", from.as_str())
        }
        Action::Choose { from, to, choice } => {
            let to = to.map_or(String::new(), |to| format!(" to {}", to.as_str()));
            format!("commit {}{to} with {}", from.as_str(), choice.as_str())
        }
        Action::Drop { piece, to, choice } => {
            let to = to.map_or(String::new(), |to| format!(" to {}", to.as_str()));
            let choice = choice.as_ref().map_or(String::new(), |word| format!(" with {}", word.as_str()));
            format!("drop {}{to}{choice}", piece.as_str())
        }
        Action::Pass {} => "pass".to_owned(),
        Action::Ask { question } => format!("ask {question:?}"),
        Action::Move { from, to, promotion } => {
            let promotion = promotion.map_or(String::new(), |kind| format!(" as {}", kind.as_str()));
            format!("move {} to {}{promotion}", from.as_str(), to.as_str())
        }
        Action::Allocate { amount } => format!("bid {amount}"),
        Action::Retreat { position } => format!("fall back to {}", position.as_str()),
        Action::SetName { name } => format!("is called {name:?}"),
        Action::Resign => "resign".to_owned(),
        Action::OfferDraw => "offer a draw".to_owned(),
        Action::RespondDraw { accept } => format!("answer the offer: {accept}"),
        Action::OfferRematch {} => "offer a rematch".to_owned(),
        Action::ShareMarks { .. } => "share marks".to_owned(),
        Action::Subscribe { .. } => "subscribe to push messages".to_owned(),
        Action::Unsubscribe { .. } => "unsubscribe from push messages".to_owned(),
        Action::Identify { key, .. } => format!("show the key {}", key.as_str()),
        Action::RespondRematch { accept } => {
            format!("{} a rematch", if *accept { "accept" } else { "decline" })
        }
    }
}
