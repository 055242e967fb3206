-- Letters that remind a contact of what they owe.
CREATE TABLE payment_reminders (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Minor units of `currency`: of all the documents that it lists, and of those that were past due.
  amount bigint NOT NULL CHECK (amount > 0),
  overdue bigint NOT NULL CHECK (overdue BETWEEN 0 AND amount),
  pending_record_ids uuid[] NOT NULL CHECK (cardinality(pending_record_ids) BETWEEN 1 AND 200),
  -- Null: sent by the plan.
  sent_by uuid REFERENCES users (id),
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE INDEX payment_reminders_sent ON payment_reminders (organization_id, sent_at, id);
CREATE INDEX payment_reminders_contact ON payment_reminders (organization_id, contact_id, sent_at, id);
ALTER TABLE payment_reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_reminders USING (organization_id = (SELECT app.current_organization()));

-- The last day for which the plan of reminders was carried out.
CREATE TABLE payment_reminder_runs (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  ran_on date NOT NULL CHECK (ran_on BETWEEN '1900-01-01' AND '2999-12-31'),
  PRIMARY KEY (organization_id)
);
ALTER TABLE payment_reminder_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_reminder_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_reminder_runs USING (organization_id = (SELECT app.current_organization()));
