-- Bots, what they were trained with, the questions they could not answer, and the HTTP tools that an organization gives them.

CREATE TABLE bots (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- How it speaks and what it must not do, for the model.
  instructions text NOT NULL DEFAULT '' CHECK (length(instructions) <= 8000),
  language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'en')),
  active boolean NOT NULL DEFAULT true,
  -- The share of a question, in percent, that a source must cover to count as an answer.
  threshold integer NOT NULL DEFAULT 55 CHECK (threshold BETWEEN 1 AND 100),
  -- The adapter that reaches the model; null: answers are the trained texts themselves.
  model_provider text CHECK (length(model_provider) BETWEEN 1 AND 40),
  model_name text CHECK (length(model_name) BETWEEN 1 AND 200),
  model_url text CHECK (length(model_url) <= 2000),
  model_key bytea,
  tools text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tools) <= 50),
  unknown_message text NOT NULL DEFAULT '' CHECK (length(unknown_message) <= 1000),
  -- Seconds of silence before a burst of messages is answered.
  wait_seconds integer NOT NULL DEFAULT 3 CHECK (wait_seconds BETWEEN 0 AND 60),
  answers_per_conversation integer NOT NULL DEFAULT 30 CHECK (answers_per_conversation BETWEEN 1 AND 1000),
  answers_per_day integer NOT NULL DEFAULT 1000 CHECK (answers_per_day BETWEEN 1 AND 100000),
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((model_provider IS NULL) = (model_name IS NULL)),
  CHECK (model_provider IS NOT NULL OR (model_url IS NULL AND model_key IS NULL))
);
CREATE INDEX bots_created ON bots (organization_id, created_at, id);
CREATE INDEX bots_updated ON bots (organization_id, updated_at, id);

CREATE TABLE bot_training (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  bot_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('question', 'text', 'document', 'page', 'live')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  file_id uuid,
  url text CHECK (length(url) <= 2000),
  source text CHECK (source IN ('catalog', 'prices', 'hours', 'policies')),
  newest_version integer NOT NULL DEFAULT 1 CHECK (newest_version >= 1),
  -- The version that answers are made of. Null: none was approved, so the entry is not used.
  approved_version integer,
  approved_by uuid,
  approved_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, id, bot_id, approved_version),
  CHECK ((kind = 'document') = (file_id IS NOT NULL)),
  CHECK ((kind = 'page') = (url IS NOT NULL)),
  CHECK ((kind = 'live') = (source IS NOT NULL)),
  CHECK (approved_version <= newest_version),
  CHECK ((approved_version IS NULL) = (approved_at IS NULL)),
  FOREIGN KEY (organization_id, bot_id) REFERENCES bots (organization_id, id),
  FOREIGN KEY (organization_id, file_id) REFERENCES files (organization_id, id)
);
CREATE INDEX bot_training_created ON bot_training (organization_id, bot_id, created_at, id);
CREATE INDEX bot_training_updated ON bot_training (organization_id, bot_id, updated_at, id);
CREATE INDEX bot_training_file ON bot_training (organization_id, file_id) WHERE file_id IS NOT NULL;
CREATE UNIQUE INDEX bot_training_live ON bot_training (organization_id, bot_id, source) WHERE source IS NOT NULL;

CREATE TABLE bot_training_versions (
  organization_id uuid NOT NULL,
  training_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  content text NOT NULL DEFAULT '' CHECK (length(content) <= 400000),
  -- Pending: its text is being read from the file or the page.
  state text NOT NULL CHECK (state IN ('pending', 'ready', 'failed')),
  error text CHECK (length(error) <= 500),
  -- Approve it as soon as its text was read.
  approve boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, training_id, number),
  CHECK ((state = 'failed') = (error IS NOT NULL)),
  FOREIGN KEY (organization_id, training_id) REFERENCES bot_training (organization_id, id) ON DELETE CASCADE
);

ALTER TABLE bot_training ADD FOREIGN KEY (organization_id, id, approved_version)
  REFERENCES bot_training_versions (organization_id, training_id, number);

-- The passages of approved versions. The key to the entry makes it impossible to keep one of a version that is not approved.
CREATE TABLE bot_passages (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  bot_id uuid NOT NULL,
  training_id uuid NOT NULL,
  training_version integer NOT NULL,
  place integer NOT NULL CHECK (place >= 0),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 4000),
  PRIMARY KEY (organization_id, bot_id, id),
  UNIQUE (organization_id, training_id, place),
  FOREIGN KEY (organization_id, training_id, bot_id, training_version)
    REFERENCES bot_training (organization_id, id, bot_id, approved_version) ON DELETE CASCADE
);

