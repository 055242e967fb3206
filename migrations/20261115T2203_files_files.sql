-- Files and folders of an organization. Equal bytes are stored once, and every stored byte counts once against the quota.

CREATE TABLE file_usage (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  quota_bytes bigint NOT NULL CHECK (quota_bytes >= 0),
  used_bytes bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
  -- Promised to uploads that are on their way.
  reserved_bytes bigint NOT NULL DEFAULT 0 CHECK (reserved_bytes >= 0)
);

CREATE TABLE file_reservations (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- An upload whose process died gives its bytes back then.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX file_reservations_expiry ON file_reservations (organization_id, expires_at);

CREATE TABLE file_contents (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  content_type text NOT NULL CHECK (length(content_type) BETWEEN 3 AND 200),
  storage_key text COLLATE "C" NOT NULL,
  -- How many files have these bytes. The last one takes them along.
  files integer NOT NULL CHECK (files > 0),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  pages integer CHECK (pages > 0),
  -- The sides of the squares that smaller pictures of it fit into.
  picture_sizes integer[] NOT NULL DEFAULT '{}',
  pictures text NOT NULL CHECK (pictures IN ('none', 'pending', 'made', 'failed')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, sha256)
);

CREATE TABLE files (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('file', 'folder')),
  folder_id uuid,
  folder_kind text NOT NULL DEFAULT 'folder' CHECK (folder_kind = 'folder'),
  -- Each folder is one deeper than its own folder, and moves with it. So a circle would be infinitely deep: there is none.
  folder_depth smallint,
  depth smallint NOT NULL GENERATED ALWAYS AS (coalesce(folder_depth + 1, 0)) STORED,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- The name as it is compared: without case and accents.
  name_key text COLLATE "C" NOT NULL,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  labels text[] NOT NULL DEFAULT '{}' CHECK (cardinality(labels) <= 20),
  sha256 bytea,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, id, kind, depth),
  CONSTRAINT files_name_in_folder UNIQUE NULLS NOT DISTINCT (organization_id, folder_id, name_key),
  CHECK ((kind = 'file') = (sha256 IS NOT NULL)),
  CHECK ((folder_id IS NULL) = (folder_depth IS NULL)),
  CONSTRAINT files_depth CHECK (depth < CASE kind WHEN 'folder' THEN 32 ELSE 33 END),
  FOREIGN KEY (organization_id, folder_id, folder_kind, folder_depth)
    REFERENCES files (organization_id, id, kind, depth) ON UPDATE CASCADE,
  FOREIGN KEY (organization_id, sha256) REFERENCES file_contents (organization_id, sha256)
);
CREATE INDEX files_created ON files (organization_id, created_at, id);
CREATE INDEX files_updated ON files (organization_id, updated_at, id);
CREATE INDEX files_name ON files (organization_id, name_key, id);
CREATE INDEX files_content ON files (organization_id, sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX files_labels ON files USING gin (labels);

CREATE TABLE file_links (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  file_id uuid NOT NULL,
  -- The field that names the thing: invoiceId, taskId.
  entity_kind text NOT NULL CHECK (length(entity_kind) BETWEEN 3 AND 60),
  entity_id uuid NOT NULL,
  -- The field of the thing that holds the file, or empty if the file was only attached to it. A file in a field cannot be deleted.
  field text NOT NULL DEFAULT '' CHECK (length(field) <= 60),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, entity_id, file_id, field),
  FOREIGN KEY (organization_id, file_id) REFERENCES files (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX file_links_file ON file_links (organization_id, file_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['file_usage', 'file_reservations', 'file_contents', 'files', 'file_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
