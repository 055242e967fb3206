-- A movement references neither its product nor its branch any more, so it references its organization.
ALTER TABLE stock_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations (id);
ALTER TABLE stock_movements FORCE ROW LEVEL SECURITY;
