-- Keeps the record of a finished game: ARGV[3] is the game, its fields follow. Returns the number of those that are new.
return keep(ARGV[3], 4)
