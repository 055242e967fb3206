-- Gift cards: what the business owes to whoever brings the code, and every movement of each card.

CREATE TABLE gift_cards (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- Keyed hash of the code; the code itself is told once and kept nowhere.
  code_hash bytea NOT NULL,
  last4 text COLLATE "C" NOT NULL CHECK (length(last4) = 4),
  -- `sold`: paid for. `given`: a present of the business.
  origin text NOT NULL CHECK (origin IN ('sold', 'given')),
  -- Canceled and expired cards hold nothing; an active one without balance is spent.
  status text NOT NULL CHECK (status IN ('active', 'canceled', 'expired')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Minor units of `currency`, and as they stand in the books in the organization's: what is redeemed takes its share.
  amount bigint NOT NULL CHECK (amount > 0),
  balance bigint NOT NULL CHECK (balance BETWEEN 0 AND amount),
  base_amount bigint NOT NULL CHECK (base_amount > 0),
  base_balance bigint NOT NULL CHECK (base_balance BETWEEN 0 AND base_amount),
  -- Who bought it or was given it.
  contact_id uuid,
  division_id uuid,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  -- The last day on which it can be used.
  expires_on date,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, code_hash),
  CHECK ((balance = 0) = (base_balance = 0)),
  CHECK (status = 'active' OR balance = 0),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
CREATE INDEX gift_cards_status ON gift_cards (organization_id, status, id DESC);
CREATE INDEX gift_cards_contact ON gift_cards (organization_id, contact_id, id DESC);
CREATE INDEX gift_cards_last4 ON gift_cards (organization_id, last4, id DESC);
CREATE INDEX gift_cards_expiring ON gift_cards (organization_id, expires_on) WHERE status = 'active' AND balance > 0;
ALTER TABLE gift_cards ENABLE ROW LEVEL SECURITY;
ALTER TABLE gift_cards FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON gift_cards USING (organization_id = app.current_organization());

-- The movements of a card add up to its balance.
CREATE TABLE gift_card_movements (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  gift_card_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('issue', 'redeem', 'undone', 'cancel', 'expire')),
  -- Positive: came onto the card. Minor units of the card's currency, and of the organization's.
  amount bigint NOT NULL CHECK (amount <> 0),
  base_amount bigint NOT NULL CHECK (sign(base_amount) = sign(amount)),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The day of the record that carried it into the books.
  date date NOT NULL,
  record_id uuid NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, gift_card_id) REFERENCES gift_cards (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX gift_card_movements_card ON gift_card_movements (organization_id, gift_card_id, id DESC);
CREATE INDEX gift_card_movements_date ON gift_card_movements (organization_id, date);
ALTER TABLE gift_card_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE gift_card_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON gift_card_movements USING (organization_id = app.current_organization());
