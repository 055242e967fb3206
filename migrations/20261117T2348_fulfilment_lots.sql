-- The lots that a line of a return names, as they were given.
ALTER TABLE return_lines ADD COLUMN lots jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(lots) = 'array');
