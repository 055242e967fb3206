-- The stock of a product at the end of a month, as its revaluation from the beginning found it, so that the next one need not begin before it.
CREATE TABLE stock_checkpoints (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  date date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2999-12-31'),
  -- By division: quantity in millionths, value in minor units, cost of one unit, layers. Whole numbers as text.
  holdings jsonb NOT NULL CHECK (jsonb_typeof(holdings) = 'array'),
  PRIMARY KEY (organization_id, resource_id, date),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
ALTER TABLE stock_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_checkpoints USING (organization_id = (SELECT app.current_organization()));
