-- The authority may have a document from the moment it was first handed in, whatever was heard of it since.
ALTER TABLE ecf_documents ADD COLUMN handed_in_at timestamptz;
-- The job that is at it, and until when: nobody else hands it in meanwhile.
ALTER TABLE ecf_documents ADD COLUMN held_by uuid;
ALTER TABLE ecf_documents ADD COLUMN held_until timestamptz;
ALTER TABLE ecf_documents ADD CHECK ((held_by IS NULL) = (held_until IS NULL));
ALTER TABLE ecf_documents ADD CHECK (handed_in_at IS NULL OR signed_xml IS NOT NULL);

-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE ecf_documents NO FORCE ROW LEVEL SECURITY;
UPDATE ecf_documents SET handed_in_at = coalesce(sent_at, signed_at)
  WHERE signed_xml IS NOT NULL AND (track_id IS NOT NULL OR attempts > 0);
ALTER TABLE ecf_documents FORCE ROW LEVEL SECURITY;
