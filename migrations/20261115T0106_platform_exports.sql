-- Tables that were asked for as a file: who asked, what became of it, and where it is.

CREATE TABLE file_exports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- What is in it: `serial-numbers`, …
  kind text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  filters jsonb NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
  row_count integer CHECK (row_count >= 0),
  user_id uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, kind, file_name),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status = 'done') = (row_count IS NOT NULL))
);
CREATE INDEX file_exports_kind ON file_exports (organization_id, kind, created_at DESC, id DESC);
ALTER TABLE file_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON file_exports USING (organization_id = app.current_organization());
