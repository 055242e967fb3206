-- One CHECK that calls a function instead of many: see invoicing_document-checks.
CREATE FUNCTION app.valid(r records) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN r.version > 0
    AND r.status IN ('posted', 'void')
    AND r.kind ~ '^[a-z-]{1,40}$'
    AND length(r.description) <= 1000
    AND r.amount >= 0
    AND r.base_amount >= 0
    AND r.currency ~ '^[A-Z]{3}$'
    AND r.rate > 0;
END $$;

ALTER TABLE records
  ADD CONSTRAINT records_valid CHECK (app.valid(records)) NOT VALID,
  DROP CONSTRAINT records_version_check,
  DROP CONSTRAINT records_status_check,
  DROP CONSTRAINT records_kind_check,
  DROP CONSTRAINT records_description_check,
  DROP CONSTRAINT records_amount_check,
  DROP CONSTRAINT records_base_amount_check,
  DROP CONSTRAINT records_currency_check,
  DROP CONSTRAINT records_rate_check;
