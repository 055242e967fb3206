-- Comments on anything, and the notifications that reach a person inside an organization.

CREATE TABLE comments (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- What it is about, in the words of the event: `invoiceId`, `taskId`, …
  entity_kind text NOT NULL,
  entity_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 10000),
  mentions uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX comments_entity ON comments (organization_id, entity_kind, entity_id, created_at, id);
ALTER TABLE comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON comments USING (organization_id = app.current_organization());

CREATE TABLE notifications (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  user_id uuid NOT NULL REFERENCES users (id),
  id uuid NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- When it goes out in the person's daily letter, unless it has been read by then.
  digest_at timestamptz,
  PRIMARY KEY (organization_id, user_id, id)
);
CREATE INDEX notifications_newest ON notifications (organization_id, user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (organization_id, user_id, created_at DESC, id DESC) WHERE read_at IS NULL;
CREATE INDEX notifications_digest ON notifications (organization_id, digest_at) WHERE digest_at IS NOT NULL;
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notifications USING (organization_id = app.current_organization());
