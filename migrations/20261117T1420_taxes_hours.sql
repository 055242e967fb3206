-- Articles 164, 203, 204 and 205 of the labour code; the hourly wage as the ministry of labour divides a monthly salary.
INSERT INTO legal_parameters (name, valid_from, valid_until, value, unit, description) VALUES
  ('pay-overtime', '1992-06-17', NULL, 135, 'percent', 'Pay of an hour of overtime, up to 68 hours of work in a week.'),
  ('pay-overtime-double', '1992-06-17', NULL, 200, 'percent', 'Pay of an hour of overtime above 68 hours of work in a week.'),
  ('pay-night', '1992-06-17', NULL, 15, 'percent', 'Surcharge of an hour of the night, which the salary pays.'),
  ('pay-holiday', '1992-06-17', NULL, 100, 'percent', 'Surcharge of an hour on a holiday or a day of rest, which the salary pays.'),
  ('working-days', '1992-06-17', NULL, 23.83, 'days', 'Working days of a month, by which the daily wage is computed.'),
  ('working-hours', '1992-06-17', NULL, 8, 'times', 'Working hours of a day, by which the hourly wage is computed.');
