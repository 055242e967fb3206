-- The XML of received electronic invoices is in the file storage: its row has the key, and the texts are empty.

ALTER TABLE ecf_received
  ADD COLUMN xml_key text COLLATE "C",
  ADD CONSTRAINT ecf_received_stored CHECK (xml_key IS NULL OR (xml = '' AND receipt_xml = ''));
CREATE INDEX ecf_received_unstored ON ecf_received (organization_id, received_at) WHERE xml_key IS NULL;
