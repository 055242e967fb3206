-- A credit note asks whether debit notes raise the receipt that it modifies.
CREATE INDEX pending_records_modifies ON pending_records (organization_id, modifies_fiscal_number)
  WHERE modifies_fiscal_number IS NOT NULL;
