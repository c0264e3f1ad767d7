-- Says that the server runs, for ARGV[3] milliseconds.
redis.call('SET', 'tabula:beat', ARGV[1], 'PX', ARGV[3])
return 1
