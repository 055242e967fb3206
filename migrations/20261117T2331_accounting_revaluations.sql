-- Balances in foreign currency that were brought to the rate of a day. The record of each is reversed on the next day.
CREATE TABLE revaluations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  date date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2999-12-31'),
  -- Counts the revaluations of a day, so that two at once cannot post the same differences.
  sequence integer NOT NULL CHECK (sequence > 0),
  reversed_on date NOT NULL CHECK (reversed_on BETWEEN '1900-01-01' AND '2999-12-31'),
  record_id uuid NOT NULL,
  reversal_record_id uuid NOT NULL,
  -- Minor units of the organization's currency.
  gain bigint NOT NULL CHECK (gain >= 0),
  loss bigint NOT NULL CHECK (loss >= 0),
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT revaluations_sequence UNIQUE (organization_id, date, sequence),
  CHECK (reversed_on = date + 1),
  CHECK (gain + loss > 0),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, reversal_record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX revaluations_date ON revaluations (organization_id, date, id);
ALTER TABLE revaluations ENABLE ROW LEVEL SECURITY;
ALTER TABLE revaluations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON revaluations USING (organization_id = (SELECT app.current_organization()));

CREATE TABLE revaluation_lines (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  revaluation_id uuid NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  kind text NOT NULL CHECK (kind IN ('account', 'documents', 'balance')),
  chart_account_id uuid NOT NULL,
  contact_id uuid,
  division_id uuid,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Minor units of that currency: positive is ours, negative is owed.
  amount bigint NOT NULL,
  documents integer NOT NULL CHECK (documents >= 0),
  -- Null: nothing is left in the currency.
  rate numeric CHECK (rate > 0),
  -- Minor units of the organization's currency.
  booked bigint NOT NULL,
  value bigint NOT NULL,
  difference bigint NOT NULL CHECK (difference <> 0),
  PRIMARY KEY (organization_id, revaluation_id, line),
  CHECK (difference = value - booked),
  CHECK ((amount = 0) = (rate IS NULL)),
  CHECK (amount <> 0 OR value = 0),
  CHECK (kind <> 'account' OR contact_id IS NULL),
  FOREIGN KEY (organization_id, revaluation_id) REFERENCES revaluations (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
CREATE INDEX revaluation_lines_contact ON revaluation_lines (organization_id, contact_id) WHERE contact_id IS NOT NULL;
ALTER TABLE revaluation_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE revaluation_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON revaluation_lines USING (organization_id = (SELECT app.current_organization()));
