-- What a contact owes is counted from its open sales, however many it had.
CREATE INDEX pending_records_owed ON pending_records (organization_id, contact_id)
  WHERE is_open AND kind = 'invoice' AND direction = 'sale';
