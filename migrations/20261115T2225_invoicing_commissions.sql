-- The commission rates by month, so that a new rate does not change the months before it. Without a row, the rate of the
-- settings has always been the same.
CREATE TABLE commission_rates (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- Null: the rate of the organization.
  seller_id uuid REFERENCES users (id),
  -- The first day of the first month of this rate.
  from_month date NOT NULL CHECK (extract(day FROM from_month) = 1),
  -- Null: that of the organization.
  percent numeric(7, 4) CHECK (percent BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE NULLS NOT DISTINCT (organization_id, seller_id, from_month),
  CHECK (percent IS NOT NULL OR seller_id IS NOT NULL)
);
CREATE INDEX commission_rates_seller ON commission_rates (seller_id);
ALTER TABLE commission_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE commission_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON commission_rates USING (organization_id = (SELECT app.current_organization()));
