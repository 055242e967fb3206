-- What organizations pay for this service: their subscriptions, the checkouts that began them, and the notices of the provider.

CREATE TABLE billing_checkouts (
  id uuid PRIMARY KEY,
  -- An organization, or a person who has none yet: their first organization gets the subscription.
  organization_id uuid REFERENCES organizations (id),
  email text,
  adapter text NOT NULL,
  plan text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  provider_checkout_id text,
  subscription_id text,
  customer_id text,
  state text NOT NULL CHECK (state IN ('open', 'complete', 'expired')),
  created_at timestamptz NOT NULL,
  CHECK ((organization_id IS NULL) <> (email IS NULL) OR state = 'complete'),
  CHECK ((state = 'complete') = (subscription_id IS NOT NULL))
);
-- Repeated requests lead to the same page of the provider, so that nobody pays twice.
CREATE UNIQUE INDEX billing_checkouts_open ON billing_checkouts (organization_id) WHERE state = 'open';
CREATE UNIQUE INDEX billing_checkouts_open_email ON billing_checkouts (email) WHERE state = 'open' AND organization_id IS NULL;
CREATE UNIQUE INDEX billing_checkouts_provider ON billing_checkouts (adapter, provider_checkout_id);
CREATE INDEX billing_checkouts_email ON billing_checkouts (email) WHERE organization_id IS NULL;

CREATE TABLE billing_subscriptions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  adapter text NOT NULL,
  subscription_id text NOT NULL,
  customer_id text NOT NULL,
  plan text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  state text NOT NULL
    CHECK (state IN ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  period_ends_at timestamptz,
  cancels_at_period_end boolean NOT NULL DEFAULT false,
  -- When the provider was asked for this state. An older answer never replaces a newer one.
  read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, adapter, subscription_id)
);
-- At most one subscription is alive.
CREATE UNIQUE INDEX billing_subscriptions_alive ON billing_subscriptions (organization_id) WHERE state <> 'canceled';
ALTER TABLE billing_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE billing_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON billing_subscriptions USING (organization_id = (SELECT app.current_organization()));

-- Which organization has a customer at the provider, to find it by a notice.
CREATE TABLE billing_customers (
  adapter text NOT NULL,
  customer_id text NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (adapter, customer_id)
);

CREATE TABLE billing_notices (
  adapter text NOT NULL,
  event_id text NOT NULL CHECK (length(event_id) <= 255),
  subject text NOT NULL,
  object_id text NOT NULL,
  customer_id text,
  body bytea NOT NULL,
  received_at timestamptz NOT NULL,
  handled_at timestamptz,
  PRIMARY KEY (adapter, event_id)
);
CREATE INDEX billing_notices_age ON billing_notices (received_at);
