-- Goods on their way to another division. Sales that nobody confirms stay sent, so they are not in this index.
CREATE INDEX deliveries_in_transit ON deliveries (organization_id, id) WHERE kind = 'transfer' AND status = 'sent';
