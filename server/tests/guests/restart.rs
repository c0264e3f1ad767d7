//! Games by rulesets of guests after a crash.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::{VARIABLES, centaurs, request, save, saved};
use crate::common::http::get;
use crate::common::pair_of;
use crate::common::player::play;
use crate::common::process::Process;

/// Starts the server with rulesets of guests, or without.
fn start(folder: &Path, kind: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.env("TABULA_COMMIT_BURST", "100000").envs(VARIABLES).env("TABULA_GUEST_RULES", kind);
    Process::spawn(command, folder)
}

#[tokio::test]
async fn a_game_by_a_guests_ruleset_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "unlisted");
    let id = saved(server.address, &centaurs()).await;
    let (mut white, mut black) = pair_of(server.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
    server.kill();

    let server = start(folder.path(), "unlisted");
    assert_eq!(save(server.address, &centaurs()).await.status, 200, "it is still there");
    let (mut white, joined) = white.reconnect(server.address).await;
    let (mut black, _) = black.reconnect(server.address).await;
    assert_eq!(joined["view"]["pieces"]["d4"]["type"], "n");
    // From d4 to e5 steps no knight of chess.
    play(&mut black, &mut white, "a6a5 d4e5").await;
    server.kill();

    // An operator who takes none any more ends no game.
    let server = start(folder.path(), "off");
    let refused = save(server.address, &centaurs()).await;
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("guest_rules_off")));
    let (mut white, joined) = white.reconnect(server.address).await;
    let (mut black, _) = black.reconnect(server.address).await;
    assert_eq!(joined["view"]["pieces"]["e5"]["type"], "n");
    play(&mut black, &mut white, "b7b6 e5e6").await;
    assert!(!server.log().contains("quarantined"), "{}", server.log());
}

#[tokio::test]
async fn a_damaged_ruleset_is_noticed_and_its_game_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "unlisted");
    let id = saved(server.address, &centaurs()).await;
    let (white, _black) = pair_of(server.address, request("blind", &id)).await;
    server.kill();
    let file = folder.path().join("data/rulesets").join(&id).with_extension("json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("N: NK", "N: NQ")).unwrap();

    let server = start(folder.path(), "unlisted");
    assert_eq!(get(server.address, &format!("/api/games/{}", white.game)).await.status, 404);
    let log = server.log();
    assert!(log.contains("is not what was stored") && log.contains("quarantined"), "{log}");
    // Brought again, it is there for the next start.
    assert_eq!(saved(server.address, &centaurs()).await, id);
    server.kill();
    let server = start(folder.path(), "unlisted");
    let (_white, joined) = white.reconnect(server.address).await;
    assert_eq!(joined["gameStatus"], "active");
}
