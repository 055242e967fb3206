-- The time of the newest change that was read from a store on a site of its own, by the clock of the store.
ALTER TABLE stores ADD COLUMN read_until timestamptz;
