-- Begins each script of a server. A server that has the journal no longer is refused, and so is a connection that it has given up: what is late on its
-- way does nothing. ARGV[1] is the name of the server, ARGV[2] the number of its connection; a command beside the server has no name, and 0. Work on a journal
-- that no server has (`begin_work.lua`) has no name, and its mark: when it has ended, or another has begun, what is late does nothing either.
if ARGV[1] ~= '' then
    local server = redis.call('HMGET', 'tabula:server', 'name', 'link')
    if server[1] ~= ARGV[1] or server[2] ~= ARGV[2] then
        return redis.error_reply('NOTOWNER another server has the journal, or this connection was given up')
    end
    if redis.call('EXISTS', 'tabula:beat') == 0 then
        begin_epoch()
    end
elseif ARGV[2] == '0' then
    begin_epoch()
elseif redis.call('GET', 'tabula:work') ~= ARGV[2] then
    return redis.error_reply('NOTWORKING this import or repair was given up, or another has begun')
end

