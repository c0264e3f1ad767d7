//! The player protocol: the messages of the blind-chess design over a WebSocket, and what we add to them.
//!
//! Field names, codes and types are the design's. Additions are optional fields and further types; the crate's documentation lists them.

mod client;
mod close;
mod finished;
mod frames;
mod http;
mod own;
mod passkeys;
mod refused;
mod results;
mod schema;
mod server;
mod settings;
mod words;

pub use client::{Action, ClientMessage, Command, Hello, Question, Refusal, SignedKey, decode};
pub use close::CloseReason;
pub use finished::{ControlStatistics, FinishedGames, GameRecord, Statistics};
pub(crate) use frames::Stamp;
pub use frames::{error_frame, hello_first_frame, ping_frame};
pub use http::{
    Clocks, Gambits, GameCreated, Health, HealthFault, HouseRules, Moderators, Modes, PublishedRuleset,
    PublishedRulesets, PushSettings, RulesetDescriptions, Rulesets,
};
pub use own::{OwnFinishedGame, OwnGames, OwnSeat, OwnSeats};
pub use passkeys::{
    NewPasskeyRequest, PasskeyChallenge, PasskeyEntry, PasskeySignInRequest, PasskeyTerms,
    RemovePasskeyRequest, SealedIdentity,
};
pub use refused::{RefusalReason, RequestRefused};
pub use results::{PlayedGame, PlayerResults, RulesetResults};
pub use schema::schema;
pub use server::{
    ErrorMessage, Joined, PeerStatus, RematchNotice, ServerMessage, SharedMarksNotice, Update, You,
};
pub use settings::{
    BlockRequest, BlockedPlayer, PlayerSettings, ReportReason, ReportRequest, UnblockRequest,
    VacationRequest, VacationTerms,
};
pub use words::ErrorCode;

pub use crate::domain::{
    Announcement, Audience, CapturedClass, ChoiceWord, Color, Direction, EndReason, GameStatus,
    HappenedRecord, JoinAs, Mark, Mode, Payload, PieceEffect, PieceName, PieceType, PieceView, PlyRecord,
    Record, SideChoice, SquareName, TryRecord,
};

pub use crate::catalogue::{
    Gambit, HouseRule, Outline, PieceKind, PublicRuleset, RulesetDescription, SideNames, TieWinner,
};
pub use crate::moderator::ModeratorSummary;
pub use crate::protocol::events::pong_frame;
pub use crate::sketch::{Sketch, SketchedGoal, SketchedMove, SketchedResult, Way};
pub use crate::terms::CreateGame;
pub use crate::view::{
    BoardView, ClockTimes, ClockView, DrawOffer, DuelTally, GameSummary, Hands, HeldPieces, NotedMove,
    OwnGame, PeerPresence, PlayerNames, PublicTerms, RematchView, SharedMarks, SideDuels, Tally,
    VacationEnds,
};
