//! The page of a tournament. Of a board that is played it says that alone: no game's id, no move, no clock, no presence.

use serde::Serialize;
use session::protocol::player::{Color, CreateGame};
use tournament::{Bye, EDITION, Format, Outcome, Phase, PlayerNumber, Points, RequestedBye};

use super::record::{Member, TournamentRecord};

/// A tournament as everybody sees it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublicPage {
    id: String,
    name: String,
    phase: &'static str,
    format: Format,
    /// The rules of pairing, of a Swiss tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
    round_count: usize,
    /// True if a player may enter now.
    takes_entries: bool,
    /// True after the director has closed the entry.
    is_entry_closed: bool,
    is_automatic: bool,
    no_show_seconds: u64,
    /// True once every round was played.
    is_played_out: bool,
    game: CreateGame,
    players: Vec<PublicPlayer>,
    rounds: Vec<PublicRound>,
    standings: Vec<PublicStanding>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicPlayer {
    number: PlayerNumber,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    is_withdrawn: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicRound {
    boards: Vec<PublicBoard>,
    byes: Vec<PublicBye>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicBoard {
    white: PlayerNumber,
    black: PlayerNumber,
    /// Left out as long as the board has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    is_corrected: bool,
}

#[derive(Debug, Serialize)]
struct PublicBye {
    player: PlayerNumber,
    bye: Bye,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicStanding {
    place: usize,
    player: PlayerNumber,
    points: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    direct: Option<Points>,
    buchholz_cut: Points,
    buchholz: Points,
    sonneborn_berger: f64,
    wins: usize,
}

impl PublicPage {
    pub(crate) fn of(record: &TournamentRecord) -> PublicPage {
        let (terms, tournament) = (&record.terms, &record.tournament);
        let player = |(number, player): (PlayerNumber, &tournament::Player)| PublicPlayer {
            number,
            name: player.name.clone(),
            rating: player.rating,
            is_withdrawn: player.is_withdrawn,
        };
        let round = |round: &tournament::PairedRound| PublicRound {
            boards: round
                .boards
                .iter()
                .map(|board| PublicBoard {
                    white: board.pair.white,
                    black: board.pair.black,
                    outcome: board.outcome,
                    is_corrected: board.is_corrected,
                })
                .collect(),
            byes: round.byes.iter().map(|bye| PublicBye { player: bye.player, bye: bye.bye }).collect(),
        };
        let standing = |standing: tournament::Standing| PublicStanding {
            place: standing.place,
            player: standing.player,
            points: standing.points,
            direct: standing.direct,
            buchholz_cut: standing.buchholz_cut,
            buchholz: standing.buchholz,
            sonneborn_berger: f64::from(standing.sonneborn_berger) / 4.0,
            wins: standing.wins,
        };
        PublicPage {
            id: record.id.as_str().to_owned(),
            name: terms.name.clone(),
            phase: match tournament.phase() {
                Phase::Entering => "entering",
                Phase::Running => "running",
                Phase::Over => "over",
            },
            format: terms.format,
            edition: matches!(terms.format, Format::Swiss { .. }).then_some(EDITION),
            round_count: tournament.round_count(),
            takes_entries: tournament.takes_entries(),
            is_entry_closed: tournament.is_entry_closed(),
            is_automatic: terms.is_automatic,
            no_show_seconds: terms.no_show_seconds,
            is_played_out: tournament.is_played_out(),
            game: terms.game.clone(),
            players: tournament.players().map(player).collect(),
            rounds: tournament.rounds().iter().map(round).collect(),
            standings: tournament.standings().into_iter().map(standing).collect(),
        }
    }
}

/// State of one client of a tournament, beside that.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnPage {
    is_director: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerNumber>,
    /// The board at which a game waits for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<OwnBoard>,
    /// Byes on request in rounds to come: the player's own, or to the director all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    byes: Vec<OwnBye>,
}

#[derive(Debug, Serialize)]
struct OwnBye {
    player: PlayerNumber,
    round: u8,
    half: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnBoard {
    round: u8,
    board: u8,
    color: Color,
    opponent: PlayerNumber,
    /// True once the game was created.
    is_ready: bool,
}

impl OwnPage {
    pub(crate) fn of(record: &TournamentRecord, member: Member) -> OwnPage {
        let byes = record.tournament.requested_byes();
        let byes = byes.filter(|bye| [Member::Director, Member::Player(bye.player)].contains(&member));
        let byes = byes.map(|RequestedBye { player, round, half }| OwnBye { player, round, half }).collect();
        let Member::Player(player) = member else {
            return OwnPage { is_director: true, player: None, board: None, byes };
        };
        let board = record.seat_of(player).map(|seat| OwnBoard {
            round: seat.place.round,
            board: seat.place.board,
            color: seat.color,
            opponent: seat.opponent,
            is_ready: record.game_of(seat.place).is_some(),
        });
        OwnPage { is_director: false, player: Some(player), board, byes }
    }
}
