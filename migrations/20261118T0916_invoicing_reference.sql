-- A point of sale looks up by its own reference whether a ticket has arrived.
CREATE INDEX pending_records_reference ON pending_records (organization_id, reference) WHERE reference IS NOT NULL;
