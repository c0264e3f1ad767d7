//! The list of a player's own games: `POST /api/own-games`. An addition to the design.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::limits::OWN_SEATS_MAX;
use crate::domain::{Color, GameId, Token, UnixMs, read_object};
use crate::view::{GameSummary, OwnGame};

/// The body of `POST /api/own-games`: the seats that a player has, each with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSeats {
    /// The seats, at most 32.
    #[serde(deserialize_with = "bounded")]
    #[schemars(length(max = 32))]
    pub seats: Vec<OwnSeat>,
}

/// A seat with the token that holds it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnSeat {
    /// The id of the game.
    pub game_id: GameId,
    /// The token of the seat.
    pub token: Token,
}

impl fmt::Debug for OwnSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnSeat").field("game_id", &self.game_id).finish_non_exhaustive()
    }
}

fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<OwnSeat>, D::Error> {
    let seats = Vec::<OwnSeat>::deserialize(deserializer)?;
    let too_many = || serde::de::Error::custom(format!("at most {OWN_SEATS_MAX} seats at once"));
    if seats.len() > OWN_SEATS_MAX { Err(too_many()) } else { Ok(seats) }
}

impl OwnSeats {
    /// Reads the body of a request.
    ///
    /// # Errors
    ///
    /// Returns an error unless the body is exactly an object of these fields.
    pub fn read(body: &[u8]) -> Result<OwnSeats, serde_json::Error> {
        read_object(body)
    }
}

/// The answer to `POST /api/own-games`. Each game that was asked for is in one of the lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnGames {
    /// The server's time, from which clients count down the clocks.
    pub now: UnixMs,
    /// Games that are there, in the order of the request.
    pub games: Vec<OwnGame>,
    /// Games of which the record alone is left, in the order of the request.
    pub finished: Vec<OwnFinishedGame>,
    /// Games in which the token holds no seat, or that are gone without a record.
    pub unknown: Vec<GameId>,
    /// Games that did not answer in time, or whose node did not. Nothing is known of them now; the client asks again.
    pub unanswered: Vec<GameId>,
}

/// A finished game of which the record alone is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnFinishedGame {
    /// The id that the game had for its players.
    pub game_id: GameId,
    /// Side of the player.
    pub you: Color,
    /// The game in short.
    pub summary: GameSummary,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_seats_is_read_strictly_and_has_a_bound() {
        let seat = r#"{"gameId":"abcd1234","token":"aaaaaaaaaaaaaaaaaaaaaaaa"}"#;
        let body = |seats: usize| format!(r#"{{"seats":[{}]}}"#, vec![seat; seats].join(","));
        assert_eq!(OwnSeats::read(body(0).as_bytes()).unwrap().seats.len(), 0);
        let most = body(OWN_SEATS_MAX);
        assert_eq!(OwnSeats::read(most.as_bytes()).unwrap().seats.len(), OWN_SEATS_MAX);
        assert!(most.len() <= 4096, "the longest list fits into the body of a request");
        for wrong in [
            body(OWN_SEATS_MAX + 1).as_str(),
            "[]",
            "{}",
            r#"{"seats":[{"gameId":"abcd1234"}]}"#,
            r#"{"seats":[{"gameId":"ABCD1234","token":"aaaaaaaaaaaaaaaaaaaaaaaa"}]}"#,
            r#"{"seats":[],"more":1}"#,
        ] {
            assert!(OwnSeats::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_seat_does_not_print_its_token() {
        let seat = OwnSeat { game_id: "abcd1234".parse().unwrap(), token: "t".repeat(24).parse().unwrap() };
        assert!(!format!("{seat:?}").contains("tttt"));
    }
}
