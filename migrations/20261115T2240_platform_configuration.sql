-- Counts the changes of what rarely changes: settings, posting rules, taxes and the like. Processes keep what they derived from
-- these, and compare this number first. A migration that changes the law (legal_…) counts all of them up.
CREATE TABLE configuration_versions (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id),
  version bigint NOT NULL CHECK (version > 0)
);
ALTER TABLE configuration_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE configuration_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON configuration_versions USING (organization_id = (SELECT app.current_organization()));
INSERT INTO configuration_versions SELECT id, 1 FROM organizations;
