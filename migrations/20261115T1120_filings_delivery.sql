-- What becomes of an accepted document at its buyer, where they receive electronically.
ALTER TABLE ecf_documents ADD COLUMN delivery_state text
  CHECK (delivery_state IN ('waiting', 'delivered', 'refused', 'failed', 'no-receiver'));
ALTER TABLE ecf_documents ADD COLUMN delivery_problem text;
ALTER TABLE ecf_documents ADD COLUMN delivered_at timestamptz;
-- The receipt as it came: its signature holds for nothing else; and whose signature that is.
ALTER TABLE ecf_documents ADD COLUMN receipt_xml text;
ALTER TABLE ecf_documents ADD COLUMN receipt_signed_by text;
ALTER TABLE ecf_documents ADD CHECK (coalesce(delivery_state IN ('delivered', 'refused'), false) = (receipt_xml IS NOT NULL));
ALTER TABLE ecf_documents ADD CHECK (coalesce(delivery_state = 'delivered', false) = (delivered_at IS NOT NULL));
CREATE INDEX ecf_documents_delivery ON ecf_documents (organization_id, delivery_state, created_at DESC, id DESC)
  WHERE delivery_state IS NOT NULL AND test_set_id IS NULL;

-- Whether the issuer of a document that came has our answer to it.
ALTER TABLE ecf_received ADD COLUMN issuer_state text CHECK (issuer_state IN ('waiting', 'told', 'failed', 'no-receiver'));
ALTER TABLE ecf_received ADD COLUMN issuer_problem text;
