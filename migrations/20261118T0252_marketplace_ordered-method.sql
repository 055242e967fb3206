-- The method as it was when the buyer ordered. Null: the seller had none.
ALTER TABLE market_orders ADD COLUMN delivery jsonb;
