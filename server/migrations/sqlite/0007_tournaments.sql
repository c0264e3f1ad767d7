-- One row for each event of each tournament. The key refuses a second continuation, so that no round is paired twice. It holds hashes of the tokens by which
-- players and directors are known, and the tokens of the seats that the tournament gives out.
CREATE TABLE tournament_event (
    tournament_id TEXT    NOT NULL,
    seq           INTEGER NOT NULL,
    at_ms         INTEGER NOT NULL,
    body          TEXT    NOT NULL,
    PRIMARY KEY (tournament_id, seq)
) STRICT, WITHOUT ROWID;
