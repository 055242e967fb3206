-- Schedules that people register for, and their bookings. A host (a person, a resource, or the schedule itself) is never busy
-- twice at one time: an exclusion constraint holds that, and a counter with a limit holds the capacity.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE schedules (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'availability')),
  task_id uuid,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 5000),
  location text NOT NULL DEFAULT '' CHECK (length(location) <= 500),
  url text CHECK (length(url) <= 2000),
  time_zone text NOT NULL CHECK (length(time_zone) <= 64),
  -- Of an event.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Of an availability: windows by weekday, and dates with other windows or none.
  weekly jsonb NOT NULL DEFAULT '[]',
  exceptions jsonb NOT NULL DEFAULT '[]',
  duration_minutes integer CHECK (duration_minutes BETWEEN 5 AND 1440),
  step_minutes integer CHECK (step_minutes BETWEEN 5 AND 1440),
  buffer_before_minutes integer NOT NULL DEFAULT 0 CHECK (buffer_before_minutes BETWEEN 0 AND 1440),
  buffer_after_minutes integer NOT NULL DEFAULT 0 CHECK (buffer_after_minutes BETWEEN 0 AND 1440),
  closed_on_holidays boolean NOT NULL DEFAULT true,
  capacity integer NOT NULL CHECK (capacity BETWEEN 1 AND 10000),
  assignment text NOT NULL DEFAULT 'any' CHECK (assignment IN ('any', 'round_robin', 'together')),
  has_waiting_list boolean NOT NULL DEFAULT false,
  -- In minor units of the organization's currency.
  deposit bigint CHECK (deposit > 0),
  hold_minutes integer NOT NULL DEFAULT 30 CHECK (hold_minutes BETWEEN 5 AND 10080),
  sealed_calendar_id bytea NOT NULL,
  canceled_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((kind = 'event') = (starts_at IS NOT NULL)),
  CHECK ((kind = 'event') = (ends_at IS NOT NULL)),
  CHECK ((kind = 'availability') = (duration_minutes IS NOT NULL)),
  CHECK ((kind = 'availability') = (step_minutes IS NOT NULL)),
  CHECK (ends_at > starts_at AND ends_at - starts_at <= interval '14 days')
);
CREATE INDEX schedules_created ON schedules (organization_id, created_at, id);
CREATE INDEX schedules_updated ON schedules (organization_id, updated_at, id);
CREATE INDEX schedules_title ON schedules (organization_id, title, id);
CREATE INDEX schedules_task ON schedules (organization_id, task_id) WHERE task_id IS NOT NULL;

