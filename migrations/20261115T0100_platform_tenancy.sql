-- Who is calling and for which organization must be known before any tenant row can be read: these tables are global, read by exact key.

CREATE SCHEMA app;

-- The one place that says which tenant is present. Inlinable and without a sub-select, so that it is an index condition, also on Citus.
CREATE FUNCTION app.current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  legal_name text,
  tax_id text,
  country text NOT NULL DEFAULT 'DO' CHECK (country ~ '^[A-Z]{2}$'),
  currency text NOT NULL DEFAULT 'DOP' CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text NOT NULL DEFAULT 'America/Santo_Domingo',
  locale text NOT NULL DEFAULT 'es-DO',
  email text,
  phone text,
  address text,
  website text,
  image_key text,
  referral_code text NOT NULL UNIQUE,
  referred_by uuid REFERENCES organizations (id),
  sandbox boolean NOT NULL DEFAULT false,
  clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (sandbox OR clock_offset_ms = 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX organizations_referred_by ON organizations (referred_by, created_at);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text UNIQUE CHECK (email = lower(email)),
  name text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'es-DO',
  password_hash text,
  passkey_handle bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK ((closed_at IS NULL) = (email IS NOT NULL))
);

CREATE TABLE memberships (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'accountant', 'seller', 'agent', 'viewer', 'custom')),
  permissions text[] NOT NULL DEFAULT '{}' CHECK (role = 'custom' OR permissions = '{}'),
  active boolean NOT NULL DEFAULT true CHECK (active OR role <> 'owner'),
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE UNIQUE INDEX memberships_one_owner ON memberships (organization_id) WHERE role = 'owner';
CREATE INDEX memberships_user ON memberships (user_id, joined_at);

-- A browser's cookie or a raw token: both are a secret that stands for a person, and only its hash is kept.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('cookie', 'token')),
  secret_hash bytea NOT NULL UNIQUE,
  organization_id uuid REFERENCES organizations (id),
  name text,
  user_agent text,
  address text,
  authenticated_at timestamptz,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id, created_at);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  permissions text[] NOT NULL,
  addresses text[] NOT NULL DEFAULT '{}',
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_expires_at timestamptz,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  CHECK ((previous_secret IS NULL) = (previous_expires_at IS NULL))
);
CREATE INDEX api_keys_organization ON api_keys (organization_id, created_at);

CREATE TABLE api_key_nonces (
  key_id text NOT NULL,
  nonce text NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, nonce)
);
CREATE INDEX api_key_nonces_age ON api_key_nonces (used_at);

-- Every unguessable link or public id resolves here to the organization and the object that it opens.
CREATE TABLE capabilities (
  hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  kind text NOT NULL,
  entity_id uuid NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX capabilities_entity ON capabilities (organization_id, kind, entity_id);
