-- Documents leave the house: how they look on paper, and the links by which others see one of them.

-- How documents look. At most one is for those that choose none.
CREATE TABLE document_templates (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  format text NOT NULL CHECK (format IN ('letter', 'receipt')),
  language text CHECK (language IN ('es', 'en')),
  accent_color text NOT NULL CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  -- The name of the document, where the organization calls it otherwise.
  title text CHECK (length(title) BETWEEN 1 AND 100),
  header text CHECK (length(header) BETWEEN 1 AND 500),
  footer text CHECK (length(footer) BETWEEN 1 AND 500),
  show_logo boolean NOT NULL,
  show_codes boolean NOT NULL,
  show_discounts boolean NOT NULL,
  show_payments boolean NOT NULL,
  is_default boolean NOT NULL,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (archived_at IS NULL OR NOT is_default)
);
CREATE UNIQUE INDEX document_templates_default ON document_templates (organization_id) WHERE is_default;
ALTER TABLE document_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_templates USING (organization_id = app.current_organization());

ALTER TABLE pending_records ADD CONSTRAINT pending_records_template
  FOREIGN KEY (organization_id, template_id) REFERENCES document_templates (organization_id, id);

-- The link of a document. It is kept, encrypted, because whoever asks again gets the same one.
CREATE TABLE pending_shares (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  pending_record_id uuid NOT NULL,
  sealed_share_id bytea NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, pending_record_id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
ALTER TABLE pending_shares ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_shares FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_shares USING (organization_id = app.current_organization());
