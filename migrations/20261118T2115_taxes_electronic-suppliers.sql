-- Electronic invoices are mandatory for all from 15 November 2026. General Norm 02-2026 is of 16 September 2026.
INSERT INTO legal_parameters (name, valid_from, valid_until, value, unit, description) VALUES
  ('electronic-itbis-not-withheld', '1900-01-01', '2026-09-15', 0, 'percent', 'This share of ITBIS is not withheld from a company that bills with an e-CF, except for construction.'),
  ('electronic-itbis-not-withheld', '2026-09-16', NULL, 30, 'percent', 'This share of ITBIS is not withheld from a company that bills with an e-CF, except for construction.'),
  ('paper-receipts', '1900-01-01', '2026-11-15', 1, 'times', 'Whether suppliers may issue paper receipts (series B): 0, only in contingency.'),
  ('paper-receipts', '2026-11-16', NULL, 0, 'times', 'Whether suppliers may issue paper receipts (series B): 0, only in contingency.');
