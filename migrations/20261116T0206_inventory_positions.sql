-- A movement changes the value of its position. An index that holds the value gets a new entry for each movement, and so does
-- every other index of the row; without it the update stays within the page, which keeps room for it.
CREATE INDEX stock_positions_of_division ON stock_positions (organization_id, division_id, resource_id);
DROP INDEX stock_positions_division;
ALTER TABLE stock_positions SET (fillfactor = 70);
