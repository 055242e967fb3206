-- The data that the files of the social security (TSS) contain. Null: the file uses its default, or is refused.
ALTER TABLE employees
  -- The kind of document that `tax_id` is; null: 11 digits are a cédula, letters and digits a passport.
  ADD COLUMN document_type text CHECK (document_type IN ('cedula', 'passport', 'nss')),
  ADD COLUMN given_names text CHECK (length(given_names) BETWEEN 1 AND 50),
  ADD COLUMN first_surname text CHECK (length(first_surname) BETWEEN 1 AND 40),
  ADD COLUMN second_surname text CHECK (length(second_surname) BETWEEN 1 AND 40),
  ADD COLUMN sex text CHECK (sex IN ('F', 'M')),
  ADD COLUMN born_on date CHECK (born_on BETWEEN '1900-01-01' AND '2999-12-31'),
  -- The payroll that the TSS has them in (clave nómina).
  ADD COLUMN payroll_code text CHECK (payroll_code ~ '^[0-9]{3}$'),
  ADD COLUMN income_type text
    CHECK (income_type IN ('normal', 'occasional', 'part-time', 'partial-month', 'weekly', 'sectoral'));
