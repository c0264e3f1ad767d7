-- Lists records of finished games in sorted sets that a journal of the former format lacks. ARGV[3] is the time in milliseconds for which the server counts as
-- running, ARGV[4] the format that the journal has after this, or ''; from [5] on there are a game and all sets that list its record, a line each. Returns the number
-- of records.
redis.pcall('SET', 'tabula:beat', ARGV[1], 'PX', ARGV[3])
local records = 0
for at = 5, #ARGV, 2 do
    local game, indexes = ARGV[at], ARGV[at + 1]
    local key = 'tabula:record:' .. game
    local record = redis.call('HMGET', key, 'watch', 'ended')
    if record[1] and record[2] then
        redis.call('HSET', key, 'indexes', indexes)
        for index in string.gmatch(indexes, '[^\n]+') do
            if is_type(index, 'zset') then
                redis.call('ZADD', index, record[2], record[1] .. ' ' .. game)
            end
        end
        records = records + 1
    end
end
if ARGV[4] ~= '' then
    redis.call('SET', 'tabula:format', ARGV[4])
end
return records
