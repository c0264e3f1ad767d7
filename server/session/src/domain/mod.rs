//! Vocabulary of the games that sessions play. Every other module of the crate stands on it.
//!
//! The types are plain data without behaviour of a game. Those that protocols and journals write as they are can be serialised; a protocol with words of
//! its own maps them.
//!
//! | module | content |
//! |---|---|
//! | [`limits`] | all limits that are not data of a profile |
//! | `number` | numbers between two bounds |
//! | `text` | short texts without allocation; serialisation of validated texts |
//! | `color` | the color of a side |
//! | `ids` | ids, tokens and times |
//! | `json` | strict reading of JSON |
//! | `board` | names of squares and pieces |
//! | `game` | modes, seats, statuses, end reasons |
//! | `person` | names and ids of people at a game |
//! | `vocabulary` | events and announcements of the moderator, as words |
//! | `announcement` | announcements with audience and time |
//! | `refusal`, `outcome` | refusals of a game; outcomes of commits |
//! | `chat` | chat messages |
//! | `push` | push subscriptions of browsers |
//! | `player_key` | keys of players, and ids of players |
//! | `record` | the record of a finished game |
//! | `mark` | marks of players |

mod announcement;
mod board;
mod chat;
mod color;
mod game;
mod ids;
mod json;
pub mod limits;
mod mark;
mod number;
mod outcome;
mod person;
mod player_key;
mod push;
mod record;
mod refusal;
mod text;
mod vocabulary;

pub use announcement::{Announcement, Audience, CapturedClass, Direction, Payload};
pub use board::{ChoiceWord, PieceName, PieceType, PieceView, SquareName};
pub use chat::PostedMessage;
pub use color::Color;
pub use game::{EndReason, GameStatus, JoinAs, Mode, SideChoice};
pub use ids::{CommandId, ConnId, GameId, RoomCode, RoomToken, SeatId, Token, UnixMs};
pub(crate) use json::{present, read_object};
pub use mark::Mark;
pub(crate) use number::number_type;
pub use outcome::{CommitOutcome, IllegalReason};
pub use person::{GameSpectator, MemberId, PersonName};
pub use player_key::{KeySignature, PlayerId, PlayerKey, SeatPlayers};
pub use push::{PushEndpoint, PushKey, PushKeys, PushSecret, PushSubscription, PushSubscriptions};
pub use record::{
    DealRecord, DuelMade, DuelResult, HappenedRecord, MoveDetails, PieceEffect, PlyRecord, Record, Regained,
    RegainedFor, RetreatMade, TryRecord,
};
pub use refusal::Refusal;
pub use text::WrongForm;
pub use vocabulary::{Event, ModeratorText};
