-- Credits: documents that are paid in instalments, what has happened to them, and the table that follows from it.

CREATE TABLE credits (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- The invoice or the loan whose balance is paid in instalments.
  pending_record_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'settled', 'canceled')),
  -- What was agreed. Minor units of the document's currency; rates in percent.
  principal bigint NOT NULL CHECK (principal > 0),
  method text NOT NULL CHECK (method IN ('level', 'constant-capital', 'interest-only')),
  annual_rate numeric NOT NULL CHECK (annual_rate >= 0),
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'biweekly', 'semimonthly', 'monthly', 'bimonthly',
    'quarterly', 'semiannual', 'annual')),
  instalments integer NOT NULL CHECK (instalments BETWEEN 1 AND 600),
  starts_on date NOT NULL,
  first_due_on date NOT NULL CHECK (first_due_on > starts_on),
  end_of_month boolean NOT NULL,
  grace_instalments integer NOT NULL CHECK (grace_instalments >= 0 AND grace_instalments < instalments),
  day_count text NOT NULL CHECK (day_count IN ('periods', 'actual/365', 'actual/360', '30/360')),
  late_fee_rate numeric NOT NULL CHECK (late_fee_rate >= 0),
  late_fee_grace_days integer NOT NULL CHECK (late_fee_grace_days >= 0),
  -- How the document was due before it had a plan.
  document_due_on date NOT NULL,
  -- When the first unpaid instalment falls due, and the day on which the clock looks at it again.
  next_due_on date,
  attend_on date,
  written_off bigint NOT NULL DEFAULT 0 CHECK (written_off BETWEEN 0 AND principal),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'active') = (ended_at IS NULL)),
  CHECK (status = 'active' OR (next_due_on IS NULL AND attend_on IS NULL)),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE UNIQUE INDEX credits_document ON credits (organization_id, pending_record_id) WHERE status <> 'canceled';
CREATE INDEX credits_created ON credits (organization_id, created_at DESC, id DESC);
CREATE INDEX credits_status ON credits (organization_id, status, created_at DESC, id DESC);
CREATE INDEX credits_attend ON credits (organization_id, attend_on) WHERE attend_on IS NOT NULL;
ALTER TABLE credits ENABLE ROW LEVEL SECURITY;
ALTER TABLE credits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON credits USING (organization_id = app.current_organization());

-- What has happened since the money was lent, in order. The table is a function of these rows and of what was agreed.
CREATE TABLE credit_events (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  credit_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('payment', 'capital', 'rate', 'waiver')),
  date date NOT NULL,
  amount bigint CHECK (amount > 0),
  effect text CHECK (effect IN ('term', 'instalment')),
  annual_rate numeric CHECK (annual_rate >= 0),
  -- What the amount has paid.
  late_fee bigint NOT NULL CHECK (late_fee >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  capital bigint NOT NULL CHECK (capital >= 0),
  account_id uuid,
  record_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  -- Taken back: it stays readable and counts no more.
  voided_at timestamptz,
  PRIMARY KEY (organization_id, credit_id, number),
  CHECK ((kind = 'rate') = (amount IS NULL)),
  CHECK ((kind = 'rate') = (annual_rate IS NOT NULL)),
  CHECK ((kind = 'capital') = (effect IS NOT NULL)),
  CHECK (late_fee + interest + capital = CASE WHEN kind IN ('payment', 'capital') THEN amount ELSE 0 END),
  CHECK ((kind IN ('payment', 'capital')) = (record_id IS NOT NULL)),
  FOREIGN KEY (organization_id, credit_id) REFERENCES credits (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX credit_events_record ON credit_events (organization_id, record_id) WHERE record_id IS NOT NULL;
ALTER TABLE credit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON credit_events USING (organization_id = app.current_organization());

-- The table as it stood after the last event or the last day that changed it, so that totals need not work out every credit.
CREATE TABLE credit_instalments (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  credit_id uuid NOT NULL,
  position integer NOT NULL CHECK (position > 0),
  due_on date NOT NULL,
  late_fee bigint NOT NULL CHECK (late_fee >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  capital bigint NOT NULL CHECK (capital >= 0),
  -- What is still owed of each.
  open_late_fee bigint NOT NULL CHECK (open_late_fee BETWEEN 0 AND late_fee),
  open_interest bigint NOT NULL CHECK (open_interest BETWEEN 0 AND interest),
  open_capital bigint NOT NULL CHECK (open_capital BETWEEN 0 AND capital),
  PRIMARY KEY (organization_id, credit_id, position),
  FOREIGN KEY (organization_id, credit_id) REFERENCES credits (organization_id, id)
);
ALTER TABLE credit_instalments ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_instalments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON credit_instalments USING (organization_id = app.current_organization());
