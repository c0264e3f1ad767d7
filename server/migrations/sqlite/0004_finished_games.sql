-- One row for each finished game, written in the transaction that stores the input by which it ended. It holds no token (only hashes of the two) and no
-- address. Names are written so that those that could be confused are the same. The state is compressed (zlib).
CREATE TABLE finished_game (
    game_id     TEXT    NOT NULL PRIMARY KEY,
    watch_id    TEXT    NOT NULL,
    is_open     INTEGER NOT NULL,
    is_listed   INTEGER NOT NULL,
    shown_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER NOT NULL,
    ruleset     TEXT    NOT NULL,
    white       TEXT    NOT NULL,
    black       TEXT    NOT NULL,
    readers     TEXT    NOT NULL,
    summary     TEXT    NOT NULL,
    state       BLOB    NOT NULL,
    state_hash  TEXT    NOT NULL,
    hash        TEXT    NOT NULL
) STRICT;
CREATE INDEX finished_game_watch_id ON finished_game (watch_id);
CREATE INDEX finished_game_ended ON finished_game (ended_at_ms, watch_id);
CREATE INDEX finished_game_ruleset ON finished_game (ruleset, ended_at_ms, watch_id);
CREATE INDEX finished_game_white ON finished_game (white, ended_at_ms, watch_id);
CREATE INDEX finished_game_black ON finished_game (black, ended_at_ms, watch_id);
