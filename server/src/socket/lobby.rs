//! Sockets of the lobby: requests are decoded, bounded and answered; the game of two clients is created here.

use std::collections::HashSet;

use session::domain::{KeySignature, PersonName, PlayerId, PlayerKey, SideChoice};
use session::protocol::lobby::{LobbyErrorCode, LobbyRequest, decode, error_frame, paired_frame, ping_frame};
use session::protocol::player::{CloseReason, CreateGame};
use session::{Catalogue, ConnId, Frame, UnixMs};

use super::client::{ClientSocket, SocketProtocol};
use super::end::SocketEnd;
use super::wire::Incoming;
use crate::address::{AddressPermit, ClientAddress};
use crate::limits::Span;
use crate::lobby::{LobbyError, Seek, Wish};
use crate::outbox::Outbox;
use crate::player_key::{SIGNED_MS, has_signed, lobby_text};
use crate::rate::{self, Bucket};
use crate::registry::{CreateError, GameMessage, PairedGame};
use crate::state::AppState;

/// The lobby protocol at one socket.
#[derive(Debug)]
pub(super) struct LobbySocket {
    bucket: Bucket,
    /// Refused messages in a row.
    strikes: u32,
    client: Client,
    /// Count of the client's sockets in the lobby.
    _permit: AddressPermit,
}

/// A client with its place in the lobby, which it leaves when the socket ends.
#[derive(Debug)]
struct Client {
    state: AppState,
    conn: ConnId,
    client: ClientAddress,
}

impl Drop for Client {
    fn drop(&mut self) {
        self.state.lobby.leave(self.conn);
    }
}

/// Answer to a request that has no effect.
type Refused = (LobbyErrorCode, String);

impl LobbySocket {
    /// Enters the lobby.
    ///
    /// # Errors
    /// The reason to close with, when the lobby is full or the client has too many sockets there.
    pub(super) fn open(socket: &mut ClientSocket) -> Result<Self, CloseReason> {
        let state = socket.state.clone();
        let permit = state.admission.admit_to_lobby(socket.client).ok_or(CloseReason::RATE_LIMITED)?;
        let limits = &state.limits;
        let (outbox, receiver) = Outbox::new(limits.socket_queue);
        let entered = state.lobby.enter(socket.conn, outbox, state.clock.now());
        entered.map_err(|_| CloseReason::FULL)?;
        socket.outbox = Some(receiver);
        Ok(LobbySocket {
            bucket: rate::bucket(limits.message_rate, limits.message_burst, &state.clock),
            strikes: 0,
            client: Client { conn: socket.conn, client: socket.client, state },
            _permit: permit,
        })
    }

    /// Answers by the queue of the lobby, so that an answer comes after the changes before it. What has no effect is nobody's fault here: others may have been quicker.
    async fn answer(&mut self, request: LobbyRequest) {
        self.strikes = 0;
        let answer = match self.client.answer(request).await {
            Ok(frame) => frame,
            Err((code, message)) => Some(error_frame(code, &message)),
        };
        if let Some(frame) = answer {
            self.client.state.lobby.answer(self.client.conn, frame);
        }
    }

    /// Answers a refused message, or closes the socket after too many in a row.
    async fn refuse(
        &mut self,
        socket: &mut ClientSocket,
        error: Frame,
        last: CloseReason,
    ) -> Result<(), SocketEnd> {
        self.strikes += 1;
        if self.strikes >= socket.state.limits.strikes {
            return Err(SocketEnd::Close(last));
        }
        socket.write(error).await
    }
}

impl Client {
    async fn answer(&self, request: LobbyRequest) -> Result<Option<Frame>, Refused> {
        match request {
            LobbyRequest::Pong {} => Ok(None),
            LobbyRequest::Cancel {} => {
                self.state.lobby.cancel(self.conn);
                Ok(None)
            }
            LobbyRequest::Seek { .. }
            | LobbyRequest::Pair { .. }
            | LobbyRequest::Take { .. }
            | LobbyRequest::Identify { .. }
                if !self.state.admission.check_seek_rate(self.client) =>
            {
                let message = "too many seeks from this address; try again in a minute";
                Err((LobbyErrorCode::RateLimited, message.to_owned()))
            }
            LobbyRequest::Seek { game, name } => {
                let wish = self.wish(*game, false);
                self.offer(wish, name).await.map(|()| None)
            }
            LobbyRequest::Pair { game, any_clock, name } => {
                self.pair(self.wish(*game, any_clock), name).await
            }
            LobbyRequest::Identify { key, at, signature } => self.identify(&key, at, &signature).await,
            LobbyRequest::Take { seek } => self.take(seek).await.map(Some),
        }
    }

    /// Notes who the client is. The answer is the list of seeks.
    async fn identify(
        &self,
        key: &PlayerKey,
        at: UnixMs,
        signature: &KeySignature,
    ) -> Result<Option<Frame>, Refused> {
        let now = self.state.clock.now();
        if at.0.abs_diff(now.0) > SIGNED_MS || !has_signed(key, signature, &lobby_text(at)) {
            let message = "the signature is not by this key, or not of now";
            return Err((LobbyErrorCode::Malformed, message.to_owned()));
        }
        let player = PlayerId::of(key);
        let avoided = match self.state.registry.settings() {
            Some(settings) => settings.avoided_by(player).await.map_err(|error| {
                tracing::warn!(%error, "blocks not looked up");
                (LobbyErrorCode::Unavailable, "the server cannot look that up now".to_owned())
            })?,
            None => HashSet::new(),
        };
        self.state.lobby.identify(self.conn, player, avoided, now);
        Ok(None)
    }

