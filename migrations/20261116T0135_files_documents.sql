-- Rich-text documents. The head says what a document is now; each saved title and content is a version, which never changes.

CREATE TABLE documents (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'page', 'post', 'contract', 'template')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  labels text[] NOT NULL DEFAULT '{}' CHECK (cardinality(labels) <= 20),
  -- The template and the things that it was filled from.
  source jsonb,
  -- The id in the link by which anyone can read it.
  sealed_share_id bytea,
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX documents_created ON documents (organization_id, created_at, id);
CREATE INDEX documents_updated ON documents (organization_id, updated_at, id);
CREATE INDEX documents_title ON documents (organization_id, title, id);

CREATE TABLE document_versions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  content jsonb NOT NULL CHECK (content ->> 'type' = 'doc'),
  -- The version that this one brought back.
  restored_from integer CHECK (restored_from < version),
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, document_id, version),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);

-- A document always has the content of its current version.
ALTER TABLE documents ADD CONSTRAINT documents_current FOREIGN KEY (organization_id, id, version)
  REFERENCES document_versions (organization_id, document_id, version) DEFERRABLE INITIALLY DEFERRED;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['documents', 'document_versions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
