-- Movements by hand and addresses take only such numbers.
ALTER TABLE serial_numbers
  ADD CONSTRAINT serial_numbers_form CHECK (serial_number ~ '^[\x20-\x7e]{1,60}$');
