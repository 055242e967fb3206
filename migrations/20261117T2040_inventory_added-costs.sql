-- Costs that an arrival gained after it was booked, such as freight and customs. Minor units; `value` stays the entered one.
ALTER TABLE stock_movements ADD COLUMN added_cost bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION app.valid(r stock_movements) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
    AND (r.counterpart_id IS NULL) = (r.counterpart_division_id IS NULL)
    AND (r.added_cost = 0 OR r.added_cost > 0 AND r.type = 'IN');
END $$;
