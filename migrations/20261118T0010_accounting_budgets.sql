-- Budgets: amounts by account of the chart and month, to compare with the books.
CREATE TABLE budgets (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  starts_on date NOT NULL CHECK (starts_on BETWEEN '1900-01-01' AND '2999-12-31'),
  ends_on date NOT NULL CHECK (ends_on BETWEEN '1900-01-01' AND '2999-12-31'),
  division_id uuid,
  project_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  -- Whole months, at most 24.
  CHECK (starts_on = date_trunc('month', starts_on)),
  CHECK (ends_on = date_trunc('month', ends_on) + interval '1 month' - interval '1 day'),
  CHECK (ends_on > starts_on AND ends_on < starts_on + interval '24 months'),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
);
CREATE INDEX budgets_start ON budgets (organization_id, starts_on, id);
CREATE INDEX budgets_updated ON budgets (organization_id, updated_at, id);
ALTER TABLE budgets ENABLE ROW LEVEL SECURITY;
ALTER TABLE budgets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON budgets USING (organization_id = (SELECT app.current_organization()));

CREATE TABLE budget_amounts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  budget_id uuid NOT NULL,
  chart_account_id uuid NOT NULL,
  month date NOT NULL CHECK (month BETWEEN '1900-01-01' AND '2999-12-31') CHECK (month = date_trunc('month', month)),
  -- Minor units of the organization's currency, positive on the side where the kind of the account grows.
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (organization_id, budget_id, chart_account_id, month),
  FOREIGN KEY (organization_id, budget_id) REFERENCES budgets (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id)
);
CREATE INDEX budget_amounts_account ON budget_amounts (organization_id, chart_account_id);
ALTER TABLE budget_amounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE budget_amounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON budget_amounts USING (organization_id = (SELECT app.current_organization()));
