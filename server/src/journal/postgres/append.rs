//! The statements that store inputs: one for many games, so that a game that is refused never fails the others.

use std::collections::{HashMap, HashSet};

use session::GameId;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection as _, Row as _};

use super::link::Identity;
use super::{archive, rulesets};
use crate::journal::chain::{ChainEnd, ChainHash, ChainWalk, StoredRow};
use crate::journal::write::InputRow;

/// Stores inputs, each only if the game is this server's at that epoch and its last input is the one that the new one continues, and returns their games.
/// The two conditions are looked up row by row, by keys: as joins they could become walks through whole tables. The key of the table alone refuses a fork;
/// the conditions stop an owner of before, and one whose last input a failover has taken back.
const APPEND: &str = "INSERT INTO input (game_id, seq, at_ms, body, rules, hash) \
    SELECT fresh.game_id, fresh.seq, fresh.at_ms, fresh.body, $8, fresh.hash \
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[]) \
        AS fresh (game_id, seq, at_ms, body, hash, before, epoch) \
    WHERE (SELECT game.epoch FROM game WHERE game.id = fresh.game_id AND game.node = $9) = fresh.epoch \
    AND (fresh.seq = 0 OR \
        (SELECT last.hash FROM input AS last WHERE last.game_id = fresh.game_id AND last.seq = fresh.seq - 1) = fresh.before) \
    ON CONFLICT DO NOTHING RETURNING game_id";

/// Makes this server the owner of new games. Its own row is locked first: a server that takes the journal over has to wait, and finds these games.
const OWN: [&str; 2] = [
    "SELECT id FROM node WHERE incarnation = $1 FOR SHARE",
    "INSERT INTO game (id, node, epoch, watch_id, guest_ruleset) SELECT fresh.id, $4, 1, fresh.watch_id, fresh.guest_ruleset \
        FROM unnest($1::text[], $2::text[], $3::text[]) AS fresh (id, watch_id, guest_ruleset) ON CONFLICT DO NOTHING",
];

/// Hashes that stand in the places of inputs.
const READ_BACK: &str = "SELECT found.game_id, found.hash FROM input AS found \
    JOIN unnest($1::text[], $2::bigint[]) AS sought (game_id, seq) ON found.game_id = sought.game_id AND found.seq = sought.seq";

/// Games of this server, with their epochs.
const OWNERS: &str = "SELECT id, epoch FROM game WHERE id = ANY($1::text[]) AND node = $2";

const LOAD: &str = "SELECT game_id, seq, at_ms, body, rules, hash FROM input WHERE game_id = ANY($1::text[]) ORDER BY game_id, seq";

/// The epoch at which a game is created.
pub(super) const FIRST_EPOCH: i64 = 1;

/// An input with its place in the chain of its game.
#[derive(Debug)]
pub(super) struct ChainedInput {
    pub(super) row: InputRow,
    pub(super) epoch: i64,
    /// The hash of the input before.
    before: ChainHash,
    /// The end of the game's chain with this input.
    pub(super) end: ChainEnd,
}

impl ChainedInput {
    /// Continues the chain of the input's game.
    pub(super) fn of(row: InputRow, epoch: i64, end: ChainEnd, rules: &str) -> ChainedInput {
        let before = if row.seq == 0 { ChainHash::EMPTY } else { end.hash };
        let (seq, at) = (number(row.seq), number(row.at));
        let hash = before.with(row.game.as_str().as_bytes(), seq, at, rules.as_bytes(), row.body.as_bytes());
        let end = ChainEnd { next: row.seq.saturating_add(1), hash };
        ChainedInput { row, epoch, before, end }
    }

