-- Whose a merchant account is, for what the provider tells of it before the organization is known. By exact key only.
CREATE TABLE merchant_owners (
  adapter text NOT NULL,
  provider_account_id text NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (adapter, provider_account_id)
);
-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE merchant_accounts NO FORCE ROW LEVEL SECURITY;
INSERT INTO merchant_owners (adapter, provider_account_id, organization_id)
SELECT adapter, provider_account_id, organization_id FROM merchant_accounts
ON CONFLICT DO NOTHING;
ALTER TABLE merchant_accounts FORCE ROW LEVEL SECURITY;
