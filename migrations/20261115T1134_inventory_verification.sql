-- The last time the stock of an organization was counted anew from every movement, and what came out.
CREATE TABLE stock_verifications (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  checked_at timestamptz NOT NULL,
  -- The last check in which everything was what the movements and the ledger say.
  verified_at timestamptz,
  movements bigint NOT NULL,
  differences jsonb NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE stock_verifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_verifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_verifications USING (organization_id = (SELECT app.current_organization()));
