-- Deleting a record looks for its delivery.
CREATE INDEX deliveries_record ON deliveries (organization_id, record_id) WHERE record_id IS NOT NULL;
