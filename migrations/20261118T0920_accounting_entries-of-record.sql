-- One index is unique as before and also finds the reversals of a record, which deleting a record looks for.
DROP INDEX ledger_entries_version;
CREATE UNIQUE INDEX ledger_entries_version ON ledger_entries (organization_id, record_id, version, reverses_id) NULLS NOT DISTINCT;
