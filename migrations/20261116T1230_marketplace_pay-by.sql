-- When a part of an order that nobody has paid is canceled. Null: never, or it has been decided.
ALTER TABLE market_orders ADD COLUMN pay_by timestamptz;
CREATE INDEX market_orders_pay_by ON market_orders (organization_id, pay_by) WHERE pay_by IS NOT NULL;
