-- The XML of rejected and failed documents, of answers to received documents and of annulments moves to the file storage as well.
ALTER TABLE ecf_received
  ADD COLUMN approval_key text COLLATE "C",
  ADD CONSTRAINT ecf_received_approval_stored CHECK (approval_key IS NULL OR approval_xml = '');
ALTER TABLE ecf_annulments
  ADD COLUMN xml_key text COLLATE "C",
  ADD CONSTRAINT ecf_annulments_stored CHECK (xml_key IS NULL OR xml = '');

CREATE INDEX ecf_documents_unstored_settled ON ecf_documents (organization_id, signed_at)
  WHERE xml_key IS NULL AND state IN ('accepted', 'accepted-conditionally', 'rejected', 'failed');
DROP INDEX ecf_documents_unstored;
CREATE INDEX ecf_received_approval_unstored ON ecf_received (organization_id, approved_at)
  WHERE approval_key IS NULL AND approval_xml IS NOT NULL;
CREATE INDEX ecf_annulments_unstored ON ecf_annulments (organization_id, annulled_at) WHERE xml_key IS NULL;
