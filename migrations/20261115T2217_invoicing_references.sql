-- Taxes are archived, never deleted, and a line takes only those of its organization. The person is the authenticated caller,
-- and row-level security forces the organization of the transaction.
ALTER TABLE pending_element_taxes DROP CONSTRAINT pending_element_taxes_organization_id_tax_id_fkey;
DROP INDEX pending_element_taxes_tax;
ALTER TABLE pending_records
  DROP CONSTRAINT pending_records_created_by_fkey,
  DROP CONSTRAINT pending_records_organization_id_fkey;
ALTER TABLE pending_payments
  DROP CONSTRAINT pending_payments_created_by_fkey,
  DROP CONSTRAINT pending_payments_voided_by_fkey;
