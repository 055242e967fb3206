-- The filters of the list, in its order: without them a list of few suppliers among many customers reads all contacts.
CREATE INDEX contacts_suppliers ON contacts (organization_id, sort_name, id) WHERE is_supplier AND merged_into IS NULL;
CREATE INDEX contacts_archived ON contacts (organization_id, sort_name, id) WHERE archived_at IS NOT NULL AND merged_into IS NULL;
CREATE INDEX contacts_labelled ON contacts (organization_id, sort_name, id) WHERE labels <> '{}' AND merged_into IS NULL;
CREATE INDEX contacts_kind ON contacts (organization_id, kind, sort_name, id) WHERE merged_into IS NULL;
CREATE INDEX contacts_tax_status ON contacts (organization_id, tax_status, sort_name, id) WHERE merged_into IS NULL;
