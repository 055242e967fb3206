-- The 608 lists a voided document by its own date: earlier rows have the day on which it was voided.
ALTER TABLE voided_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE returns NO FORCE ROW LEVEL SECURITY;
UPDATE voided_numbers v SET voided_on = d.date
FROM (
  SELECT organization_id, fiscal_number, date FROM pending_records WHERE numerals_id IS NOT NULL AND status = 'void'
  UNION ALL
  SELECT organization_id, fiscal_number, date FROM returns WHERE numerals_id IS NOT NULL AND status = 'void'
) AS d
WHERE v.organization_id = d.organization_id AND v.numerals_id IS NULL
  AND v.type = substr(d.fiscal_number, 1, 3) AND v.first_number = substr(d.fiscal_number, 4)::bigint;
ALTER TABLE returns FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
ALTER TABLE voided_numbers FORCE ROW LEVEL SECURITY;
