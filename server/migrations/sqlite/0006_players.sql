-- What players keep on the server, by the id of their key. `kind` says what a row is, `name` tells the rows of one kind apart; `body` is JSON. `used_ms` is the
-- time of its last change, or of the last visit of its player. The hash is of everything but that time.
CREATE TABLE player_row (
    player  TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    used_ms INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    hash    TEXT    NOT NULL,
    PRIMARY KEY (player, kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_row_name ON player_row (kind, name);
CREATE INDEX player_row_used ON player_row (kind, used_ms);
