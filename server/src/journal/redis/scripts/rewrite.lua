-- Writes the inputs of a game anew from the first on, or removes it if there are none; further inputs are added. ARGV: after the first two the game, and for each
-- input its id in the stream, time, text, rules, hash. The stream has no time at which it expires before its next input: only a server knows the operator's limits.
local key = 'tabula:game:' .. ARGV[3]
if not ARGV[4] or ARGV[4] == '0-1' then
    redis.call('UNLINK', key)
end
if not ARGV[4] then
    redis.call('ZREM', 'tabula:games', ARGV[3])
    return 1
end
for at = 4, #ARGV, 5 do
    redis.call('XADD', key, ARGV[at], 'at', ARGV[at + 1], 'body', ARGV[at + 2], 'rules', ARGV[at + 3], 'hash', ARGV[at + 4])
end
redis.call('ZADD', 'tabula:games', '+inf', ARGV[3])
return 1
