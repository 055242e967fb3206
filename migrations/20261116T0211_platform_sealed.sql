-- The rows that the hash chain covers with this event: those that its transaction wrote.
ALTER TABLE events ADD COLUMN sealed_ids uuid[];
