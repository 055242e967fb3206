-- Exports of a whole organization: who asked for one, what became of it, and until when it can be downloaded.

CREATE TABLE organization_exports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'expired')),
  bytes bigint CHECK (bytes >= 0),
  row_count bigint CHECK (row_count >= 0),
  file_count bigint CHECK (file_count >= 0),
  user_id uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status IN ('done', 'expired')) = (bytes IS NOT NULL AND row_count IS NOT NULL AND file_count IS NOT NULL AND expires_at IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX organization_exports_running ON organization_exports (organization_id) WHERE status = 'running';
CREATE INDEX organization_exports_created ON organization_exports (organization_id, created_at DESC, id DESC);
ALTER TABLE organization_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization_exports USING (organization_id = (SELECT app.current_organization()));
