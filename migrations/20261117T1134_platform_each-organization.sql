-- For migrations that change rows under row-level security, which shows one organization at a time: $1 is its id.
CREATE FUNCTION app.in_each_organization(statement text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN SELECT id FROM organizations LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    EXECUTE statement USING organization;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
