-- The cards of contacts that providers keep, and what was charged to them. No number of a card is ever here.

-- Who a contact is at a provider. After a merge it may be several there.
CREATE TABLE payment_customers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  adapter text NOT NULL,
  -- The provider's id, which means nothing to another adapter.
  reference text NOT NULL,
  contact_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, adapter, reference),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE INDEX payment_customers_contact ON payment_customers (organization_id, contact_id, adapter, created_at);
ALTER TABLE payment_customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_customers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_customers USING (organization_id = app.current_organization());

CREATE TABLE payment_profiles (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  provider text NOT NULL CHECK (provider IN ('payproc', 'cardproc')),
  adapter text NOT NULL,
  customer_reference text NOT NULL,
  reference text NOT NULL,
  type text NOT NULL DEFAULT 'card'
    CHECK (type IN ('card', 'wallet', 'bank-transfer', 'bank-debit', 'cash', 'other')),
  brand text,
  last4 text CHECK (length(last4) <= 4),
  -- YYYY-MM
  expires_on text COLLATE "C" CHECK (expires_on ~ '^[0-9]{4}-[0-9]{2}$'),
  -- `pending`: the customer has not proved that it is theirs. `removed` is for ever: providers give no id twice.
  state text NOT NULL CHECK (state IN ('pending', 'active', 'removed')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, adapter, reference),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, adapter, customer_reference)
    REFERENCES payment_customers (organization_id, adapter, reference)
);
CREATE INDEX payment_profiles_contact ON payment_profiles (organization_id, contact_id, id);
CREATE INDEX payment_profiles_customer ON payment_profiles (organization_id, adapter, customer_reference);
CREATE INDEX payment_profiles_listed ON payment_profiles (organization_id, provider, id) WHERE state <> 'removed';
CREATE INDEX payment_profiles_expiring ON payment_profiles (organization_id, provider, expires_on, id)
  WHERE state <> 'removed';
ALTER TABLE payment_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_profiles USING (organization_id = app.current_organization());

-- Written before a provider is asked, so that whatever happens in between, its outcome is found out.
CREATE TABLE contact_charges (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  -- Also the key under which the provider knows the request: repeated, it is the same charge.
  id uuid NOT NULL,
  -- The key of whoever wants it: repeated, it is the same charge.
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  contact_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  -- What it pays.
  cause_kind text NOT NULL,
  cause_id uuid NOT NULL,
  -- Minor units of `currency`.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  off_session boolean NOT NULL,
  return_url text NOT NULL,
  -- `requested`: nobody knows yet whether the provider did it. `unknown`: nobody will.
  status text NOT NULL
    CHECK (status IN ('requested', 'processing', 'requires_action', 'succeeded', 'failed', 'unknown')),
  decline_reason text,
  -- The provider's id, and where the customer answers their bank.
  reference text,
  action_url text,
  -- When those who wanted it have taken the outcome into their books.
  settled_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, key),
  CHECK ((status = 'failed') = (decline_reason IS NOT NULL)),
  CHECK (settled_at IS NULL OR status IN ('succeeded', 'failed')),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, profile_id) REFERENCES payment_profiles (organization_id, id)
);
CREATE INDEX contact_charges_contact ON contact_charges (organization_id, contact_id, id);
CREATE INDEX contact_charges_cause ON contact_charges (organization_id, cause_kind, cause_id, id);
ALTER TABLE contact_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_charges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON contact_charges USING (organization_id = app.current_organization());
