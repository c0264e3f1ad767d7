-- The inputs of games and the records of finished ones, in the columns of SQLite's schema. Keys compare bytes (COLLATE "C"): an index by a language's order
-- is at fault once the operating system's libraries change that order, and with it the key that refuses a second continuation of a game.

-- The server that has the journal: a row for each that may write. `beat` is set once a second, by the database's clock. The row without a name is locked
-- by a server that takes the journal over, so that this is done by one after another.
CREATE TABLE node (
    id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    beat TIMESTAMPTZ      NOT NULL
);
INSERT INTO node (id, beat) VALUES ('', CURRENT_TIMESTAMP);

-- The owner of each stored game. An input is stored only if it comes from the owner, at the epoch in which it took the game.
CREATE TABLE game (
    id    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    node  TEXT COLLATE "C" NOT NULL,
    epoch BIGINT           NOT NULL
);

-- One row for each input of each game. The key refuses a second continuation of the same game.
CREATE TABLE input (
    game_id TEXT COLLATE "C" NOT NULL,
    seq     BIGINT           NOT NULL,
    at_ms   BIGINT           NOT NULL,
    body    TEXT             NOT NULL,
    rules   TEXT             NOT NULL,
    hash    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game_id, seq)
);

-- One row for each finished game, written in the transaction that stores the input by which it ended.
CREATE TABLE finished_game (
    game_id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    watch_id    TEXT COLLATE "C" NOT NULL,
    is_open     BOOLEAN          NOT NULL,
    is_listed   BOOLEAN          NOT NULL,
    shown_at_ms BIGINT           NOT NULL,
    ended_at_ms BIGINT           NOT NULL,
    ruleset     TEXT COLLATE "C" NOT NULL,
    white       TEXT COLLATE "C" NOT NULL,
    black       TEXT COLLATE "C" NOT NULL,
    readers     TEXT             NOT NULL,
    summary     TEXT             NOT NULL,
    state       BYTEA            NOT NULL,
    state_hash  TEXT             NOT NULL,
    hash        TEXT             NOT NULL
);
CREATE INDEX finished_game_watch_id ON finished_game (watch_id);
CREATE INDEX finished_game_ended ON finished_game (ended_at_ms, watch_id);
CREATE INDEX finished_game_ruleset ON finished_game (ruleset, ended_at_ms, watch_id);
CREATE INDEX finished_game_white ON finished_game (white, ended_at_ms, watch_id);
CREATE INDEX finished_game_black ON finished_game (black, ended_at_ms, watch_id);
