//! The player protocol: the messages of the blind-chess design over a WebSocket, and what we add to them.
//!
//! Field names, codes and types are the design's. Additions are optional fields and further types; the crate's documentation lists them.

mod client;
mod close;
mod http;
mod schema;
mod server;
mod words;

pub use client::{Action, ClientMessage, Command, CreateGame, Hello, Refusal, decode};
pub use close::CloseReason;
pub use http::{
    Clocks, Gambit, Gambits, GameCreated, Health, HouseRule, HouseRules, Sketch, SketchedGoal, SketchedMove,
    SketchedResult, TieWinner, Way,
};
pub use schema::schema;
pub use server::{
    Announcement, Audience, Befell, BoardView, ClockTimes, ClockView, DrawOffer, ErrorMessage,
    HappenedRecord, Joined, Payload, PeerPresence, PeerStatus, PieceView, PlayerNames, PlyRecord, Record,
    RematchNotice, RematchOffer, ServerMessage, Tally, TryRecord, Update, You,
};
pub use words::{
    Color, EndReason, ErrorCode, GameStatus, JoinAs, Mode, PieceName, PieceType, SideChoice, SquareName,
};

pub use crate::view::{error_frame, hello_first_frame, ping_frame, pong_frame};
