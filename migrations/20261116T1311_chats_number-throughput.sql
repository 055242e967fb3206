-- The same for a number that has no channel yet.
ALTER TABLE msgapp_numbers ADD COLUMN messages_per_second integer NOT NULL DEFAULT 80 CHECK (messages_per_second BETWEEN 1 AND 10000);
