-- Row-level security does not require that the organization exists. Every other table of the ledger references its record.
-- The owner validates the rows of all organizations only while the policies do not bind it.
ALTER TABLE records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE records ADD CONSTRAINT records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id);
ALTER TABLE records FORCE ROW LEVEL SECURITY;
