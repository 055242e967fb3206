-- Forms that were sent to the tax authority: the file of each is in the storage, as it was then.
CREATE TABLE sent_reports (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  form text NOT NULL CHECK (form IN ('606', '607', '608', '609')),
  -- The first day of the month.
  period date NOT NULL CHECK (extract(day FROM period) = 1 AND period BETWEEN '1900-01-01' AND '2999-12-31'),
  sent_on date NOT NULL CHECK (sent_on >= period AND sent_on BETWEEN '1900-01-01' AND '2999-12-31'),
  -- The number with which the authority confirmed it.
  confirmation text,
  rows int NOT NULL CHECK (rows >= 0),
  file_name text NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX sent_reports_period ON sent_reports (organization_id, period DESC, id DESC);
ALTER TABLE sent_reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sent_reports USING (organization_id = (SELECT app.current_organization()));
