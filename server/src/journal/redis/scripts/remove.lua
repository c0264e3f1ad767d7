-- Removes records of finished games: with ARGV[3] 'game' the one with the id ARGV[4], its own or the one of its spectators; with 'before' those that ended before
-- the time ARGV[4], ARGV[5] of them at most. Returns their number.
if ARGV[3] == 'game' then
    local removed = discard(ARGV[4])
    if removed == 0 then
        local game = redis.call('HGET', 'tabula:finished:watch', ARGV[4])
        removed = game and discard(game) or 0
    end
    return removed
end
local removed = 0
for _, member in ipairs(redis.call('ZRANGEBYSCORE', 'tabula:finished', '-inf', '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])) do
    local game = string.match(member, ' (.*)$')
    if not game or discard(game) == 0 then
        -- It lists what is not there.
        redis.call('ZREM', 'tabula:finished', member)
    end
    removed = removed + 1
end
return removed
