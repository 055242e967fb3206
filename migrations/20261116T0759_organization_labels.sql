-- Labels are things of their own, made where they are first used. Things name them, because people type and search them by name.
CREATE TABLE labels (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  -- The kinds of things that have had it.
  used_for text[] NOT NULL CHECK (used_for <@ ARRAY['contact', 'file', 'document', 'task', 'conversation']),
  -- It is being taken off things. The same name may be used again meanwhile, as another label.
  removed_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX labels_name ON labels (organization_id, name) WHERE removed_at IS NULL;

-- The labels that are in use already. The policy of the owner lets it see the rows of every organization with this, without a lock on
-- the tables that are read.
SELECT set_config('app.whole', 'on', true);
WITH used AS (
  SELECT organization_id, 'contact' AS kind, unnest(labels) AS name FROM contacts
  UNION SELECT organization_id, 'file', unnest(labels) FROM files
  UNION SELECT organization_id, 'document', unnest(labels) FROM documents
  UNION SELECT organization_id, 'task', unnest(labels) FROM board_tasks
  UNION SELECT organization_id, 'conversation', label FROM conversation_labels)
  INSERT INTO labels (organization_id, id, name, used_for, created_at)
  SELECT organization_id, gen_random_uuid(), name, array_agg(DISTINCT kind), now() FROM used
  WHERE length(name) BETWEEN 1 AND 60
  GROUP BY organization_id, name;
SELECT set_config('app.whole', 'off', true);

ALTER TABLE labels ENABLE ROW LEVEL SECURITY;
ALTER TABLE labels FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON labels USING (organization_id = (SELECT app.current_organization()));
