-- Stores one input of each of several games, all in one transaction of Redis, but none because of another. ARGV[3] is the lifetime of a game in milliseconds;
-- from [4] on there are for each input: its game, its number, its id in the stream, the hash of the input before, time, text, rules, hash, and 1 or 0 for a record
-- of the finished game, whose fields follow. Returns a word for each: '' if it is stored, 'taken', 'gap', or why it is refused.
local ends = after(ARGV[3])

local function store(at, has_record)
    local game, seq, id, before = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3]
    local key = 'tabula:game:' .. game
    -- Looked at first: nothing may fail once the input is stored.
    if not is_type(key, 'stream') or not is_type('tabula:games', 'zset') or has_record and not can_keep(game, at + 9) then
        return 'a key of the journal holds something else'
    end
    local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
    if seq == 0 then
        if redis.call('EXISTS', key) == 1 then
            return 'taken'
        end
    elseif not last then
        return 'gap'
    else
        -- Input N has the id 0-(N+1): 0-0 is no id.
        local first, second = string.match(last[1], '^(%d+)%-(%d+)$')
        if first ~= '0' or tonumber(second) > seq then
            return 'taken'
        elseif tonumber(second) < seq or field(last, 'hash') ~= before then
            return 'gap'
        end
    end
    local added = redis.pcall('XADD', key, id, 'at', ARGV[at + 4], 'body', ARGV[at + 5], 'rules', ARGV[at + 6], 'hash', ARGV[at + 7])
    if type(added) == 'table' and added.err then
        return string.find(added.err, 'equal or smaller', 1, true) and 'taken' or added.err
    end
    redis.call('PEXPIREAT', key, ends)
    redis.call('ZADD', 'tabula:games', ends, game)
    if has_record then
        keep(game, at + 9)
    end
    return ''
end

local answers = {}
local at = 4
while ARGV[at] do
    local has_record = ARGV[at + 8] == '1'
    answers[#answers + 1] = store(at, has_record)
    at = at + 9 + (has_record and #RECORD or 0)
end
return answers
