-- How a resource is bought: from whom it is ordered, in which quantities, and how long it takes to arrive.
ALTER TABLE resources
  ADD COLUMN supplier_id uuid,
  -- Only multiples of it are ordered: the size of a pack.
  ADD COLUMN purchase_multiple numeric(20, 6) CHECK (purchase_multiple > 0),
  ADD COLUMN lead_time_days integer CHECK (lead_time_days BETWEEN 0 AND 999),
  ADD CONSTRAINT resources_supplier FOREIGN KEY (organization_id, supplier_id) REFERENCES contacts (organization_id, id);
CREATE INDEX resources_supplier ON resources (organization_id, supplier_id) WHERE supplier_id IS NOT NULL;
