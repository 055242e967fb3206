-- One CHECK that calls a function instead of many: see invoicing_document-checks.
CREATE FUNCTION app.valid(r stock_positions) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN r.moves >= 0
    AND r.reserved >= 0
    AND r.minimum >= 0
    AND r.resource_minimum >= 0
    AND r.unit_cost >= 0
    AND length(r.location) <= 200
    AND (r.allows_negative OR r.quantity - r.reserved >= 0)
    AND CASE sign(r.quantity) WHEN 1 THEN r.value >= 0 WHEN -1 THEN r.value <= 0 ELSE r.value = 0 END;
END $$;

ALTER TABLE stock_positions
  ADD CONSTRAINT stock_positions_valid CHECK (app.valid(stock_positions)) NOT VALID,
  DROP CONSTRAINT stock_positions_moves_check,
  DROP CONSTRAINT stock_positions_reserved_check,
  DROP CONSTRAINT stock_positions_minimum_check,
  DROP CONSTRAINT stock_positions_resource_minimum_check,
  DROP CONSTRAINT stock_positions_unit_cost_check,
  DROP CONSTRAINT stock_positions_location_check,
  DROP CONSTRAINT stock_positions_check,
  DROP CONSTRAINT stock_positions_check1;
