-- Changes a tournament. With ARGV[3] 'append' it stores an event: tournament, id in the stream, time, text; 0 is returned if there is one with its number or a
-- later one. With 'remove' it removes a tournament, unless it has an event of the number ARGV[5] or a later one. Returns the number of events.
local key = 'tabula:tournament:' .. ARGV[4]
if ARGV[3] == 'append' then
    if not is_type(key, 'stream') or not is_type('tabula:tournaments', 'set') then
        return redis.error_reply('WRONGTYPE a key of the journal holds something else')
    end
    local added = redis.pcall('XADD', key, ARGV[5], 'at', ARGV[6], 'body', ARGV[7])
    if type(added) == 'table' and added.err then
        if string.find(added.err, 'equal or smaller', 1, true) then
            return 0
        end
        return added
    end
    redis.call('SADD', 'tabula:tournaments', ARGV[4])
    return 1
end
local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
local number = last and string.match(last[1], '^0%-(%d+)$')
if not last or not number or tonumber(number) > tonumber(ARGV[5]) then
    return 0
end
local events = redis.call('XLEN', key)
redis.call('UNLINK', key)
redis.call('SREM', 'tabula:tournaments', ARGV[4])
return events
