-- A cart of a shop on a seller's own website holds products of that shop only. Null: a cart of the marketplace.
ALTER TABLE market_carts ADD COLUMN shop_id uuid REFERENCES organizations ON DELETE CASCADE;
