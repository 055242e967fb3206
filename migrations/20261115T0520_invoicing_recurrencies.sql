-- Recurrences: documents that come again by the clock, what each cycle came to, and what they were worth a month.

CREATE TABLE recurrencies (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- The document that each cycle copies.
  pending_record_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'ended')),
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly', 'yearly')),
  interval integer NOT NULL CHECK (interval BETWEEN 1 AND 1000),
  weekdays text[] CHECK (cardinality(weekdays) > 0),
  month_days integer[] CHECK (cardinality(month_days) > 0),
  -- A 31st that a month does not have: its last day stands in, or there is no cycle.
  missing_days text NOT NULL CHECK (missing_days IN ('last-day', 'skip')),
  time_zone text NOT NULL CHECK (length(time_zone) <= 64),
  starts_on date NOT NULL,
  ends_on date CHECK (ends_on >= starts_on),
  -- Where the end was given as a number of cycles, which is what `ends_on` follows from.
  cycles integer CHECK (cycles BETWEEN 1 AND 1000),
  -- Every cycle up to this day is made, or stands as failed among the cycles, or fell into a pause.
  handled_on date,
  next_on date,
  -- When the clock looks at it again: the next cycle, or the next try of a failed one.
  due_at timestamptz,
  -- Since when a cycle is not made although it should be.
  past_due_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, pending_record_id),
  CHECK (next_on > handled_on),
  CHECK (status = 'active' OR (next_on IS NULL AND due_at IS NULL)),
  CHECK (cycles IS NULL OR ends_on IS NOT NULL),
  CHECK (weekdays IS NULL OR month_days IS NULL),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX recurrencies_due ON recurrencies (organization_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX recurrencies_status ON recurrencies (organization_id, status, created_at DESC, id DESC);
CREATE INDEX recurrencies_created ON recurrencies (organization_id, created_at DESC, id DESC);
ALTER TABLE recurrencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE recurrencies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recurrencies USING (organization_id = app.current_organization());

-- One row for each cycle: its key is what keeps a cycle from being made twice.
CREATE TABLE recurrency_cycles (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  recurrency_id uuid NOT NULL,
  cycle_on date NOT NULL,
  pending_record_id uuid,
  attempts integer NOT NULL CHECK (attempts >= 0),
  -- Why the last attempt failed, and when the next one comes; null: nobody tries again by itself.
  message text CHECK (length(message) <= 1000),
  retry_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, recurrency_id, cycle_on),
  CHECK ((pending_record_id IS NULL) = (message IS NOT NULL)),
  CHECK (pending_record_id IS NULL OR retry_at IS NULL),
  FOREIGN KEY (organization_id, recurrency_id) REFERENCES recurrencies (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX recurrency_cycles_document ON recurrency_cycles (organization_id, pending_record_id)
  WHERE pending_record_id IS NOT NULL;
CREATE INDEX recurrency_cycles_failed ON recurrency_cycles (organization_id, recurrency_id, cycle_on)
  WHERE pending_record_id IS NULL;
ALTER TABLE recurrency_cycles ENABLE ROW LEVEL SECURITY;
ALTER TABLE recurrency_cycles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recurrency_cycles USING (organization_id = app.current_organization());

-- What a recurrence is worth a month from a day on, without taxes, in minor units of the organization's currency.
CREATE TABLE recurrency_values (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  recurrency_id uuid NOT NULL,
  from_on date NOT NULL,
  monthly bigint NOT NULL CHECK (monthly >= 0),
  PRIMARY KEY (organization_id, recurrency_id, from_on),
  FOREIGN KEY (organization_id, recurrency_id) REFERENCES recurrencies (organization_id, id)
);
ALTER TABLE recurrency_values ENABLE ROW LEVEL SECURITY;
ALTER TABLE recurrency_values FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recurrency_values USING (organization_id = app.current_organization());
