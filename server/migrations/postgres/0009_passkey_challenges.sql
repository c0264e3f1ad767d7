-- Challenges to passkeys, with what the server has to remember until the answer, which may come to another node. Each row goes when it is asked for.
CREATE TABLE passkey_challenge (
    code  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kept  TEXT             NOT NULL,
    until TIMESTAMPTZ      NOT NULL
);
CREATE INDEX passkey_challenge_until ON passkey_challenge (until);
