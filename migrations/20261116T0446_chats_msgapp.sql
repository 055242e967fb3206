-- How numbers of the messaging app are connected: the sign-up, the business accounts that it opened, and their numbers.

CREATE TABLE msgapp_connections (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  adapter text NOT NULL CHECK (length(adapter) BETWEEN 1 AND 60),
  -- Comes back with the owner who signed up. Its hash is in `capabilities`.
  state_key text COLLATE "C",
  -- The access token, encrypted; null: nobody has signed up yet.
  sealed bytea,
  -- The code that was exchanged, so that the same one again is the same connection.
  code_hash bytea CHECK (length(code_hash) = 32),
  expires_at timestamptz NOT NULL,
  authorized_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((authorized_at IS NULL) = (sealed IS NULL))
);
CREATE INDEX msgapp_connections_created ON msgapp_connections (organization_id, created_at, id);

CREATE TABLE msgapp_accounts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  adapter text NOT NULL CHECK (length(adapter) BETWEEN 1 AND 60),
  -- The business account (WABA) at the provider.
  account text COLLATE "C" NOT NULL CHECK (length(account) BETWEEN 1 AND 254),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 254),
  connection_id uuid NOT NULL,
  subscribed_at timestamptz,
  -- The provider sends the account's webhooks to our own address.
  overridden_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT msgapp_accounts_account UNIQUE (organization_id, adapter, account),
  FOREIGN KEY (organization_id, connection_id) REFERENCES msgapp_connections (organization_id, id) ON DELETE CASCADE,
  CHECK (overridden_at IS NULL OR subscribed_at IS NOT NULL)
);

CREATE TABLE msgapp_numbers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  adapter text NOT NULL CHECK (length(adapter) BETWEEN 1 AND 60),
  phone_number_id text COLLATE "C" NOT NULL CHECK (length(phone_number_id) BETWEEN 1 AND 254),
  account_id uuid NOT NULL,
  display_number text NOT NULL DEFAULT '' CHECK (length(display_number) <= 254),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 254),
  quality text CHECK (length(quality) <= 60),
  registered_at timestamptz,
  -- The last refused registration, and until when another one is not tried.
  problem_code text CHECK (length(problem_code) <= 60),
  problem text CHECK (length(problem) <= 1000),
  retry_at timestamptz,
  channel_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT msgapp_numbers_number UNIQUE (organization_id, adapter, phone_number_id),
  CONSTRAINT msgapp_numbers_channel UNIQUE (organization_id, channel_id),
  FOREIGN KEY (organization_id, account_id) REFERENCES msgapp_accounts (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id),
  CHECK (channel_id IS NULL OR registered_at IS NOT NULL)
);
CREATE INDEX msgapp_numbers_account ON msgapp_numbers (organization_id, account_id);

-- Whether the token of the channel proved that the number is its own. A proven claim replaces one that is not.
ALTER TABLE channel_addresses ADD COLUMN is_proven boolean NOT NULL DEFAULT false;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['msgapp_connections', 'msgapp_accounts', 'msgapp_numbers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
