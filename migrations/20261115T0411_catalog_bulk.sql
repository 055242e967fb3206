-- What was done to many resources at once, with its results.

CREATE TABLE resource_bulk_changes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('resources', 'fields', 'prices', 'prices-removed', 'costs', 'taxes')),
  created_count integer NOT NULL,
  updated_count integer NOT NULL,
  unchanged_count integer NOT NULL,
  failed_count integer NOT NULL,
  -- The first ones: their rows and what was wrong.
  errors jsonb NOT NULL DEFAULT '[]',
  user_id uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX resource_bulk_changes_newest ON resource_bulk_changes (organization_id, created_at DESC, id DESC);
ALTER TABLE resource_bulk_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_bulk_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_bulk_changes USING (organization_id = app.current_organization());
