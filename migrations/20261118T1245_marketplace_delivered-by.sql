-- The sellers of whom the buyer chose a delivery method, while the cart is ordered: one that is deleted meanwhile is noticed.
ALTER TABLE market_carts ADD COLUMN delivered_by uuid[] NOT NULL DEFAULT '{}';
