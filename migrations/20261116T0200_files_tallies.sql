-- How much files take by folder, type and what they are attached to, counted as they come and go.

CREATE TABLE file_tallies (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('all', 'folder', 'type', 'entityKind')),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  files integer NOT NULL CHECK (files >= 0),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (organization_id, kind, key)
);
CREATE INDEX file_tallies_largest ON file_tallies (organization_id, kind, bytes DESC, key) WHERE files > 0;
ALTER TABLE file_tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_tallies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON file_tallies USING (organization_id = (SELECT app.current_organization()));

DO $$
DECLARE organization uuid;
BEGIN
  FOR organization IN SELECT id FROM organizations LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    INSERT INTO file_tallies (organization_id, kind, key, files, bytes)
    SELECT organization, counted.kind, counted.key, count(*), sum(counted.bytes)
    FROM (SELECT f.id, f.kind, f.folder_id, c.content_type, coalesce(c.bytes, 0) AS bytes
          FROM files f LEFT JOIN file_contents c USING (organization_id, sha256)
          WHERE f.organization_id = organization) f,
      LATERAL (
        SELECT 'all' AS kind, f.kind AS key, f.bytes
        UNION ALL SELECT 'folder', coalesce(f.folder_id::text, 'root'), f.bytes WHERE f.kind = 'file'
        UNION ALL SELECT 'type', f.content_type, f.bytes WHERE f.kind = 'file'
        UNION ALL SELECT 'entityKind', l.entity_kind, f.bytes FROM file_links l
          WHERE l.organization_id = organization AND l.file_id = f.id) counted
    GROUP BY counted.kind, counted.key;
  END LOOP;
END $$;
