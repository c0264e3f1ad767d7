-- What is in the memory of one node alone and can be asked for at any: a room by its code ("room ABC123"), and the lobby ("lobby"). The row names the run of
-- that node: when it has ended, the thing is gone.
CREATE TABLE memory_holder (
    name        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    incarnation TEXT COLLATE "C" NOT NULL
);
CREATE INDEX memory_holder_incarnation ON memory_holder (incarnation);

-- Own games on their way to another device of their player, sealed by its page: bytes that no server can read. Each row goes when it is asked for.
CREATE TABLE handover (
    code   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    sealed TEXT             NOT NULL,
    until  TIMESTAMPTZ      NOT NULL
);
CREATE INDEX handover_until ON handover (until);
