-- The documents that a recurrence made are listed without reading the others.
CREATE INDEX pending_records_recurrency ON pending_records (organization_id, recurrency_id, date DESC, id DESC)
  WHERE recurrency_id IS NOT NULL;
