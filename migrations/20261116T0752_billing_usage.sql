-- What an organization used on a day. Meters that modules count from their own rows are counted again for the last days; the
-- others are added up.
CREATE TABLE usage_days (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  day date NOT NULL CHECK (day BETWEEN '1900-01-01' AND '2999-12-31'),
  meter text NOT NULL CHECK (meter IN ('documents', 'messages', 'electronicReceipts', 'automationRuns', 'aiTokens')),
  quantity bigint NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (organization_id, day, meter)
);
ALTER TABLE usage_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON usage_days USING (organization_id = (SELECT app.current_organization()));
