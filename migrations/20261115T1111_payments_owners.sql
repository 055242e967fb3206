-- Whose a merchant account is, for what the provider tells of it before the organization is known. By exact key only.
CREATE TABLE merchant_owners (
  adapter text NOT NULL,
  provider_account_id text NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (adapter, provider_account_id)
);
INSERT INTO merchant_owners (adapter, provider_account_id, organization_id)
SELECT adapter, provider_account_id, organization_id FROM merchant_accounts;
