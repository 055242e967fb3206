-- What one of a line was made of when its invoice was issued. A pack or combo may change later: what was sold does not.
CREATE TABLE sold_parts (
  organization_id uuid NOT NULL,
  pending_record_id uuid NOT NULL,
  element_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  -- In one of the line.
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (organization_id, pending_record_id, element_id, resource_id),
  -- The goods of an invoice are moved before its lines are written.
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
ALTER TABLE sold_parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sold_parts USING (organization_id = (SELECT app.current_organization()));

-- What was sold before this is taken to have been made of what it is made of today.
-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE pending_records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_elements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resource_list_members NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resources NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resource_parts NO FORCE ROW LEVEL SECURITY;
INSERT INTO sold_parts (organization_id, pending_record_id, element_id, resource_id, quantity)
WITH items AS (
  SELECT e.organization_id, e.pending_record_id, e.id AS element_id, e.resource_list_id,
         coalesce(m.resource_id, e.resource_id) AS resource_id, coalesce(m.quantity, 1) AS quantity
  FROM pending_records d
  JOIN pending_elements e ON e.organization_id = d.organization_id AND e.pending_record_id = d.id
  LEFT JOIN resource_list_members m ON m.organization_id = e.organization_id AND m.list_id = e.resource_list_id
  WHERE d.kind = 'invoice' AND d.direction = 'sale' AND d.status = 'issued'
), parts AS (
  SELECT i.organization_id, i.pending_record_id, i.element_id,
         coalesce(p.part_id, i.resource_id) AS resource_id, i.quantity * coalesce(p.quantity, 1) AS quantity
  FROM items i
  JOIN resources r ON r.organization_id = i.organization_id AND r.id = i.resource_id
  LEFT JOIN resource_parts p ON p.organization_id = r.organization_id AND p.resource_id = r.id AND r.kind = 'combo'
  WHERE i.resource_list_id IS NOT NULL OR p.part_id IS NOT NULL
)
SELECT s.organization_id, s.pending_record_id, s.element_id, s.resource_id, sum(s.quantity)
FROM parts s
JOIN resources r ON r.organization_id = s.organization_id AND r.id = s.resource_id
WHERE r.tracks_stock
GROUP BY s.organization_id, s.pending_record_id, s.element_id, s.resource_id;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE sold_parts FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_elements FORCE ROW LEVEL SECURITY;
ALTER TABLE resource_list_members FORCE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
ALTER TABLE resource_parts FORCE ROW LEVEL SECURITY;
