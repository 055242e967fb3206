-- Settings by section. Only what differs from the defaults is stored; they live with the declaration of each section.

CREATE TABLE organization_settings (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  section text NOT NULL,
  value jsonb NOT NULL,
  version integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, section)
);
ALTER TABLE organization_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization_settings USING (organization_id = app.current_organization());

CREATE TABLE user_settings (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  user_id uuid NOT NULL REFERENCES users (id),
  section text NOT NULL,
  value jsonb NOT NULL,
  version integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id, section)
);
ALTER TABLE user_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON user_settings USING (organization_id = app.current_organization());
