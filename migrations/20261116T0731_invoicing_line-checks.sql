-- One CHECK that calls a function instead of many: see invoicing_document-checks.
CREATE FUNCTION app.valid(r pending_elements) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
    AND (r.discount_reason IS NULL OR r.discount_kind IS NOT NULL);
END $$;

ALTER TABLE pending_elements
  ADD CONSTRAINT pending_elements_valid CHECK (app.valid(pending_elements)) NOT VALID,
  DROP CONSTRAINT pending_elements_position_check,
  DROP CONSTRAINT pending_elements_description_check,
  DROP CONSTRAINT pending_elements_quantity_check,
  DROP CONSTRAINT pending_elements_unit_check,
  DROP CONSTRAINT pending_elements_unit_price_check,
  DROP CONSTRAINT pending_elements_price_label_check,
  DROP CONSTRAINT pending_elements_discount_kind_check,
  DROP CONSTRAINT pending_elements_discount_value_check,
  DROP CONSTRAINT pending_elements_amount_check,
  DROP CONSTRAINT pending_elements_net_check,
  DROP CONSTRAINT pending_elements_tax_check,
  DROP CONSTRAINT pending_elements_withheld_check,
  DROP CONSTRAINT pending_elements_check,
  DROP CONSTRAINT pending_elements_check1,
  DROP CONSTRAINT pending_elements_check2,
  DROP CONSTRAINT pending_elements_check3,
  DROP CONSTRAINT pending_elements_check4,
  DROP CONSTRAINT pending_elements_check5,
  DROP CONSTRAINT pending_elements_check6;
