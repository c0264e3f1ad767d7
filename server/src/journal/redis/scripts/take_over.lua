-- Makes a server the one that has the journal. ARGV: its name, the number of its connection, the time in milliseconds for which it counts as running, the
-- format of the journal, and the former one, which the server brings up to date (`index.lua`). Returns a word: '' if nobody had it, 'former' if it is taken from somebody, and else why it is not taken.
if redis.call('EXISTS', 'tabula:work') == 1 then
    return 'work'
end
local format = redis.call('GET', 'tabula:format')
if format and format ~= ARGV[4] and format ~= ARGV[5] then
    return 'format'
end
local had = redis.call('EXISTS', 'tabula:server')
-- The streams of these have expired.
local now = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', 'tabula:games', '-inf', string.format('%.0f', now[1] * 1000))
redis.call('SET', 'tabula:format', format or ARGV[4])
redis.call('HSET', 'tabula:server', 'name', ARGV[1], 'link', ARGV[2])
redis.call('SET', 'tabula:beat', ARGV[1], 'PX', ARGV[3])
begin_epoch()
return had == 1 and 'former' or ''
