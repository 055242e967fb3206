-- Lines that sell a pack as one, and lines that take a discount which was offered.

ALTER TABLE pending_elements
  ADD COLUMN resource_list_id uuid,
  ADD COLUMN discount_offer_id uuid,
  -- Why there is a discount, as it was said when it was offered.
  ADD COLUMN discount_reason text,
  ADD CHECK (num_nonnulls(resource_id, resource_list_id) <= 1),
  ADD CHECK (discount_offer_id IS NULL OR (discount_kind IS NOT DISTINCT FROM 'amount' AND resource_id IS NOT NULL)),
  ADD CHECK (discount_reason IS NULL OR discount_kind IS NOT NULL),
  ADD FOREIGN KEY (organization_id, resource_list_id) REFERENCES resource_lists (organization_id, id),
  ADD FOREIGN KEY (organization_id, discount_offer_id) REFERENCES discount_offers (organization_id, id);
CREATE INDEX pending_elements_list ON pending_elements (organization_id, resource_list_id)
  WHERE resource_list_id IS NOT NULL;
CREATE INDEX pending_elements_offer ON pending_elements (organization_id, discount_offer_id)
  WHERE discount_offer_id IS NOT NULL;
