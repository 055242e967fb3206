-- What was done to many resources at once, and the files that were made of them.

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

-- Files of resources, made by a job and kept in the storage under a key of this id.
CREATE TABLE resource_exports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 100),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  -- What was asked for, as it was asked.
  filter jsonb NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
  row_count integer,
  requested_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status = 'done') = (row_count IS NOT NULL))
);
CREATE UNIQUE INDEX resource_exports_file_name ON resource_exports (organization_id, file_name);
CREATE INDEX resource_exports_newest ON resource_exports (organization_id, created_at DESC, id DESC);
ALTER TABLE resource_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_exports USING (organization_id = app.current_organization());
