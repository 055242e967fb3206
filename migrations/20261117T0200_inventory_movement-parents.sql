-- A movement is written with its position, whose product belongs to the organization. Checking the organization again took five
-- checks and locks of its row in a sale of five lines.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_organization_id_fkey;
