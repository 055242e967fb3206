-- Apps: manifests with immutable releases, installations, rows of app data with unique keys, and search configurations.

-- Apps that every organization may install: published by the operator, or part of the service (no publisher).
CREATE TABLE public_apps (
  id uuid PRIMARY KEY,
  key text COLLATE "C" NOT NULL CONSTRAINT public_apps_key UNIQUE CHECK (key ~ '^[a-z][a-z0-9-]{1,59}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  publisher_id uuid,
  publisher text CHECK (length(publisher) BETWEEN 1 AND 200),
  latest text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((publisher_id IS NULL) = (publisher IS NULL))
);
CREATE TABLE public_app_releases (
  app_id uuid NOT NULL REFERENCES public_apps ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL CHECK (version ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  version_order bigint NOT NULL,
  -- Not jsonb: the order of the fields is that of the forms and tables that show them.
  manifest json NOT NULL,
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  published_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, version)
);

-- The apps that an organization develops.
CREATE TABLE apps (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (key ~ '^[a-z][a-z0-9-]{1,59}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  latest text COLLATE "C" NOT NULL,
  latest_order bigint NOT NULL CHECK (latest_order >= 0),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT apps_key UNIQUE (organization_id, key)
);

-- Releases that the organization published, and copies of those of others that it installed: never changed.
CREATE TABLE app_releases (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  version text COLLATE "C" NOT NULL CHECK (version ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  version_order bigint NOT NULL,
  -- Not jsonb: the order of the fields is that of the forms and tables that show them.
  manifest json NOT NULL,
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT app_releases_version UNIQUE (organization_id, app_id, version),
  CHECK (version_order = split_part(version, '.', 1)::bigint * 1000000000000
    + split_part(version, '.', 2)::bigint * 1000000 + split_part(version, '.', 3)::bigint)
);
CREATE INDEX app_releases_created ON app_releases (organization_id, created_at, id);
CREATE INDEX app_releases_order ON app_releases (organization_id, app_id, version_order, id);

CREATE TABLE app_installations (
  organization_id uuid NOT NULL,
  app_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  release text COLLATE "C" NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- Validated by the schema of the release; the fields that it declares secret are in `secrets`, encrypted together.
  configuration jsonb NOT NULL DEFAULT '{}',
  secrets bytea,
  secret_names text[] NOT NULL DEFAULT '{}' CHECK (cardinality(secret_names) <= 100),
  -- The permissions that a person accepted.
  permissions text[] NOT NULL DEFAULT '{}' CHECK (cardinality(permissions) <= 100),
  -- Rows of earlier releases are being checked against this one.
  is_checking boolean NOT NULL DEFAULT false,
  -- Its rows stay for the case that it is installed again.
  removed_at timestamptz,
  installed_by uuid,
  installed_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, app_id),
  CHECK ((secrets IS NULL) = (cardinality(secret_names) = 0)),
  CHECK (removed_at IS NULL OR (NOT enabled AND secrets IS NULL)),
  FOREIGN KEY (organization_id, app_id, release) REFERENCES app_releases (organization_id, app_id, version)
);

CREATE TABLE app_data (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (length(type) BETWEEN 1 AND 64),
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object' AND octet_length(data::text) <= 65536),
  -- Why it does not agree with the installed release; null: it does.
  problem jsonb,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, app_id) REFERENCES app_installations (organization_id, app_id)
);
CREATE INDEX app_data_created ON app_data (organization_id, app_id, type, created_at, id);
CREATE INDEX app_data_updated ON app_data (organization_id, app_id, type, updated_at, id);
CREATE INDEX app_data_app ON app_data (organization_id, app_id, id);
CREATE INDEX app_data_problems ON app_data (organization_id, app_id, type, created_at, id) WHERE problem IS NOT NULL;

-- The unique keys of rows: a hash of the values of their fields.
CREATE TABLE app_data_keys (
  organization_id uuid NOT NULL,
  app_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  value bytea NOT NULL CHECK (octet_length(value) = 32),
  row_id uuid NOT NULL,
  CONSTRAINT app_data_keys_unique PRIMARY KEY (organization_id, app_id, type, name, value),
  FOREIGN KEY (organization_id, row_id) REFERENCES app_data (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX app_data_keys_row ON app_data_keys (organization_id, row_id);

-- How many rows there are of each type, so that their limit is exact and a count costs nothing.
CREATE TABLE app_data_tallies (
  organization_id uuid NOT NULL,
  app_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  rows integer NOT NULL CONSTRAINT app_data_rows_max CHECK (rows BETWEEN 0 AND 50000),
  PRIMARY KEY (organization_id, app_id, type),
  FOREIGN KEY (organization_id, app_id) REFERENCES app_installations (organization_id, app_id)
);

CREATE TABLE app_search_configs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  fields jsonb NOT NULL,
  filters text[] NOT NULL CHECK (cardinality(filters) <= 20),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT app_search_configs_name UNIQUE (organization_id, app_id, type, name),
  FOREIGN KEY (organization_id, app_id) REFERENCES app_installations (organization_id, app_id)
);
CREATE INDEX app_search_configs_created ON app_search_configs (organization_id, app_id, created_at, id);
CREATE INDEX app_search_configs_updated ON app_search_configs (organization_id, app_id, updated_at, id);

ALTER TABLE apps ENABLE ROW LEVEL SECURITY;
ALTER TABLE apps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON apps USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_releases ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_releases FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_releases USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_installations ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_installations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_installations USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_data ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_data FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_data USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_data_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_data_keys USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_data_tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_data_tallies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_data_tallies USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE app_search_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_search_configs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_search_configs USING (organization_id = (SELECT app.current_organization()));
