-- Norm 07-2018: the same day as the 606.
INSERT INTO legal_parameters (name, valid_from, valid_until, value, unit, description) VALUES
  ('due-day-609', '2018-05-01', NULL, 15, 'days', 'The day of the next month on which the 609 is due.');
