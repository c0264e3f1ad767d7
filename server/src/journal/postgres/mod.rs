//! The journal in a PostgreSQL database: for an operator who has one, with its backups, its standbys and its monitoring.
//!
//! Three things keep a game from having two continuations, each alone: the key of the table of inputs; the hash of the input before, which has to be there;
//! and the owner of the game, who loses it to a server that starts later. Statements are those that databases of PostgreSQL's protocol share.

mod append;
mod archive;
mod link;
mod location;
mod maintenance;
mod nodes;
mod owned;
pub(super) mod players;
mod readers;
mod rulesets;
mod schema;
mod shared_memory;
mod tournaments;
mod work;
mod writer;

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use session::{Entry, FinishedGame, GameId, Receipt};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Row as _};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::chain::{ChainWalk, StoredRow};
use super::measured::BatchMeasures;
use super::nodes::{NodeIdentity, Nodes, random_name};
use super::players::PlayerStore;
use super::tournaments::TournamentStore;
use super::write::{InputRow, Write, WriterHandle};
use super::{Journal, JournalError, SharedRulesets};
use crate::limits::Limits;
use crate::log_name::LogName;

use archive::PostgresArchive;
use link::{Identity, Link};
pub use location::PostgresLocation;
pub use maintenance::{
    check_postgres, export_postgres, import_postgres, remove_record_postgres, repair_postgres,
};
use nodes::{PostgresNodes, Sharing};
use owned::OwnedGames;
use players::PostgresPlayers;
use readers::Readers;
use rulesets::PostgresRulesets;
pub use rulesets::{published_postgres, unpublish_postgres};
use tournaments::PostgresTournaments;
use writer::Writer;

/// Time for which a start waits for a database that starts as well.
const START_TIME: Duration = Duration::from_secs(10);
const START_PAUSE: Duration = Duration::from_millis(200);
/// Lets servers that start take their turns: it locks a row until the transaction ends.
const TAKE_TURN: &str = "UPDATE node SET beat = CURRENT_TIMESTAMP WHERE id = ''";

/// Takes the journal over: the server that had it is refused from then on, and its games are this server's.
const TAKE_OVER: [&str; 3] = [
    "INSERT INTO node (id, incarnation, beat) VALUES ($1, $1, CURRENT_TIMESTAMP)",
    "DELETE FROM node WHERE id NOT IN ('', $1)",
    "UPDATE game SET node = $1, epoch = epoch + 1 RETURNING id, epoch",
];

/// A journal in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresJournal {
    writer: WriterHandle,
    readers: Readers,
    /// Connections for rulesets of guests, which are long: no game by another ruleset waits for them.
    rulesets: Readers,
    games: Arc<OwnedGames>,
    rules: String,
    batches: BatchMeasures,
    /// The nodes that share the database.
    nodes: Option<Arc<PostgresNodes>>,
}

impl PostgresJournal {
    /// Opens the journal, migrates its schema, and takes all its games over: another server that has it open stores nothing more. `rules` identifies the
    /// present rules (see [`rules_hash`](crate::rules_hash)); it is stored with each input.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached or cannot hold a journal.
    pub async fn open(
        location: &PostgresLocation,
        rules: &str,
        limits: &Limits,
    ) -> Result<Self, JournalError> {
        let mut connection = prepare(location).await?;
        let name = random_name()?;
        let identity = Identity { node: name.clone(), incarnation: name };
        let epochs = take_over(&mut connection, &identity.node).await?;
        nodes::note_first_inputs(&mut connection).await?;
        Ok(Self::start(location, rules, limits, connection, identity, epochs, None))
    }

