-- What was declared and paid to the tax authority and the social security, month by month, and the people on the payroll.

CREATE TABLE tax_filings (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- IT-1 and IR-17; the payroll itself, its social security and the employees' income tax.
  kind text NOT NULL CHECK (kind IN ('it1', 'ir17', 'payroll', 'tss', 'ir3')),
  -- The first day of the month.
  period date NOT NULL CHECK (extract(day FROM period) = 1),
  status text NOT NULL DEFAULT 'paid' CHECK (status IN ('paid', 'void')),
  paid_on date NOT NULL,
  -- What left the account, in minor units of the organization's currency.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- What is left over for the months after.
  credit bigint NOT NULL DEFAULT 0 CHECK (credit >= 0),
  -- The declaration as it was paid.
  figures jsonb NOT NULL,
  account_id uuid,
  -- Null: there was nothing to post.
  record_id uuid,
  voided_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  CHECK ((status = 'void') = (voided_at IS NOT NULL))
);
-- Paid once for each month, unless it is taken back.
CREATE UNIQUE INDEX tax_filings_once ON tax_filings (organization_id, kind, period) WHERE status = 'paid';
CREATE INDEX tax_filings_period ON tax_filings (organization_id, period DESC, id DESC);
ALTER TABLE tax_filings ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_filings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tax_filings USING (organization_id = app.current_organization());

CREATE TABLE employees (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The cédula.
  tax_id text CHECK (tax_id ~ '^[0-9A-Z]{5,20}$'),
  -- Minor units of the organization's currency.
  monthly_salary bigint NOT NULL CHECK (monthly_salary > 0),
  -- Additional dependants in the health insurance.
  dependants integer NOT NULL DEFAULT 0 CHECK (dependants BETWEEN 0 AND 20),
  starts_on date NOT NULL,
  ends_on date CHECK (ends_on >= starts_on),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX employees_tax_id ON employees (organization_id, tax_id) WHERE tax_id IS NOT NULL;
ALTER TABLE employees ENABLE ROW LEVEL SECURITY;
ALTER TABLE employees FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON employees USING (organization_id = app.current_organization());
