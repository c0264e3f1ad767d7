-- One row for each input of each game. The key refuses a second continuation of the same game.
CREATE TABLE input (
    game_id TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
