-- Reads an entry of each of several games. ARGV has from [3] on a game and the id of an entry, or '' for its last one. Returns id and hash of each, or two empty
-- words.
local found = {}
for at = 3, #ARGV, 2 do
    local key, id = 'tabula:game:' .. ARGV[at], ARGV[at + 1]
    local rows
    if id == '' then
        rows = redis.pcall('XREVRANGE', key, '+', '-', 'COUNT', 1)
    else
        rows = redis.pcall('XRANGE', key, id, id)
    end
    local entry = not rows.err and rows[1]
    found[#found + 1] = entry and entry[1] or ''
    found[#found + 1] = entry and field(entry, 'hash') or ''
end
return found
