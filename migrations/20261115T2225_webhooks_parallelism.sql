-- How many deliveries may be open to one receiver at once.
ALTER TABLE webhooks ADD COLUMN parallelism integer NOT NULL DEFAULT 4 CHECK (parallelism BETWEEN 1 AND 25);
