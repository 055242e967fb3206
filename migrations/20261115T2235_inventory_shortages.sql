-- Goods that were sold before they arrived cost what they cost when they arrive. So each movement keeps the account that it was
-- posted against, any movement can be revalued, and missing goods have layers too: negative ones, of the departures that lack them.
ALTER TABLE stock_movements ADD COLUMN counter_account_id uuid;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_counter
  FOREIGN KEY (organization_id, counter_account_id) REFERENCES chart_accounts (organization_id, id) NOT VALID;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_counter;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT conname FROM pg_constraint
    WHERE conrelid = 'stock_movements'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%revalued%'
  LOOP
    EXECUTE format('ALTER TABLE stock_movements DROP CONSTRAINT %I', name);
  END LOOP;
END $$;

ALTER TABLE stock_layers DROP CONSTRAINT stock_layers_quantity_check;
ALTER TABLE stock_layers DROP CONSTRAINT stock_layers_value_check;
ALTER TABLE stock_layers ADD CONSTRAINT stock_layers_quantity_check CHECK (quantity <> 0) NOT VALID;
ALTER TABLE stock_layers ADD CONSTRAINT stock_layers_value_check
  CHECK (CASE WHEN quantity > 0 THEN value >= 0 ELSE value <= 0 END) NOT VALID;
ALTER TABLE stock_layers VALIDATE CONSTRAINT stock_layers_quantity_check;
ALTER TABLE stock_layers VALIDATE CONSTRAINT stock_layers_value_check;
