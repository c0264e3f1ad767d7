-- Says that the server has the journal no longer.
redis.call('DEL', 'tabula:server', 'tabula:beat')
return 1