    /// Completes the game: others shall read what they agree to, and be found by people who ask for the same in other words.
    fn wish(&self, game: CreateGame, any_clock: bool) -> Wish {
        let grace_ms = self.state.limits.grace.map(Span::as_ms);
        Wish { game: self.state.registry.catalogue().with_defaults(game, grace_ms), any_clock }
    }

    /// Adds the own seek.
    async fn offer(&self, wish: Wish, name: Option<PersonName>) -> Result<(), Refused> {
        let state = &self.state;
        let filter = state.registry.catalogue().word_filter();
        if name.as_ref().is_some_and(|name| !filter.allows_name(name)) {
            let message = "that name is not accepted here; choose another one";
            return Err((LobbyErrorCode::NameRefused, message.to_owned()));
        }
        if Catalogue::is_of_guest(&wish.game) {
            let message =
                "a game by a guest's rules is played with a friend: its link says whose rules they are";
            return Err((LobbyErrorCode::Malformed, message.to_owned()));
        }
        // A seek of a game that cannot be played would fail for the client that takes it.
        state.registry.check(&wish.game).await.map_err(creation_error)?;
        let now = state.clock.now();
        let until = now.plus(state.limits.lobby.seek_lifetime.as_ms());
        state.lobby.offer(self.conn, wish, name, now, until).map_err(refused)
    }

    /// Takes the oldest seek of such a game; where there is none, offers it.
    async fn pair(&self, wish: Wish, name: Option<PersonName>) -> Result<Option<Frame>, Refused> {
        match self.state.lobby.take_like(self.conn, &wish, self.state.clock.now()) {
            Ok(seek) => {
                let game = seek.game_for(&wish);
                self.create(seek, game).await.map(Some)
            }
            Err(LobbyError::Gone) => self.offer(wish, name).await.map(|()| None),
            Err(error) => Err(refused(error)),
        }
    }

    /// Takes a seek by its number.
    async fn take(&self, number: u64) -> Result<Frame, Refused> {
        let taken = self.state.lobby.take(self.conn, number, self.state.clock.now());
        let seek = taken.map_err(refused)?;
        let game = seek.game_with(SideChoice::Random);
        self.create(seek, game).await
    }

    /// Creates the game of a seek that was taken. It counts for the client that takes. Returns the frame for that client.
    async fn create(&self, seek: Seek, game: CreateGame) -> Result<Frame, Refused> {
        let created = self.create_game(game).await;
        let game = match created {
            Ok(game) => game,
            Err(refused) => {
                self.state.lobby.give_back(self.conn, seek);
                return Err(refused);
            }
        };
        if self.state.lobby.pair(&seek, paired_frame(game.id, game.seeker)).is_ok() {
            return Ok(paired_frame(game.id, game.taker));
        }
        // The seeker has left meanwhile.
        if let Some(handle) = self.state.registry.find(&game.id) {
            // A game that is gone is what is wanted.
            let _ = handle.send(GameMessage::Discard).await;
        }
        self.state.lobby.give_back(self.conn, seek);
        Err(refused(LobbyError::Gone))
    }

    async fn create_game(&self, game: CreateGame) -> Result<PairedGame, Refused> {
        let admission = &self.state.admission;
        let permit = admission
            .admit_creation(self.client)
            .and_then(|permit| admission.admit_request(permit, &game, self.state.registry.catalogue()))
            .map_err(|limit| (LobbyErrorCode::RateLimited, limit.message().to_owned()))?;
        self.state.registry.create_paired(game, permit).await.map_err(creation_error)
    }
}

fn refused(error: LobbyError) -> Refused {
    let (code, message) = match error {
        LobbyError::Full => (LobbyErrorCode::Unavailable, "the lobby is full; try again later"),
        LobbyError::Engaged => (LobbyErrorCode::Engaged, "a game is being created for you"),
        LobbyError::Gone => (LobbyErrorCode::Gone, "that seek is not there any more"),
    };
    (code, message.to_owned())
}

fn creation_error(error: CreateError) -> Refused {
    let code = match &error {
        CreateError::Refused(_) => LobbyErrorCode::Malformed,
        CreateError::Full | CreateError::NoMachine => LobbyErrorCode::Unavailable,
        CreateError::NoRandomness(_) | CreateError::Journal(_) | CreateError::Task(_) => {
            tracing::error!(%error, "game of the lobby not created");
            return (LobbyErrorCode::Unavailable, "the server cannot create a game now".to_owned());
        }
    };
    (code, error.to_string())
}

impl SocketProtocol for LobbySocket {
    async fn receive(&mut self, socket: &mut ClientSocket, incoming: Incoming) -> Result<(), SocketEnd> {
        let malformed = |message: &str| error_frame(LobbyErrorCode::Malformed, message);
        let text = match incoming {
            Incoming::Closed => return Err(SocketEnd::Disconnected),
            Incoming::ProtocolError(reason) => return Err(SocketEnd::Close(reason)),
            Incoming::Text(_) | Incoming::Binary(_) | Incoming::Control if self.bucket.check().is_err() => {
                let error = error_frame(LobbyErrorCode::RateLimited, "too many messages; wait a moment");
                return self.refuse(socket, error, CloseReason::RATE_LIMITED).await;
            }
            Incoming::Control => return Ok(()),
            Incoming::Binary(_) => {
                return self.refuse(socket, malformed("a message is text"), CloseReason::MALFORMED).await;
            }
            Incoming::Text(text) => text,
        };
        match decode(text.as_str()) {
            Ok(request) => {
                self.answer(request).await;
                Ok(())
            }
            Err(refusal) => self.refuse(socket, refusal.frame(), CloseReason::MALFORMED).await,
        }
    }

    fn ping_frame(&self) -> Option<Frame> {
        Some(ping_frame())
    }
}
