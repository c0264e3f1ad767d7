//! Creation of games: stored ones that are found by their id, and rooms that are found by a short code and kept in memory only.

use std::sync::Arc;

use session::protocol::player::{Color, CreateGame};
use session::terms::SocialTerms;
use session::{
    Catalogue, Creation, CreationError, Creator, DealSeed, DrawnDeal, DrawnStart, GameId, NextGame,
    PreparedRules, RoomToken, SeatTokens, Session, Token,
};
use tokio::sync::oneshot;
use tokio::task::JoinError;

use super::{GameContext, GameHandle, GameMessage, Registry};
use crate::admission::CreationPermit;
use crate::journal::{FleetingJournal, Journal, JournalError};
use crate::limits::Span;
use crate::log_name::LogName;
use crate::random::{self, NoRandomness};
use crate::refusals::Bound;

/// Games that are asked to make room for one: others may take the room first, or somebody may have come.
const EVICTION_ATTEMPTS: usize = 8;

/// A game that has just been created.
#[derive(Debug)]
pub(crate) struct CreatedGame {
    pub(crate) id: GameId,
    /// The token of the creator's seat.
    pub(crate) creator_token: Token,
    /// Id in the link for spectators, if any are allowed.
    pub(crate) watch_id: Option<GameId>,
}

/// A room that has just been created.
#[derive(Debug)]
pub(crate) struct CreatedRoom {
    /// The token of the creator's seat.
    pub(crate) token: RoomToken,
    pub(crate) game: GameHandle,
}

/// A game that has just been created for two clients of the lobby.
#[derive(Debug)]
pub(crate) struct PairedGame {
    pub(crate) id: GameId,
    /// The token of the seat of the one who waited.
    pub(crate) seeker: Token,
    /// The token of the other seat.
    pub(crate) taker: Token,
}

/// A game that is stored, and runs.
#[derive(Debug)]
struct StoredGame {
    id: GameId,
    watch_id: GameId,
    social: SocialTerms,
    /// Side of the creator.
    side: Color,
}

impl StoredGame {
    /// Returns what the creator is told, whose seat `creator_token` holds.
    fn of_creator(self, creator_token: Token) -> CreatedGame {
        let watch_id = Some(self.watch_id).filter(|_| self.social.spectators.allowed);
        CreatedGame { id: self.id, creator_token, watch_id }
    }
}

