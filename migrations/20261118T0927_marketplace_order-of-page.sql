-- Deleting a payment page looks for its order.
CREATE INDEX market_orders_page ON market_orders (organization_id, page_id);