-- The stems of a passage's words. Row-level security keeps full-text indexes from being used, so stems are rows: equality is
-- an index condition, and a look-up reads the rows of one bot only.
CREATE TABLE bot_stems (
  organization_id uuid NOT NULL,
  bot_id uuid NOT NULL,
  stem text COLLATE "C" NOT NULL CHECK (length(stem) BETWEEN 1 AND 60),
  passage_id uuid NOT NULL,
  in_title boolean NOT NULL,
  PRIMARY KEY (organization_id, bot_id, stem, passage_id),
  FOREIGN KEY (organization_id, bot_id, passage_id)
    REFERENCES bot_passages (organization_id, bot_id, id) ON DELETE CASCADE
);
CREATE INDEX bot_stems_passage ON bot_stems (organization_id, bot_id, passage_id);

CREATE TABLE bot_context_requests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  bot_id uuid NOT NULL,
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 2000),
  -- The question as it is compared: without case, accents and signs. Its hash, because texts are longer than an index entry.
  question_key bytea NOT NULL CHECK (length(question_key) = 32),
  asked integer NOT NULL DEFAULT 1 CHECK (asked >= 1),
  state text NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
  training_id uuid,
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'open') = (answered_at IS NULL)),
  FOREIGN KEY (organization_id, bot_id) REFERENCES bots (organization_id, id)
);
CREATE UNIQUE INDEX bot_context_requests_open ON bot_context_requests (organization_id, bot_id, question_key)
  WHERE state = 'open';
CREATE INDEX bot_context_requests_created ON bot_context_requests (organization_id, bot_id, created_at, id);
CREATE INDEX bot_context_requests_updated ON bot_context_requests (organization_id, bot_id, updated_at, id);

CREATE TABLE custom_tools (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{1,62}$'),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 1000),
  method text NOT NULL CHECK (method IN ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  headers jsonb NOT NULL DEFAULT '{}',
  parameters jsonb NOT NULL,
  secret_names text[] NOT NULL DEFAULT '{}' CHECK (cardinality(secret_names) <= 10),
  secrets bytea,
  timeout_ms integer NOT NULL DEFAULT 5000 CHECK (timeout_ms BETWEEN 100 AND 20000),
  calls_per_hour integer NOT NULL DEFAULT 100 CHECK (calls_per_hour BETWEEN 1 AND 10000),
  approved_at timestamptz,
  approved_by uuid,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT custom_tools_name UNIQUE (organization_id, name),
  CHECK ((cardinality(secret_names) = 0) = (secrets IS NULL))
);
CREATE INDEX custom_tools_created ON custom_tools (organization_id, created_at, id);
CREATE INDEX custom_tools_updated ON custom_tools (organization_id, updated_at, id);

CREATE TABLE bot_tool_calls (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The idempotency key of the invocation.
  tool_call_id text COLLATE "C" NOT NULL CHECK (length(tool_call_id) BETWEEN 1 AND 200),
  bot_id uuid,
  -- The custom tool, which may be gone by now.
  tool_id uuid,
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  conversation_id uuid,
  args jsonb NOT NULL,
  result jsonb,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  error text CHECK (length(error) <= 500),
  response_status integer,
  duration_ms integer CHECK (duration_ms >= 0),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT bot_tool_calls_once UNIQUE (organization_id, tool_call_id),
  CHECK ((state = 'running') = (finished_at IS NULL)),
  CHECK ((state = 'failed') = (error IS NOT NULL)),
  FOREIGN KEY (organization_id, bot_id) REFERENCES bots (organization_id, id)
);
CREATE INDEX bot_tool_calls_tool ON bot_tool_calls (organization_id, tool_id, created_at, id);
CREATE INDEX bot_tool_calls_bot ON bot_tool_calls (organization_id, bot_id, created_at, id);

ALTER TABLE bots ENABLE ROW LEVEL SECURITY;
ALTER TABLE bots FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bots USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_training ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_training FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_training USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_training_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_training_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_training_versions USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_passages ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_passages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_passages USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_stems ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_stems FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_stems USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_context_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_context_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_context_requests USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE custom_tools ENABLE ROW LEVEL SECURITY;
ALTER TABLE custom_tools FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON custom_tools USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_tool_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_tool_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_tool_calls USING (organization_id = (SELECT app.current_organization()));
