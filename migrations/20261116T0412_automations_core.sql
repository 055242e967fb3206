-- Automations: versioned graphs of nodes, their runs (threads) with steps, plans by the clock, and sealed secrets.

CREATE TABLE automations (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  -- Part of the address of its webhook.
  public_id text COLLATE "C" NOT NULL CHECK (length(public_id) BETWEEN 20 AND 100),
  enabled boolean NOT NULL DEFAULT false,
  -- The version that new threads run.
  current_version integer NOT NULL CHECK (current_version >= 1),
  trigger_kind text NOT NULL CHECK (trigger_kind IN ('event', 'webhook', 'api')),
  -- The types of events that it follows; empty for the other triggers.
  event_types text[] NOT NULL DEFAULT '{}' CHECK (cardinality(event_types) <= 50),
  -- The secrets that its current version names.
  secret_names text[] NOT NULL DEFAULT '{}' CHECK (cardinality(secret_names) <= 50),
  -- It acts as this person, with at most these permissions.
  published_by uuid,
  published_permissions text[] NOT NULL DEFAULT '{}',
  threads_per_hour integer NOT NULL DEFAULT 1000 CHECK (threads_per_hour BETWEEN 1 AND 10000),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((trigger_kind = 'event') = (cardinality(event_types) > 0)),
  CHECK (NOT enabled OR published_by IS NOT NULL)
);
CREATE INDEX automations_created ON automations (organization_id, created_at, id);
CREATE INDEX automations_updated ON automations (organization_id, updated_at, id);
CREATE INDEX automations_listening ON automations (organization_id, id) WHERE enabled AND trigger_kind = 'event';

CREATE TABLE automation_versions (
  organization_id uuid NOT NULL,
  automation_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  trigger jsonb NOT NULL,
  nodes jsonb NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, automation_id, number),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);

CREATE TABLE automation_secrets (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  value bytea NOT NULL,
  -- The hosts that may receive it.
  hosts text[] NOT NULL CHECK (cardinality(hosts) <= 20),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT automation_secrets_name UNIQUE (organization_id, name)
);
CREATE INDEX automation_secrets_created ON automation_secrets (organization_id, created_at, id);
CREATE INDEX automation_secrets_updated ON automation_secrets (organization_id, updated_at, id);

CREATE TABLE automation_schedules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  automation_id uuid NOT NULL,
  -- Once at `starts_local`, or by the rule from then on: wall times in the zone.
  rule text CHECK (length(rule) BETWEEN 1 AND 500),
  starts_local text COLLATE "C" NOT NULL CHECK (starts_local ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$'),
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  payload jsonb NOT NULL DEFAULT '{}',
  -- Times that passed while nothing could run: none of them, the last one, or all of them up to a limit.
  missed text NOT NULL DEFAULT 'last' CHECK (missed IN ('skip', 'last', 'all')),
  -- The last occurrence that was taken, and when the next one is due; null: there is none.
  last_occurrence text CHECK (length(last_occurrence) <= 40),
  next_at timestamptz,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'done', 'canceled')),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'planned') = (next_at IS NOT NULL)),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);
CREATE INDEX automation_schedules_due ON automation_schedules (organization_id, next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX automation_schedules_created ON automation_schedules (organization_id, created_at, id);
CREATE INDEX automation_schedules_updated ON automation_schedules (organization_id, updated_at, id);

CREATE TABLE automation_threads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  automation_id uuid NOT NULL,
  automation_version integer NOT NULL,
  -- The same occasion starts a thread once.
  trigger_key text COLLATE "C" NOT NULL CHECK (length(trigger_key) BETWEEN 1 AND 300),
  source text NOT NULL CHECK (source IN ('event', 'webhook', 'api', 'schedule')),
  input jsonb NOT NULL,
  event_id uuid,
  schedule_id uuid,
  -- How many threads led to this one, each by an event of the one before.
  depth integer NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 100),
  state text NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'needs-review', 'done', 'stopped', 'failed', 'canceled')),
  -- The node that is next, and the loops around it.
  node_id text COLLATE "C" CHECK (length(node_id) <= 40),
  loops jsonb NOT NULL DEFAULT '[]',
  steps_made integer NOT NULL DEFAULT 0 CHECK (steps_made BETWEEN 0 AND 1000),
  happenings integer NOT NULL DEFAULT 0 CHECK (happenings >= 0),
  -- When a waiting thread goes on, by the clock of the organization.
  due_at timestamptz,
  -- The job that works on it, and until when it may be trusted to be alive.
  held_by uuid,
  held_until timestamptz,
  error_code text CHECK (length(error_code) <= 60),
  error text CHECK (length(error) <= 1000),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT automation_threads_once UNIQUE (organization_id, automation_id, trigger_key),
  CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
  CHECK ((state IN ('done', 'stopped', 'failed', 'canceled')) = (finished_at IS NOT NULL)),
  CHECK (state <> 'failed' OR error IS NOT NULL),
  FOREIGN KEY (organization_id, automation_id, automation_version)
    REFERENCES automation_versions (organization_id, automation_id, number)
);
CREATE INDEX automation_threads_created ON automation_threads (organization_id, automation_id, created_at, id);
CREATE INDEX automation_threads_updated ON automation_threads (organization_id, automation_id, updated_at, id);
CREATE INDEX automation_threads_due ON automation_threads (organization_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX automation_threads_open ON automation_threads (organization_id) WHERE finished_at IS NULL;
CREATE INDEX automation_threads_finished ON automation_threads (organization_id, finished_at, id) WHERE finished_at IS NOT NULL;

CREATE TABLE automation_steps (
  organization_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  node_id text COLLATE "C" NOT NULL CHECK (length(node_id) BETWEEN 1 AND 40),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  state text NOT NULL CHECK (state IN ('running', 'waiting', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 1 CHECK (attempts BETWEEN 1 AND 20),
  -- Secrets are masked in both.
  input jsonb,
  output jsonb,
  error_code text CHECK (length(error_code) <= 60),
  error text CHECK (length(error) <= 1000),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, thread_id, number),
  CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL)),
  FOREIGN KEY (organization_id, thread_id) REFERENCES automation_threads (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE automation_happenings (
  organization_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 1),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 40),
  node_id text COLLATE "C" CHECK (length(node_id) <= 40),
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, thread_id, seq),
  FOREIGN KEY (organization_id, thread_id) REFERENCES automation_threads (organization_id, id) ON DELETE CASCADE
);

-- The events that threads caused, until automations have seen them.
CREATE TABLE automation_causes (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  event_id uuid NOT NULL,
  depth integer NOT NULL CHECK (depth BETWEEN 0 AND 100),
  PRIMARY KEY (organization_id, event_id)
);

ALTER TABLE automations ENABLE ROW LEVEL SECURITY;
ALTER TABLE automations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automations USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_versions USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_secrets USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_schedules USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_threads ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_threads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_threads USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_steps USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_happenings ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_happenings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_happenings USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE automation_causes ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_causes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_causes USING (organization_id = (SELECT app.current_organization()));
