-- One CHECK that calls a function instead of many: see invoicing_document-checks.
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
