-- Article 220 of the labour code.
INSERT INTO legal_parameters (name, valid_from, valid_until, value, unit, description) VALUES
  ('due-day-christmas-salary', '1992-06-17', NULL, 20, 'days', 'The day of December by which the Christmas salary is paid.');
