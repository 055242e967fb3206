-- The organization as a merchant (it gets paid through payproc) and as a customer of this service (it pays us).

CREATE TABLE merchant_accounts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  adapter text NOT NULL,
  provider_account_id text NOT NULL,
  charges_enabled boolean NOT NULL DEFAULT false,
  payouts_enabled boolean NOT NULL DEFAULT false,
  details_submitted boolean NOT NULL DEFAULT false,
  requirements text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, adapter)
);
ALTER TABLE merchant_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_accounts USING (organization_id = app.current_organization());

CREATE TABLE service_customers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  adapter text NOT NULL,
  provider_customer_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, adapter)
);
ALTER TABLE service_customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE service_customers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service_customers USING (organization_id = app.current_organization());
