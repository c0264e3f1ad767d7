-- Functions for several scripts.

-- Whether a key is free or holds that type.
local function is_type(key, wanted)
    local found = redis.call('TYPE', key).ok
    return found == 'none' or found == wanted
end

-- The value of a field of an entry of a stream.
local function field(entry, name)
    local fields = entry[2]
    for at = 1, #fields, 2 do
        if fields[at] == name then
            return fields[at + 1]
        end
    end
end

-- The time after a lifetime in milliseconds, in milliseconds since 1970.
local function after(lifetime)
    local now = redis.call('TIME')
    return string.format('%.0f', now[1] * 1000 + lifetime)
end

-- The fields of a record, as Rust gives and reads them. The last names the sorted sets that list it beside `tabula:finished`, a line each.
local RECORD = {
    'watch', 'open', 'listed', 'shown', 'ended', 'ruleset', 'white', 'black', 'readers', 'summary', 'state', 'state_hash', 'hash', 'indexes',
}

-- Whether the record of a game, whose fields are in ARGV from `at` on, would meet nothing but records.
local function can_keep(game, at)
    local is_free = is_type('tabula:record:' .. game, 'hash') and is_type('tabula:finished', 'zset') and is_type('tabula:finished:watch', 'hash')
    for index in string.gmatch(ARGV[at + #RECORD - 1], '[^\n]+') do
        is_free = is_free and is_type(index, 'zset')
    end
    return is_free
end

-- Keeps a record. Ids are random and so many that none comes again in practice; should one, the older record stays.
local function keep(game, at)
    local key, watch, ended = 'tabula:record:' .. game, ARGV[at], ARGV[at + 4]
    if redis.call('EXISTS', key) == 1 or redis.call('HEXISTS', 'tabula:finished:watch', watch) == 1 then
        return 0
    end
    for number, name in ipairs(RECORD) do
        redis.call('HSET', key, name, ARGV[at + number - 1])
    end
    local member = watch .. ' ' .. game
    redis.call('HSET', 'tabula:finished:watch', watch, game)
    redis.call('ZADD', 'tabula:finished', ended, member)
    for index in string.gmatch(ARGV[at + #RECORD - 1], '[^\n]+') do
        redis.call('ZADD', index, ended, member)
    end
    return 1
end

-- Removes the record of a game. Returns the number of those that were there.
local function discard(game)
    local key = 'tabula:record:' .. game
    local record = redis.call('HMGET', key, 'watch', 'indexes')
    if not record[1] then
        return 0
    end
    local member = record[1] .. ' ' .. game
    redis.call('ZREM', 'tabula:finished', member)
    for index in string.gmatch(record[2] or '', '[^\n]+') do
        redis.call('ZREM', index, member)
    end
    redis.call('HDEL', 'tabula:finished:watch', record[1])
    redis.call('DEL', key)
    return 1
end

