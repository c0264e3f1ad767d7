//! Moderators and profiles: a catalogue that does not load reports its faults; one that loads seats two players who can play.

use std::sync::Arc;

use serde_json::json;
use session::protocol::player::{Action, Color, Command, CreateGame, Hello, JoinAs, Mode};
use session::{Catalogue, ConnId, Creation, Creator, Input, Limits, Receipt, Session, UnixMs};

use crate::{project, sections};

/// Tries files below `rules/`. Missing files come from a small game of the project, with the project's own profiles and moderators.
pub fn target(data: &[u8]) {
    let mut files = sections::read(data);
    files.retain(|(path, _)| !path.contains("ggn/"));
    for (path, bytes) in standard() {
        if !files.iter().any(|(known, _)| *known == path) {
            files.push((path, bytes));
        }
    }
    match Catalogue::load(files) {
        Ok(catalogue) => Mode::ALL.into_iter().for_each(|mode| play(&catalogue, mode)),
        Err(faults) => {
            assert!(!faults.faults().is_empty());
            assert!(faults.faults().iter().all(|fault| !fault.to_string().is_empty()));
        }
    }
}

fn standard() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (path, bytes) in dev::files::read("rules/profiles") {
        let text = String::from_utf8(bytes).unwrap();
        let profile = text.replace("\"chess\"", "\"race\"").replace("\"dark-chess\"", "\"race\"");
        files.push((format!("profiles/{path}"), profile.into_bytes()));
    }
    files.extend(
        dev::files::read("rules/moderators")
            .into_iter()
            .map(|(path, bytes)| (format!("moderators/{path}"), bytes)),
    );
    files.extend(project::files(4).into_iter().map(|(path, bytes)| (format!("race/{path}"), bytes)));
    files
}

/// Plays a short game: each seat moves some pieces forward, of any kind, and then resigns.
fn play(catalogue: &Arc<Catalogue>, mode: Mode) {
    let request: CreateGame =
        serde_json::from_value(json!({ "mode": mode.profile(), "side": "white" })).unwrap();
    let creation = Creation {
        id: "abcd1234".parse().unwrap(),
        watch_id: None,
        creator: Creator::Player("a".repeat(24).parse().unwrap()),
        request,
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    };
    let Ok((mut session, _)) = Session::create(catalogue, creation.clone()) else { return };
    let mut now = 0;
    let mut say = |input: Input| {
        now += 500;
        let unsent = session.handle(UnixMs(now), input);
        let receipt = Receipt::stored(unsent.entry().seq);
        assert!(unsent.release(receipt).is_ok());
    };
    let held = "a".repeat(24).parse().unwrap();
    for (conn, token) in [(1, Some(held)), (2, None)] {
        let hello = Hello { game_id: creation.id, token, join_as: JoinAs::Auto, id: None };
        say(Input::Hello { conn: ConnId(conn), hello, fresh: "b".repeat(24).parse().unwrap() });
    }
    for (from, to) in
        [("a2", "a2"), ("b1", "a1"), ("b2", "a3"), ("b4", "a4"), ("a3", "a4"), ("c3", "b2"), ("b1", "b2")]
    {
        for conn in [1, 2] {
            let action = Action::Commit { from: from.parse().unwrap(), to: to.parse().ok(), promotion: None };
            say(Input::Command {
                conn: ConnId(conn),
                command: Command { id: None, is_numbered: false, game: None, action },
            });
        }
    }
    say(Input::Command {
        conn: ConnId(1),
        command: Command { id: None, is_numbered: false, game: None, action: Action::Resign },
    });
}

/// Returns the project's own moderators and profiles, each alone.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let is_one =
        |(path, _): &(String, Vec<u8>)| path.starts_with("profiles/") || path.starts_with("moderators/");
    standard().iter().filter(|file| is_one(file)).map(|file| sections::write([file])).collect()
}
