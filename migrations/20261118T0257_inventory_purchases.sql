-- The purchases of a resource, newest first: from whom it was bought last. Its sales are not read.
CREATE INDEX stock_movements_bought ON stock_movements (organization_id, resource_id, date DESC, id DESC)
  WHERE cause_kind IN ('invoice', 'delivery') AND quantity > 0 AND reverses_id IS NULL;
