-- The first day of documents with numbers of a range: the day of its authorisation, or where nobody gave that day, the first
-- of its year.
ALTER TABLE numerals ADD COLUMN usable_from date;
ALTER TABLE numerals NO FORCE ROW LEVEL SECURITY;
UPDATE numerals SET usable_from = date_trunc('year', authorized_on)::date;
ALTER TABLE numerals FORCE ROW LEVEL SECURITY;
ALTER TABLE numerals ALTER COLUMN usable_from SET NOT NULL, ADD CHECK (usable_from <= authorized_on);
