-- The event stream: one table that is the outbox and the public feed. Each organization numbers its own events without gaps.

CREATE TABLE event_counters (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id),
  seq bigint NOT NULL DEFAULT 0
);

-- How far each subscriber has come. Global, so that a worker finds what is waiting without entering an organization.
CREATE TABLE event_cursors (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  subscriber text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (organization_id, subscriber)
);

CREATE TABLE events (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  seq bigint NOT NULL CHECK (seq > 0),
  id uuid NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, seq)
);
CREATE INDEX events_type ON events (organization_id, type, seq);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events USING (organization_id = app.current_organization());

-- Equality look-ups by payload field. jsonb operators are not leakproof and so no index condition under row-level security.
CREATE TABLE event_fields (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  field text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (organization_id, field, value, seq)
);
ALTER TABLE event_fields ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_fields FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON event_fields USING (organization_id = app.current_organization());

-- When an organization next has something due, in its own time and in real time (they differ in a sandbox).
CREATE TABLE organization_clocks (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id),
  due_at timestamptz NOT NULL,
  due_really_at timestamptz NOT NULL
);
CREATE INDEX organization_clocks_due ON organization_clocks (due_really_at);
