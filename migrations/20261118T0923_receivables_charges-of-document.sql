-- Deleting a document looks for its charges, whatever their state.
CREATE INDEX document_charges_document ON document_charges (organization_id, pending_record_id);
