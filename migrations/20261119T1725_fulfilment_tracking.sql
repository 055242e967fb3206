-- With which number, and where, the carrier of a delivery shows how far it is.
ALTER TABLE deliveries
  ADD COLUMN tracking_number text CHECK (length(tracking_number) BETWEEN 1 AND 100),
  ADD COLUMN tracking_url text CHECK (length(tracking_url) <= 2000 AND tracking_url ~* '^https?:');
CREATE INDEX deliveries_tracking ON deliveries (organization_id, tracking_number, date DESC, id DESC)
  WHERE tracking_number IS NOT NULL;
