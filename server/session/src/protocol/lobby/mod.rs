//! The lobby protocol: players who look for an opponent. It knows no game that is being played: neither its types nor its frames are made of an observation.

mod client;
mod server;

pub use client::{LobbyRefusal, LobbyRequest, decode, fit, fit_but_clock};
pub use server::{
    LobbyErrorCode, LobbyMessage, SeekView, error_frame, gone_frame, paired_frame, ping_frame, seek_frame,
    seeks_frame, waiting_frame, withdrawn_frame,
};
