-- A line of a delivery may be of a pack, which is no item of its own: the line of the invoice says which.
ALTER TABLE delivery_lines
  ALTER COLUMN resource_id DROP NOT NULL,
  ADD CHECK (num_nonnulls(resource_id, element_id) > 0);
