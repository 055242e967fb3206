-- The assistant: private conversations, the calls of its tools with their approval, and what each person uses of it.

CREATE TABLE assistant_conversations (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Private to this person.
  user_id uuid NOT NULL,
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 200),
  -- The number of its last message.
  last_seq integer NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  -- The turn that runs, at the latest until then. One at a time.
  turn_id uuid,
  held_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((turn_id IS NULL) = (held_until IS NULL))
);
CREATE INDEX assistant_conversations_updated ON assistant_conversations (organization_id, user_id, updated_at, id);

CREATE TABLE assistant_messages (
  organization_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 1),
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  text text NOT NULL CHECK (length(text) <= 20000),
  -- Why a turn ended without an answer.
  problem text CHECK (length(problem) <= 500),
  model text CHECK (length(model) <= 60),
  input_tokens integer NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  output_tokens integer NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, conversation_id, seq),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES assistant_conversations (organization_id, id) ON DELETE CASCADE,
  CHECK ((role = 'assistant') = (model IS NOT NULL))
);

CREATE TABLE assistant_calls (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  -- The message of the assistant that asked for it, and its place there.
  seq integer NOT NULL,
  place integer NOT NULL CHECK (place >= 0),
  -- Who may approve it.
  user_id uuid NOT NULL,
  tool text NOT NULL CHECK (length(tool) <= 100),
  -- The operation of the API; null for a tool of the assistant itself, or for one that does not exist.
  operation text CHECK (length(operation) <= 100),
  writes boolean NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'running', 'done', 'failed', 'denied', 'withdrawn', 'expired')),
  -- The person approved or denied it.
  decided_at timestamptz,
  expires_at timestamptz,
  -- An approved call is being carried out until then, unless it ends before.
  held_until timestamptz,
  -- Counts the approvals that began to carry it out: only the newest may record an outcome.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  result jsonb,
  error_code text CHECK (length(error_code) <= 100),
  error text CHECK (length(error) <= 1000),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, conversation_id, seq, place),
  FOREIGN KEY (organization_id, conversation_id, seq)
    REFERENCES assistant_messages (organization_id, conversation_id, seq) ON DELETE CASCADE,
  CHECK ((state IN ('pending', 'running')) = (finished_at IS NULL)),
  CHECK (state <> 'pending' OR (expires_at IS NOT NULL AND decided_at IS NULL)),
  CHECK (state <> 'running' OR held_until IS NOT NULL),
  -- A call that writes has had an effect only after a person approved it.
  CHECK (NOT writes OR state NOT IN ('running', 'done') OR decided_at IS NOT NULL)
);

CREATE TABLE assistant_usage (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL,
  -- A day of the real clock, in UTC.
  day date NOT NULL CHECK (day BETWEEN '1900-01-01' AND '2999-12-31'),
  turns integer NOT NULL DEFAULT 0 CHECK (turns >= 0),
  input_tokens bigint NOT NULL DEFAULT 0 CHECK (input_tokens >= 0),
  output_tokens bigint NOT NULL DEFAULT 0 CHECK (output_tokens >= 0),
  PRIMARY KEY (organization_id, user_id, day)
);

ALTER TABLE assistant_conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_conversations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_conversations USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE assistant_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_messages USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE assistant_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_calls USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE assistant_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assistant_usage USING (organization_id = (SELECT app.current_organization()));
