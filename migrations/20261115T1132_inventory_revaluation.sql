-- What was made of parts costs what they cost: where a late entry changes that, what was made is valued again too.

-- Of what a production used: what it costs since it was valued again. The books say the difference as an adjustment.
ALTER TABLE stock_movements ADD COLUMN revalued bigint CHECK (revalued IS NULL OR quantity < 0);

-- What a part is in.
CREATE INDEX recipe_parts_part ON recipe_parts (organization_id, part_id);

-- Whether a position was corrected after a movement.
CREATE INDEX stock_movements_adjusted ON stock_movements (organization_id, resource_id, division_id, number)
  WHERE type = 'ADJUSTMENT';
