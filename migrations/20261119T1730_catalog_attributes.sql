-- Attributes of resources by name and value, by which the products of a shop are found and counted. Long texts are in the resource only.
CREATE TABLE resource_attributes (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 100),
  PRIMARY KEY (organization_id, resource_id, name),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
CREATE INDEX resource_attributes_value ON resource_attributes (organization_id, name, value, resource_id);
ALTER TABLE resource_attributes ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_attributes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_attributes USING (organization_id = (SELECT app.current_organization()));

SELECT app.in_each_organization('
  INSERT INTO resource_attributes (organization_id, resource_id, name, value)
  SELECT $1, r.id, a.key, a.value FROM resources r CROSS JOIN LATERAL jsonb_each_text(r.attributes) AS a
  WHERE r.organization_id = $1 AND length(a.key) BETWEEN 1 AND 60 AND length(a.value) BETWEEN 1 AND 100');
