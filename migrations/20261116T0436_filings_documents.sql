-- The XML of settled electronic invoices is in the file storage: its row has the key, and the texts are empty.

ALTER TABLE ecf_documents
  ADD COLUMN xml_key text COLLATE "C",
  -- The issuer as the signed XML names it, because the paper of a document shows it.
  ADD COLUMN issuer jsonb,
  ADD CONSTRAINT ecf_documents_stored CHECK (xml_key IS NULL OR (signed_xml = '' AND issuer IS NOT NULL));
CREATE INDEX ecf_documents_unstored ON ecf_documents (organization_id, decided_at)
  WHERE xml_key IS NULL AND state IN ('accepted', 'accepted-conditionally');
