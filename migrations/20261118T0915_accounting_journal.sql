-- The journal is read by date.
CREATE INDEX ledger_entries_date ON ledger_entries (organization_id, date, id);
