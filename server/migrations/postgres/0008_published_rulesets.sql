-- Rulesets of guests that their authors have published, for a list: the time, by the database's clock, in milliseconds since 1970; and what the list says. Null
-- for a ruleset that is known only to those who have its id, as all of before are.
ALTER TABLE guest_ruleset ADD COLUMN published_at_ms BIGINT;
ALTER TABLE guest_ruleset ADD COLUMN name TEXT;
ALTER TABLE guest_ruleset ADD COLUMN about TEXT;
CREATE INDEX guest_ruleset_published ON guest_ruleset (published_at_ms, id) WHERE published_at_ms IS NOT NULL;
