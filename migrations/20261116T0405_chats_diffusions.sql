-- Diffusions: one template, or two to compare, sent to many people over a number of the messaging app.

-- How many people a day the number may write to in diffusions; null: as many as the pace allows.
ALTER TABLE channels ADD COLUMN daily_budget integer CHECK (daily_budget BETWEEN 1 AND 10000000);

CREATE TABLE diffusions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'scheduled', 'preparing', 'running', 'paused', 'done', 'canceled')),
  audience jsonb NOT NULL,
  -- One, or two of which each recipient gets one.
  templates jsonb NOT NULL CHECK (jsonb_array_length(templates) BETWEEN 1 AND 2),
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- The wall time in its zone, and the instant that it means.
  local_start text CHECK (length(local_start) <= 30),
  start_at timestamptz,
  windows jsonb,
  -- Why a running diffusion sends nothing at the moment, and when it looks again.
  waiting_for text CHECK (waiting_for IN ('window', 'budget', 'template', 'channel')),
  resume_at timestamptz,
  -- Why the service paused it.
  problem text CHECK (length(problem) BETWEEN 1 AND 1000),
  -- Counts the batches: a job that is run again finds that its turn is over.
  turn integer NOT NULL DEFAULT 0,
  -- When the last batch ended, by the real clock.
  beat_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE,
  CHECK ((local_start IS NULL) = (start_at IS NULL)),
  CHECK (state <> 'scheduled' OR start_at IS NOT NULL),
  CHECK ((state IN ('done', 'canceled')) = (finished_at IS NOT NULL)),
  CHECK (state = 'running' OR (waiting_for IS NULL AND resume_at IS NULL))
);
CREATE INDEX diffusions_created ON diffusions (organization_id, created_at, id);
CREATE INDEX diffusions_updated ON diffusions (organization_id, updated_at, id);
CREATE INDEX diffusions_active ON diffusions (organization_id, id) WHERE state IN ('scheduled', 'preparing', 'running');

-- The rows of a file that is an audience, as they were read.
CREATE TABLE diffusion_entries (
  organization_id uuid NOT NULL,
  diffusion_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  -- E.164; null: the cell holds no number.
  phone text COLLATE "C" CHECK (length(phone) BETWEEN 1 AND 40),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  fields jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, diffusion_id, number),
  FOREIGN KEY (organization_id, diffusion_id) REFERENCES diffusions (organization_id, id) ON DELETE CASCADE
);

-- Everybody in the audience, those who are left out included, written before anything is sent.
CREATE TABLE diffusion_recipients (
  organization_id uuid NOT NULL,
  diffusion_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  -- Which of the templates.
  arm smallint NOT NULL CHECK (arm IN (1, 2)),
  -- E.164, or `user:` and the provider's id of somebody without a number.
  address text COLLATE "C" CHECK (length(address) BETWEEN 1 AND 254),
  contact_id uuid,
  conversation_id uuid,
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'held', 'sent', 'failed', 'skipped', 'canceled')),
  reason text CHECK (reason IN ('no_number', 'duplicate', 'opted_out', 'missing_value')),
  -- The last message that was written for it.
  message_id uuid,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  is_delivered boolean NOT NULL DEFAULT false,
  is_read boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  replied_at timestamptz,
  reply_id uuid,
  PRIMARY KEY (organization_id, diffusion_id, number),
  FOREIGN KEY (organization_id, diffusion_id) REFERENCES diffusions (organization_id, id) ON DELETE CASCADE,
  CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  CHECK (state NOT IN ('sending', 'sent', 'failed') OR message_id IS NOT NULL),
  CHECK (address IS NOT NULL OR state = 'skipped'),
  CHECK (NOT is_delivered OR state = 'sent'),
  CHECK (is_delivered OR NOT is_read),
  CHECK ((replied_at IS NULL) = (reply_id IS NULL))
);
-- Nobody is in a diffusion twice.
CREATE UNIQUE INDEX diffusion_recipients_once ON diffusion_recipients (organization_id, diffusion_id, address)
  WHERE address IS NOT NULL AND reason IS DISTINCT FROM 'duplicate';
CREATE UNIQUE INDEX diffusion_recipients_message ON diffusion_recipients (organization_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX diffusion_recipients_state ON diffusion_recipients (organization_id, diffusion_id, state, number);
CREATE INDEX diffusion_recipients_conversation ON diffusion_recipients (organization_id, conversation_id, sent_at) WHERE message_id IS NOT NULL;
CREATE INDEX diffusion_recipients_contact ON diffusion_recipients (organization_id, contact_id) WHERE contact_id IS NOT NULL;

-- How many recipients of each template are in each state: changed by the statement that changes the recipients.
CREATE TABLE diffusion_counts (
  organization_id uuid NOT NULL,
  diffusion_id uuid NOT NULL,
  arm smallint NOT NULL CHECK (arm IN (1, 2)),
  audience integer NOT NULL DEFAULT 0,
  queued integer NOT NULL DEFAULT 0 CHECK (queued >= 0),
  sending integer NOT NULL DEFAULT 0 CHECK (sending >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sent integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  skipped integer NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  canceled integer NOT NULL DEFAULT 0 CHECK (canceled >= 0),
  delivered integer NOT NULL DEFAULT 0 CHECK (delivered BETWEEN 0 AND sent),
  read integer NOT NULL DEFAULT 0 CHECK (read BETWEEN 0 AND delivered),
  replied integer NOT NULL DEFAULT 0 CHECK (replied BETWEEN 0 AND audience),
  PRIMARY KEY (organization_id, diffusion_id, arm),
  FOREIGN KEY (organization_id, diffusion_id) REFERENCES diffusions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT diffusion_counts_add_up CHECK (audience = queued + sending + held + sent + failed + skipped + canceled)
);

-- People who want no diffusions, by number or by the provider's id.
CREATE TABLE chat_opt_outs (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  address text COLLATE "C" NOT NULL CHECK (length(address) BETWEEN 1 AND 254),
  source text NOT NULL CHECK (source IN ('keyword', 'manual', 'provider')),
  conversation_id uuid,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT chat_opt_outs_address UNIQUE (organization_id, address)
);
CREATE INDEX chat_opt_outs_created ON chat_opt_outs (organization_id, created_at, id);

-- How many people a number wrote to in diffusions, by hour: what the daily budget counts.
CREATE TABLE channel_sends (
  organization_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  count integer NOT NULL CHECK (count >= 0),
  PRIMARY KEY (organization_id, channel_id, hour),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['diffusions', 'diffusion_entries', 'diffusion_recipients', 'diffusion_counts', 'chat_opt_outs', 'channel_sends'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
