-- Deleting a record looks for its return.
CREATE INDEX returns_record ON returns (organization_id, record_id) WHERE record_id IS NOT NULL;
