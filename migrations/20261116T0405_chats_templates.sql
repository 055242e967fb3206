-- Templates: earlier versions, what became of each, and drafts that the provider has not named yet.

ALTER TABLE message_templates
  ALTER COLUMN provider_template_id DROP NOT NULL,
  -- Which version the row holds; earlier ones are in `message_template_versions`.
  ADD COLUMN edition integer NOT NULL DEFAULT 1 CHECK (edition >= 1),
  -- The example of a header that is a file.
  ADD COLUMN header_file_id uuid,
  ADD COLUMN quality text CHECK (length(quality) <= 60),
  ADD COLUMN status_at timestamptz NOT NULL DEFAULT now(),
  -- The last notice about its status, by the provider's time: an older one does not change it.
  ADD COLUMN noticed_at timestamptz;
CREATE INDEX message_templates_updated ON message_templates (organization_id, channel_id, updated_at, id);

CREATE TABLE message_template_versions (
  organization_id uuid NOT NULL,
  template_id uuid NOT NULL,
  edition integer NOT NULL CHECK (edition >= 1),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 60),
  components jsonb NOT NULL,
  -- Until when it was the current one.
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, template_id, edition),
  FOREIGN KEY (organization_id, template_id) REFERENCES message_templates (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE message_template_statuses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id uuid NOT NULL,
  edition integer NOT NULL CHECK (edition >= 1),
  -- The provider's word for what happened, which is not always a status: FLAGGED, REINSTATED.
  event text NOT NULL CHECK (length(event) BETWEEN 1 AND 60),
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
  reason text CHECK (length(reason) <= 1000),
  source text NOT NULL CHECK (source IN ('api', 'sync', 'webhook', 'sending')),
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  -- The same notice that is delivered again is one row.
  CONSTRAINT message_template_statuses_notice UNIQUE (organization_id, template_id, at, event),
  FOREIGN KEY (organization_id, template_id) REFERENCES message_templates (organization_id, id) ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['message_template_versions', 'message_template_statuses'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
