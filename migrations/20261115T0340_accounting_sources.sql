-- Named selectors of what is in the books, to read a balance by where it comes from.

CREATE TABLE data_sources (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT data_sources_name UNIQUE (organization_id, name)
);
ALTER TABLE data_sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_sources FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON data_sources USING (organization_id = app.current_organization());

-- What a source asks for, one thing a row. Of one kind any may match; every kind that is named must match.
CREATE TABLE data_source_members (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  data_source_id uuid NOT NULL,
  chart_account_id uuid,
  tax_id uuid,
  resource_id uuid,
  contact_id uuid,
  division_id uuid,
  project_id uuid,
  record_kind text CHECK (record_kind ~ '^[a-z-]{1,40}$'),
  -- Whichever of them it is.
  member text NOT NULL GENERATED ALWAYS AS (coalesce(
    coalesce(chart_account_id, tax_id, resource_id, contact_id, division_id, project_id)::text, record_kind)) STORED,
  PRIMARY KEY (organization_id, data_source_id, member),
  CHECK (num_nonnulls(chart_account_id, tax_id, resource_id, contact_id, division_id, project_id, record_kind) = 1),
  FOREIGN KEY (organization_id, data_source_id) REFERENCES data_sources (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT data_source_members_account
    FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id),
  CONSTRAINT data_source_members_contact
    FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  CONSTRAINT data_source_members_division
    FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  CONSTRAINT data_source_members_project
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
);
ALTER TABLE data_source_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_source_members FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON data_source_members USING (organization_id = app.current_organization());