    /// Opens the journal as one of several nodes, each of which plays some of its games. It has no game until it claims one.
    ///
    /// # Errors
    /// As [`PostgresJournal::open`]; and if a server has the journal that plays alone.
    pub async fn join(
        location: &PostgresLocation,
        rules: &str,
        limits: &Limits,
        node: &NodeIdentity,
    ) -> Result<Self, JournalError> {
        let mut connection = prepare(location).await?;
        let identity = Identity { node: node.name.as_str().to_owned(), incarnation: random_name()? };
        nodes::join(&mut connection, &identity, &node.address, limits.lease.0).await?;
        let (lost, losses) = mpsc::unbounded_channel();
        let sharing = Sharing { lease: limits.lease.0, lost };
        let mut journal =
            Self::start(location, rules, limits, connection, identity.clone(), Vec::new(), Some(sharing));
        journal.nodes = Some(Arc::new(PostgresNodes {
            readers: journal.readers.clone(),
            shared: Readers::that_do_not_wait(&location.options(), limits.journal_wait.0),
            writer: journal.writer.clone(),
            identity,
            lease: limits.lease.0,
            lost: Mutex::new(Some(losses)),
        }));
        Ok(journal)
    }

    fn start(
        location: &PostgresLocation,
        rules: &str,
        limits: &Limits,
        connection: PgConnection,
        identity: Identity,
        epochs: Vec<(GameId, i64)>,
        sharing: Option<Sharing>,
    ) -> Self {
        let options = location.options();
        let games = Arc::new(OwnedGames::new(epochs));
        let readers = || Readers::new(&options, limits.journal_wait.0);
        let (readers, rulesets) = (readers(), readers());
        let (writer, inbox) = mpsc::channel(limits.journal_queue.max(1));
        let batches = BatchMeasures::default();
        let task = Writer {
            link: Link::new(options, identity.clone(), limits.journal_wait.0, connection),
            identity,
            rules: rules.to_owned(),
            games: Arc::clone(&games),
            rows: Vec::new(),
            forgotten: Vec::new(),
            batches: batches.clone(),
            claimed: Vec::new(),
            released: Vec::new(),
            sharing,
            beaten_at: Instant::now(),
        };
        tokio::spawn(task.run(inbox, limits.journal_batch.max(1)));
        let (writer, rules) = (WriterHandle(writer), rules.to_owned());
        PostgresJournal { writer, readers, rulesets, games, rules, batches, nodes: None }
    }

    /// Returns what is cancelled when another server takes the journal over.
    #[must_use]
    pub fn taken_over(&self) -> CancellationToken {
        self.games.taken_over()
    }
}

/// Connects to a database, and brings its schema up to date.
async fn prepare(location: &PostgresLocation) -> Result<PgConnection, JournalError> {
    let mut connection = connect_at_start(&location.options()).await?;
    examine_settings(&mut connection).await?;
    schema::migrate(&mut connection).await?;
    Ok(connection)
}

/// Connects; waits for a database that is only starting.
async fn connect_at_start(options: &PgConnectOptions) -> Result<PgConnection, JournalError> {
    let began = Instant::now();
    loop {
        match link::connect(options).await {
            Err(error) if began.elapsed() < START_TIME && is_starting(&error) => {
                tracing::warn!(%error, "waiting for the journal's database");
                sleep(START_PAUSE).await;
            }
            connected => return connected,
        }
    }
}

/// Returns whether the database may be starting: nobody listens yet, or it says so.
fn is_starting(error: &JournalError) -> bool {
    match error {
        JournalError::Database(sqlx::Error::Io(error)) => matches!(
            error.kind(),
            // The last is a socket in a folder.
            ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset | ErrorKind::NotFound
        ),
        JournalError::Database(sqlx::Error::Database(refusal)) => refusal.code().as_deref() == Some("57P03"),
        _ => false,
    }
}

/// Refuses a database that cannot hold every text, and warns of one that loses commits at a power cut.
async fn examine_settings(connection: &mut PgConnection) -> Result<(), JournalError> {
    let encoding: String = sqlx::query_scalar("SHOW server_encoding").fetch_one(&mut *connection).await?;
    if encoding != "UTF8" {
        return Err(JournalError::Encoding(encoding));
    }
    // Not every database of the protocol has this setting.
    let fsync = sqlx::query_scalar::<_, String>("SHOW fsync").fetch_one(connection).await;
    if fsync.is_ok_and(|fsync| fsync == "off") {
        tracing::error!(
            "the database does not wait for its disk (fsync is off): a power cut loses moves that players were sent"
        );
    }
    Ok(())
}

