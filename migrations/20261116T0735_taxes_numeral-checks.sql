-- One CHECK that calls a function instead of many: see invoicing_document-checks. Every fiscal number updates its range.
CREATE FUNCTION app.valid(r numerals) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF least(r.authorized_on, r.expires_on, r.usable_from) < DATE '1900-01-01'
    OR greatest(r.authorized_on, r.expires_on, r.usable_from) > DATE '2999-12-31' THEN
    RAISE check_violation USING MESSAGE = 'A date of the range is out of range.', TABLE = 'numerals',
      CONSTRAINT = 'numerals_years';
  END IF;
  RETURN r.type ~ '^[BE][0-9]{2}$'
    AND r.first_number > 0
    AND r.last_number >= r.first_number
    AND r.last_number < CASE left(r.type, 1) WHEN 'B' THEN 100000000 ELSE 10000000000 END
    AND r.next_number BETWEEN r.first_number AND r.last_number + 1
    AND r.after_number < r.first_number
    AND r.warn_at >= 0
    AND length(r.authorization_number) BETWEEN 1 AND 40
    AND r.expires_on >= r.authorized_on
    AND r.usable_from <= r.authorized_on;
END $$;

ALTER TABLE numerals
  ADD CONSTRAINT numerals_valid CHECK (app.valid(numerals)) NOT VALID,
  DROP CONSTRAINT numerals_type_check,
  DROP CONSTRAINT numerals_first_number_check,
  DROP CONSTRAINT numerals_warn_at_check,
  DROP CONSTRAINT numerals_authorization_number_check,
  DROP CONSTRAINT numerals_check,
  DROP CONSTRAINT numerals_check1,
  DROP CONSTRAINT numerals_check2,
  DROP CONSTRAINT numerals_check3,
  DROP CONSTRAINT numerals_check4,
  DROP CONSTRAINT numerals_check5,
  DROP CONSTRAINT numerals_authorized_on_years,
  DROP CONSTRAINT numerals_expires_on_years,
  DROP CONSTRAINT numerals_usable_from_years;
