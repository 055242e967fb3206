-- Where an organization wants to hear of its events, and what became of each delivery.

CREATE TABLE webhooks (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) <= 2000),
  description text NOT NULL DEFAULT '',
  -- Exact types, or `group:*`; empty means every event.
  event_types text[] NOT NULL DEFAULT '{}',
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_expires_at timestamptz,
  active boolean NOT NULL DEFAULT true,
  -- Set while deliveries fail one after another; long enough, and the webhook is switched off.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid REFERENCES users (id),
  PRIMARY KEY (organization_id, id),
  CHECK ((previous_secret IS NULL) = (previous_expires_at IS NULL)),
  CHECK (NOT active OR disabled_at IS NULL)
);
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhooks USING (organization_id = app.current_organization());

CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  -- The place of the event in the stream; null for a test.
  event_seq bigint,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- The exact bytes that are signed and sent, the same on every attempt.
  request_body text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  response_status integer,
  response_snippet text,
  error text,
  duration_ms integer,
  created_at timestamptz NOT NULL,
  last_attempt_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (organization_id, webhook_id, event_seq) WHERE event_seq IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (organization_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_status ON webhook_deliveries (organization_id, webhook_id, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (organization_id, event_seq);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_deliveries USING (organization_id = app.current_organization());
