-- The hash of an input and of all before it in its game, so that an altered row is noticed. Rows of before have none.
ALTER TABLE input ADD COLUMN hash TEXT NOT NULL DEFAULT '';
-- Games that were removed on purpose, as long as `journal.ack` may still name them.
CREATE TABLE forgotten (
    game_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
