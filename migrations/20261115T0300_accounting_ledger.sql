-- The books: a chart of accounts, records that are never edited, and the transfers between accounts that they post.

CREATE TABLE chart_accounts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL CHECK (code ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,29}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  parent_id uuid,
  parent_depth integer CHECK (parent_depth < 11),
  -- A child is one deeper than its parent, and of its kind: with the foreign key below, a cycle cannot be written.
  depth integer NOT NULL GENERATED ALWAYS AS (coalesce(parent_depth + 1, 0)) STORED,
  -- Headings group; only the others take transfers.
  postable boolean NOT NULL,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, code),
  UNIQUE (organization_id, id, depth, kind),
  UNIQUE (organization_id, id, postable, currency),
  CHECK ((parent_id IS NULL) = (parent_depth IS NULL)),
  FOREIGN KEY (organization_id, parent_id, parent_depth, kind)
    REFERENCES chart_accounts (organization_id, id, depth, kind) ON UPDATE CASCADE
);
CREATE INDEX chart_accounts_parent ON chart_accounts (organization_id, parent_id);
ALTER TABLE chart_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE chart_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chart_accounts USING (organization_id = app.current_organization());

-- Which account each kind of operation goes to. The names are the service's; the organization chooses the accounts.
CREATE TABLE posting_rules (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  chart_account_id uuid NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id)
);
CREATE INDEX posting_rules_account ON posting_rules (organization_id, chart_account_id);
ALTER TABLE posting_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE posting_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON posting_rules USING (organization_id = app.current_organization());

-- Branches, warehouses and points of sale.
CREATE TABLE divisions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL DEFAULT 'branch' CHECK (kind IN ('branch', 'warehouse', 'pos')),
  code text,
  address text,
  phone text,
  -- The moment and the business day of the last standing close of its balances. Here, because whoever posts in the division
  -- holds this row and reads them from it: a posting comes before a close or after it, never at the same time.
  closed_at timestamptz,
  closed_on date,
  -- The last moment at which its accounts were counted, opening or closing; what it does next is later.
  counted_at timestamptz,
  -- Where its sales are reported to as conversions, encrypted.
  conversions_adapter text,
  conversions_config bytea,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((closed_at IS NULL) = (closed_on IS NULL)),
  CHECK (closed_at IS NULL OR closed_at <= counted_at),
  CHECK ((conversions_adapter IS NULL) = (conversions_config IS NULL))
);
CREATE UNIQUE INDEX divisions_code ON divisions (organization_id, code) WHERE code IS NOT NULL;
ALTER TABLE divisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE divisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON divisions USING (organization_id = app.current_organization());

-- Where money is: cash boxes, banks, cards on their way, the processor's balance. Each owns one account of the chart.
CREATE TABLE accounts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('cash', 'bank', 'card', 'payout', 'other')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  chart_account_id uuid NOT NULL,
  division_id uuid,
  bank_name text CHECK (length(bank_name) <= 200),
  account_number text CHECK (length(account_number) <= 60),
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  -- Always true: with the foreign key below, the account of the chart takes transfers and has the same currency.
  postable boolean NOT NULL DEFAULT true CHECK (postable),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, chart_account_id),
  FOREIGN KEY (organization_id, chart_account_id, postable, currency)
    REFERENCES chart_accounts (organization_id, id, postable, currency) ON UPDATE CASCADE,
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON accounts USING (organization_id = app.current_organization());

CREATE TABLE projects (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '',
  -- Minor units of the organization's currency.
  budget bigint CHECK (budget >= 0),
  starts_on date,
  ends_on date CHECK (ends_on >= starts_on),
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE projects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON projects USING (organization_id = app.current_organization());

-- A fact of the books as people see it: its present version. What earlier versions said is in record_versions.
CREATE TABLE records (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('posted', 'void')),
  -- `income`, `expense`, `transfer`, `opening`, `journal`, `payment`, …
  kind text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  date date NOT NULL,
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  -- Minor units of `currency`; and of the organization's currency.
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  base_amount bigint NOT NULL CHECK (base_amount >= 0),
  -- Units of the organization's currency for one of `currency`, where that is another.
  rate numeric CHECK (rate > 0),
  account_id uuid,
  chart_account_id uuid,
  division_id uuid,
  project_id uuid,
  contact_id uuid,
  -- Whose commission it is.
  seller_id uuid REFERENCES users (id),
  payment_method text,
  reference text,
  taxes jsonb NOT NULL DEFAULT '[]',
  attachments uuid[] NOT NULL DEFAULT '{}',
  -- The document that this record belongs to, where another module posted it.
  source_kind text,
  source_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE INDEX records_date ON records (organization_id, date DESC, id DESC);
CREATE INDEX records_account ON records (organization_id, account_id, date DESC, id DESC);
CREATE INDEX records_chart_account ON records (organization_id, chart_account_id, date DESC, id DESC);
CREATE INDEX records_division ON records (organization_id, division_id, date DESC, id DESC);
CREATE INDEX records_project ON records (organization_id, project_id, date DESC, id DESC);
CREATE INDEX records_contact ON records (organization_id, contact_id, date DESC, id DESC);
CREATE INDEX records_kind ON records (organization_id, kind, date DESC, id DESC);
CREATE INDEX records_source ON records (organization_id, source_kind, source_id);
ALTER TABLE records ENABLE ROW LEVEL SECURITY;
ALTER TABLE records FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON records USING (organization_id = app.current_organization());

CREATE TABLE record_versions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  record_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- The whole record as it was in this version.
  content jsonb NOT NULL,
  changed_by uuid REFERENCES users (id),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, record_id, version),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