    /// Returns whether this input is the one with that hash.
    pub(super) fn is(&self, hash: Option<&String>) -> bool {
        hash == Some(&self.end.hash.to_text())
    }
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Stores inputs of different games, each with its record or not at all. Returns the games of those that are stored now.
pub(super) async fn append(
    connection: &mut PgConnection,
    batch: &[ChainedInput],
    rules: &str,
    identity: &Identity,
) -> Result<HashSet<GameId>, sqlx::Error> {
    let node = identity.node.as_str();
    let mut created: Vec<&InputRow> =
        batch.iter().map(|input| &input.row).filter(|row| row.seq == 0).collect();
    if created.is_empty() && batch.iter().all(|input| input.row.finished.is_none()) {
        return insert(connection, batch, rules, node).await;
    }
    let mut transaction = connection.begin().await?;
    let [lock, own] = OWN;
    let mut is_owner = created.is_empty();
    if !is_owner {
        is_owner =
            sqlx::query(lock).bind(&identity.incarnation).fetch_optional(&mut *transaction).await?.is_some();
    }
    if !created.is_empty() && is_owner {
        let rulesets: Vec<&str> = created.iter().filter_map(|row| row.ruleset.as_deref()).collect();
        if !rulesets.is_empty() {
            let there = rulesets::note_use(&mut transaction, &rulesets).await?;
            // Without its ruleset a game could be played by no other server.
            created.retain(|row| row.ruleset.as_ref().is_none_or(|ruleset| there.contains(ruleset)));
        }
        let column = |value: fn(&InputRow) -> &str| created.iter().map(|row| value(row)).collect::<Vec<_>>();
        sqlx::query(own)
            .bind(column(|row| row.game.as_str()))
            .bind(column(|row| row.watch_id.as_ref().unwrap_or(&row.game).as_str()))
            .bind(column(|row| row.ruleset.as_deref().unwrap_or_default()))
            .bind(node)
            .execute(&mut *transaction)
            .await?;
    }
    let stored = insert(&mut transaction, batch, rules, node).await?;
    for input in batch.iter().filter(|input| stored.contains(&input.row.game)) {
        if let Some(finished) = input.row.finished.as_deref() {
            archive::insert(finished.clone()).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await?;
    Ok(stored)
}

async fn insert(
    connection: &mut PgConnection,
    batch: &[ChainedInput],
    rules: &str,
    node: &str,
) -> Result<HashSet<GameId>, sqlx::Error> {
    let column = |value: fn(&ChainedInput) -> i64| batch.iter().map(value).collect::<Vec<i64>>();
    let hashes = |value: fn(&ChainedInput) -> ChainHash| {
        batch.iter().map(|input| value(input).to_text()).collect::<Vec<String>>()
    };
    let bodies: Vec<&str> = batch.iter().map(|input| input.row.body.as_str()).collect();
    let rows = sqlx::query(APPEND)
        .bind(names(batch))
        .bind(column(|input| number(input.row.seq)))
        .bind(column(|input| number(input.row.at)))
        .bind(bodies)
        .bind(hashes(|input| input.end.hash))
        .bind(hashes(|input| input.before))
        .bind(column(|input| input.epoch))
        .bind(rules)
        .bind(node)
        .fetch_all(connection)
        .await?;
    Ok(rows.iter().filter_map(game).collect())
}

fn names(batch: &[ChainedInput]) -> Vec<&str> {
    batch.iter().map(|input| input.row.game.as_str()).collect()
}

fn game(row: &PgRow) -> Option<GameId> {
    row.try_get::<&str, _>(0).ok()?.parse().ok()
}

/// Returns the hashes that stand in the places of inputs, whatever they are.
pub(super) async fn read_back(
    connection: &mut PgConnection,
    batch: &[ChainedInput],
) -> Result<HashMap<GameId, String>, sqlx::Error> {
    let seqs: Vec<i64> = batch.iter().map(|input| number(input.row.seq)).collect();
    let rows = sqlx::query(READ_BACK).bind(names(batch)).bind(seqs).fetch_all(connection).await?;
    let mut hashes = HashMap::new();
    for row in &rows {
        let hash = row.try_get(1)?;
        hashes.extend(game(row).map(|game| (game, hash)));
    }
    Ok(hashes)
}

/// Returns the games of a batch that are this server's, with their epochs.
pub(super) async fn owners(
    connection: &mut PgConnection,
    batch: &[ChainedInput],
    identity: &Identity,
) -> Result<HashMap<GameId, i64>, sqlx::Error> {
    let rows = sqlx::query(OWNERS).bind(names(batch)).bind(&identity.node).fetch_all(connection).await?;
    let mut epochs = HashMap::new();
    for row in &rows {
        let epoch = row.try_get(1)?;
        epochs.extend(game(row).map(|game| (game, epoch)));
    }
    Ok(epochs)
}

/// Returns the inputs of games in their order.
pub(super) fn select(
    games: &[GameId],
) -> sqlx::query::Query<'static, sqlx::Postgres, sqlx::postgres::PgArguments> {
    let names: Vec<String> = games.iter().map(|game| game.as_str().to_owned()).collect();
    sqlx::query(LOAD).bind(names)
}

/// Returns the ends of the chains of games as they are stored.
pub(super) async fn ends(
    connection: &mut PgConnection,
    games: &[GameId],
) -> Result<HashMap<GameId, ChainEnd>, sqlx::Error> {
    let mut walks: HashMap<GameId, ChainWalk> =
        games.iter().map(|game| (*game, ChainWalk::new(*game))).collect();
    for row in &select(games).fetch_all(connection).await? {
        let row = StoredRow::read_postgres(row)?;
        if let Some(walk) = row.game_id().and_then(|game| walks.get_mut(&game)) {
            walk.push(&row);
        }
    }
    Ok(walks.into_iter().map(|(game, walk)| (game, walk.end())).collect())
}
