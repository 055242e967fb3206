-- A deleted automation stays as long as its threads, which are read by its versions.
ALTER TABLE automations ADD COLUMN deleted_at timestamptz;
ALTER TABLE automations ADD CONSTRAINT automations_deleted CHECK (deleted_at IS NULL OR NOT enabled);
CREATE INDEX automations_deleted ON automations (organization_id, id) WHERE deleted_at IS NOT NULL;
