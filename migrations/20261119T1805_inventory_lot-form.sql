-- Every route has always taken only such lots.
ALTER TABLE lots ADD CONSTRAINT lots_form CHECK (lot ~ '^[\x20-\x7e]{1,60}$');
