-- Dependencies of tasks form no cycle, whoever writes them. The service checks it first, under the same lock, and names the field.

CREATE FUNCTION app.refuse_dependency_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two transactions may each add a part of a cycle. The second one waits here for the commit of the first, and sees its rows.
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.organization_id::text || ' task dependencies', 0));
  IF EXISTS (
    WITH RECURSIVE before AS (
      SELECT NEW.depends_on_id AS id
      UNION SELECT d.depends_on_id FROM before
      JOIN task_dependencies d ON d.organization_id = NEW.organization_id AND d.task_id = before.id)
    SELECT FROM before WHERE id = NEW.task_id
  ) THEN
    RAISE EXCEPTION 'task % waits for itself', NEW.task_id
      USING ERRCODE = 'check_violation', TABLE = 'task_dependencies', CONSTRAINT = 'task_dependencies_acyclic';
  END IF;
  RETURN NULL;
END $$;

-- At the end of the transaction, so that the dependencies of a task can be replaced in any order.
CREATE CONSTRAINT TRIGGER task_dependencies_acyclic AFTER INSERT OR UPDATE ON task_dependencies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.refuse_dependency_cycle();
