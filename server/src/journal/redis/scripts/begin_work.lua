-- Begins work on a journal that no server has. One that was only paused stores nothing meanwhile. ARGV[3] is the work, 'import' or 'repair', ARGV[4] the format
-- of the journal, ARGV[5] the mark of this work, which begins with its kind, ARGV[6] the former format, which a repair leaves. Returns a word: '' if it may begin, and else why not.
if redis.call('EXISTS', 'tabula:beat') == 1 then
    return 'running'
end
local work = redis.call('GET', 'tabula:work')
if work and not (string.match(work, '^%a+') == 'repair' and ARGV[3] == 'repair') then
    return 'work'
end
local format = redis.call('GET', 'tabula:format')
if format and format ~= ARGV[4] and format ~= ARGV[6] then
    return 'format'
end
if ARGV[3] == 'import' and redis.call('EXISTS', 'tabula:games', 'tabula:finished', 'tabula:players', 'tabula:tournaments') > 0 then
    return 'full'
end
redis.call('SET', 'tabula:format', ARGV[3] == 'repair' and format or ARGV[4])
redis.call('SET', 'tabula:work', ARGV[5])
redis.call('DEL', 'tabula:server')
begin_epoch()
return ''
