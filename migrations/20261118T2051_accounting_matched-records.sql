-- Finds the records of a match: a conciliation has up to thousands of records.
CREATE INDEX conciliated_records_match ON conciliated_records (organization_id, conciliation_id, match) WHERE match IS NOT NULL;
