-- Everything around belonging to an organization: invitations, applications, imports.

CREATE TABLE invitations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('admin', 'accountant', 'seller', 'agent', 'viewer', 'custom')),
  permissions text[] NOT NULL DEFAULT '{}' CHECK (role = 'custom' OR permissions = '{}'),
  status text NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  invited_by uuid NOT NULL REFERENCES users (id),
  accepted_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'pending') = (settled_at IS NULL)),
  CHECK ((status = 'accepted') = (accepted_by IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_one_pending ON invitations (organization_id, email) WHERE status = 'pending';
CREATE INDEX invitations_status ON invitations (organization_id, status, expires_at);
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invitations USING (organization_id = app.current_organization());

CREATE TABLE imports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL,
  file_name text,
  status text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  errors jsonb NOT NULL DEFAULT '[]',
  user_id uuid REFERENCES users (id),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL))
);
CREATE INDEX imports_newest ON imports (organization_id, started_at DESC, id DESC);
CREATE INDEX imports_kind ON imports (organization_id, kind, started_at DESC, id DESC);
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON imports USING (organization_id = app.current_organization());

-- Applications to become a partner come from people who have no organization yet: global, written by anyone, read by operators.
CREATE TABLE partner_applications (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  company text,
  phone text,
  country text,
  website text,
  message text,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'accepted', 'declined')),
  created_at timestamptz NOT NULL
);
