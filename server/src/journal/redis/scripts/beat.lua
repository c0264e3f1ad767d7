-- Says that the server runs, for ARGV[3] milliseconds. If the memory is full, it is an error, and the server runs all the same.
local said = redis.pcall('SET', 'tabula:beat', ARGV[1], 'PX', ARGV[3])
if said.err then
    redis.call('PEXPIRE', 'tabula:beat', ARGV[3])
    return said
end
return 1
