-- The credit (a loan to the employee, or an invoice in instalments) that the entry pays when the salaries are paid.
ALTER TABLE payroll_entries ADD COLUMN credit_id uuid,
  ADD FOREIGN KEY (organization_id, credit_id) REFERENCES credits (organization_id, id),
  ADD CONSTRAINT payroll_entries_credit CHECK (credit_id IS NULL OR kind = 'loan' AND chart_account_id IS NULL);
CREATE INDEX payroll_entries_by_credit ON payroll_entries (organization_id, credit_id) WHERE credit_id IS NOT NULL;
