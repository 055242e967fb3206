-- The documents that use a discount.
CREATE INDEX discount_offers_held ON discount_offers (organization_id, rule_id, taken_id)
  WHERE taken_id IS NOT NULL AND released_at IS NULL;
