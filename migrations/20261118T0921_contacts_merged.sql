-- Deleting a contact looks for those that were merged into it.
CREATE INDEX contacts_merged ON contacts (organization_id, merged_into) WHERE merged_into IS NOT NULL;
