-- Variable pay and deductions of an employee in a month.
CREATE TABLE payroll_entries (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- The first day of the month.
  period date NOT NULL CHECK (extract(day FROM period) = 1 AND period BETWEEN '1900-01-01' AND '2999-12-31'),
  kind text NOT NULL CHECK (kind IN ('commission', 'overtime', 'overtime-double', 'night', 'holiday', 'bonus', 'taxable',
    'untaxed', 'loan', 'advance', 'deduction')),
  -- Millionths of an hour: the hourly wage makes the amount.
  hours bigint CHECK (hours > 0),
  -- Minor units of the organization's currency.
  amount bigint CHECK (amount > 0),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 500),
  -- Null: the account of the posting rules.
  chart_account_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, employee_id) REFERENCES employees (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id),
  CHECK ((hours IS NULL) <> (amount IS NULL)),
  CHECK (hours IS NULL OR kind IN ('overtime', 'overtime-double', 'night', 'holiday'))
);
CREATE INDEX payroll_entries_period ON payroll_entries (organization_id, period DESC, id DESC);
CREATE INDEX payroll_entries_employee ON payroll_entries (organization_id, employee_id, period);
CREATE INDEX payroll_entries_chart_account ON payroll_entries (organization_id, chart_account_id)
  WHERE chart_account_id IS NOT NULL;
ALTER TABLE payroll_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE payroll_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payroll_entries USING (organization_id = (SELECT app.current_organization()));
