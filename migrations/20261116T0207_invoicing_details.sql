-- The taxes of a line are written by the statement that writes the line and deleted with it, so a check of each reference finds
-- the row that the same statement has just made, and locks it.
ALTER TABLE pending_element_taxes DROP CONSTRAINT pending_element_taxes_organization_id_element_id_fkey;
