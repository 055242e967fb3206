-- The open documents by the day on which they are due. Most old documents are paid: without it the list reads all of them.
CREATE INDEX pending_records_open_due ON pending_records (organization_id, due_on, id) WHERE is_open;