CREATE TABLE schedule_hosts (
  organization_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  host_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person', 'resource')),
  place smallint NOT NULL,
  -- Round robin takes the host who has waited longest.
  assigned_at timestamptz,
  PRIMARY KEY (organization_id, schedule_id, host_id),
  FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX schedule_hosts_host ON schedule_hosts (organization_id, host_id);

-- A time of a schedule for which somebody has a place. All places of one time share it.
CREATE TABLE schedule_sessions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  capacity integer NOT NULL CHECK (capacity > 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT schedule_sessions_capacity CHECK (taken <= capacity),
  CHECK (ends_at > starts_at),
  FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX schedule_sessions_start ON schedule_sessions (organization_id, schedule_id, starts_at);

CREATE TABLE session_hosts (
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- A person, a resource, or the schedule itself where it has no hosts.
  host_id uuid NOT NULL,
  -- With the buffers.
  busy_from timestamptz NOT NULL,
  busy_until timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id, host_id),
  -- A search for busy times need not look further back than this.
  CHECK (busy_until > busy_from AND busy_until - busy_from <= interval '16 days'),
  CONSTRAINT session_hosts_busy_once EXCLUDE USING gist
    (organization_id WITH =, host_id WITH =, tstzrange(busy_from, busy_until) WITH &&),
  FOREIGN KEY (organization_id, session_id) REFERENCES schedule_sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_hosts_from ON session_hosts (organization_id, host_id, busy_from);

CREATE TABLE bookings (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  session_id uuid,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'booked', 'attended', 'no_show', 'waiting', 'canceled')),
  hold_expires_at timestamptz,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email text CHECK (length(email) <= 254),
  phone text CHECK (length(phone) <= 40),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 2000),
  contact_id uuid,
  answers jsonb,
  -- Of the person who is booked, for letters.
  time_zone text NOT NULL CHECK (length(time_zone) <= 64),
  language text NOT NULL CHECK (language IN ('es', 'en')),
  source text NOT NULL CHECK (source IN ('link', 'staff', 'form')),
  sealed_token bytea NOT NULL,
  -- Of the deposit.
  invoice_id uuid,
  -- Counts the changes that calendars of others must follow.
  sequence integer NOT NULL DEFAULT 0,
  canceled_at timestamptz,
  canceled_by text CHECK (canceled_by IN ('visitor', 'staff', 'expiry')),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT bookings_place CHECK ((session_id IS NOT NULL) = (state IN ('held', 'booked', 'attended', 'no_show'))),
  CHECK ((state = 'held') = (hold_expires_at IS NOT NULL)),
  CHECK ((state = 'canceled') = (canceled_at IS NOT NULL)),
  CHECK ((canceled_at IS NULL) = (canceled_by IS NULL)),
  CHECK (ends_at > starts_at),
  FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, session_id) REFERENCES schedule_sessions (organization_id, id)
);
CREATE INDEX bookings_start ON bookings (organization_id, starts_at, id);
CREATE INDEX bookings_of_schedule ON bookings (organization_id, schedule_id, starts_at, id);
CREATE INDEX bookings_created ON bookings (organization_id, created_at, id);
CREATE INDEX bookings_updated ON bookings (organization_id, updated_at, id);
CREATE INDEX bookings_session ON bookings (organization_id, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX bookings_contact ON bookings (organization_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX bookings_holds ON bookings (organization_id, hold_expires_at) WHERE state = 'held';
CREATE INDEX bookings_waiting ON bookings (organization_id, schedule_id, starts_at, created_at) WHERE state = 'waiting';
CREATE UNIQUE INDEX bookings_invoice ON bookings (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;

-- Reminders that are still to be sent.
CREATE TABLE session_reminders (
  organization_id uuid NOT NULL,
  session_id uuid NOT NULL,
  interval text NOT NULL CHECK (interval IN ('1_day', '3_hours', '1_hour', '30_minutes')),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id, interval),
  FOREIGN KEY (organization_id, session_id) REFERENCES schedule_sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_reminders_due ON session_reminders (organization_id, due_at);

CREATE TABLE schedule_links (
  organization_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  sealed_shared_id bytea NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  form_id uuid,
  lead_minutes integer NOT NULL CHECK (lead_minutes BETWEEN 0 AND 525600),
  horizon_days integer NOT NULL CHECK (horizon_days BETWEEN 1 AND 730),
  visitors_may text NOT NULL CHECK (visitors_may IN ('nothing', 'cancel', 'cancel_and_move')),
  change_until_minutes integer NOT NULL CHECK (change_until_minutes BETWEEN 0 AND 525600),
  saves_contacts boolean NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, schedule_id),
  FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules (organization_id, id) ON DELETE CASCADE
);

-- Calendars kept elsewhere, whose events make a person busy.
CREATE TABLE outside_calendars (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The address is the key to the calendar.
  sealed_url bytea NOT NULL,
  site text NOT NULL CHECK (length(site) <= 300),
  state text NOT NULL CHECK (state IN ('pending', 'read', 'failed')),
  problem text CHECK (length(problem) <= 500),
  read_at timestamptz,
  next_read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX outside_calendars_created ON outside_calendars (organization_id, created_at, id);
CREATE INDEX outside_calendars_due ON outside_calendars (organization_id, next_read_at);
CREATE INDEX outside_calendars_user ON outside_calendars (organization_id, user_id);

CREATE TABLE outside_busy_times (
  organization_id uuid NOT NULL,
  calendar_id uuid NOT NULL,
  user_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, calendar_id, starts_at),
  CHECK (ends_at > starts_at),
  FOREIGN KEY (organization_id, calendar_id) REFERENCES outside_calendars (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX outside_busy_times_end ON outside_busy_times (organization_id, user_id, ends_at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['schedules', 'schedule_hosts', 'schedule_sessions', 'session_hosts', 'bookings',
    'session_reminders', 'schedule_links', 'outside_calendars', 'outside_busy_times'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
