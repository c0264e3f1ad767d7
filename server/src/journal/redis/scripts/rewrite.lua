-- Writes the inputs of a game anew from the first on, or removes it if there are none; further inputs are added. ARGV: after the first two the game, its lifetime
-- in milliseconds, and for each input its id in the stream, time, text, rules, hash.
local key = 'tabula:game:' .. ARGV[3]
if not ARGV[5] or ARGV[5] == '0-1' then
    redis.call('UNLINK', key)
end
if not ARGV[5] then
    redis.call('ZREM', 'tabula:games', ARGV[3])
    return 1
end
for at = 5, #ARGV, 5 do
    redis.call('XADD', key, ARGV[at], 'at', ARGV[at + 1], 'body', ARGV[at + 2], 'rules', ARGV[at + 3], 'hash', ARGV[at + 4])
end
local ends = after(ARGV[4])
redis.call('PEXPIREAT', key, ends)
redis.call('ZADD', 'tabula:games', ends, ARGV[3])
return 1
