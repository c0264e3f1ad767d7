//! A flood of new games from many networks, at a server with few places.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tabula::limits::Limits;

use crate::common::{Player, Setting, http};

/// Games that the server has room for.
const PLACES: usize = 40;
const LOUD_NETWORKS: u8 = 4;
/// Games that the loud networks create at a time: more than there are places.
const WAVE: u8 = 60;

/// Creates a game for a client behind the proxy, and returns the answer's body.
async fn create(address: SocketAddr, client: [u8; 4]) -> Value {
    let client = client.map(|part| part.to_string()).join(".");
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-forwarded-for: {client}\r\n"
    );
    let answer = http::request(address, &head, br#"{"mode":"blind","side":"white"}"#).await;
    assert_eq!(answer.status, 201, "{client}: {}", answer.body);
    answer.json()
}

/// Creates a wave of games, each from another address of the loud networks.
async fn flood(address: SocketAddr) {
    for host in 0..WAVE {
        create(address, [198, 51, host % LOUD_NETWORKS, host]).await;
    }
}

#[tokio::test]
async fn a_flood_of_games_from_many_networks_shuts_the_door_for_nobody() {
    let limits = Limits { games: PLACES, ..Limits::default() };
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let table = Setting { limits, trusted_proxies, ..Setting::default() }.open().await;
    let (mut white, mut black) = table.game("blind").await;
    flood(table.address).await;
    assert_eq!(table.server.resource_counts().games, PLACES, "the server is full");
    // Who comes from a quiet network is served, and finds the game again that nobody was connected to during the next wave.
    for quiet in 0..5 {
        let created = create(table.address, [203, 0, quiet, 1]).await;
        flood(table.address).await;
        let mut player = Player::connect(table.address, created["gameId"].as_str().unwrap()).await;
        let joined = player.hello(json!({"token": created["creatorToken"]})).await;
        assert_eq!(joined["gameStatus"], "waiting");
    }
    assert_eq!(table.server.resource_counts().games, PLACES);
    // A game with its players goes on.
    white.commit("e2", "e4").await;
    white.expect_update().await;
    black.expect_announced(&["white_moved"]).await;
}
