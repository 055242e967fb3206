-- The Christmas salary of a year is paid with the payroll of December.
ALTER TABLE tax_filings DROP CONSTRAINT tax_filings_kind_check;
ALTER TABLE tax_filings
  ADD CONSTRAINT tax_filings_kind_check CHECK (kind IN ('it1', 'ir17', 'payroll', 'tss', 'ir3', 'christmas')),
  ADD CONSTRAINT tax_filings_christmas CHECK (kind <> 'christmas' OR extract(month FROM period) = 12);