/// The reason why no game was created.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    /// The server has as many games as it may have.
    #[error("the server has as many games as it can hold; try again later")]
    Full,
    /// The machine was asked for, and plays as many games as it may.
    #[error("the machine plays as many games as it can; try again later")]
    NoMachine,
    /// The request does not describe a game.
    #[error(transparent)]
    Refused(#[from] CreationError),
    /// No id or token could be generated.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The game could not be stored.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A task of ours failed.
    #[error(transparent)]
    Task(#[from] JoinError),
}

impl Registry {
    /// Creates a game, stores it and starts it. The game keeps the permit.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<CreatedGame, CreateError> {
        if request.machine.is_some() {
            return self.create_with_machine(request, permit).await;
        }
        let creator_token = random::token(&*self.context.random)?;
        let (registry, creator) = (self.clone(), Creator::Player(creator_token.clone()));
        // In a task of its own: a client that hangs up drops this future, and no id may stay taken without its game.
        let created = self.tasks.spawn(async move { registry.create_stored(request, creator, permit).await });
        Ok(created.await??.of_creator(creator_token))
    }

    /// Creates a game of which the machine has the other seat.
    async fn create_with_machine(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<CreatedGame, CreateError> {
        if !self.context.machines.has_room() {
            self.context.admission.refusals().note(Bound::Bots);
            return Err(CreateError::NoMachine);
        }
        let tokens = self.seat_tokens()?;
        let (registry, creator) = (self.clone(), Creator::Machine(tokens.clone()));
        let created = self.tasks.spawn(async move { registry.create_stored(request, creator, permit).await });
        let stored = created.await??;
        let token = tokens.of(stored.side).clone();
        Ok(stored.of_creator(token))
    }

    fn seat_tokens(&self) -> Result<SeatTokens, NoRandomness> {
        let random = &*self.context.random;
        Ok(SeatTokens { w: random::token(random)?, b: random::token(random)? })
    }

    /// Creates the game of a rematch, with the seats of both players taken, stores it and starts it. The game keeps the permit.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(super) async fn create_rematch(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<NextGame, CreateError> {
        let tokens = self.seat_tokens()?;
        let (registry, creator) = (self.clone(), Creator::Rematch(tokens.clone()));
        let created = self.tasks.spawn(async move { registry.create_stored(request, creator, permit).await });
        let StoredGame { id, watch_id, .. } = created.await??;
        Ok(NextGame { id, watch_id: Some(watch_id), tokens })
    }

    /// Creates the game of two clients of the lobby, with both seats taken, stores it and starts it. The side of the request is that of the one who waited. The
    /// game keeps the permit.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create_paired(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<PairedGame, CreateError> {
        let tokens = self.seat_tokens()?;
        let (registry, creator) = (self.clone(), Creator::Paired(tokens.clone()));
        let created = self.tasks.spawn(async move { registry.create_stored(request, creator, permit).await });
        let StoredGame { id, side, .. } = created.await??;
        let (seeker, taker) = (tokens.of(side).clone(), tokens.of(side.other()).clone());
        Ok(PairedGame { id, seeker, taker })
    }

    /// Creates a game of a tournament, with both seats taken, stores it and starts it. It counts for no client: the bounds are those of tournaments. The side of
    /// the request is white.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create_for_tournament(
        &self,
        request: CreateGame,
    ) -> Result<(GameId, SeatTokens), CreateError> {
        let tokens = self.seat_tokens()?;
        let (registry, creator) = (self.clone(), Creator::Paired(tokens.clone()));
        let created = self.tasks.spawn(async move { registry.create_stored(request, creator, None).await });
        Ok((created.await??.id, tokens))
    }

    /// Checks that a game can be created as a request says.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn check(&self, request: &CreateGame) -> Result<(), CreateError> {
        prepare(&self.context, request, |catalogue, request| catalogue.prepare(request)).await.map(drop)
    }

    /// Creates a room and starts it. The room keeps the permit.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create_room(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<CreatedRoom, CreateError> {
        // In a task of its own, for the same reason.
        let registry = self.clone();
        self.tasks.spawn(async move { registry.create_fleeting(request, permit).await }).await?
    }

    async fn create_stored(
        &self,
        request: CreateGame,
        creator: Creator,
        permit: impl Into<Option<CreationPermit>>,
    ) -> Result<StoredGame, CreateError> {
        let context = &self.context;
        // Kept until the game has taken its rules from it.
        let _prepared = prepare(context, &request, |catalogue, request| catalogue.prepare(request)).await?;
        let random_side = random::side(&*context.random)?;
        let start = DrawnStart { seed: random::seed(&*context.random)?, feen: None };
        let deal = DrawnDeal { seed: DealSeed(random::deal_seed(&*context.random)?), feen: None };
        // Last of the steps that can fail here: only below is the id released.
        let (id, watch_id) = self.reserve_ids().await?;
        let ruleset = request.ruleset.clone();
        let creation = Creation {
            id,
            watch_id: Some(watch_id),
            creator,
            request,
            random_side,
            deal: Some(deal),
            start: Some(start),
            at: context.clock.now(),
            limits: session_limits(context, context.limits.waiting_lifetime),
        };
        match create_session(context, &*context.journal, creation).await {
            Ok(session) => {
                let stored =
                    StoredGame { id, watch_id, social: session.social_terms(), side: session.creator_side() };
                self.open(id, session, Arc::clone(&context.journal), permit.into());
                tracing::info!(game = %LogName::of(&id), "game created");
                Ok(stored)
            }
            Err(error) => {
                discard(context, &id, &error).await;
                context.release_id(&id);
                match (error, ruleset) {
                    (CreateError::Journal(JournalError::RulesetGone { .. }), Some(ruleset)) => {
                        context.forget_ruleset(&ruleset);
                        Err(CreationError::UnknownRuleset(ruleset).into())
                    }
                    (error, _) => Err(error),
                }
            }
        }
    }

    // Requirement rooms-17.
    async fn create_fleeting(
        &self,
        request: CreateGame,
        permit: CreationPermit,
    ) -> Result<CreatedRoom, CreateError> {
        let context = &self.context;
        // Kept until the game has taken its rules from it.
        let _prepared =
            prepare(context, &request, |catalogue, request| catalogue.prepare_room(request)).await?;
        let token = random::room_token(&*context.random)?;
        let start = DrawnStart { seed: random::seed(&*context.random)?, feen: None };
        let deal = DrawnDeal { seed: DealSeed(random::deal_seed(&*context.random)?), feen: None };
        let (id, _) = self.reserve_ids().await?;
        let code = context.reserve_code(id).await.inspect_err(|_| context.release_id(&id))?;
        // An empty room waits for its creator as long as a game waits for an absent player.
        let waiting_lifetime = context.limits.waiting_lifetime.or(context.limits.grace);
        let creation = Creation {
            id,
            watch_id: None,
            creator: Creator::Room { code, token: token.clone() },
            request,
            // The creator of a room has white.
            random_side: Color::W,
            deal: Some(deal),
            start: Some(start),
            at: context.clock.now(),
            limits: session_limits(context, waiting_lifetime),
        };
        let journal: Arc<dyn Journal> = Arc::new(FleetingJournal);
        match create_session(context, &*journal, creation).await {
            Ok(session) => {
                let game = self.open(id, session, journal, Some(permit));
                tracing::info!(game = %LogName::of(&id), "room created");
                Ok(CreatedRoom { token, game })
            }
            Err(error) => {
                context.release_code(code);
                context.release_id(&id);
                Err(error)
            }
        }
    }
}

