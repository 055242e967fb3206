-- The signed annulment moves to the file storage: the row has its key, and the text is empty.
ALTER TABLE ecf_annulments
  ADD COLUMN xml_key text COLLATE "C",
  ADD CONSTRAINT ecf_annulments_stored CHECK (xml_key IS NULL OR xml = '');
CREATE INDEX ecf_annulments_unstored ON ecf_annulments (organization_id, annulled_at) WHERE xml_key IS NULL;
