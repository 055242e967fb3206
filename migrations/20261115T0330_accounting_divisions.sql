-- Divisions at work: which one a session is in, money moved between them, points of sale opened, balances closed.

CREATE TABLE active_divisions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  division_id uuid NOT NULL,
  PRIMARY KEY (organization_id, session_id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
CREATE INDEX active_divisions_session ON active_divisions (session_id);
CREATE INDEX active_divisions_division ON active_divisions (organization_id, division_id);
ALTER TABLE active_divisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE active_divisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON active_divisions USING (organization_id = app.current_organization());

CREATE TABLE division_transfers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  record_id uuid NOT NULL,
  from_account_id uuid NOT NULL,
  to_account_id uuid NOT NULL,
  -- Null: what belongs to no division.
  from_division_id uuid,
  to_division_id uuid CHECK (to_division_id IS DISTINCT FROM from_division_id),
  -- Minor units of the accounts' currency.
  amount bigint NOT NULL CHECK (amount > 0),
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, record_id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, from_account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, to_account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, from_division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, to_division_id) REFERENCES divisions (organization_id, id)
);
CREATE INDEX division_transfers_from ON division_transfers (organization_id, from_division_id, moved_at);
CREATE INDEX division_transfers_to ON division_transfers (organization_id, to_division_id, moved_at);
ALTER TABLE division_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE division_transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON division_transfers USING (organization_id = app.current_organization());

-- The closes of a division are numbered 1, 2, 3, … A canceled one gives its number to the next: two at once cannot both stand.
CREATE TABLE division_closes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  division_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  details text,
  -- What the close covers: since the point of sale was opened, or since the close before, or since ever.
  since timestamptz CHECK (since < closed_at),
  closed_at timestamptz NOT NULL,
  closed_on date NOT NULL,
  closed_by uuid REFERENCES users (id),
  last_record_id uuid,
  canceled_at timestamptz,
  canceled_by uuid REFERENCES users (id),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, last_record_id) REFERENCES records (organization_id, id)
);
CREATE UNIQUE INDEX division_closes_number ON division_closes (organization_id, division_id, number) WHERE canceled_at IS NULL;
CREATE INDEX division_closes_time ON division_closes (organization_id, division_id, closed_at);
ALTER TABLE division_closes ENABLE ROW LEVEL SECURITY;
ALTER TABLE division_closes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON division_closes USING (organization_id = app.current_organization());

-- Each account's figures in a close, in minor units of its currency.
CREATE TABLE division_close_balances (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  close_id uuid NOT NULL,
  account_id uuid NOT NULL,
  opening bigint NOT NULL,
  came_in bigint NOT NULL,
  went_out bigint NOT NULL,
  transfered bigint NOT NULL,
  expected bigint NOT NULL CHECK (expected = opening + came_in - went_out + transfered),
  -- What the ledger had taken in and given out for the account in the division until the close, its difference included: the
  -- next close counts from here.
  own_debit bigint NOT NULL,
  own_credit bigint NOT NULL,
  balance bigint NOT NULL CHECK (balance = own_debit - own_credit),
  was_counted boolean NOT NULL,
  -- Of what was counted less than or beyond what was expected.
  difference_record_id uuid,
  CHECK ((balance = expected) = (difference_record_id IS NULL)),
  CHECK (was_counted OR balance = expected),
  PRIMARY KEY (organization_id, close_id, account_id),
  FOREIGN KEY (organization_id, close_id) REFERENCES division_closes (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, difference_record_id) REFERENCES records (organization_id, id)
);
ALTER TABLE division_close_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE division_close_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON division_close_balances USING (organization_id = app.current_organization());

CREATE TABLE pos_openings (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  division_id uuid NOT NULL,
  note text,
  opened_at timestamptz NOT NULL,
  opened_by uuid REFERENCES users (id),
  -- What ended it: a close, or the cancelling of the close before it.
  close_id uuid,
  withdrawn_at timestamptz,
  CHECK (close_id IS NULL OR withdrawn_at IS NULL),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, close_id) REFERENCES division_closes (organization_id, id)
);
CREATE UNIQUE INDEX pos_openings_one_open ON pos_openings (organization_id, division_id)
  WHERE close_id IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX pos_openings_close ON pos_openings (organization_id, close_id) WHERE close_id IS NOT NULL;
ALTER TABLE pos_openings ENABLE ROW LEVEL SECURITY;
ALTER TABLE pos_openings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pos_openings USING (organization_id = app.current_organization());

-- What the ledger had taken in and given out for each account in the division until the opening.
CREATE TABLE pos_opening_balances (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  opening_id uuid NOT NULL,
  account_id uuid NOT NULL,
  own_debit bigint NOT NULL,
  own_credit bigint NOT NULL,
  -- What lay in the drawer, where it was told: the books agree with it.
  float bigint CHECK (float = own_debit - own_credit),
  PRIMARY KEY (organization_id, opening_id, account_id),
  FOREIGN KEY (organization_id, opening_id) REFERENCES pos_openings (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id)
);
ALTER TABLE pos_opening_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE pos_opening_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pos_opening_balances USING (organization_id = app.current_organization());
