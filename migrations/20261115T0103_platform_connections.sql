-- Which provider an organization chose for a port, and its keys, encrypted. No row: the built-in simulator.

CREATE TABLE provider_connections (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  port text NOT NULL,
  adapter text NOT NULL,
  config bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, port)
);
ALTER TABLE provider_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON provider_connections USING (organization_id = app.current_organization());

-- The memory of the built-in simulators: what a real provider would keep on its side.
CREATE TABLE simulator_objects (
  simulator text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  owner text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (simulator, kind, id)
);
CREATE INDEX simulator_objects_owner ON simulator_objects (simulator, kind, owner, id);
