-- The lots that a line names, as they were given.
ALTER TABLE pending_elements ADD COLUMN lots jsonb NOT NULL DEFAULT '[]';

CREATE OR REPLACE FUNCTION app.valid(r pending_elements) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN r.position >= 0
    AND length(r.description) BETWEEN 1 AND 1000
    AND r.quantity > 0
    AND length(r.unit) BETWEEN 1 AND 20
    AND r.unit_price >= 0
    AND length(r.price_label) BETWEEN 1 AND 60
    AND r.discount_kind IN ('amount', 'percent')
    AND r.discount_value >= 0
    AND r.amount >= 0
    AND r.discount BETWEEN 0 AND r.amount
    AND r.net >= 0
    AND r.tax >= 0
    AND r.withheld >= 0
    AND r.total = r.net + r.tax
    AND r.converted BETWEEN 0 AND r.quantity
    AND (r.discount_kind IS NULL) = (r.discount_value IS NULL)
    AND num_nonnulls(r.resource_id, r.resource_list_id) <= 1
    AND (r.discount_offer_id IS NULL OR (r.discount_kind IS NOT DISTINCT FROM 'amount' AND r.resource_id IS NOT NULL))
    AND (r.discount_reason IS NULL OR r.discount_kind IS NOT NULL)
    AND jsonb_typeof(r.lots) = 'array';
END $$;
