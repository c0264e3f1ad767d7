-- Removes the keys in ARGV from [3] on. Returns the number of those that were there.
local removed = 0
for at = 3, #ARGV do
    removed = removed + redis.call('UNLINK', ARGV[at])
end
return removed