ALTER TABLE record_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_versions USING (organization_id = app.current_organization());

-- One version of a record and its transfers: what was posted then, for good.
CREATE TABLE ledger_entries (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- The record or document whose fact this is, and which version of it.
  record_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  date date NOT NULL,
  description text NOT NULL DEFAULT '',
  -- The entry that this one takes back. Each is taken back at most once.
  reverses_id uuid,
  posted_by uuid REFERENCES users (id),
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, reverses_id) REFERENCES ledger_entries (organization_id, id)
);
CREATE UNIQUE INDEX ledger_entries_version ON ledger_entries (organization_id, record_id, version) WHERE reverses_id IS NULL;
CREATE UNIQUE INDEX ledger_entries_reversed_once ON ledger_entries (organization_id, reverses_id) WHERE reverses_id IS NOT NULL;
CREATE INDEX ledger_entries_known ON ledger_entries (organization_id, posted_at);
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_entries USING (organization_id = app.current_organization());

-- A transfer takes an amount from one account and gives it to another: what leaves arrives, so the books always balance.
CREATE TABLE ledger_transfers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  entry_id uuid NOT NULL,
  line integer NOT NULL,
  debit_account_id uuid NOT NULL,
  credit_account_id uuid NOT NULL CHECK (credit_account_id <> debit_account_id),
  -- In minor units: of the organization's currency, and of each account's own.
  amount bigint NOT NULL CHECK (amount > 0),
  debit_amount bigint NOT NULL CHECK (debit_amount >= 0),
  credit_amount bigint NOT NULL CHECK (credit_amount >= 0),
  debit_currency text NOT NULL,
  credit_currency text NOT NULL,
  date date NOT NULL,
  division_id uuid,
  project_id uuid,
  contact_id uuid,
  -- The tax or the item that the line is about, where it is about one; whoever posts has checked that it exists.
  tax_id uuid,
  resource_id uuid,
  -- What the line is in its record: `net`, `tax`, `payment`, …
  purpose text NOT NULL,
  -- Always true: with the foreign keys below, a heading can take no transfer, nor an account with transfers become one.
  postable boolean NOT NULL DEFAULT true CHECK (postable),
  PRIMARY KEY (organization_id, entry_id, line),
  FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, debit_account_id, postable, debit_currency)
    REFERENCES chart_accounts (organization_id, id, postable, currency),
  FOREIGN KEY (organization_id, credit_account_id, postable, credit_currency)
    REFERENCES chart_accounts (organization_id, id, postable, currency)
);
CREATE INDEX ledger_transfers_debit ON ledger_transfers (organization_id, debit_account_id, date);
CREATE INDEX ledger_transfers_credit ON ledger_transfers (organization_id, credit_account_id, date);
ALTER TABLE ledger_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_transfers USING (organization_id = app.current_organization());

-- What was posted since the totals below were last brought up to date: a posting only ever inserts here, so no two sales
-- wait for each other's cash account. One row per side of a transfer.
CREATE TABLE ledger_tail (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  entry_id uuid NOT NULL,
  line integer NOT NULL,
  account_id uuid NOT NULL,
  division_id uuid,
  date date NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  own_debit bigint NOT NULL,
  own_credit bigint NOT NULL,
  PRIMARY KEY (organization_id, entry_id, line, account_id)
);
CREATE INDEX ledger_tail_account ON ledger_tail (organization_id, account_id);
ALTER TABLE ledger_tail ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_tail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_tail USING (organization_id = app.current_organization());

-- Totals per account and division: by day for histories, by month so that a balance reads a handful of rows.
CREATE TABLE ledger_days (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  account_id uuid NOT NULL,
  division_id uuid,
  -- A key cannot hold a null: what belongs to no division has the zero here.
  division_key uuid NOT NULL GENERATED ALWAYS AS (coalesce(division_id, '00000000-0000-0000-0000-000000000000')) STORED,
  date date NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  own_debit bigint NOT NULL,
  own_credit bigint NOT NULL,
  PRIMARY KEY (organization_id, account_id, division_key, date)
);
ALTER TABLE ledger_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_days USING (organization_id = app.current_organization());

CREATE TABLE ledger_months (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  account_id uuid NOT NULL,
  division_id uuid,
  -- A key cannot hold a null: what belongs to no division has the zero here.
  division_key uuid NOT NULL GENERATED ALWAYS AS (coalesce(division_id, '00000000-0000-0000-0000-000000000000')) STORED,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  own_debit bigint NOT NULL,
  own_credit bigint NOT NULL,
  PRIMARY KEY (organization_id, account_id, division_key, month)
);
ALTER TABLE ledger_months ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_months FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_months USING (organization_id = app.current_organization());

-- The last time the books of an organization were counted anew from every transfer, and what came out.
CREATE TABLE ledger_verifications (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  checked_at timestamptz NOT NULL,
  -- The last check in which every total was what its transfers say.
  verified_at timestamptz,
  transfers bigint NOT NULL,
  differences jsonb NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE ledger_verifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_verifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_verifications USING (organization_id = app.current_organization());
