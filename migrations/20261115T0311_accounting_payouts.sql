-- Money on its way from the payment processor to a bank account.

CREATE TABLE payout_transfers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  -- Also the key under which the provider knows the request: repeated, it is the same payout.
  id uuid NOT NULL,
  adapter text NOT NULL,
  to_account_id uuid NOT NULL,
  -- Minor units of `currency`.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  -- `requested`: nobody knows yet whether the provider did it. `sent`: it did, and it is in the books. `returned`: the bank
  -- refused it, and it is out of the books again.
  status text NOT NULL CHECK (status IN ('requested', 'refused', 'sent', 'returned')),
  payout_id text,
  record_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((status IN ('sent', 'returned')) = (payout_id IS NOT NULL AND record_id IS NOT NULL)),
  FOREIGN KEY (organization_id, to_account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
-- While the outcome of one is unknown, there is no other: asking again goes on with it.
CREATE UNIQUE INDEX payout_transfers_open ON payout_transfers (organization_id, currency) WHERE status = 'requested';
CREATE UNIQUE INDEX payout_transfers_payout ON payout_transfers (organization_id, adapter, payout_id);
ALTER TABLE payout_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE payout_transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payout_transfers USING (organization_id = app.current_organization());