impl Registry {
    /// Reserves the ids of a game. If there are as many games as may be, one that waits with nobody connected makes room, and its slot is for this game alone:
    /// in a flood of creations somebody else would always be quicker.
    async fn reserve_ids(&self) -> Result<(GameId, GameId), CreateError> {
        let context = &self.context;
        for _ in 0..EVICTION_ATTEMPTS {
            match context.reserve_ids(None) {
                Err(CreateError::Full) => {}
                other => return other,
            }
            let Some(game) = context.waiting.take() else { break };
            let slot = context.promise_slot();
            let (done, gone) = oneshot::channel();
            if let Some(handle) = context.find(&game)
                && handle.send(GameMessage::Evict { done }).await.is_ok()
            {
                // Answered by being dropped.
                let _ = gone.await;
                // Otherwise somebody has come.
                if context.find(&game).is_none() {
                    return context.reserve_ids(Some(&slot));
                }
            }
        }
        context.admission.refusals().note(Bound::Games);
        Err(CreateError::Full)
    }
}

/// Makes the rules of a request; if they are not in memory, on a thread of its own: tasks that carry players' moves do not wait for it.
async fn prepare(
    context: &Arc<GameContext>,
    request: &CreateGame,
    apply: fn(&Catalogue, &CreateGame) -> Result<PreparedRules, CreationError>,
) -> Result<PreparedRules, CreateError> {
    let _held = context.hold_ruleset(request.ruleset.as_deref()).await?;
    if context.catalogue.has_rules_of(request) {
        return Ok(apply(&context.catalogue, request)?);
    }
    let _turn = match Catalogue::is_of_guest(request) {
        true => context.guest_turns.loads.acquire().await.ok(),
        false => None,
    };
    let (catalogue, request) = (Arc::clone(&context.catalogue), request.clone());
    let prepared = tokio::task::spawn_blocking(move || apply(&catalogue, &request)).await?;
    Ok(prepared?)
}

fn session_limits(context: &GameContext, waiting_lifetime: Option<Span>) -> session::Limits {
    session::Limits {
        grace_ms: context.limits.grace.map(Span::as_ms),
        finished_lifetime_ms: context.limits.finished_lifetime.map(Span::as_ms),
        waiting_lifetime_ms: waiting_lifetime.map(Span::as_ms),
    }
}

/// Creates a session and stores its first entry.
async fn create_session(
    context: &GameContext,
    journal: &dyn Journal,
    creation: Creation,
) -> Result<Session, CreateError> {
    let id = creation.id;
    let (session, unsent) = Session::create(&context.catalogue, creation)?;
    let receipt = journal.append(&id, unsent.entry(), unsent.finished()).await?;
    // Nobody is connected to a new game yet.
    drop(unsent.release(receipt));
    Ok(session)
}

