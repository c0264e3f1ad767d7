-- Gives the work another mark, ARGV[3]: what was sent with the former one, and is late, does nothing. Without one the work has ended.
if ARGV[3] then
    redis.call('SET', 'tabula:work', ARGV[3])
else
    redis.call('DEL', 'tabula:work')
end
return 1
