-- The quantity up to which a position is filled, and the positions that may need goods. Those are a column of their own: an index
-- on the quantity would get a new entry for each movement.
ALTER TABLE stock_positions
  ADD COLUMN maximum numeric(20, 6),
  -- Nothing is free, or less than the minimum. Expired lots and ordered goods are not counted here.
  ADD COLUMN short boolean NOT NULL GENERATED ALWAYS AS (
    quantity - reserved <= 0 OR coalesce(quantity - reserved < coalesce(minimum, resource_minimum), false)) STORED;
CREATE INDEX stock_positions_short ON stock_positions (organization_id, resource_id, division_id) WHERE short;

CREATE OR REPLACE FUNCTION app.valid(r stock_positions) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN r.moves >= 0
    AND r.reserved >= 0
    AND r.minimum >= 0
    AND r.resource_minimum >= 0
    AND r.maximum >= 0
    AND r.maximum >= r.minimum
    AND r.unit_cost >= 0
    AND length(r.location) <= 200
    AND (r.allows_negative OR r.quantity - r.reserved >= 0)
    AND CASE sign(r.quantity) WHEN 1 THEN r.value >= 0 WHEN -1 THEN r.value <= 0 ELSE r.value = 0 END;
END $$;
