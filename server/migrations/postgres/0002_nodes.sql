-- Several servers that play on one database: each is a node with a name that it keeps. A node without an address plays alone.
ALTER TABLE node ADD COLUMN incarnation TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE node ADD COLUMN address TEXT COLLATE "C" NOT NULL DEFAULT '';

-- The id in the link for spectators, by which a node finds a game as well. Games of before have none until the next start of a node. A game without an owner
-- has an empty name of its node.
ALTER TABLE game ADD COLUMN watch_id TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX game_watch_id ON game (watch_id);
CREATE INDEX game_node ON game (node);