/// Takes all games, behind the barrier of a new connection: a server that was killed may have left commits on the primary alone.
async fn take_over(connection: &mut PgConnection, node: &str) -> Result<Vec<(GameId, i64)>, JournalError> {
    let [enter, expel, own] = TAKE_OVER;
    let mut transaction = connection.begin().await?;
    sqlx::query(link::WAIT_FOR_STANDBYS).execute(&mut *transaction).await?;
    sqlx::query(TAKE_TURN).execute(&mut *transaction).await?;
    sqlx::query(enter).bind(node).execute(&mut *transaction).await?;
    let expelled = sqlx::query(expel).bind(node).execute(&mut *transaction).await?.rows_affected();
    let rows = sqlx::query(own).bind(node).fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    if expelled > 0 {
        tracing::warn!("the journal is taken over from a server that did not close it");
    }
    let mut epochs = Vec::with_capacity(rows.len());
    let mut nameless = 0_u64;
    for row in &rows {
        match row.try_get::<&str, _>(0)?.parse() {
            Ok(game) => epochs.push((game, row.try_get(1)?)),
            Err(_) => nameless += 1,
        }
    }
    if nameless > 0 {
        tracing::error!(nameless, "the journal holds games whose id is none; they are left alone");
    }
    Ok(epochs)
}

impl Journal for PostgresJournal {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let row = InputRow::of(game, entry, finished);
        self.writer.ask(|reply| Write::Append { row, reply })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let games = self.games.check().map(|()| self.games.ids());
        Box::pin(std::future::ready(games))
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let (readers, games, writer) = (self.readers.clone(), Arc::clone(&self.games), self.writer.clone());
        let (game, present) = (*game, self.rules.clone());
        Box::pin(async move {
            games.check()?;
            if games.is_unsettled() {
                // It is answered on a new connection, behind its barrier.
                writer.ask(|reply| Write::Probe { reply }).await?;
            }
            let rows = readers.fetch_all(append::select(&[game])).await?;
            let mut walk = ChainWalk::new(game);
            let mut entries = Vec::with_capacity(rows.len());
            let mut is_under_other_rules = false;
            for row in &rows {
                let row = StoredRow::read_postgres(row)?;
                is_under_other_rules |= row.rules != present.as_bytes();
                entries.extend(walk.push(&row));
            }
            if is_under_other_rules {
                tracing::warn!(game = %LogName::of(&game), "a game is brought back under other rules than it was played by");
            }
            let end = walk.end();
            if let Some(error) = walk.finish().iter().find_map(|fault| fault.error(game)) {
                return Err(error);
            }
            games.note_end(&game, end);
            Ok(entries)
        })
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let game = *game;
        self.writer.ask(|reply| Write::Forget { game, reply })
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.writer.ask(|reply| Write::Probe { reply })
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(PostgresArchive { readers, writer }))
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(PostgresPlayers { readers, writer }))
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(PostgresTournaments { readers, writer }))
    }

    fn nodes(&self) -> Option<Arc<dyn Nodes>> {
        self.nodes.clone().map(|nodes| nodes as Arc<dyn Nodes>)
    }

    fn rulesets(&self) -> Option<Arc<dyn SharedRulesets>> {
        Some(Arc::new(PostgresRulesets(self.rulesets.clone())))
    }

    fn register_metrics(&self, registry: &mut Registry) {
        self.batches.register(registry);
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        let (writer, readers, rulesets) = (self.writer.clone(), self.readers.clone(), self.rulesets.clone());
        let nodes = self.nodes.clone();
        Box::pin(async move {
            readers.close().await;
            rulesets.close().await;
            if let Some(nodes) = nodes {
                nodes.shared.close().await;
            }
            writer.close().await;
        })
    }
}
