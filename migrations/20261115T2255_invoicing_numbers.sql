-- A document is written last in its transaction, with the numbers that others wait for. Its lines and payments come before it.
ALTER TABLE pending_elements
  ALTER CONSTRAINT pending_elements_organization_id_pending_record_id_fkey DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE pending_payments
  ALTER CONSTRAINT pending_payments_organization_id_pending_record_id_fkey DEFERRABLE INITIALLY DEFERRED;

-- Fails a statement that found nothing where it must find something, as a collision: the transaction runs again and sees why.
CREATE FUNCTION app.required(given anyelement) RETURNS anyelement LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF given IS NULL THEN
    RAISE EXCEPTION 'A required value is missing.' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN given;
END $$;
