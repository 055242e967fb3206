-- How many messages a second the provider takes from a number: 80, or 1,000 where it has upgraded the number.
ALTER TABLE channels ADD COLUMN messages_per_second integer NOT NULL DEFAULT 80 CHECK (messages_per_second BETWEEN 1 AND 10000);
