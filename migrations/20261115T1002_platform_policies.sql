-- The tenant is looked up once per statement instead of once per row and per probe of an index.
DO $$
DECLARE
  tenant record;
BEGIN
  FOR tenant IN
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_policies
    WHERE policyname = 'tenant' AND qual = '(organization_id = app.current_organization())'
  LOOP
    EXECUTE format('ALTER POLICY tenant ON %s USING (organization_id = (SELECT app.current_organization()))', tenant.name);
  END LOOP;
END
$$;
