-- Serial numbers are found in any letter case.
ALTER TABLE serial_numbers
  ADD COLUMN search_number text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(serial_number COLLATE "C")) STORED;
CREATE INDEX serial_numbers_search ON serial_numbers (organization_id, search_number);
