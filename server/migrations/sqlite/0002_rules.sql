-- The rules under which an input was taken in (a hash of their content), so that a replay under other rules is noticed.
ALTER TABLE input ADD COLUMN rules TEXT NOT NULL DEFAULT '';
