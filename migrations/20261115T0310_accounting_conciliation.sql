-- What the bank says, and what of the books was found in it.

-- An account was compared with its statement: these records are right, and cannot change any more.
CREATE TABLE conciliations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- 1, 2, 3, … of its account; a canceled one keeps its number.
  number integer NOT NULL CHECK (number > 0),
  until date NOT NULL,
  details text CHECK (length(details) <= 2000),
  -- Minor units of the account's currency.
  total_in bigint NOT NULL CHECK (total_in >= 0),
  total_out bigint NOT NULL CHECK (total_out >= 0),
  record_count integer NOT NULL CHECK (record_count > 0),
  last_record_id uuid NOT NULL,
  -- Up to when the account was conciliated before.
  previous_until date,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  canceled_by uuid REFERENCES users (id),
  canceled_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, account_id, number),
  UNIQUE (organization_id, account_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, last_record_id) REFERENCES records (organization_id, id)
);
ALTER TABLE conciliations ENABLE ROW LEVEL SECURITY;
ALTER TABLE conciliations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON conciliations USING (organization_id = app.current_organization());

-- The records of the conciliations that stand. A transfer is conciliated in each of its two accounts by itself.
CREATE TABLE conciliated_records (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  account_id uuid NOT NULL,
  record_id uuid NOT NULL,
  conciliation_id uuid NOT NULL,
  -- Records and lines of one conciliation with the same number are each other's; none: no line was found.
  match integer CHECK (match > 0),
  -- What the record adds to the account, in minor units of the account's currency.
  amount bigint NOT NULL,
  PRIMARY KEY (organization_id, account_id, record_id),
  FOREIGN KEY (organization_id, account_id, conciliation_id) REFERENCES conciliations (organization_id, account_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX conciliated_records_conciliation ON conciliated_records (organization_id, conciliation_id);
CREATE INDEX conciliated_records_record ON conciliated_records (organization_id, record_id);
ALTER TABLE conciliated_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE conciliated_records FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON conciliated_records USING (organization_id = app.current_organization());

-- The lines of the bank's statements. A line is known by its content and by being the n-th of its like.
CREATE TABLE statement_lines (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  nth integer NOT NULL CHECK (nth > 0),
  date date NOT NULL,
  -- Minor units of the account's currency; negative leaves the account.
  amount bigint NOT NULL CHECK (amount <> 0),
  description text NOT NULL CHECK (length(description) <= 1000),
  reference text CHECK (length(reference) <= 200),
  import_id uuid NOT NULL,
  conciliation_id uuid,
  match integer CHECK (match > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, account_id, hash, nth),
  CHECK ((conciliation_id IS NULL) = (match IS NULL)),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, account_id, conciliation_id) REFERENCES conciliations (organization_id, account_id, id)
);
CREATE INDEX statement_lines_open ON statement_lines (organization_id, account_id, date, id) WHERE conciliation_id IS NULL;
CREATE INDEX statement_lines_conciliation ON statement_lines (organization_id, conciliation_id);
ALTER TABLE statement_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE statement_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON statement_lines USING (organization_id = app.current_organization());
