-- The device or network that asked for a code, hashed: a new code ends only the earlier ones of the same requester.
ALTER TABLE pins ADD COLUMN requester bytea;
