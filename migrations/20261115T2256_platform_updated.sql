-- For lists that follow changes: `updatedSince=…&sort=updated`. Only tables that can be large need it.
CREATE INDEX pending_records_updated ON pending_records (organization_id, updated_at, id);
CREATE INDEX records_updated ON records (organization_id, updated_at, id);
CREATE INDEX contacts_updated ON contacts (organization_id, updated_at, id);
CREATE INDEX resources_updated ON resources (organization_id, updated_at, id);
CREATE INDEX deliveries_updated ON deliveries (organization_id, updated_at, id);
CREATE INDEX returns_updated ON returns (organization_id, updated_at, id);
