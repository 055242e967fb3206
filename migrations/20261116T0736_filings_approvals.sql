-- The signed answer to a received document moves to the file storage: the row has its key, and the text is empty.
ALTER TABLE ecf_received
  ADD COLUMN approval_key text COLLATE "C",
  ADD CONSTRAINT ecf_received_approval_stored CHECK (approval_key IS NULL OR approval_xml = '');
CREATE INDEX ecf_received_approval_unstored ON ecf_received (organization_id, approved_at)
  WHERE approval_key IS NULL AND approval_xml IS NOT NULL;
