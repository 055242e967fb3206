-- A movement is written with its position, which references the product and the branch; neither is ever deleted. The person is
-- the authenticated caller.
ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_organization_id_resource_id_fkey,
  DROP CONSTRAINT stock_movements_organization_id_division_id_fkey,
  DROP CONSTRAINT stock_movements_user_id_fkey;
