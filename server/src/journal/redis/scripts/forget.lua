-- Removes the games in ARGV from [3] on. Returns the number of those that were there.
local removed = 0
for at = 3, #ARGV do
    removed = removed + redis.call('UNLINK', 'tabula:game:' .. ARGV[at])
    redis.call('ZREM', 'tabula:games', ARGV[at])
end
return removed
