-- Makes a new connection the one whose commands count: the barrier before anything is read back. ARGV as of `take_over.lua`. Returns a word: '' if it is,
-- 'lost' if it is and nobody had the journal any more, 'late' for the connection before, and 'other' if another server has the journal.
local server = redis.call('HMGET', 'tabula:server', 'name', 'link')
if server[1] and server[1] ~= ARGV[1] or redis.call('EXISTS', 'tabula:work') == 1 then
    return 'other'
end
if server[2] and tonumber(server[2]) >= tonumber(ARGV[2]) then
    return 'late'
end
local format = redis.call('GET', 'tabula:format')
if format and format ~= ARGV[4] then
    return 'other'
end
-- Something that needs no memory is first: where the memory is full, Redis refuses the others only as the first change. Without a connection nothing could be removed.
if redis.call('DEL', 'tabula:beat') == 0 then
    begin_epoch()
end
redis.call('SET', 'tabula:format', ARGV[4])
redis.call('HSET', 'tabula:server', 'name', ARGV[1], 'link', ARGV[2])
redis.call('SET', 'tabula:beat', ARGV[1], 'PX', ARGV[3])
return server[1] and '' or 'lost'
