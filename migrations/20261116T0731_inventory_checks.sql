-- One CHECK that calls a function instead of many: see invoicing_checks.
CREATE FUNCTION app.valid(r stock_movements) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN r.number > 0
    AND r.line > 0
    AND r.type IN ('IN', 'OUT', 'TRANSFER', 'ADJUSTMENT')
    AND r.method IN ('average', 'fifo')
    AND r.cause_kind ~ '^[a-z-]{1,40}$'
    AND length(r.note) <= 1000
    AND CASE r.type
          WHEN 'IN' THEN r.quantity > 0
          WHEN 'OUT' THEN r.quantity < 0
          WHEN 'TRANSFER' THEN r.quantity <> 0
          ELSE r.quantity = 0 AND r.value <> 0
        END
    AND (r.type = 'TRANSFER') = (r.counterpart_id IS NOT NULL)
    AND (r.counterpart_id IS NULL) = (r.counterpart_division_id IS NULL);
END $$;

ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_valid CHECK (app.valid(stock_movements)) NOT VALID,
  DROP CONSTRAINT stock_movements_number_check,
  DROP CONSTRAINT stock_movements_line_check,
  DROP CONSTRAINT stock_movements_type_check,
  DROP CONSTRAINT stock_movements_method_check,
  DROP CONSTRAINT stock_movements_cause_kind_check,
  DROP CONSTRAINT stock_movements_note_check,
  DROP CONSTRAINT stock_movements_check,
  DROP CONSTRAINT stock_movements_check1,
  DROP CONSTRAINT stock_movements_check2;

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
