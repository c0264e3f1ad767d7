//! Spectators of the games, and what people say there.

use serde_json::json;

use crate::common::player::Player;
use crate::scripts::Script;
use crate::seat::Seat;

/// Joins a game as a spectator.
pub async fn join(mut player: Player) -> Seat {
    let game = player.game.clone();
    player.send(json!({"type": "spectator.join", "gameId": game, "name": "Grace"})).await;
    player.expect("spectator.welcome").await;
    let first = player.expect("gameState.update").await;
    assert_eq!((&first["you"], &first["ply"]), (&json!("spectator"), &json!(0)), "{first}");
    Seat::of(player)
}

/// Expects the state after a move, and no piece of a blind game that is not over.
pub async fn expect_ply(spectator: &mut Seat, script: Script, ply: usize, is_over: bool) {
    let state = spectator.until(|frame| frame["type"] == "gameState.update").await;
    assert_eq!(state["ply"], ply, "{script:?}: {state}");
    if script.mode == "blind" && !is_over {
        assert_eq!(state["pieces"], json!([]), "{state}");
    }
}

/// Lets a player say something that all three are sent.
pub async fn chat(speaker: &mut Seat, other: &mut Seat, spectator: &mut Seat) {
    speaker.event("chat.message", json!({"message": "Good luck!"}));
    for seat in [speaker, other, spectator] {
        assert_eq!(seat.expect("chat.message").await["message"], "Good luck!");
    }
}

/// Expects the end of the game.
pub async fn expect_end(spectator: &mut Seat) {
    let end = spectator.until(|frame| frame["phase"] == "game_over").await;
    assert_eq!(end["gameStatus"], "finished", "{end}");
}
