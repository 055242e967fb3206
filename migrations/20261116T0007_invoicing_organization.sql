-- Lines, payments and all else of a document reference it; it references its organization.
ALTER TABLE pending_records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records ADD CONSTRAINT pending_records_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES organizations (id);
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
