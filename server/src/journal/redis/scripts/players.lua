-- Changes rows of players. A row is found by its place: player, kind and name, with a sign between them that none of them has. ARGV[3] is the change.
local change = ARGV[3]

local function place_of(player, kind, name)
    return player .. '\31' .. kind .. '\31' .. name
end

local function parts(place)
    return string.match(place, '^([^\31]*)\31([^\31]*)\31(.*)$')
end

-- The text of the row in a place, behind its hash.
local function body_at(place)
    local row = redis.call('HGET', 'tabula:players', place)
    return row and string.sub(row, (string.find(row, '\n', 1, true) or 0) + 1)
end

local function write(player, kind, name, used, hash, body)
    local place = place_of(player, kind, name)
    redis.call('HSET', 'tabula:players', place, hash .. '\n' .. body)
    redis.call('ZADD', 'tabula:players:used', used, place)
    redis.call('ZADD', 'tabula:players:order', 0, place)
    redis.call('ZADD', 'tabula:players:named', 0, place_of(name, kind, player))
    return 1
end

local function drop(place)
    local player, kind, name = parts(place)
    redis.call('ZREM', 'tabula:players:used', place)
    redis.call('ZREM', 'tabula:players:order', place)
    redis.call('ZREM', 'tabula:players:named', place_of(name or '', kind or '', player or ''))
    return redis.call('HDEL', 'tabula:players', place)
end

-- The members of an ordered set that begin with a text.
local function beginning(set, text)
    return redis.call('ZRANGEBYLEX', set, '[' .. text, '(' .. text .. '\255')
end

if change == 'put' then
    -- Player, kind, name, time, hash, text; 1 and the text that it replaces, or 0 for a new row.
    local there = body_at(place_of(ARGV[4], ARGV[5], ARGV[6]))
    local is_meant
    if ARGV[10] == '1' then
        is_meant = there == ARGV[9] or there == ARGV[11]
    else
        is_meant = not there or there == ARGV[9]
    end
    return is_meant and write(ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]) or 0
elseif change == 'add' then
    -- Player, kind, name, time, hash, text; the number of rows of that kind that the player may have.
    local place = place_of(ARGV[4], ARGV[5], ARGV[6])
    local others = 0
    for _, other in ipairs(beginning('tabula:players:order', ARGV[4] .. '\31' .. ARGV[5] .. '\31')) do
        if other ~= place then
            others = others + 1
        end
    end
    local there = body_at(place)
    local is_meant = others < tonumber(ARGV[10]) and (not there or there == ARGV[9])
    return is_meant and write(ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]) or 0
elseif change == 'restore' then
    -- The same, unless there is a row that was used later.
    local used = redis.call('ZSCORE', 'tabula:players:used', place_of(ARGV[4], ARGV[5], ARGV[6]))
    local is_later = not used or tonumber(used) < tonumber(ARGV[7])
    return is_later and write(ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]) or 0
elseif change == 'remove' then
    -- Player, kind, name, and the text that it must have; without one, whatever it is.
    local place = place_of(ARGV[4], ARGV[5], ARGV[6])
    return (not ARGV[7] or body_at(place) == ARGV[7]) and drop(place) or 0
end

local changed = 0
if change == 'touch' then
    -- Player, time.
    for _, place in ipairs(beginning('tabula:players:order', ARGV[4] .. '\31')) do
        local _, kind = parts(place)
        if kind ~= 'vacations' and tonumber(redis.call('ZSCORE', 'tabula:players:used', place) or 0) < tonumber(ARGV[5]) then
            redis.call('ZADD', 'tabula:players:used', ARGV[5], place)
            changed = changed + 1
        end
    end
elseif change == 'forget' then
    -- Player.
    for _, place in ipairs(beginning('tabula:players:order', ARGV[4] .. '\31')) do
        local _, kind = parts(place)
        if kind ~= 'vacations' then
            changed = changed + drop(place)
        end
    end
elseif change == 'erase' then
    -- Player: their rows, and those with their name.
    for _, place in ipairs(beginning('tabula:players:order', ARGV[4] .. '\31')) do
        changed = changed + drop(place)
    end
    for _, named in ipairs(beginning('tabula:players:named', ARGV[4] .. '\31')) do
        local name, kind, player = parts(named)
        changed = changed + drop(place_of(player, kind, name))
    end
elseif change == 'unused' then
    -- Time for vacations, time for other rows.
    local vacations, others = tonumber(ARGV[4]), tonumber(ARGV[5])
    local latest = vacations > others and ARGV[4] or ARGV[5]
    local places = redis.call('ZRANGEBYSCORE', 'tabula:players:used', '-inf', '(' .. latest, 'WITHSCORES')
    for at = 1, #places, 2 do
        local _, kind = parts(places[at])
        if tonumber(places[at + 1]) < (kind == 'vacations' and vacations or others) then
            changed = changed + drop(places[at])
        end
    end
end
return changed