/// Removes from the journal what a failed creation may have stored. Nobody was sent the id, so the game goes: it would come back
/// with the next start, and meanwhile its id would be given away twice.
async fn discard(context: &GameContext, id: &GameId, error: &CreateError) {
    match error {
        // Another game is stored under that id.
        CreateError::Journal(JournalError::Taken { .. }) => return,
        // Nothing is.
        CreateError::Journal(JournalError::RulesetGone { .. }) => return,
        CreateError::Journal(_) => {}
        CreateError::Full
        | CreateError::NoMachine
        | CreateError::Refused(_)
        | CreateError::NoRandomness(_)
        | CreateError::Task(_) => {
            return;
        }
    }
    if let Err(error) = context.journal.forget(id).await {
        tracing::error!(game = %LogName::of(id), %error, "journal may still hold a game whose creation failed");
        // The node that adopts it removes it once it has waited long enough.
        context.shared.iter().for_each(|shared| shared.give_up_later(*id));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::address::AddressCounts;
    use crate::admission::Admission;
    use crate::clock::{Clock, SystemClock};
    use crate::journal::MemoryJournal;
    use crate::limits::Limits;
    use crate::random::{Random, SystemRandom};

    /// A random source that fails after so many calls.
    #[derive(Debug)]
    struct FailingRandom(AtomicUsize);

    impl Random for FailingRandom {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
            let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map_err(|_| NoRandomness)?;
            SystemRandom.fill(bytes)
        }
    }

    #[tokio::test]
    async fn a_failed_creation_leaves_no_id_taken() {
        let catalogue = Catalogue::load(dev::rules()).unwrap();
        for fills in 0.. {
            let registry = Registry::new(GameContext::new(
                Arc::clone(&catalogue),
                Arc::new(MemoryJournal::default()),
                Arc::new(SystemClock::new()),
                Arc::new(FailingRandom(fills.into())),
                admission(&Arc::default()),
                Arc::default(),
                CancellationToken::new(),
            ));
            let request = CreateGame::read(br#"{"mode":"blind","side":"random"}"#).unwrap();
            let address = std::net::IpAddr::from([192, 0, 2, 1]);
            let permit = CreationPermit::new(AddressCounts::default().acquire(address.into(), 1).unwrap());
            match registry.create(request, permit).await {
                Err(CreateError::NoRandomness(_)) => assert_eq!(registry.ids(), 0, "after {fills}"),
                Err(other) => panic!("{other}"),
                Ok(_) => {
                    assert_eq!(registry.ids(), 1);
                    assert!(fills > 2, "a token, a side and an id are random");
                    return;
                }
            }
        }
    }

    fn admission(limits: &Arc<Limits>) -> Arc<Admission> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        Arc::new(Admission::new(Arc::clone(limits), &[], &clock))
    }

    /// A registry that is full with `games` games.
    fn small(games: usize) -> Registry {
        let limits = Arc::new(Limits { games, ..Limits::default() });
        let catalogue = Catalogue::load(dev::rules()).unwrap();
        Registry::new(GameContext::new(
            catalogue,
            Arc::new(MemoryJournal::default()),
            Arc::new(SystemClock::new()),
            Arc::new(SystemRandom),
            admission(&limits),
            limits,
            CancellationToken::new(),
        ))
    }

    async fn create_from(
        registry: &Registry,
        address: impl Into<std::net::IpAddr>,
    ) -> Result<CreatedGame, CreateError> {
        let request = CreateGame::read(br#"{"mode":"blind"}"#).unwrap();
        let address: std::net::IpAddr = address.into();
        let permit = CreationPermit::new(AddressCounts::default().acquire(address.into(), 1).unwrap());
        registry.create(request, permit).await
    }

    #[tokio::test]
    async fn at_the_bound_the_oldest_game_of_the_loudest_network_makes_room() {
        let registry = small(5);
        let quiet = create_from(&registry, [203, 0, 113, 1]).await.unwrap().id;
        let mut loud = Vec::new();
        for host in 1..=4 {
            loud.push(create_from(&registry, [198, 51, 100, host]).await.unwrap().id);
        }
        let other = create_from(&registry, [192, 0, 2, 1]).await.unwrap().id;
        assert_eq!(registry.ids(), 5);
        assert!(registry.find(&quiet).is_some() && registry.find(&other).is_some());
        let left: Vec<_> = loud.iter().map(|id| registry.find(id).is_some()).collect();
        assert_eq!(left, [false, true, true, true], "the oldest of the loud network");
        assert_eq!(registry.context.journal.games().await.unwrap().len(), 5, "it is not stored any more");
        // The loud network displaces its own games.
        let next = create_from(&registry, [198, 51, 100, 9]).await.unwrap().id;
        assert!(registry.find(&next).is_some() && registry.find(&quiet).is_some());
        assert!(registry.find(&loud[1]).is_none() && registry.find(&loud[2]).is_some());
    }

    #[tokio::test]
    async fn a_network_of_ipv6_is_loud_by_all_its_addresses() {
        let registry = small(5);
        let quiet = create_from(&registry, [0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]).await.unwrap().id;
        let mut loud = Vec::new();
        for host in 1..=4 {
            // In one /64, each from an address of its own.
            loud.push(create_from(&registry, [0x2001, 0xdb8, 0, 2, host, 0, 0, host]).await.unwrap().id);
        }
        let other = create_from(&registry, [0x2001, 0xdb8, 0, 3, 0, 0, 0, 1]).await.unwrap().id;
        assert!(registry.find(&quiet).is_some() && registry.find(&other).is_some());
        let left: Vec<_> = loud.iter().map(|id| registry.find(id).is_some()).collect();
        assert_eq!(left, [false, true, true, true], "the oldest of the loud network");
    }

    #[tokio::test]
    async fn the_slot_that_a_game_leaves_is_for_one_new_game_alone() {
        let registry = small(2);
        let first = create_from(&registry, [198, 51, 100, 1]).await.unwrap().id;
        create_from(&registry, [198, 51, 100, 2]).await.unwrap();
        let context = &registry.context;
        let slot = context.promise_slot();
        context.release_id(&first);
        assert!(matches!(context.reserve_ids(None), Err(CreateError::Full)));
        let (id, _) = context.reserve_ids(Some(&slot)).unwrap();
        drop(slot);
        assert!(matches!(context.reserve_ids(None), Err(CreateError::Full)));
        context.release_id(&id);
        context.reserve_ids(None).unwrap();
    }

    #[tokio::test]
    async fn everybody_of_a_crowd_at_the_bound_is_served() {
        let registry = small(30);
        for host in 0..30 {
            create_from(&registry, [198, 51, 100, host]).await.unwrap();
        }
        let mut crowd = tokio::task::JoinSet::new();
        for host in 0..20 {
            let registry = registry.clone();
            crowd.spawn(async move { create_from(&registry, [203, 0, 113, host]).await.map(|_| ()) });
        }
        while let Some(created) = crowd.join_next().await {
            created.unwrap().unwrap();
        }
        assert_eq!(registry.ids(), 30);
    }

    #[tokio::test]
    async fn a_game_with_somebody_connected_makes_no_room() {
        let registry = small(2);
        // Without them the sockets would have ended.
        let mut receivers = Vec::new();
        for host in 1..=2 {
            let created = create_from(&registry, [198, 51, 100, host]).await.unwrap();
            let hello = serde_json::json!({
                "type": "hello", "gameId": created.id.as_str(), "token": created.creator_token.as_str(),
            });
            let message = session::protocol::player::decode(&hello.to_string()).unwrap();
            let (outbox, receiver) = crate::outbox::Outbox::new(64);
            let conn = session::ConnId(host.into());
            receivers.push(receiver);
            let game = registry.find(&created.id).unwrap();
            let client = std::net::IpAddr::from([198, 51, 100, host]).into();
            game.send(GameMessage::Client { conn, client, message, outbox: Some(outbox) }).await.unwrap();
            while registry.context.waiting.len() > 0 {
                tokio::task::yield_now().await;
            }
            if host == 2 {
                let full = create_from(&registry, [192, 0, 2, 1]).await;
                assert!(matches!(full, Err(CreateError::Full)));
                // Once they leave, the game may make room.
                game.send(GameMessage::Closed { conn }).await.unwrap();
                while registry.context.waiting.len() == 0 {
                    tokio::task::yield_now().await;
                }
                create_from(&registry, [192, 0, 2, 1]).await.unwrap();
                assert!(registry.find(&created.id).is_none());
            }
        }
    }
}
