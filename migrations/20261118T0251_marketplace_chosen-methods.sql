-- How the buyer wants to get the goods: at most one method of each seller. Without references: sellers change their methods.
ALTER TABLE market_carts ADD COLUMN delivery_method_ids uuid[] NOT NULL DEFAULT '{}'
  CHECK (cardinality(delivery_method_ids) <= 20);
