-- The kind of the tax id that a document shows: a foreign id of nine digits is not an RNC.
ALTER TABLE pending_records
  ADD COLUMN contact_tax_id_kind text CHECK (contact_tax_id_kind IN ('rnc', 'cedula', 'passport', 'foreign')),
  -- How an electronic document relates to the one that it modifies.
  ADD COLUMN modification_code smallint CHECK (modification_code BETWEEN 1 AND 5);

-- Earlier documents without a kind are read by the form of the number. Only foreign ids that look Dominican need the kind.
ALTER TABLE pending_records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contacts NO FORCE ROW LEVEL SECURITY;
UPDATE pending_records d SET contact_tax_id_kind = c.tax_id_kind
FROM contacts c
WHERE c.organization_id = d.organization_id AND c.id = d.contact_id AND c.tax_id = d.contact_tax_id
  AND c.tax_id_kind IN ('passport', 'foreign') AND c.tax_id ~ '^(\d{9}|\d{11})$';
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
