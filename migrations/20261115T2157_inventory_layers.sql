-- First in, first out goes by the day of the arrivals: a late entry is older than the goods that arrived after its day.
-- Goods without an arrival are the oldest.
ALTER TABLE stock_layers ADD COLUMN date date NOT NULL DEFAULT '0001-01-01';

-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE stock_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE stock_layers NO FORCE ROW LEVEL SECURITY;
UPDATE stock_layers l SET date = m.date
FROM stock_movements m
WHERE m.organization_id = l.organization_id AND m.resource_id = l.resource_id AND m.division_id = l.division_id
  AND m.number = l.place;
ALTER TABLE stock_movements FORCE ROW LEVEL SECURITY;
ALTER TABLE stock_layers FORCE ROW LEVEL SECURITY;
