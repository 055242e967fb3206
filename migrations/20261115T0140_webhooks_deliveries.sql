-- Where an organization wants to hear of its events, and what became of each delivery.

CREATE TABLE webhooks (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) <= 2000),
  description text NOT NULL DEFAULT '',
  -- Exact types, or `group:*`; empty means every event.
  event_types text[] NOT NULL DEFAULT '{}',
  secret bytea NOT NULL,
  -- Signs too until it expires, so that a receiver can change its secret without losing a delivery.
  previous_secret bytea,
  previous_expires_at timestamptz,
  active boolean NOT NULL DEFAULT true,
  -- Both are cleared by the next success; too long or too many, and the webhook is switched off.
  failing_since timestamptz,
  exhausted_in_a_row integer NOT NULL DEFAULT 0 CHECK (exhausted_in_a_row >= 0),
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing', 'exhausted')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid REFERENCES users (id),
  PRIMARY KEY (organization_id, id),
  CHECK ((previous_secret IS NULL) = (previous_expires_at IS NULL)),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
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
  -- Of the last attempt: its time and its signatures.
  request_headers jsonb,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Since it was last started; a job that expects another number is a stale one.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
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
-- Once per event and webhook; also finds the deliveries of an event.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (organization_id, event_seq, webhook_id) WHERE event_seq IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (organization_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (organization_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (organization_id, webhook_id, status, created_at DESC, id DESC) WHERE status <> 'delivered';
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_deliveries USING (organization_id = app.current_organization());
