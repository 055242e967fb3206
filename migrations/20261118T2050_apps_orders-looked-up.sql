-- The order after which the next look for deleted orders begins. NULL: with the first one.
ALTER TABLE stores ADD COLUMN looked_up_until text COLLATE "C" CHECK (length(looked_up_until) BETWEEN 1 AND 100);
