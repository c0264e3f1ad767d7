-- Rulesets of guests, by the hash of their files: whichever server plays a game by one finds it here. `used_at` is set by the database's clock.
CREATE TABLE guest_ruleset (
    id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    files   TEXT             NOT NULL,
    bytes   BIGINT           NOT NULL,
    used_at TIMESTAMPTZ      NOT NULL
);

-- The guest's ruleset of each game, which is not removed as long as the game is there. Empty for a game by another ruleset; null until the next start of a server
-- for games of before, and imported ones.
ALTER TABLE game ADD COLUMN guest_ruleset TEXT COLLATE "C";
CREATE INDEX game_guest_ruleset ON game (guest_ruleset) WHERE guest_ruleset <> '';
