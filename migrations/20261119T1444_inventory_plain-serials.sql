-- Documents of earlier releases took serial numbers of other letters and of up to 100 characters. They get a form that movements take,
-- with a part of their own at the end, so that the constraint of 20261119T1445 holds. Later this changes nothing.
CREATE OR REPLACE FUNCTION pg_temp.plain_serial(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN given ~ '^[\x20-\x7e]{1,60}$' THEN given
    ELSE left(regexp_replace(translate(given, 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunAEIOUUN'), '[^\x20-\x7e]', '?', 'g'), 51)
      || '-' || left(md5(given), 8) END $$;

SELECT app.in_each_organization('
  INSERT INTO serial_numbers (organization_id, resource_id, serial_number, status, division_id, left_as, cause_kind, cause_id, note,
    warranty_until, changes, created_at, updated_at)
  SELECT s.organization_id, s.resource_id, pg_temp.plain_serial(s.serial_number), s.status, s.division_id, s.left_as, s.cause_kind,
    s.cause_id, s.note, s.warranty_until, s.changes, s.created_at, s.updated_at
  FROM serial_numbers s WHERE s.organization_id = $1 AND s.serial_number !~ ''^[\x20-\x7e]{1,60}$''');
SELECT app.in_each_organization('
  UPDATE serial_events e SET serial_number = pg_temp.plain_serial(e.serial_number)
  WHERE e.organization_id = $1 AND e.serial_number !~ ''^[\x20-\x7e]{1,60}$''');
SELECT app.in_each_organization('
  DELETE FROM serial_numbers s WHERE s.organization_id = $1 AND s.serial_number !~ ''^[\x20-\x7e]{1,60}$''');
SELECT app.in_each_organization('
  UPDATE stock_movements t SET serial_numbers = ARRAY (
    SELECT pg_temp.plain_serial(n.given) FROM unnest(t.serial_numbers) WITH ORDINALITY AS n (given, place) ORDER BY n.place)
  WHERE t.organization_id = $1 AND t.serial_numbers <> ''{}'' AND EXISTS (
    SELECT FROM unnest(t.serial_numbers) AS n (given) WHERE n.given !~ ''^[\x20-\x7e]{1,60}$'')');
SELECT app.in_each_organization('
  UPDATE pending_elements t SET serial_numbers = ARRAY (
    SELECT pg_temp.plain_serial(n.given) FROM unnest(t.serial_numbers) WITH ORDINALITY AS n (given, place) ORDER BY n.place)
  WHERE t.organization_id = $1 AND t.serial_numbers <> ''{}'' AND EXISTS (
    SELECT FROM unnest(t.serial_numbers) AS n (given) WHERE n.given !~ ''^[\x20-\x7e]{1,60}$'')');
SELECT app.in_each_organization('
  UPDATE return_lines t SET serial_numbers = ARRAY (
    SELECT pg_temp.plain_serial(n.given) FROM unnest(t.serial_numbers) WITH ORDINALITY AS n (given, place) ORDER BY n.place)
  WHERE t.organization_id = $1 AND t.serial_numbers <> ''{}'' AND EXISTS (
    SELECT FROM unnest(t.serial_numbers) AS n (given) WHERE n.given !~ ''^[\x20-\x7e]{1,60}$'')');
SELECT app.in_each_organization('
  UPDATE delivery_lines t SET serial_numbers = ARRAY (
    SELECT pg_temp.plain_serial(n.given) FROM unnest(t.serial_numbers) WITH ORDINALITY AS n (given, place) ORDER BY n.place)
  WHERE t.organization_id = $1 AND t.serial_numbers <> ''{}'' AND EXISTS (
    SELECT FROM unnest(t.serial_numbers) AS n (given) WHERE n.given !~ ''^[\x20-\x7e]{1,60}$'')');
SELECT app.in_each_organization('
  UPDATE delivery_lines t SET received_serial_numbers = ARRAY (
    SELECT pg_temp.plain_serial(n.given) FROM unnest(t.received_serial_numbers) WITH ORDINALITY AS n (given, place) ORDER BY n.place)
  WHERE t.organization_id = $1 AND t.received_serial_numbers <> ''{}'' AND EXISTS (
    SELECT FROM unnest(t.received_serial_numbers) AS n (given) WHERE n.given !~ ''^[\x20-\x7e]{1,60}$'')');
