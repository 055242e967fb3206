-- A row that cannot be without its parent, (organization_id, parent_id), is in an organization that exists, because its parent
-- is. A reference of its own to organizations would look the same up again, and costs more than the row's own index.
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT direct.conrelid::regclass AS child, direct.conname AS name
    FROM pg_constraint direct
    WHERE direct.contype = 'f' AND direct.confrelid = 'organizations'::regclass AND cardinality(direct.conkey) = 1
      AND EXISTS (
        SELECT FROM pg_constraint parent
        WHERE parent.contype = 'f' AND parent.conrelid = direct.conrelid
          AND parent.confrelid NOT IN (direct.confrelid, direct.conrelid)
          AND direct.conkey[1] = ANY (parent.conkey)
          AND NOT EXISTS (
            SELECT FROM pg_attribute part
            WHERE part.attrelid = parent.conrelid AND part.attnum = ANY (parent.conkey) AND NOT part.attnotnull))
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.child, reference.name);
  END LOOP;
END
$$;

-- An event takes its number from the counter of its organization, in the same statement: there its organization is named.
ALTER TABLE events DROP CONSTRAINT events_organization_id_fkey;

-- Indexes kept as tables: each row is written by the statement that writes what it is made from, and belongs to that.
ALTER TABLE search_words DROP CONSTRAINT search_words_organization_id_fkey;
ALTER TABLE event_fields DROP CONSTRAINT event_fields_organization_id_fkey;
ALTER TABLE ledger_tail DROP CONSTRAINT ledger_tail_organization_id_fkey;
