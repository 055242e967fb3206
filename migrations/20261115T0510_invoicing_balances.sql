-- What contacts have paid in advance, by currency, and every movement of it.

CREATE TABLE contact_balances (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  contact_id uuid NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Minor units of `currency`: nobody spends more than there is.
  balance bigint NOT NULL CHECK (balance >= 0),
  -- The same as it stands in the books, in minor units of the organization's currency: what is spent takes its share.
  base_balance bigint NOT NULL CHECK (base_balance >= 0),
  CHECK ((balance = 0) = (base_balance = 0)),
  PRIMARY KEY (organization_id, contact_id, currency),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
ALTER TABLE contact_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON contact_balances USING (organization_id = app.current_organization());

-- The movements of a contact and currency add up to its balance. They follow the contact into a merge.
CREATE TABLE contact_balance_movements (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  kind text NOT NULL CHECK (kind IN ('topup', 'refund', 'gift-card', 'overpayment', 'payment', 'return', 'undone')),
  -- Positive: came in. Minor units of `currency`, and of the organization's.
  amount bigint NOT NULL CHECK (amount <> 0),
  base_amount bigint NOT NULL CHECK (sign(base_amount) = sign(amount)),
  -- The record that carried it into the books.
  record_id uuid NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX contact_balance_movements_contact ON contact_balance_movements (organization_id, contact_id, id DESC);
ALTER TABLE contact_balance_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_balance_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON contact_balance_movements USING (organization_id = app.current_organization());
