-- Every date lies between the years 1900 and 2999, also one that was computed: a later one would break the lists that show it.
-- Not validated: rows of before stay as they are, and the lock is short.
DO $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT c.relname AS table_name, a.attname AS column_name
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'date'::regtype
      AND a.attnum > 0 AND NOT a.attisdropped
      -- Its first layers have no day of arrival: they come before every other.
      AND c.relname <> 'stock_layers'
    ORDER BY 1, 2
  LOOP
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I BETWEEN %L AND %L) NOT VALID',
      place.table_name, left(place.table_name || '_' || place.column_name, 57) || '_years', place.column_name,
      '1900-01-01', '2999-12-31');
  END LOOP;
END $$;
