-- Ticks and subscribers fail alone: each has its own due time, backoff and dead letter. An idle sweep reads empty indexes only.

-- When a tick of an organization is due, in its own time and in real time (they differ in a sandbox). A failure postpones it to
-- `retry_at`; after the last attempt it is dead until an operator gives it back.
CREATE TABLE organization_ticks (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  tick text NOT NULL CHECK (tick ~ '^[a-z-]{1,60}$'),
  due_at timestamptz NOT NULL,
  due_really_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failed_at timestamptz,
  retry_at timestamptz,
  dead_at timestamptz,
  error text,
  PRIMARY KEY (organization_id, tick),
  CHECK ((attempts = 0) = (failed_at IS NULL)),
  CHECK ((attempts = 0) = (error IS NULL)),
  CHECK (dead_at IS NULL OR (attempts > 0 AND retry_at IS NULL))
);
-- `greatest` ignores nulls: without a failure this is the due time.
CREATE INDEX organization_ticks_due ON organization_ticks (greatest(due_really_at, retry_at)) WHERE dead_at IS NULL;
CREATE INDEX organization_ticks_failed ON organization_ticks (failed_at) WHERE attempts > 0;

-- An organization was due as a whole: each of its ticks looks once whether there is something for it.
INSERT INTO organization_ticks (organization_id, tick, due_at, due_really_at)
SELECT clocks.organization_id, ticks.name, clocks.due_at, clocks.due_really_at
FROM organization_clocks clocks,
  unnest(ARRAY['invitations', 'digests', 'webhook-results', 'contact-dates', 'gift-cards', 'past-due', 'credits',
               'recurrencies']) AS ticks (name);
DROP TABLE organization_clocks;

-- Set by whoever writes an event, cleared when every subscriber has caught up. Only a flip touches the index: further events of
-- an organization that is behind stay heap-only updates.
ALTER TABLE event_counters ADD COLUMN behind boolean NOT NULL DEFAULT true;
CREATE INDEX event_counters_behind ON event_counters (organization_id) WHERE behind;

ALTER TABLE event_cursors
  ADD COLUMN attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  ADD COLUMN failed_seq bigint,
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN retry_at timestamptz,
  ADD COLUMN dead_at timestamptz,
  ADD COLUMN error text,
  ADD CHECK ((attempts = 0) = (failed_at IS NULL)),
  ADD CHECK ((attempts = 0) = (error IS NULL)),
  ADD CHECK ((attempts = 0) = (retry_at IS NULL AND dead_at IS NULL)),
  ADD CHECK (retry_at IS NULL OR dead_at IS NULL);
CREATE INDEX event_cursors_retry ON event_cursors (retry_at) WHERE retry_at IS NOT NULL;
CREATE INDEX event_cursors_failed ON event_cursors (failed_at) WHERE attempts > 0;

-- An event that a subscriber never handled, by decision of an operator.
CREATE TABLE event_skips (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  subscriber text NOT NULL,
  seq bigint NOT NULL,
  error text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  skipped_by text NOT NULL CHECK (length(skipped_by) BETWEEN 1 AND 200),
  skipped_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, subscriber, seq)
);
ALTER TABLE event_skips ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_skips FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON event_skips USING (organization_id = (SELECT app.current_organization()));
