-- Finished games by the keys of their players. Behind the two hashes, `readers` has the ids of the players of white and of black, twenty digits each, or as
-- many hyphens; nothing, if neither has shown a key.
CREATE INDEX finished_game_white_player ON finished_game ((substr(readers, 131, 20) COLLATE "C"), ended_at_ms, watch_id);
CREATE INDEX finished_game_black_player ON finished_game ((substr(readers, 152, 20) COLLATE "C"), ended_at_ms, watch_id);
