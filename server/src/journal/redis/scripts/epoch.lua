-- Begins another epoch, named by its time: an export that reads meanwhile is told of changes that no beat tells of at its end. These are all by a server that has
-- come or was paused, by an import or a repair, and by a command beside the server. Something that needs no memory is first: where the memory is full, Redis refuses
-- the other only as the first change, and what follows may remove something.
local function begin_epoch()
    local now = redis.call('TIME')
    redis.call('DEL', 'tabula:epoch')
    redis.call('SET', 'tabula:epoch', now[1] .. '.' .. now[2])
end

